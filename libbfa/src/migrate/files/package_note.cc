// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/package_note.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "check/capture_packages.h"
#include "check/mets_files.h"
#include "package/forms/warc_package.h"
#include "store/journal.h"
#include "store/step_record.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxStart = 64u << 10;  // of a METS document: its OBJID is in the first tag
constexpr std::uint64_t kMaxBlock = 64u << 20;
constexpr std::size_t kControlDigits = 24;

// The METS document of the package; empty: it has none.
std::string document_of(const PackagePlace& place) {
  for (const char* const name : {"METS.xml", "mets.xml", "data/METS.xml"}) {
    if (std::ranges::binary_search(place.files, name)) return name;
  }
  return {};
}

// Its name, which a user may have changed for the folder.
std::string name_of(FileSystem& fs, const PackagePlace& place) {
  const std::string document = document_of(place);
  std::string folder = place.root.substr(place.root.find_last_of('/') + 1);
  for (const std::string_view ending : {".wacz", ".warc.gz"}) {
    if (!place.captures.empty() && folder.ends_with(ending)) folder.resize(folder.size() - ending.size());
  }
  if (document.empty()) return folder;
  const auto source = open_file_source(fs, place.path_of(document));
  if (!source) return folder;
  std::string start(kMaxStart, '\0');
  const auto got = (*source)->read(std::as_writable_bytes(std::span(start)));
  if (!got) return folder;
  start.resize(*got);
  const std::size_t at = start.find("OBJID=\"");
  const std::size_t end = at == std::string::npos ? at : start.find('"', at + 7);
  return end == std::string::npos ? folder : start.substr(at + 7, end - at - 7);
}

bool all_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

// Of "yyyymmddhhmmss"; the first time there is when it is none.
UtcTime time_of(std::string_view digits) {
  if (digits.size() != 14) return UtcTime{};
  std::string text(digits);
  for (const std::size_t at : {12, 10}) text.insert(at, ":");
  text.insert(8, "T");
  for (const std::size_t at : {6, 4}) text.insert(at, "-");
  const auto time = parse_rfc3339(text + "Z");
  return time ? *time : UtcTime{};
}

// Names end in "-since-TIME", and those of one object in "-KIND-DIGITS": docs/formats/packages.md.
void read_name(SourceNote& note) {
  std::string_view name = note.package;
  const std::size_t since = name.rfind("-since-");
  if (since != std::string_view::npos && all_of(name.substr(since + 7), "0123456789")) {
    note.since = time_of(name.substr(since + 7));
    name = name.substr(0, since);
  }
  for (const std::string_view kind : {"-post-", "-page-", "-comment-"}) {
    if (name.size() < kControlDigits + kind.size()) continue;
    const std::string_view end = name.substr(name.size() - kControlDigits - kind.size());
    if (note.object.empty() && end.starts_with(kind) && all_of(end.substr(kind.size()), "0123456789abcdef"))
      note.object = std::string(end.substr(1));  // its control number: the address is lost
  }
}

// Adds the steps of a file, and how many each blog has. `note`: gets what the records of readings say of the
// package's object.
Status read_steps(FileSystem& fs, const std::string& path, std::vector<std::uint64_t>& steps,
                  std::map<std::string, std::uint64_t>& blogs, SourceNote* note = nullptr) {
  const auto reader = WarcReader::open(fs, path);
  if (!reader) return reader.error().code == Code::kIo ? Status(reader.error()) : Status();
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr) return {};
    const WarcHeader& header = record->header();
    if (header.type() != WarcType::kMetadata || header.content_type() != "application/warc-fields") continue;
    const auto block = read_all(record->block(), kMaxBlock);
    if (!block) continue;
    const auto made = parse_archive_record(*block);
    if (!made || !*made) continue;
    if ((*made)->kind == ArchiveRecord::Kind::kReadings && note != nullptr) {
      note->readings = true;
      note->object = (*made)->object;
      note->kind = (*made)->object_kind;
    }
    if ((*made)->kind != ArchiveRecord::Kind::kStep) continue;
    steps.push_back((*made)->sequence);
    ++blogs[(*made)->task.blog];
  }
}

// `name`: of the package; empty: not known.
Result<SourceNote> recover(FileSystem& fs, const PackagePlace& place, const std::string& name) {
  SourceNote note;
  std::vector<std::uint64_t> steps;
  std::map<std::string, std::uint64_t> blogs;
  for (const std::string& warc : place.warcs())
    BFA_RETURN_IF_ERROR(read_steps(fs, warc, steps, blogs, &note));
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  for (const std::uint64_t step : steps) {
    if (!note.steps.empty() && step <= note.steps.back().second + 1)
      note.steps.back().second = step;
    else
      note.steps.emplace_back(step, step);
  }
  if (!steps.empty()) note.last_step = steps.back();
  const auto most = std::ranges::max_element(blogs, {}, [](const auto& blog) { return blog.second; });
  if (most != blogs.end()) note.blog = most->first;
  note.package = name.empty() ? name_of(fs, place) : name;
  read_name(note);
  return note;
}

// Whether METS, or the manifest of the bag, names a source.json, which is not there.
Result<bool> names_note(FileSystem& fs, const PackagePlace& place) {
  const std::string document = document_of(place);
  if (place.bag) {
    const auto manifest = read_file(fs, place.root + "/manifest-sha256.txt", kMaxBlock);
    if (!manifest && manifest.error().code == Code::kIo) return manifest.error();
    if (manifest && manifest->find(std::string("/") + kSourceNoteName) != std::string::npos) return true;
  }
  if (document.empty()) return false;
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, place.path_of(document)));
  bool named = false;
  const Status read = read_mets_files(*source, [&](const MetsFile& file) -> Status {
    named = named || file.href.ends_with(kSourceNoteName);
    return {};
  });
  if (!read && read.error().code == Code::kIo) return read.error();
  return named;
}

// Of a WACZ file: whether it has a note, or datapackage.json names one.
Result<bool> wacz_names_note(FileSystem& fs, const std::string& path) {
  const std::string inside = path + "!/";
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(inside + kWaczNotePath));
  if (there) return true;
  const auto text = read_file(fs, inside + "datapackage.json", kMaxBlock);
  if (!text && text.error().code == Code::kIo) return text.error();
  return text && text->find(std::string("\"") + kWaczNotePath + "\"") != std::string::npos;
}

// What the file itself says, of a WACZ or WARC file.
Result<WarcPackageStart> start_of_captures(FileSystem& fs, const std::string& path) {
  WarcPackageStart start;
  if (!path.ends_with(".wacz")) {
    BFA_ASSIGN_OR_RETURN(auto found, read_warc_package_start(fs, path));
    return found ? std::move(*found) : std::move(start);
  }
  BFA_ASSIGN_OR_RETURN(start.names_note, wacz_names_note(fs, path));
  if (!start.names_note) return start;
  const auto source = open_file_source(fs, path + "!/" + kWaczNotePath);
  if (!source) return source.error().code == Code::kIo ? Result<WarcPackageStart>(source.error()) : start;
  auto note = read_source_note(**source);
  if (!note && (note.error().code == Code::kIo || note.error().code == Code::kUnsupported))
    return std::move(note).error();
  if (note) start.note = std::move(*note);
  return start;
}

Result<PackageNote> note_of_captures(FileSystem& fs, const PackagePlace& place) {
  BFA_ASSIGN_OR_RETURN(WarcPackageStart start, start_of_captures(fs, place.root));
  if (start.note) return PackageNote{std::move(start.note), false};
  BFA_ASSIGN_OR_RETURN(SourceNote told, recover(fs, place, start.name));
  return PackageNote{std::move(told), start.names_note};
}

}  // namespace

Result<bool> begins_with_readings(FileSystem& container_fs, const std::string& path) {
  constexpr int kMostRecords = 8;
  const auto reader = WarcReader::open(container_fs, path);
  if (!reader) return reader.error().code == Code::kIo ? Result<bool>(reader.error()) : false;
  for (int i = 0; i < kMostRecords; ++i) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr) return false;
    const WarcHeader& header = record->header();
    if (header.type() == WarcType::kWarcinfo) continue;
    if (header.type() == WarcType::kMetadata && header.content_type() == "application/json") continue;
    if (header.type() != WarcType::kMetadata || header.content_type() != "application/warc-fields")
      return false;
    const auto block = read_all(record->block(), kMaxBlock);
    if (!block) return false;
    const auto made = parse_archive_record(*block);
    if (!made || !*made) return false;
    if ((*made)->kind == ArchiveRecord::Kind::kReadings) return true;
  }
  return false;
}

Result<std::optional<PackagePlace>> capture_package_place(FileSystem& container_fs, const std::string& path) {
  std::vector<std::string> files = {path};
  bool own = false;
  if (path.ends_with(".wacz")) {
    files.clear();
    const auto names = container_fs.list(path + "!/");
    if (!names && names.error().code == Code::kIo) return names.error();
    if (!names) return std::optional<PackagePlace>();
    for (const std::string& name : *names) {
      if (name.starts_with("archive/") && is_warc_name(name)) files.push_back(path + "!/" + name);
    }
    BFA_ASSIGN_OR_RETURN(own, wacz_names_note(container_fs, path));
  } else {
    BFA_ASSIGN_OR_RETURN(const auto start, read_warc_package_start(container_fs, path));
    own = start && start->names_note;
    // The note of the first of several packages says nothing of the others.
    std::uint64_t count = 0;
    if (own) {
      BFA_ASSIGN_OR_RETURN(count, count_warc_packages(container_fs, path));
    }
    if (count > 1) return std::optional<PackagePlace>();
  }
  for (std::size_t i = 0; !own && i < files.size(); ++i) {
    BFA_ASSIGN_OR_RETURN(own, begins_with_readings(container_fs, files[i]));
  }
  if (!own) return std::optional<PackagePlace>();
  PackagePlace place;
  place.root = path;
  place.captures = std::move(files);
  return std::optional(std::move(place));
}

Result<std::vector<PackagePlace>> capture_package_places(FileSystem& container_fs, const std::string& path) {
  std::vector<std::string> files;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    for (std::filesystem::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename().string();
      if (!name.starts_with('.')) files.push_back(path + (path.ends_with('/') ? "" : "/") + name);
    }
    // What was not listed may be no package.
    if (error) return Error{Code::kIo, error.message(), path, -1};
  } else {
    files.push_back(path);
  }
  std::ranges::sort(files);
  std::vector<PackagePlace> places;
  for (const std::string& file : files) {
    BFA_ASSIGN_OR_RETURN(const bool captures, is_capture_package(container_fs, file));
    std::optional<PackagePlace> place;
    if (captures) {
      BFA_ASSIGN_OR_RETURN(place, capture_package_place(container_fs, file));
    }
    if (!place) return std::vector<PackagePlace>();
    places.push_back(std::move(*place));
  }
  return places;
}

Result<PackageNote> package_note_of(FileSystem& container_fs, const PackagePlace& place) {
  if (!place.captures.empty()) return note_of_captures(container_fs, place);
  auto note = source_note_of(container_fs, place);
  if (!note && note.error().code != Code::kCorrupt) return std::move(note).error();
  if (note && *note) return PackageNote{std::move(*note), false};
  if (note) {
    BFA_ASSIGN_OR_RETURN(const bool lost, names_note(container_fs, place));
    if (!lost) return PackageNote();
  }
  BFA_ASSIGN_OR_RETURN(SourceNote recovered, recover(container_fs, place, {}));
  return PackageNote{std::move(recovered), true};
}

Result<std::uint64_t> count_missing_steps(FileSystem& container_fs, const PackagePlace& place,
                                          const SourceNote& note) {
  std::vector<std::uint64_t> steps;
  std::map<std::string, std::uint64_t> blogs;
  SourceNote found;
  for (const std::string& warc : place.warcs())
    BFA_RETURN_IF_ERROR(read_steps(container_fs, warc, steps, blogs, &found));
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  std::uint64_t missing = 0;
  for (const auto& [first, last] : note.steps) {
    if (last < first) continue;
    const auto there = std::ranges::upper_bound(steps, last) - std::ranges::lower_bound(steps, first);
    missing += last - first + 1 - static_cast<std::uint64_t>(there);
  }
  // The file of readings is lost: what its steps read is in none.
  if (missing == 0 && note.readings && !found.readings) missing = 1;
  return missing;
}

Result<bool> note_has_its_digest(FileSystem& container_fs, const PackagePlace& place) {
  const std::string document = document_of(place);
  if (document.empty()) return true;
  const std::string folder = document.substr(0, document.rfind('/') + 1);
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(container_fs, place.path_of(document)));
  bool same = true;
  BFA_RETURN_IF_ERROR(read_mets_files(*source, [&](const MetsFile& file) -> Status {
    if (!file.href.ends_with(kSourceNoteName) || file.checksum_type != "SHA-256") return {};
    BFA_ASSIGN_OR_RETURN(const std::string note,
                         read_file(container_fs, place.path_of(folder + file.href), kMostNoteBytes));
    same = same && hex_encode(digest(DigestAlgorithm::kSha256, note)) == file.checksum;
    return {};
  }));
  return same;
}

bool is_restorable(const std::optional<SourceNote>& note) {
  if (!note) return false;
  if (!note->object.empty()) return note->readings && !note->steps.empty();
  // What came since an earlier package may be decisions alone.
  return !note->steps.empty() || note->since.has_value();
}

}  // namespace bfa
