// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/page_captures.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/replay/replay.h"
#include "bfa/url/canonical.h"
#include "serve/programs/mementos.h"
#include "serve/programs/step_records.h"
#include "serve/programs/warc_place.h"

namespace bfa {
namespace {

constexpr std::size_t kCapturesInStep = 8;
constexpr int kDeepestPage = 1, kDeepestSheet = 2;  // frames of frames are not followed

bool may_name_parts(const std::string& mime, int depth) {
  if (mime == "text/css") return depth <= kDeepestSheet;
  return depth <= kDeepestPage && (mime == "text/html" || mime == "application/xhtml+xml" || mime.empty());
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

PageCaptures::PageCaptures(const SiteContext& context, std::string key) : context_(context) {
  want(std::move(key), 0);
}

void PageCaptures::want(std::string key, int depth) {
  if (keys_.size() < kMostAddresses && keys_.insert(key).second)
    addresses_.push_back({std::move(key), depth});
}

Result<bool> PageCaptures::step() {
  if (addresses_.empty()) return false;
  const Address address = addresses_.front();
  if (!cursor_) {
    CaptureRange range;
    range.first = address.key;
    cursor_.emplace(context_.index, std::vector{std::move(range)});
  }
  std::vector<IndexedCapture> captures;
  BFA_ASSIGN_OR_RETURN(const bool more, cursor_->read(kCapturesInStep, [&](const IndexedCapture& capture) {
    captures.push_back(capture);
    return true;
  }));
  for (const IndexedCapture& capture : captures) BFA_RETURN_IF_ERROR(add(capture, address.depth));
  if (more) return true;
  cursor_.reset();
  addresses_.pop_front();
  return !addresses_.empty();
}

Status PageCaptures::add(const IndexedCapture& capture, int depth) {
  const auto step = records_of_step(*context_.archive, capture);
  if (!step && step.error().code == Code::kIo) return step.error();
  ++seen_captures_;
  const bool there =
      step && std::any_of(step->records.begin(), step->records.end(),
                          [&](const StepRecord& record) { return record.offset == capture.warc.offset; });
  if (!there) {
    missing_.insert(name_of(capture.warc.file));
    ++missing_captures_;
    return {};
  }
  for (const StepRecord& record : step->records) records_[step->path][record.offset] = record.length;
  if (capture.revisit) BFA_RETURN_IF_ERROR(add_original(capture));
  if (depth == 0 && is_memento(capture) && pages_.size() < kMostPages) pages_.push_back(capture);
  // A redirect is in the step; what it led to is a page as well.
  if (!capture.redirect.empty()) {
    want(surt_key(capture.redirect), depth);
  } else if (may_name_parts(capture.mime, depth)) {
    read_parts(capture, depth);
  }
  return {};
}

Status PageCaptures::add_original(const IndexedCapture& capture) {
  BFA_ASSIGN_OR_RETURN(const auto original, context_.archive->original_of(capture.sequence));
  if (!original) return {};
  BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(*context_.archive, *original));
  if (file.missing) {
    missing_.insert(name_of(original->file));
    ++missing_captures_;
  } else {
    records_[file.path].emplace(original->offset, original->length);
  }
  return {};
}

// A page that cannot be read names no parts; its record is taken all the same.
void PageCaptures::read_parts(const IndexedCapture& capture, int depth) {
  if (read_.size() >= kMostRead || (!capture.digest.empty() && !read_.insert(capture.digest).second)) return;
  const auto replayed = replay_capture(*context_.archive, *context_.index, capture);
  if (!replayed) return;
  for (const ReplayedPart& part : replayed->parts) {
    if (part.captured) want(surt_key(part.url), depth + 1);
  }
}

}  // namespace bfa
