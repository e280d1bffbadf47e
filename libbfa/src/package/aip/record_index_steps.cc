// SPDX-License-Identifier: Apache-2.0
// The records of one object, read where the store says that they are.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "package/aip/package_plan.h"
#include "package/aip/record_index.h"
#include "store/archive_impl.h"
#include "store/capture_hops.h"
#include "store/keys.h"
#include "store/step_record.h"
#include "warc/read/capture_groups.h"
#include "warc/read/originals.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostRequest = 64u << 10;  // as stored
constexpr std::uint64_t kFirstLook = 4u << 10;     // most requests are shorter
constexpr std::uint64_t kMaxNote = 256u << 20;

// How a record of that file begins.
std::string_view beginning_of(const std::string& name) {
  if (name.ends_with(".gz")) return "\x1f\x8b\x08";
  return name.ends_with(".zst") ? "\x28\xb5\x2f\xfd" : "WARC/";
}

// A record as it was read, before its owner is known.
struct ReadRecord {
  IndexedRecord record;
  std::string id, url, refers_to, refers_to_url;
};

struct Group {
  std::vector<ReadRecord> records;
  std::optional<ArchiveRecord> step;  // what its metadata say

  bool has(std::uint64_t offset) const {
    return std::ranges::any_of(records, [&](const ReadRecord& one) { return one.record.offset == offset; });
  }
  std::string url_at(std::uint64_t offset) const {
    const auto at =
        std::ranges::find_if(records, [&](const ReadRecord& one) { return one.record.offset == offset; });
    return at == records.end() ? std::string() : at->url;
  }
};

IndexedCrawl crawl_of_row(const std::string& row) {
  IndexedCrawl crawl;
  const auto json = nlohmann::json::parse(row, nullptr, false);
  const auto text = [&](const char* name) {
    const auto at = json.is_object() ? json.find(name) : json.end();
    return json.is_object() && at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  crawl.import = parse_import_note(text("settings"));
  crawl.began = parse_rfc3339(text("began")).value_or(UtcTime{});
  return crawl;
}

}  // namespace

// Reads groups of records at given places.
struct RecordIndex::StepReader {
  using FileRecords = std::map<std::uint64_t, ReadRecord>;

  StepReader(RecordIndex& to, const Archive& from, const Ownership& owners,
             const std::vector<std::string>& warcs)
      : index(to), archive(from), ownership(owners), names(warcs) {}

  // False: the store does not know all places, or a place has more than one record.
  Result<bool> add_step(std::uint64_t step) {
    BFA_ASSIGN_OR_RETURN(const auto capture, archive.view().capture(step));
    if (!capture) return true;
    if (!taken(capture->warc)) return without(capture->warc);
    BFA_ASSIGN_OR_RETURN(const CaptureTrail trail, trail_of(archive, step));
    std::vector<WarcRef> places{capture->warc};
    for (const CaptureHop& hop : trail.hops) {
      if (hop.revisit) return false;  // the store does not say where its original is
      places.push_back(hop.warc);
    }
    for (const WarcRef& place : places) {
      BFA_ASSIGN_OR_RETURN(const bool told, add_exchange(place, step, places.size()));
      if (!told) return false;
    }
    if (!trail.original) return true;
    if (!taken(*trail.original)) return without(*trail.original);
    originals.push_back(*trail.original);
    return true;
  }

  // A file that is still being written, or is elsewhere, is left out. One that is lost is an error.
  Result<bool> without(const WarcRef& place) const {
    if (place.file.starts_with('/')) return true;
    for (const char* ending : {"", ".open"}) {
      BFA_ASSIGN_OR_RETURN(const bool there, posix_file_system().exists(path_of(place.file) + ending));
      if (there) return true;
    }
    return lost_warc_file(path_of(place.file));
  }

  // A file that is not written any more, in the archive's folder.
  bool taken(const WarcRef& place) const {
    return !place.file.starts_with('/') && std::ranges::count(names, place.file) > 0;
  }

  std::string path_of(const std::string& name) const { return archive.warc_directory() + "/" + name; }

  Result<bool> add_exchange(const WarcRef& place, std::uint64_t step, std::size_t hops) {
    if (!taken(place)) return false;
    if (files[place.file].contains(place.offset)) return true;
    BFA_ASSIGN_OR_RETURN(const std::uint64_t start, start_before(place));
    BFA_ASSIGN_OR_RETURN(const auto group, read_group(place, start));
    if (!group) return false;
    const auto& known = group->step;
    if (known && (known->sequence != step || known->hops > hops)) return false;
    const int owner = known ? ownership.owner_of_home(known->task.blog)
                            : ownership.owner_of_url(group->url_at(place.offset));
    for (const ReadRecord& record : group->records) {
      ReadRecord one = record;
      one.record.step = known ? step : 0;
      one.record.crawl = known ? static_cast<std::uint32_t>(known->task.crawl) : 0;
      one.record.blog = static_cast<std::int16_t>(owner);
      files[place.file].emplace(one.record.offset, std::move(one));
    }
    return true;
  }

  // Where the record before the response begins: its request, as a rule. The response's own place when none
  // is found.
  Result<std::uint64_t> start_before(const WarcRef& place) const {
    FileSystem& fs = posix_file_system();
    BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path_of(place.file)));
    const std::string_view mark = beginning_of(place.file);
    for (const std::uint64_t look : {kFirstLook, kMostRequest}) {
      const std::uint64_t length = std::min(look, place.offset);
      std::string bytes(static_cast<std::size_t>(length), '\0');
      BFA_ASSIGN_OR_RETURN(const std::size_t got,
                           file->read_at(place.offset - length, std::as_writable_bytes(std::span(bytes))));
      if (got < bytes.size()) return place.offset;
      for (std::size_t at = bytes.rfind(mark); at != std::string::npos;
           at = at == 0 ? std::string::npos : bytes.rfind(mark, at - 1)) {
        const std::uint64_t begin = place.offset - length + at;
        BFA_ASSIGN_OR_RETURN(const bool record, is_record(place.file, begin, place.offset));
        if (record) return begin;
      }
      if (length < look) break;
    }
    return place.offset;
  }

  Result<bool> is_record(const std::string& name, std::uint64_t begin, std::uint64_t end) const {
    const auto reader = WarcReader::open(posix_file_system(), path_of(name), {}, begin);
    if (!reader) return reader.error().code == Code::kIo ? Result<bool>(reader.error()) : false;
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr || record->position().offset != begin) return false;
    BFA_ASSIGN_OR_RETURN(const bool whole, read_rest(*record));
    return whole && begin + record->position().length == end;
  }

  static Result<bool> read_rest(WarcRecord& record) {
    std::vector<std::byte> buffer(16u << 10);
    for (;;) {
      const auto got = record.block().read(buffer);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got) return false;
      if (*got == 0) return true;
    }
  }

  // The records from `start` on that belong to the response at `place`. Nothing when one is damaged.
  Result<std::optional<Group>> read_group(const WarcRef& place, std::uint64_t start) const {
    WarcReadOptions options;
    options.check_digests = true;
    const std::string path = path_of(place.file);
    const auto reader = WarcReader::open(posix_file_system(), path, options, start);
    if (!reader && reader.error().code == Code::kIo) return reader.error();
    if (!reader) return std::optional<Group>();
    CaptureGroups groups;
    Group group;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
      if (!(*reader)->findings().empty() || (*reader)->lost_bytes() > 0) return std::optional<Group>();
      if (record == nullptr || groups.begins(record->header())) {
        if (group.has(place.offset)) break;
        group = {};
      }
      if (record == nullptr || record->position().offset > place.offset + place.length + kMostRequest) break;
      BFA_ASSIGN_OR_RETURN(const bool sound, add(*record, group));
      if (!sound) return std::optional<Group>();
    }
    if (!group.has(place.offset)) return std::optional<Group>();
    return std::optional<Group>(std::move(group));
  }

  static Result<bool> add(WarcRecord& record, Group& group) {
    const WarcHeader& header = record.header();
    ReadRecord one;
    one.id = header.record_id();
    one.url = header.target_uri();
    one.record.type = header.type();
    one.record.time = header.date().value_or(UtcTime{});
    if (one.record.type == WarcType::kRevisit) {
      one.refers_to = without_brackets(header.field("WARC-Refers-To"));
      one.refers_to_url = header.field("WARC-Refers-To-Target-URI");
    }
    if (one.record.type == WarcType::kMetadata && header.content_type() == "application/warc-fields") {
      const auto block = read_all(record.block(), kMaxNote);
      if (!block) return block.error().code == Code::kIo ? Result<bool>(block.error()) : false;
      auto note = parse_archive_record(*block);
      if (note && *note && (*note)->kind == ArchiveRecord::Kind::kStep) group.step = std::move(**note);
    }
    BFA_ASSIGN_OR_RETURN(const bool whole, read_rest(record));
    one.record.offset = record.position().offset;
    one.record.length = record.position().length;
    const bool shared = !group.records.empty() && group.records.back().record.offset == one.record.offset;
    if (!whole || one.record.length == 0 || shared) return false;
    group.records.push_back(std::move(one));
    return true;
  }

  // The record alone: an original of a revisit, or the warcinfo record at the beginning of a file.
  Result<bool> add_alone(const std::string& name, std::uint64_t offset, bool warcinfo) {
    if (files[name].contains(offset)) return true;
    WarcReadOptions options;
    options.check_digests = true;
    const auto reader = WarcReader::open(posix_file_system(), path_of(name), options, offset);
    if (!reader) return reader.error().code == Code::kIo ? Result<bool>(reader.error()) : false;
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr) return false;
    if (warcinfo && record->header().type() != WarcType::kWarcinfo) return true;
    Group group;
    BFA_ASSIGN_OR_RETURN(const bool sound, add(*record, group));
    if (!sound || !(*reader)->findings().empty()) return false;
    ReadRecord& one = group.records.front();
    one.record.blog = static_cast<std::int16_t>(ownership.owner_of_url(one.url));
    files[name].emplace(one.record.offset, std::move(one));
    return true;
  }

  Result<bool> add_others() {
    for (const WarcRef& original : originals) {
      BFA_ASSIGN_OR_RETURN(const bool there, add_alone(original.file, original.offset, false));
      if (!there) return false;
    }
    for (auto& [name, records] : files) {
      BFA_ASSIGN_OR_RETURN(const bool told, add_alone(name, 0, true));
      if (!told) return false;
    }
    return true;
  }

  // In the order of `names`, as make() has them.
  Status finish() {
    for (const std::string& name : names) {
      const auto found = files.find(name);
      if (found == files.end()) continue;
      IndexedFile file{name, path_of(name), 0, true, false, false, {}};
      BFA_ASSIGN_OR_RETURN(file.bytes, posix_file_system().file_size(file.path));
      for (const auto& [offset, one] : found->second) {
        const Place place{static_cast<std::uint32_t>(index.files_.size()),
                          static_cast<std::uint32_t>(file.records.size())};
        if (one.record.type == WarcType::kResponse || one.record.type == WarcType::kResource)
          index.responses_.push_back({fast_hash(one.id), fast_hash(one.url), place});
        if (one.record.type == WarcType::kRevisit)
          index.revisits_[place] = {fast_hash(one.refers_to), fast_hash(one.refers_to_url), place};
        if (one.record.crawl != 0) BFA_RETURN_IF_ERROR(add_crawl(one.record.crawl));
        file.records.push_back(one.record);
      }
      index.files_.push_back(std::move(file));
    }
    std::ranges::sort(index.responses_, {}, &Named::id);
    return {};
  }

  Status add_crawl(std::uint64_t number) {
    const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive);
    if (stored == nullptr || index.crawls_.contains(number)) return {};
    BFA_ASSIGN_OR_RETURN(const auto row, stored->database().get(Family::kMeta, meta::crawl(number)));
    if (row) index.crawls_[number] = crawl_of_row(*row);
    return {};
  }

  RecordIndex& index;
  const Archive& archive;
  const Ownership& ownership;
  const std::vector<std::string>& names;
  std::map<std::string, FileRecords> files;
  std::vector<WarcRef> originals;
};

Result<std::optional<RecordIndex>> RecordIndex::of_steps(const Archive& archive, const Ownership& ownership,
                                                         const std::vector<std::string>& names,
                                                         const std::set<std::uint64_t>& steps,
                                                         const std::function<bool()>& go_on) {
  RecordIndex index;
  StepReader reader(index, archive, ownership, names);
  for (const std::uint64_t step : steps) {
    if (go_on && !go_on()) return stopped_package();
    BFA_ASSIGN_OR_RETURN(const bool told, reader.add_step(step));
    if (!told) return std::optional<RecordIndex>();
  }
  BFA_ASSIGN_OR_RETURN(const bool told, reader.add_others());
  if (!told) return std::optional<RecordIndex>();
  BFA_RETURN_IF_ERROR(reader.finish());
  return std::optional<RecordIndex>(std::move(index));
}

}  // namespace bfa
