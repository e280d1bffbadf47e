// SPDX-License-Identifier: Apache-2.0
// A decision applies to a whole capture; some have records elsewhere in the files.
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "warc/copy/selector.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

class Decider {
 public:
  Decider(FileSystem& fs, const std::vector<std::string>& files,
          const std::function<Result<bool>(WarcRecord& record)>& decide)
      : fs_(fs), files_(files), decide_(decide) {}

  Result<RecordBits> run() {
    BFA_RETURN_IF_ERROR(each([&](WarcRecord& record) { return take(record); }));
    end_capture();
    if (!strays_.empty()) {
      std::size_t number = 0;
      BFA_RETURN_IF_ERROR(each([&](WarcRecord& record) { return settle(record, number++); }));
    }
    return std::move(bits_);
  }

 private:
  template <class Visit>
  Status each(Visit&& visit) {
    for (const auto& path : files_) {
      BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
      for (;;) {
        BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
        if (record == nullptr) break;
        if (record->header().version.starts_with("ARC/"))
          return Error{Code::kUnsupported, "ARC file: only WARC files are written anew", path, -1};
        BFA_RETURN_IF_ERROR(visit(*record));
      }
    }
    return {};
  }

  Status take(WarcRecord& record) {
    const WarcHeader& header = record.header();
    if (groups_.begins(header)) {
      end_capture();
      first_ = bits_.size();
    }
    bits_.push_back(false);
    if (header.type() == WarcType::kWarcinfo) return {};
    const bool main = is_main_record(header.type());
    // Before its main record, and without one, any other record of the capture decides.
    if (main || !has_main_) {
      BFA_ASSIGN_OR_RETURN(const bool yes, decide_(record));
      chosen_ = main && !has_main_ ? yes : chosen_ || yes;
    }
    has_main_ = has_main_ || main;
    for (auto& id : concurrent_to(header)) names_.push_back(std::move(id));
    return {};
  }

  void end_capture() {
    for (std::size_t i = first_; i < bits_.size(); ++i) bits_[i] = chosen_;
    // Without a main record: the capture belongs to the record that it refers to, elsewhere in the files.
    // That record decides.
    for (const auto& id : names_) {
      if (!has_main_) strays_[id].emplace_back(first_, bits_.size());
    }
    names_.clear();
    has_main_ = chosen_ = false;
    first_ = bits_.size();
  }

  Status settle(WarcRecord& record, std::size_t number) {
    const auto at = strays_.find(record.header().record_id());
    if (at == strays_.end()) return {};
    for (const auto& [begin, end] : at->second) {
      for (std::size_t i = begin; i < end; ++i) bits_[i] = bits_[number];
    }
    return {};
  }

  FileSystem& fs_;
  const std::vector<std::string>& files_;
  const std::function<Result<bool>(WarcRecord& record)>& decide_;
  CaptureGroups groups_;
  RecordBits bits_;
  std::size_t first_ = 0;
  bool has_main_ = false, chosen_ = false;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> strays_;
};

}  // namespace

Result<RecordBits> decide_captures(FileSystem& fs, const std::vector<std::string>& files,
                                   const std::function<Result<bool>(WarcRecord& record)>& decide) {
  return Decider(fs, files, decide).run();
}

}  // namespace bfa
