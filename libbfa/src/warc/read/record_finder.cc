// SPDX-License-Identifier: Apache-2.0
#include "warc/read/record_finder.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/try.h"
#include "io/read_range.h"
#include "warc/read/dictionary.h"
#include "warc/read/reader_core.h"

namespace bfa {
namespace {

constexpr std::size_t kWindow = 1u << 18;
constexpr std::size_t kHeader = 1u << 16;  // bytes after a place that are read
constexpr std::string_view kPlainMark = "\nWARC/";

}  // namespace

Result<std::unique_ptr<RecordFinder>> RecordFinder::open(FileSystem& fs, const std::string& path) {
  std::unique_ptr<RecordFinder> finder(new RecordFinder);
  BFA_ASSIGN_OR_RETURN(finder->file_, fs.open(path));
  std::string first(16, '\0');
  BFA_RETURN_IF_ERROR(read_into(*finder->file_, 0, first));
  const MemberForm form = member_form(first);
  if (form == MemberForm::kLz4) return std::unique_ptr<RecordFinder>();
  if (form == MemberForm::kPlain) return finder;
  BFA_ASSIGN_OR_RETURN(finder->codec_, make_member_codec(form));
  if (form == MemberForm::kZstd) {
    BFA_ASSIGN_OR_RETURN(const std::string dictionary, dictionary_of(*finder->file_));
    if (!dictionary.empty()) (void)finder->codec_->set_dictionary(dictionary);
  }
  return finder;
}

// True when the member, or the line, at the beginning of `bytes` begins a record.
bool RecordFinder::begins_record(std::string_view bytes) {
  if (!codec_) return begins_warc_record(bytes) && is_record_start(bytes);
  std::array<char, 4096> head{};
  std::size_t made = 0;
  if (!codec_->begin()) return false;
  while (made < head.size()) {
    const auto step = codec_->step(bytes, std::span(head).subspan(made));
    made += step.made;
    bytes.remove_prefix(step.used);
    if (step.outcome != MemberCodec::Outcome::kMore || (step.made == 0 && step.used == 0)) break;
  }
  const std::string_view record(head.data(), made);
  return begins_warc_record(record) && is_record_start(record);
}

Result<std::optional<std::uint64_t>> RecordFinder::find(std::uint64_t begin, std::uint64_t end) {
  const std::string_view mark = codec_ ? codec_->magic() : kPlainMark;
  const std::size_t before = codec_ ? 0 : 1;  // bytes of the mark before the record
  std::uint64_t at = begin - std::min<std::uint64_t>(begin, before);
  while (at + before < end) {
    window_.resize(kWindow + kHeader);
    BFA_RETURN_IF_ERROR(read_into(*file_, at, window_));
    const std::string_view bytes = window_;
    if (bytes.size() <= mark.size()) break;
    const std::size_t here = std::min(bytes.size(), kWindow);
    for (std::size_t found = bytes.find(mark); found < here; found = bytes.find(mark, found + 1)) {
      const std::uint64_t place = at + found + before;
      if (place >= end) return std::optional<std::uint64_t>();
      if (begins_record(bytes.substr(found + before))) return std::optional(place);
    }
    at += here;
  }
  return std::optional<std::uint64_t>();
}

}  // namespace bfa
