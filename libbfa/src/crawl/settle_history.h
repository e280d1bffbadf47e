// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bfa/crawl/replay.h"
#include "crawl/replayer.h"

namespace bfa {

// The histories of blogs whose captures came by several runs, one of which was an import. Their order of
// arrival says nothing, so a rebuild does not follow it: it takes all captures of such a blog anew, as one
// import of them would. Templates, versions, verdicts, readings and moves then follow from the captures
// only. Decisions of users (pins, moves) are applied to the result. A blog that was restored from a package
// of one object is none of them: what was read there cannot be read again. One thread.
class HistorySettler final : public LeftOut {
 public:
  // All must outlive it.
  HistorySettler(FileSystem& fs, Archive& archive, const Journal& journal, ReplayReport& report)
      : fs_(fs), archive_(archive), journal_(journal), report_(report) {}

  // Finds these blogs. Errors: those of the journal.
  Status find_blogs();
  bool empty() const { return homes_.empty(); }

  Result<bool> takes(const JournalStep& step, const ArchiveRecord& record) override;
  bool takes(const BlogState& blog) override;

  // After the replay, which left the steps of these blogs. Errors: kIo, those of commits.
  Status run(Replayer& replayer, const CrawlOptions& options);

  // True for an object of these blogs: another order of the captures may give it another address or kind.
  bool covers(const DataObject& object) const;

 private:
  Status begin_blogs();
  Status end_blogs();

  FileSystem& fs_;
  Archive& archive_;
  const Journal& journal_;
  ReplayReport& report_;
  std::set<std::string> homes_;                         // of the blogs
  std::set<std::uint64_t> moved_by_users_;              // crawls that are such moves
  std::string settings_;                                // of the last crawl that was no import
  std::map<std::string, BlogState> last_;               // recorded states, by home
  std::map<std::string, std::vector<FieldRule>> pins_;  // by home
  std::vector<JournalStep> left_, moves_;
  std::set<std::uint64_t> probes_;  // numbers of steps that asked for a page that cannot exist
  std::uint64_t last_sequence_ = 0;
};

}  // namespace bfa
