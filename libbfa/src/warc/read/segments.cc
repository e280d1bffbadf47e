// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/reader.h"

#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "warc/read/block_digests.h"

namespace bfa {
namespace {

std::string without_brackets(std::string_view id) {
  if (id.size() >= 2 && id.front() == '<' && id.back() == '>') id = id.substr(1, id.size() - 2);
  return std::string(id);
}

}  // namespace

// Opens one segment after the other.
class Joined final : public JoinedRecord, private Source {
 public:
  Joined(FileSystem& fs, SegmentJoiner::Segments segments) : fs_(fs), segments_(std::move(segments)) {}

  Status start() {
    next_ = segments_.by_number.begin();
    for (const std::uint64_t number : segments_.repeated) {
      add("segment_repeated",
          "segment " + std::to_string(number) + " stands there twice; the first is taken");
    }
    BFA_RETURN_IF_ERROR(open_next());
    header_ = record_->header();
    const auto& last = segments_.by_number.rbegin()->second;
    header_.content_length = last.has_total ? last.total_length : 0;
    digests_.begin_joined(header_);
    return {};
  }

  const WarcHeader& header() const override { return header_; }
  Source& block() override { return *this; }
  const Findings& findings() const override { return findings_; }

 private:
  void add(const char* id, std::string message) {
    const WarcRef& place = segments_.by_number.begin()->second.place;
    findings_.push_back(
        {Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(place.offset), place.file});
  }

  Status open_next() {
    const WarcRef& place = next_->second.place;
    BFA_ASSIGN_OR_RETURN(reader_, WarcReader::open(fs_, place.file, {}, place.offset));
    for (;;) {  // members may hold several records
      BFA_ASSIGN_OR_RETURN(record_, reader_->next());
      if (record_ == nullptr) return Error{Code::kNotFound, "segment is gone", place.file, -1};
      if (place.record_id.empty() || record_->position().record_id == place.record_id) break;
    }
    number_ = next_->first;
    ++next_;
    return {};
  }

  Result<std::size_t> read(std::span<std::byte> dst) override {
    return guarded([&]() -> Result<std::size_t> { return read_joined(dst); });
  }

  Result<std::size_t> read_joined(std::span<std::byte> dst) {
    while (!done_) {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, record_->block().read(dst));
      if (got != 0 || dst.empty()) {
        digests_.update({reinterpret_cast<const char*>(dst.data()), got});
        size_ += got;
        return got;
      }
      if (next_ == segments_.by_number.end()) {
        finish();
        break;
      }
      if (next_->first != number_ + 1) {
        add("segment_missing", "segment " + std::to_string(number_ + 1) + " is missing");
        done_ = true;
        return Error{Code::kTruncated, "segment " + std::to_string(number_ + 1) + " is missing",
                     record_->position().file, -1};
      }
      BFA_RETURN_IF_ERROR(open_next());
    }
    return std::size_t{0};
  }

  void finish() {
    done_ = true;
    const auto& last = segments_.by_number.rbegin()->second;
    if (!last.has_total) {
      add("segment_no_end", "no segment has WARC-Segment-Total-Length: later ones may be missing");
    } else if (last.total_length != size_) {
      add("segment_total_length_mismatch", "WARC-Segment-Total-Length says " +
                                               std::to_string(last.total_length) + ", the segments have " +
                                               std::to_string(size_) + " bytes");
    }
    for (const auto& [id, message] : digests_.finish().mismatches) add(id, message);
  }

  FileSystem& fs_;
  SegmentJoiner::Segments segments_;
  std::map<std::uint64_t, SegmentJoiner::Segment>::const_iterator next_;
  std::uint64_t number_ = 0, size_ = 0;
  bool done_ = false;
  std::unique_ptr<WarcReader> reader_;
  WarcRecord* record_ = nullptr;
  WarcHeader header_;
  BlockDigests digests_;
  Findings findings_;
};

Status SegmentJoiner::scan(std::string_view path_name) {
  return guarded([&]() -> Status {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) return {};
      const WarcHeader& header = record->header();
      const auto number = parse_number(header.field("WARC-Segment-Number"));
      if (!number || *number == 0) continue;
      const std::string origin =
          *number == 1 ? header.record_id() : without_brackets(header.field("WARC-Segment-Origin-ID"));
      if (origin.empty()) continue;
      const auto total = parse_number(header.field("WARC-Segment-Total-Length"));
      Segments& segments = origins_[origin];
      const Segment segment{record->position(), total.value_or(0), total.has_value()};
      if (!segments.by_number.emplace(*number, segment).second) segments.repeated.push_back(*number);
    }
  });
}

std::vector<std::string> SegmentJoiner::origins() const {
  return guarded_or_empty([&]() -> std::vector<std::string> {
    std::vector<std::string> ids;
    for (const auto& [id, segments] : origins_) ids.push_back(id);
    return ids;
  });
}

Result<std::unique_ptr<JoinedRecord>> SegmentJoiner::open(const std::string& origin) const {
  return guarded([&]() -> Result<std::unique_ptr<JoinedRecord>> {
    const auto found = origins_.find(origin);
    if (found == origins_.end()) return Error{Code::kNotFound, "no segmented record of that id", origin, -1};
    if (!found->second.by_number.contains(1)) {
      return Error{Code::kNotFound, "the first segment of the record is missing", origin, -1};
    }
    auto joined = std::make_unique<Joined>(fs_, found->second);
    BFA_RETURN_IF_ERROR(joined->start());
    std::unique_ptr<JoinedRecord> made = std::move(joined);
    return made;
  });
}

}  // namespace bfa
