// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/compress.h"
#include "bfa/warc/cdx.h"
#include "io/line_source.h"

namespace bfa {
namespace {

constexpr std::size_t kMostFindings = 100;  // of lines that are not index lines: more add no information

Result<bool> is_gzip(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
  std::array<std::byte, 2> start{};
  BFA_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(0, start));
  return got == 2 && start[0] == std::byte{0x1F} && start[1] == std::byte{0x8B};
}

}  // namespace

Status read_cdx(FileSystem& fs, std::string_view path_name, const std::function<bool(const CdxEntry&)>& visit,
                Findings& findings) {
  return guarded([&]() -> Status {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const bool gzip, is_gzip(fs, path));
    BFA_ASSIGN_OR_RETURN(const auto file, open_file_source(fs, path));
    std::unique_ptr<Source> decoded;
    if (gzip) {
      BFA_ASSIGN_OR_RETURN(decoded, make_decoding_source(ContentCoding::kGzip, *file));
    }
    LineSource lines(gzip ? *decoded : *file);
    CdxParser parser;
    std::string_view line;
    std::uint64_t number = 0, entries = 0, bad = 0;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, lines.next(line));
      if (!more) break;
      ++number;
      const auto entry = parser.parse(line);
      if (!entry && ++bad <= kMostFindings) {
        findings.push_back({Code::kCorrupt, "bad_index_line",
                            "line " + std::to_string(number) + ": " + entry.error().message, -1, path});
      }
      if (!entry || !*entry) continue;
      ++entries;
      if (!visit(**entry)) return {};
    }
    if (entries == 0 && bad != 0)
      return Error{Code::kUnsupported, "no line of it is one of an index", path, 0};
    return {};
  });
}

}  // namespace bfa
