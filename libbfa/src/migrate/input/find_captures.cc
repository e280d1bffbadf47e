// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/warc/reader.h"
#include "migrate/input/file_tree.h"
#include "migrate/input/httrack.h"
#include "migrate/input/payload_type.h"
#include "migrate/input/readers.h"
#include "migrate/input/wget.h"

namespace bfa {
namespace {

constexpr std::size_t kProbeBytes = 4096;
constexpr std::size_t kMaxStrayNotes = 1000;
constexpr std::size_t kMaxInner = 1000;  // containers in others, of one input

bool is_folder(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string_view skip_blanks(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

// True for {"log": ...}: a HAR file has no other top-level member.
bool looks_like_har(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  bytes = skip_blanks(bytes);
  if (!bytes.starts_with('{')) return false;
  bytes = skip_blanks(bytes.substr(1));
  return bytes.starts_with("\"log\"");
}

// True if the bytes may begin a WARC or ARC file, packed or not.
bool may_be_warc(std::string_view bytes) {
  constexpr std::string_view kStarts[] = {"WARC/", "filedesc:", "\x1f\x8b\x08", "\x28\xb5\x2f\xfd",
                                          "\x04\x22\x4d\x18"};
  if (std::any_of(std::begin(kStarts), std::end(kStarts),
                  [&](std::string_view start) { return bytes.starts_with(start); })) {
    return true;
  }
  return bytes.size() >= 4 && bytes.substr(1, 3) == "\x2a\x4d\x18" && (bytes[0] & 0xf0) == 0x50;
}

// The format of a file that can be opened as WARC or ARC; nothing for other files.
Result<std::optional<CaptureFormat>> warc_or_arc(FileSystem& fs, const std::string& path) {
  const auto none = std::optional<CaptureFormat>();
  auto reader = WarcReader::open(fs, path);
  if (!reader) {
    if (reader.error().code == Code::kIo) return reader.error();
    return none;
  }
  const auto record = (*reader)->next();
  if (!record) {
    if (record.error().code == Code::kIo) return record.error();
    return none;
  }
  if (*record == nullptr) return none;
  const bool arc = (*record)->header().version.starts_with("ARC/");
  return std::optional(arc ? CaptureFormat::kArc : CaptureFormat::kWarc);
}

Result<std::string> file_beginning(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  return read_all(*make_limit_source(*source, kProbeBytes), kProbeBytes);
}

// Names of WACZ members without captures: members that are made from the captures or describe them.
bool is_wacz_part(const std::string& name) {
  return name.starts_with("indexes/") || name.starts_with("pages/") || name.starts_with("datapackage") ||
         name.starts_with("archive/") || name == "fuzzy.json" || name.starts_with("logs/");
}

class Finder {
 public:
  Finder(FileSystem& fs, const CaptureInputOptions& options, const CaptureVisitor& visitor)
      : fs_(fs), options_(options), visitor_(visitor) {}

  Result<std::vector<CaptureUnit>> run(const std::string& path) {
    if (is_folder(path)) return in_tree(path.ends_with('/') ? path : path + "/", 0, true);
    BFA_ASSIGN_OR_RETURN(const bool container, is_container(fs_, path));
    if (container) return in_tree(path + "!/", 1, true);
    BFA_ASSIGN_OR_RETURN(const std::string begin, file_beginning(fs_, path));
    if (looks_like_har(begin)) return std::vector<CaptureUnit>{{CaptureFormat::kHar, path, {}}};
    BFA_ASSIGN_OR_RETURN(const auto format, warc_or_arc(fs_, path));
    if (format) return std::vector<CaptureUnit>{{*format, path, {}}};
    return Error{Code::kUnsupported,
                 "none of WARC, ARC, WACZ, HAR, a container (zip, tar, 7z, ...) or a folder", path, -1};
  }

 private:
  // The files of captures in a folder or container. The other files may be a tree of pages.
  Result<std::vector<CaptureUnit>> in_tree(const std::string& root, int nesting, bool with_tree) {
    BFA_ASSIGN_OR_RETURN(const FileTree tree, FileTree::open(fs_, root, options_, visitor_));
    std::vector<CaptureUnit> units;
    std::set<std::string> taken;
    bool pages = false;
    for (const auto& file : tree.files()) {
      const auto begin = tree.beginning(file, kProbeBytes);
      if (!begin) {
        tell(MigrationNote::Kind::kDamage, "member_broken", begin.error().message, tree.location(file));
        continue;
      }
      BFA_RETURN_IF_ERROR(probe(tree, file, *begin, nesting, units, taken));
      pages = pages || inspect_payload_type(*begin) == "text/html";
    }
    const bool wacz = tree.find("datapackage.json") != nullptr && !units.empty();
    if (with_tree && !wacz && (pages || !options_.base_url.empty())) {
      units.push_back(tree_unit(tree, root, units));
    } else if (with_tree) {
      tell_strays(tree, taken, wacz);
    }
    if (units.empty() && with_tree)
      return Error{Code::kUnsupported, "no captures and no pages in it", root, -1};
    return units;
  }

  Status probe(const FileTree& tree, const TreeFile& file, const std::string& begin, int nesting,
               std::vector<CaptureUnit>& units, std::set<std::string>& taken) {
    const std::string path = tree.location(file);
    if (looks_like_har(begin)) {
      taken.insert(file.name);
      units.push_back({CaptureFormat::kHar, path, {}});
      return {};
    }
    // Before WARC: its reader would find records in the middle of a packed tar file too.
    const auto container = is_container(fs_, path);
    if (!container || !*container)
      return may_be_warc(begin) ? probe_warc(file, path, units, taken) : Status();
    if (nesting >= options_.max_nesting) {
      tell(MigrationNote::Kind::kNotCarried, "nested_too_deeply",
           "container within " + std::to_string(nesting) + " others", path);
      return {};
    }
    if (nesting > 0 && ++inner_ > kMaxInner) {
      if (inner_ == kMaxInner + 1) {
        tell(MigrationNote::Kind::kNotCarried, "too_many_containers",
             "more than " + std::to_string(kMaxInner) +
                 " containers in others; this one and those after it are not opened",
             path);
      }
      return {};
    }
    // A zip file among pages is usually a download: only files of captures in it are used.
    const auto inner = in_tree(path + "!/", nesting + 1, false);
    if (!inner) {
      tell(MigrationNote::Kind::kDamage, "container_broken", inner.error().message, path);
    } else if (!inner->empty()) {
      taken.insert(file.name);
      units.insert(units.end(), inner->begin(), inner->end());
    }
    return {};
  }

  Status probe_warc(const TreeFile& file, const std::string& path, std::vector<CaptureUnit>& units,
                    std::set<std::string>& taken) {
    BFA_ASSIGN_OR_RETURN(const auto format, warc_or_arc(fs_, path));
    if (!format) return {};
    taken.insert(file.name);
    units.push_back({*format, path, {}});
    return {};
  }

  CaptureUnit tree_unit(const FileTree& tree, const std::string& root,
                        const std::vector<CaptureUnit>& units) const {
    CaptureUnit unit{CaptureFormat::kTree, root, {}};
    for (const auto& other : units) unit.beside.push_back(other.path);
    if (const auto top = httrack_top(tree)) {
      unit.format = CaptureFormat::kHttrack;
      unit.path = root + *top;
    } else if (options_.base_url.empty()) {
      if (const auto hosts = wget_top(tree)) {
        unit.format = CaptureFormat::kWget;
        unit.path = root + *hosts;
      }
    }
    return unit;
  }

  void tell_strays(const FileTree& tree, const std::set<std::string>& taken, bool wacz) {
    std::size_t told = 0;
    for (const auto& file : tree.files()) {
      if (taken.contains(file.name) || (wacz && is_wacz_part(file.name))) continue;
      if (++told > kMaxStrayNotes) break;
      tell(MigrationNote::Kind::kNotCarried, "no_capture", "holds no captures", tree.location(file));
    }
  }

  void tell(MigrationNote::Kind kind, const char* id, std::string message, std::string source) const {
    if (visitor_.note) visitor_.note({kind, id, std::move(message), std::move(source), {}});
  }

  FileSystem& fs_;
  const CaptureInputOptions& options_;
  const CaptureVisitor& visitor_;
  std::size_t inner_ = 0;  // containers in others that were opened
};

}  // namespace

std::string_view capture_format_name(CaptureFormat format) {
  switch (format) {
    case CaptureFormat::kWarc:
      return "WARC";
    case CaptureFormat::kArc:
      return "ARC";
    case CaptureFormat::kHar:
      return "HAR";
    case CaptureFormat::kHttrack:
      return "HTTrack mirror";
    case CaptureFormat::kWget:
      return "wget mirror";
    case CaptureFormat::kTree:
      break;
  }
  return "files";
}

std::string_view migration_note_name(MigrationNote::Kind kind) {
  switch (kind) {
    case MigrationNote::Kind::kNotCarried:
      return "not_carried";
    case MigrationNote::Kind::kChanged:
      return "changed";
    case MigrationNote::Kind::kUnknownTime:
      return "unknown_time";
    case MigrationNote::Kind::kDamage:
      break;
  }
  return "damage";
}

Result<std::vector<CaptureUnit>> find_captures(FileSystem& fs, std::string_view path,
                                               const CaptureInputOptions& options,
                                               const CaptureVisitor& visitor) {
  return guarded([&]() -> Result<std::vector<CaptureUnit>> {
    return Finder(fs, options, visitor).run(std::string(path));
  });
}

Status read_captures(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                     const CaptureVisitor& visitor) {
  return guarded([&]() -> Status {
    switch (unit.format) {
      case CaptureFormat::kWarc:
        return read_warc_unit(fs, unit, visitor);
      case CaptureFormat::kArc:
        return read_arc_unit(fs, unit, options, visitor);
      case CaptureFormat::kHar:
        return read_har_unit(fs, unit, options, visitor);
      default:
        return read_tree_unit(fs, unit, options, visitor);
    }
  });
}

}  // namespace bfa
