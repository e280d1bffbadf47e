// SPDX-License-Identifier: Apache-2.0
#include "store/aborted_steps.h"

#include <vector>

#include "base/try.h"
#include "bfa/warc/reader.h"
#include "store/keys.h"
#include "store/step_record.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxMetadataBytes = 16u << 20;

struct Found {
  std::set<std::uint64_t> steps, aborted;
};

Status scan(FileSystem& fs, const std::string& path, Found& found) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
  for (;;) {
    auto next = reader->next();
    if (!next) return {};  // a rebuild cannot read the rest either
    WarcRecord* const record = *next;
    if (record == nullptr) return {};
    if (record->header().type() != WarcType::kMetadata) continue;
    BFA_ASSIGN_OR_RETURN(const std::string block, read_all(record->block(), kMaxMetadataBytes));
    const auto own = parse_archive_record(block);
    if (!own || !*own) continue;
    if ((*own)->kind == ArchiveRecord::Kind::kStep) found.steps.insert((*own)->sequence);
    if ((*own)->kind == ArchiveRecord::Kind::kAborted)
      found.aborted.insert((*own)->aborted.begin(), (*own)->aborted.end());
  }
}

bool is_warc(const std::string& name) {
  return name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".warc.zst");
}

}  // namespace

Result<std::set<std::uint64_t>> find_aborted_steps(const Database& database, FileSystem& fs,
                                                   const std::string& warc_directory) {
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(warc_directory));
  Found found;
  for (const auto& name : names) {
    if (!is_warc(name)) continue;
    BFA_ASSIGN_OR_RETURN(const bool covered, database.contains(Family::kMeta, meta::warc_file(name)));
    if (!covered) BFA_RETURN_IF_ERROR(scan(fs, warc_directory + "/" + name, found));
  }
  std::set<std::uint64_t> out;
  for (const auto sequence : found.steps) {
    if (found.aborted.contains(sequence)) continue;
    BFA_ASSIGN_OR_RETURN(const bool known, database.contains(Family::kSteps, "s:" + u64_bytes(sequence)));
    if (!known) out.insert(sequence);
  }
  return out;
}

Status cover_files(Database& database, FileSystem& fs, const std::string& warc_directory) {
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(warc_directory));
  for (const auto& name : names) {
    if (!is_warc(name)) continue;
    BFA_ASSIGN_OR_RETURN(const bool covered, database.contains(Family::kMeta, meta::warc_file(name)));
    if (!covered) database.put(Family::kMeta, meta::warc_file(name), {});
  }
  return {};
}

}  // namespace bfa
