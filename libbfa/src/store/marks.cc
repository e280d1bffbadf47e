// SPDX-License-Identifier: Apache-2.0
#include "store/marks.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

constexpr std::uint8_t kMarkVersion = 1;
constexpr std::string_view kOpen = ".open";

Error untrusted(const std::string& what, const std::string& where) {
  return Error{Code::kCorrupt, what + ": this is not the store of these WARC files; run bfa rebuild", where,
               -1};
}

// What the store has under the number of a step.
enum class Known : std::uint8_t { kNo, kYes, kAnother };

Result<Known> find_step(const Database& database, const JournalStep& step) {
  BFA_ASSIGN_OR_RETURN(const bool committed,
                       database.contains(Family::kSteps, "s:" + u64_bytes(step.sequence)));
  if (!committed) return Known::kNo;
  const JournalHop& last = step.hops.back();
  if (last.hops == 0) return Known::kYes;
  BFA_ASSIGN_OR_RETURN(const auto bytes, database.get(Family::kCaptures, u64_bytes(step.sequence)));
  if (!bytes) return Known::kAnother;
  BFA_ASSIGN_OR_RETURN(const CaptureRecord record, decode_capture_record(*bytes));
  return journal_id(record.capture.warc.record_id) == last.id ? Known::kYes : Known::kAnother;
}

// The greatest number that was given out in the usual way.
Result<std::uint64_t> newest_step(const Database& database) {
  BFA_ASSIGN_OR_RETURN(const auto row, database.last_row(Family::kSteps, "s:" + u64_bytes(0),
                                                         "s:" + u64_bytes(kRepeatedSequence)));
  if (!row) return std::uint64_t{0};
  return u64_value(std::string_view(row->first).substr(2));
}

// Finds out about each step of the tails whether it is to be applied.
class TailSorter {
 public:
  TailSorter(const Database& database, const std::map<std::string, Mark>& marks, const Journal& tail,
             Reconciliation& found, std::vector<std::uint64_t>& unfinished)
      : database_(database), marks_(marks), tail_(tail), found_(found), unfinished_(unfinished) {}

  Status begin() {
    BFA_ASSIGN_OR_RETURN(newest_, newest_step(database_));
    return {};
  }

  Result<bool> wanted(const JournalStep& step) {
    BFA_ASSIGN_OR_RETURN(const Known known, find_step(database_, step));
    const std::uint32_t file = step.hops.back().file;
    if (!step.whole) {
      // Its first exchanges may be before the mark.
      if (known != Known::kNo) return false;
      ++found_.unfinished;
      unfinished_.push_back(step.recorded);
      return false;
    }
    if (known == Known::kYes) return false;
    if (known == Known::kAnother || step.sequence != step.recorded)
      return untrusted("step " + std::to_string(step.recorded) + " is another one in the store",
                       tail_.path(file));
    if (!marks_.contains(tail_.name(file)) && step.sequence <= newest_) {
      return untrusted("step " + std::to_string(step.recorded) +
                           " is not in the store, which has later ones (up to " + std::to_string(newest_) +
                           ")",
                       tail_.path(file));
    }
    ++found_.steps;
    return true;
  }

 private:
  const Database& database_;
  const std::map<std::string, Mark>& marks_;
  const Journal& tail_;
  Reconciliation& found_;
  std::vector<std::uint64_t>& unfinished_;
  std::uint64_t newest_ = 0;
};

}  // namespace

std::string encode(const Mark& mark) {
  std::string out(1, static_cast<char>(kMarkVersion));
  append_u64(out, mark.bytes);
  append_u64(out, mark.last_sequence);
  return out;
}

Result<Mark> decode_mark(std::string_view bytes) {
  if (bytes.empty()) return Mark{kWholeFile, 0};  // format 1
  ByteReader reader(bytes);
  const std::uint8_t version = reader.u8();
  Mark mark{reader.u64(), reader.u64()};
  if (!reader.ok() || version != kMarkVersion)
    return Error{Code::kCorrupt, "store: bad mark of a WARC file; run bfa rebuild", {}, -1};
  return mark;
}

Result<std::map<std::string, Mark>> read_marks(const Database& database) {
  std::map<std::string, Mark> marks;
  const std::string prefix = meta::warc_file({});
  BFA_RETURN_IF_ERROR(database.for_each(Family::kMeta, prefix, prefix_end(prefix),
                                        [&](const Database::Row& row) -> Result<bool> {
                                          BFA_ASSIGN_OR_RETURN(const Mark mark, decode_mark(row.second));
                                          marks.emplace(row.first.substr(prefix.size()), mark);
                                          return true;
                                        }));
  return marks;
}

Result<std::vector<WarcFileSize>> list_warcs(FileSystem& fs, const std::string& warc_directory) {
  std::vector<WarcFileSize> files;
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(warc_directory));
  if (!there) return files;
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(warc_directory));
  for (const auto& listed : names) {
    std::string name = listed;
    const bool open = name.ends_with(kOpen);
    if (open) name.resize(name.size() - kOpen.size());
    if (!is_warc_name(name)) continue;
    auto bytes = fs.file_size(warc_directory + "/" + listed);
    if (!bytes && bytes.error().code == Code::kNotFound && open) {
      // The writer closed it in this moment.
      bytes = fs.file_size(warc_directory + "/" + name);
    }
    if (!bytes) return std::move(bytes).error();
    files.push_back({std::move(name), *bytes, open});
  }
  std::sort(files.begin(), files.end(),
            [](const WarcFileSize& a, const WarcFileSize& b) { return a.name < b.name; });
  return files;
}

Reconciliation compare_marks(const std::map<std::string, Mark>& marks,
                             const std::vector<WarcFileSize>& files) {
  Reconciliation found;
  for (const WarcFileSize& file : files) {
    const auto mark = marks.find(file.name);
    const std::uint64_t known = mark == marks.end() ? 0 : mark->second.bytes;
    found.running = found.running || file.open;
    if (mark != marks.end() && known == kWholeFile) continue;
    if (known < file.bytes || mark == marks.end()) found.unread.push_back({file.name, known, file.bytes});
    if (known > file.bytes) found.shorter.push_back({file.name, known, file.bytes});
  }
  for (const auto& [name, mark] : marks) {
    const auto at = std::lower_bound(
        files.begin(), files.end(), name,
        [](const WarcFileSize& file, const std::string& wanted) { return file.name < wanted; });
    if (at == files.end() || at->name != name)
      found.missing.push_back({name, mark.bytes == kWholeFile ? 0 : mark.bytes, 0});
  }
  found.running = found.running && !found.unread.empty();
  return found;
}

Status read_tails(const Database& database, FileSystem& fs, const std::string& warc_directory,
                  const std::map<std::string, Mark>& marks, Reconciliation& found, Journal& tail,
                  std::vector<std::uint64_t>& unfinished) {
  Findings damage;
  for (const Reconciliation::File& file : found.unread) {
    const Status read =
        tail.add(fs, warc_directory + "/" + file.name, file.name, std::min(file.known, file.bytes), damage);
    // What cannot be read as WARC has no steps.
    if (!read && read.error().code == Code::kIo) return read;
  }
  tail.finish();
  TailSorter sorter(database, marks, tail, found, unfinished);
  BFA_RETURN_IF_ERROR(sorter.begin());
  return tail.keep([&](const JournalStep& step) { return sorter.wanted(step); });
}

}  // namespace bfa
