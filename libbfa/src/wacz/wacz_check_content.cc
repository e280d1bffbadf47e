// SPDX-License-Identifier: Apache-2.0
// Checks archive/, pages/ and indexes/ of a WACZ file: the allowed members, and the places in the indexes.
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/warc/cdx.h"
#include "io/line_source.h"
#include "wacz/wacz_checks.h"
#include "wacz/wacz_json.h"

namespace bfa {
namespace {

bool ends_as(const std::string& name, std::string_view suffix) {
  return name.size() > suffix.size() && ends_ignoring_case(name, suffix);
}

// Notes that a member cannot be read, unless the disk fails.
Status unreadable(WaczCheck& check, const Error& error, const std::string& name) {
  if (error.code == Code::kIo) return error;
  check.report.corrupt = true;
  check.violation("wacz_member_unreadable", error.message, name);
  return {};
}

// Calls `line` for each line of a member, with its number, until it returns an error.
template <class Use>
Status each_line(WaczCheck& check, const std::string& name, Use&& use) {
  const auto file = open_file_source(check.files, check.inside(name));
  if (!file) return unreadable(check, file.error(), name);
  std::unique_ptr<Source> decoded;
  if (ends_as(name, ".gz")) {
    BFA_ASSIGN_OR_RETURN(decoded, make_decoding_source(ContentCoding::kGzip, **file));
  }
  LineSource lines(decoded ? *decoded : **file);
  std::string_view line;
  for (std::uint64_t number = 1;; ++number) {
    const auto more = lines.next(line);
    if (!more) return unreadable(check, more.error(), name);
    if (!*more) return {};
    BFA_RETURN_IF_ERROR(use(trim_line_end(line), number));
  }
}

std::string at_line(std::uint64_t number) {
  return "line " + std::to_string(number) + ": ";
}

Status check_page_file(WaczCheck& check, const std::string& name) {
  return each_line(check, name, [&](std::string_view line, std::uint64_t number) -> Status {
    if (number == 1) {
      const auto head = parse_wacz_json(line);
      const bool good = head && head->is_object() && wacz_text(*head, "format") == "json-pages-1.0";
      if (!good) check.violation("wacz_pages_header", "first line has no format json-pages-1.0", name);
      if (good) return {};
    }
    if (line.empty()) return {};
    const auto page = wacz_page_of(line);
    if (page) {
      ++check.report.pages;
    } else {
      check.violation("wacz_page", at_line(number) + page.error().message, name);
    }
    return {};
  });
}

// Checks by its first bytes that a record begins at the place in an index.
Status check_place(WaczCheck& check, const CdxEntry& entry, const std::string& name, std::uint64_t number) {
  const std::string archive = "archive/" + entry.filename;
  const ContainerEntry* const member = check.member(archive);
  if (member == nullptr) {
    check.violation("wacz_index_file", at_line(number) + "no " + archive, name);
    return {};
  }
  if (!entry.offset || *entry.offset >= member->size ||
      entry.length.value_or(0) > member->size - *entry.offset) {
    check.violation("wacz_index_place", at_line(number) + "no such place in " + archive, name);
    return {};
  }
  if (member->method != ContainerMethod::kStored) return {};
  BFA_ASSIGN_OR_RETURN(const auto file, check.container.open_entry(*member));
  std::array<std::byte, 5> start{};
  BFA_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(*entry.offset, start));
  const std::string_view bytes(reinterpret_cast<const char*>(start.data()), got);
  const bool begins =
      bytes.starts_with("WARC/") || bytes.starts_with("\x1F\x8B") || bytes.starts_with("\x28\xB5\x2F\xFD");
  if (!begins)
    check.violation("wacz_index_place", at_line(number) + "no record begins there in " + archive, name);
  return {};
}

Status check_index_file(WaczCheck& check, const std::string& name) {
  std::string last;
  bool sorted = true;
  CdxParser parser;
  return each_line(check, name, [&](std::string_view line, std::uint64_t number) -> Status {
    const auto entry = parser.parse(line);
    if (!entry) {
      check.violation("wacz_index_line", at_line(number) + entry.error().message, name);
      return {};
    }
    if (!*entry) return {};
    ++check.report.captures;
    if (sorted && line < last) {
      sorted = false;
      check.violation("wacz_index_order", at_line(number) + "not in bytewise order", name);
    }
    last = line;
    const Status placed = check_place(check, **entry, name, number);
    return placed || placed.error().code == Code::kIo ? placed : unreadable(check, placed.error(), name);
  });
}

// Checks the lines of a secondary index against their blocks.
Status check_secondary(WaczCheck& check, const std::string& name) {
  std::string blocks_name;
  return each_line(check, name, [&](std::string_view line, std::uint64_t number) -> Status {
    if (line.empty()) return {};
    const auto entry = parse_cdxj(line);
    if (!entry) {
      check.violation("wacz_index_line", at_line(number) + entry.error().message, name);
      return {};
    }
    if (entry->key == "!meta") {
      blocks_name = entry->filename;
      return {};
    }
    const std::string blocks = "indexes/" + (entry->filename.empty() ? blocks_name : entry->filename);
    const ContainerEntry* const member = check.member(blocks);
    if (member == nullptr || !entry->offset || !entry->length || *entry->offset > member->size ||
        *entry->length > member->size - *entry->offset) {
      check.violation("wacz_index_block", at_line(number) + "no such block in " + blocks, name);
    }
    return {};
  });
}

}  // namespace

Status check_pages(WaczCheck& check) {
  if (check.member("pages/pages.jsonl") == nullptr)
    check.violation("wacz_pages_missing", "no pages/pages.jsonl");
  for (const auto& [name, entry] : check.members) {
    if (entry->folder || !name.starts_with("pages/")) continue;
    if (ends_as(name, ".jsonl")) {
      BFA_RETURN_IF_ERROR(check_page_file(check, name));
    } else {
      check.violation("wacz_file_unexpected", "pages/ holds .jsonl files only", name);
    }
  }
  return {};
}

Status check_archives(WaczCheck& check) {
  for (const auto& [name, entry] : check.members) {
    if (entry->folder || !name.starts_with("archive/")) continue;
    const bool packed = ends_as(name, ".warc.gz") || ends_as(name, ".warc.zst");
    if (!packed && !ends_as(name, ".warc")) {
      check.violation("wacz_file_unexpected", "archive/ holds WARC files only", name);
      continue;
    }
    ++check.report.archives;
    if (entry->method != ContainerMethod::kStored) {
      check.remark("wacz_archive_packed", "WARC file packed by zip: its records cannot be read by range",
                   name);
    }
    if (ends_as(name, ".warc.zst")) check.remark("wacz_archive_zstd", "players do not read zstd", name);
  }
  if (check.report.archives == 0) check.violation("wacz_archive_missing", "no WARC file in archive/");
  return {};
}

Status check_indexes(WaczCheck& check) {
  bool any = false;
  for (const auto& [name, entry] : check.members) {
    if (entry->folder || !name.starts_with("indexes/")) continue;
    if (ends_as(name, ".idx")) {
      BFA_RETURN_IF_ERROR(check_secondary(check, name));
    } else if (ends_as(name, ".cdx") || ends_as(name, ".cdxj") || ends_as(name, ".cdx.gz") ||
               ends_as(name, ".cdxj.gz")) {
      any = true;
      if (ends_as(name, ".gz") && entry->method != ContainerMethod::kStored) {
        check.remark("wacz_index_packed",
                     "compressed index packed again by zip: blocks cannot be read by range", name);
      }
      BFA_RETURN_IF_ERROR(check_index_file(check, name));
    } else {
      check.violation("wacz_file_unexpected", "indexes/ holds .cdx, .cdxj, .cdx.gz and .idx files only",
                      name);
    }
  }
  if (!any) check.violation("wacz_index_missing", "no index in indexes/");
  return {};
}

}  // namespace bfa
