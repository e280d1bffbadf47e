// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/select.h"
#include "warc/copy/copy_output.h"
#include "warc/copy/materialiser.h"
#include "warc/copy/selector.h"

namespace bfa {
namespace {

class Filter {
 public:
  Filter(FileSystem& fs, const std::vector<std::string>& from, const WarcFilterOptions& options)
      : fs_(fs), from_(from), options_(options), finder_(fs) {}

  Result<WarcCopyReport> run(const std::string& to, const WarcSelection& selection) {
    BFA_ASSIGN_OR_RETURN(const auto selector, Selector::make(selection));
    BFA_ASSIGN_OR_RETURN(CopyOutput out, CopyOutput::open(fs_, from_, to, options_.dry_run));
    BFA_ASSIGN_OR_RETURN(bits_, decide_captures(fs_, from_, [&](WarcRecord& record) -> Result<bool> {
                           std::optional<HttpHead> head;
                           if (selector->wants_head()) {
                             BFA_ASSIGN_OR_RETURN(head, answer_head(record));
                           }
                           return selector->matches(record.header(), head ? &*head : nullptr);
                         }));
    BFA_RETURN_IF_ERROR(find_originals());
    BFA_RETURN_IF_ERROR(copy(out.file()));
    return out.finish(std::move(report_));
  }

 private:
  Status find_originals() {
    for (const auto& path : from_) BFA_RETURN_IF_ERROR(finder_.want_all(path));
    if (!finder_.wants_any()) return {};
    std::int64_t number = 0;
    for (const auto& path : from_) {
      BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
      for (;; ++number) {
        BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
        if (record == nullptr) break;
        BFA_RETURN_IF_ERROR(finder_.see(*record, path, number));
      }
    }
    return {};
  }

  bool is_left_out(const OriginalFinder::Place& original) const {
    return original.number < 0 || !bits_[static_cast<std::size_t>(original.number)];
  }

  Status copy(OutputFile* out) {
    RecordFeed feed(fs_, from_, report_);
    const bool materialise = options_.originals == MissingOriginalPolicy::kMaterialise;
    Materialiser writer(
        finder_,
        [&](const std::string&, const OriginalFinder::Place& place) {
          return materialise && is_left_out(place);
        },
        report_);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
      if (!more) return {};
      const WarcType type = feed.header().type();
      const bool keep = type == WarcType::kWarcinfo ? options_.keep_warcinfo
                                                    : feed.number() < bits_.size() && bits_[feed.number()];
      if (!keep) {
        ++report_.left_out;
        continue;
      }
      if (type == WarcType::kRevisit && !materialise) note_left_out(feed);
      BFA_RETURN_IF_ERROR(writer.write(feed, out));
    }
  }

  void note_left_out(const RecordFeed& feed) {
    const auto* const original = finder_.find(feed.header().record_id());
    if (original == nullptr || !is_left_out(*original)) return;
    report_.findings.push_back({Code::kNotFound, "original_left_out",
                                "revisit of " + feed.header().target_uri() + ": its original, " +
                                    original->target_uri + " at " + original->date + ", is not selected",
                                static_cast<std::int64_t>(feed.place().offset), feed.path()});
  }

  FileSystem& fs_;
  const std::vector<std::string>& from_;
  const WarcFilterOptions& options_;
  OriginalFinder finder_;
  RecordBits bits_;
  WarcCopyReport report_;
};

}  // namespace

Result<WarcCopyReport> filter_warcs(FileSystem& fs, const std::vector<std::string>& from, std::string_view to,
                                    const WarcSelection& selection, const WarcFilterOptions& options) {
  return guarded([&] { return Filter(fs, from, options).run(std::string(to), selection); });
}

}  // namespace bfa
