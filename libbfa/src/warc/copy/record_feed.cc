// SPDX-License-Identifier: Apache-2.0
#include "warc/copy/record_feed.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMemory = 4u << 20;  // a block beyond this goes through a spool file

// Reported once for each file with members that must not be copied unchanged.
bool is_odd_packing(const Finding& finding) {
  return finding.id == "zstd_frame_header" || finding.id == "record_in_several_members";
}

}  // namespace

Status RecordFeed::open_file() {
  const std::string& path = files_[file_];
  BFA_ASSIGN_OR_RETURN(reader_, WarcReader::open(fs_, path));
  BFA_ASSIGN_OR_RETURN(form_, form_of(fs_, path));
  BFA_ASSIGN_OR_RETURN(raw_, fs_.open(path));
  report_.bytes_in += raw_->size();
  findings_before_ = 0;
  several_ = false;
  ++file_;
  return {};
}

void RecordFeed::close_file() {
  report_.lost_bytes += reader_->lost_bytes();
  report_.findings.insert(report_.findings.end(), reader_->findings().begin(), reader_->findings().end());
  reader_.reset();
  raw_.reset();
}

Result<bool> RecordFeed::next() {
  for (;;) {
    if (!reader_) {
      if (file_ == files_.size()) return false;
      BFA_RETURN_IF_ERROR(open_file());
    }
    const std::uint64_t before = record_ != nullptr ? record_->position().offset : 0;
    const bool follows = record_ != nullptr;
    findings_before_ = reader_->findings().size();
    BFA_ASSIGN_OR_RETURN(record_, reader_->next());
    if (record_ == nullptr) {
      close_file();
      continue;
    }
    if (record_->header().version.starts_with("ARC/")) {
      return Error{Code::kUnsupported, "ARC file: only WARC files are written anew", path(), -1};
    }
    several_ = follows && record_->position().offset == before;
    number_ = report_.records_in++;
    block_.clear();
    spooled_.reset();
    return true;
  }
}

Result<bool> RecordFeed::read() {
  std::optional<BlobWriter> spool;
  std::uint64_t size = 0;
  bool cut = false;
  for (;;) {
    auto got = record_->block().read(buffer_);
    if (!got && got.error().code == Code::kIo) return std::move(got).error();
    cut = !got;
    if (!got || *got == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer_.data()), *got);
    size += bytes.size();
    if (!spool && block_.size() + bytes.size() <= kMemory) {
      block_.append(bytes);
      continue;
    }
    if (!spool) {
      spool.emplace(0);
      BFA_RETURN_IF_ERROR(spool->write(block_));
      block_.clear();
    }
    BFA_RETURN_IF_ERROR(spool->write(bytes));
  }
  if (spool) {
    BFA_ASSIGN_OR_RETURN(spooled_, spool->finish());
  }
  if (!cut && size == header().content_length && !header().field("Content-Length").empty()) return true;
  ++report_.dropped;
  report_.findings.push_back({Code::kCorrupt, "record_dropped",
                              "record whose block is damaged: left out; bfa warc repair keeps what is there",
                              static_cast<std::int64_t>(place().offset), path()});
  return false;
}

Blob RecordFeed::block() {
  if (!spooled_) spooled_ = Blob(std::move(block_));
  return *spooled_;
}

bool RecordFeed::may_stay_packed(const PackedForm& form) const {
  const Findings& findings = reader_->findings();
  return form_ && *form_ == form && place().length != 0 && !several_ && findings.size() == findings_before_ &&
         std::none_of(findings.begin(), findings.end(), is_odd_packing);
}

Result<bool> RecordFeed::copy(OutputFile* out) {
  BFA_ASSIGN_OR_RETURN(const bool whole, read());
  if (!whole) return false;
  ++report_.records;
  if (out == nullptr) return true;
  if (may_stay_packed(out->form())) {
    ++report_.as_is;
    BFA_RETURN_IF_ERROR(out->add_member(*raw_, place().offset, place().length));
    return true;
  }
  if (spooled_) {
    BFA_RETURN_IF_ERROR(out->add(header_text(header(), spooled_->size()), *spooled_));
  } else {
    BFA_RETURN_IF_ERROR(out->add(header_text(header(), block_.size()), block_));
  }
  return true;
}

}  // namespace bfa
