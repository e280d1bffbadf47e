// SPDX-License-Identifier: Apache-2.0
#include "package/aip/record_index.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/fixity_manifest.h"
#include "bfa/warc/reader.h"
#include "package/aip/package_plan.h"
#include "store/files/fixity.h"
#include "store/step_record.h"
#include "warc/read/capture_groups.h"
#include "warc/read/originals.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxNote = 256u << 20;

}  // namespace

// Reads the files one after the other.
struct RecordIndex::Reader {
  Reader(RecordIndex& to, const Ownership& owners, const std::function<bool()>& may_go_on)
      : index(to), ownership(owners), go_on(may_go_on) {}

  Status read(const std::string& path, const std::string& name) {
    index.files_.push_back({name, path, 0, true, false, true, {}});
    FileSystem& fs = posix_file_system();
    BFA_ASSIGN_OR_RETURN(index.files_.back().bytes, fs.file_size(path));
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
    groups = CaptureGroups();
    first = 0;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      if (go_on && !go_on()) return stopped_package();
      BFA_RETURN_IF_ERROR(take(*record));
    }
    close_group();
    IndexedFile& read = index.files_.back();
    read.damaged = !reader->findings().empty() || reader->lost_bytes() > 0;
    if (read.damaged) read.divisible = false;
    return {};
  }

  Status take(WarcRecord& record) {
    IndexedFile& file = index.files_.back();
    const WarcHeader& header = record.header();
    if (groups.begins(header)) close_group();
    const std::uint64_t offset = record.position().offset;
    if (!file.records.empty() && file.records.back().offset == offset) file.divisible = false;
    IndexedRecord made;
    made.offset = offset;
    made.type = header.type();
    made.time = header.date().value_or(UtcTime{});
    file.records.push_back(made);
    const Place place = here();
    if (is_main_record(made.type)) url = header.target_uri();
    if (made.type == WarcType::kResponse || made.type == WarcType::kResource)
      index.responses_.push_back({fast_hash(header.record_id()), fast_hash(header.target_uri()), place});
    if (made.type == WarcType::kRevisit)
      index.revisits_[place] = {fast_hash(without_brackets(header.field("WARC-Refers-To"))),
                                fast_hash(header.field("WARC-Refers-To-Target-URI")), place};
    if (made.type != WarcType::kMetadata || header.content_type() != "application/warc-fields") return {};
    auto block = read_all(record.block(), kMaxNote);
    if (!block && block.error().code == Code::kIo) return block.error();
    if (!block) return {};
    const auto note = parse_archive_record(*block);
    if (note && *note) take_note(**note);
    return {};
  }

  Place here() const {
    return {static_cast<std::uint32_t>(index.files_.size() - 1),
            static_cast<std::uint32_t>(index.files_.back().records.size() - 1)};
  }

  void take_note(const ArchiveRecord& note) {
    IndexedRecord& record = index.files_.back().records.back();
    record.blog = IndexedRecord::kAllBlogs;
    switch (note.kind) {
      case ArchiveRecord::Kind::kStep:
        step = record.step = note.sequence;
        crawl = record.crawl = static_cast<std::uint32_t>(note.task.crawl);
        blog = record.blog = static_cast<std::int16_t>(ownership.owner_of_home(note.task.blog));
        return;
      case ArchiveRecord::Kind::kCrawl:
        index.crawls_[note.crawl] = {parse_import_note(note.settings), record.time, note.blogs};
        share(note.blogs);
        return;
      case ArchiveRecord::Kind::kCrawlEnd:
        share(index.crawls_[note.crawl].blogs);
        return;
      case ArchiveRecord::Kind::kBlog:
        record.blog = static_cast<std::int16_t>(ownership.owner_of_home(note.blog.home));
        return;
      case ArchiveRecord::Kind::kDecision:
        record.blog = owner_of(note.decision);
        return;
      case ArchiveRecord::Kind::kReadings:
        if (!note.blogs.empty())
          record.blog = static_cast<std::int16_t>(ownership.owner_of_home(note.blogs.front()));
        return;
      case ArchiveRecord::Kind::kOriginals:
        return;
      case ArchiveRecord::Kind::kAborted:
        record.blog = IndexedRecord::kStays;
        return;
    }
  }

  // A digest of a WARC file, and the result of a check, are about this archive's files: they do not go along.
  std::int16_t owner_of(const Decision& decision) const {
    if (decision.kind == kFixityDecision || decision.kind == "check") return IndexedRecord::kStays;
    const std::size_t at = decision.target.find("http");
    if (at == std::string::npos) return IndexedRecord::kAllBlogs;
    const std::string about = decision.target.substr(at);
    const int home = ownership.owner_of_home(about);
    return static_cast<std::int16_t>(home >= 0 ? home : ownership.owner_of_url(about));
  }

  void share(const std::vector<std::string>& homes) {
    std::vector<int>& blogs = index.shared_by_[here()];
    for (const std::string& home : homes) blogs.push_back(ownership.owner_of_home(home));
  }

  // The records of a capture have one owner: that of their step, else by their address.
  void close_group() {
    auto& records = index.files_.back().records;
    // The record that began the next group is not there yet.
    int owner = blog;
    if (step == 0 && !url.empty()) owner = ownership.owner_of_url(url);
    for (std::size_t i = first; i < records.size(); ++i) {
      if (records[i].blog != IndexedRecord::kNobodys || (step == 0 && url.empty())) continue;
      records[i].blog = static_cast<std::int16_t>(owner);
      records[i].step = step;
      records[i].crawl = crawl;
    }
    first = records.size();
    step = 0;
    crawl = 0;
    blog = IndexedRecord::kNobodys;
    url.clear();
  }

  RecordIndex& index;
  const Ownership& ownership;
  const std::function<bool()>& go_on;
  CaptureGroups groups;
  std::size_t first = 0;  // record of the current group
  std::uint64_t step = 0;
  std::uint32_t crawl = 0;
  std::int16_t blog = IndexedRecord::kNobodys;
  std::string url;
};

Result<RecordIndex> RecordIndex::make(const Archive& archive, const Ownership& ownership,
                                      const std::vector<std::string>& names,
                                      const std::function<bool()>& go_on) {
  RecordIndex index;
  Reader reader(index, ownership, go_on);
  FileSystem& fs = posix_file_system();
  BFA_ASSIGN_OR_RETURN(const FixityManifest manifest, read_fixity_manifest(fs, archive.warc_directory()));
  for (const std::string& name : names) {
    const std::string path = archive.warc_directory() + "/" + name;
    if (const auto line = manifest.find(name); line != manifest.end()) {
      BFA_ASSIGN_OR_RETURN(const std::string digest, sha256_of_file(fs, path));
      if (digest != line->second) {
        return Error{Code::kCorrupt,
                     "the file differs from its digest in manifest-sha256.txt: no package was written (bfa "
                     "check tells what is damaged)",
                     path, -1};
      }
    }
    BFA_RETURN_IF_ERROR(reader.read(path, name));
  }
  std::ranges::sort(index.responses_, {}, &Named::id);
  return index;
}

bool RecordIndex::is_shared_with(std::size_t file, std::size_t record, int blog) const {
  const auto found = shared_by_.find({static_cast<std::uint32_t>(file), static_cast<std::uint32_t>(record)});
  return found == shared_by_.end() || std::ranges::count(found->second, blog) > 0;
}

const std::pair<std::uint32_t, std::uint32_t>* RecordIndex::original_of(std::size_t file,
                                                                        std::size_t record) const {
  const auto revisit = revisits_.find({static_cast<std::uint32_t>(file), static_cast<std::uint32_t>(record)});
  if (revisit == revisits_.end()) return nullptr;
  const auto [first, last] = std::ranges::equal_range(responses_, revisit->second.id, {}, &Named::id);
  if (first == last) return nullptr;
  // Ids should differ, but runs of one archive with the same --seed repeated them.
  const auto same =
      std::find_if(first, last, [&](const Named& one) { return one.url == revisit->second.url; });
  return same == last ? &first->place : &same->place;
}

}  // namespace bfa
