// SPDX-License-Identifier: Apache-2.0
// Binary search in sorted index files, and in the secondary index of ZipNum.
#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/compress.h"
#include "bfa/warc/cdx.h"

namespace bfa {
namespace {

constexpr std::size_t kPart = 4096;
constexpr std::size_t kMostLine = std::size_t{16} << 20;
constexpr std::uint64_t kMostBlock = std::uint64_t{256} << 20;

// The lines of a file from any place of it.
class LineFile {
 public:
  explicit LineFile(std::unique_ptr<ReadableFile> file) : file_(std::move(file)) {}
  std::uint64_t size() const { return file_->size(); }

  // The line that begins at `at`, which moves after it. False at the end.
  Result<bool> line_at(std::uint64_t& at, std::string& line) const {
    line.clear();
    while (line.size() <= kMostLine) {
      std::array<std::byte, kPart> part;
      BFA_ASSIGN_OR_RETURN(const std::size_t got, file_->read_at(at + line.size(), part));
      if (got == 0) break;
      const std::string_view bytes(reinterpret_cast<const char*>(part.data()), got);
      const std::size_t end = bytes.find('\n');
      line.append(bytes.substr(0, end));
      if (end == std::string_view::npos) continue;
      at += line.size() + 1;
      return true;
    }
    if (line.size() > kMostLine)
      return Error{Code::kLimit, "index line over 16 MiB", {}, static_cast<std::int64_t>(at)};
    at += line.size();
    return !line.empty();
  }

  // The offset of the first line that is not less than `wanted`.
  Result<std::uint64_t> lower_bound(std::string_view wanted) const {
    std::uint64_t low = 0;  // every line that begins before it is less
    std::uint64_t high = size();
    std::string line;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      BFA_ASSIGN_OR_RETURN(const std::uint64_t begin, line_begin(middle, low));
      std::uint64_t end = begin;
      BFA_ASSIGN_OR_RETURN(const bool any, line_at(end, line));
      if (!any) return low;
      if (line < wanted) {
        low = end;
      } else {
        high = begin;
      }
    }
    return low;
  }

  // The offset of the last line before `at`; 0 when `at` is 0.
  Result<std::uint64_t> line_before(std::uint64_t at) const {
    return at == 0 ? Result<std::uint64_t>(std::uint64_t{0}) : line_begin(at - 1, 0);
  }

 private:
  // The offset of the line that contains byte `at`. `floor`: a line begins there, and the result is not
  // less.
  Result<std::uint64_t> line_begin(std::uint64_t at, std::uint64_t floor) const {
    while (at > floor) {
      const std::uint64_t from = at - std::min<std::uint64_t>(kPart, at - floor);
      std::array<std::byte, kPart> part;
      BFA_ASSIGN_OR_RETURN(const std::size_t got,
                           file_->read_at(from, std::span(part).first(static_cast<std::size_t>(at - from))));
      const std::string_view bytes(reinterpret_cast<const char*>(part.data()), got);
      const std::size_t end = bytes.rfind('\n');
      if (end != std::string_view::npos) return from + end + 1;
      at = from;
    }
    return floor;
  }

  std::unique_ptr<ReadableFile> file_;
};

// A search: a beginning that lines must have.
struct Wanted {
  std::string start;
  Wanted(std::string_view key, CdxIndex::Match match) : start(key) {
    if (match == CdxIndex::Match::kExact) start.push_back(' ');
  }
  bool fits(std::string_view line) const { return line.starts_with(start); }
  bool is_past(std::string_view line) const { return line > start && !fits(line); }
};

class PlainIndex final : public CdxIndex {
 public:
  explicit PlainIndex(std::unique_ptr<ReadableFile> file) : lines_(std::move(file)) {}

  Status find(std::string_view key, Match match,
              const std::function<bool(const CdxEntry&)>& visit) const override {
    return guarded([&]() -> Status {
      const Wanted wanted(key, match);
      CdxParser parser;
      std::string line;
      std::uint64_t at = 0;
      BFA_ASSIGN_OR_RETURN(const bool any, lines_.line_at(at, line));
      if (any) BFA_RETURN_IF_ERROR(take_header(parser, line));
      BFA_ASSIGN_OR_RETURN(at, lines_.lower_bound(wanted.start));
      for (;;) {
        BFA_ASSIGN_OR_RETURN(const bool more, lines_.line_at(at, line));
        if (!more || !wanted.fits(line)) return {};
        BFA_ASSIGN_OR_RETURN(const auto entry, parser.parse(line));
        if (entry && !visit(*entry)) return {};
      }
    });
  }

 private:
  // The names of the columns, if the first line contains them.
  static Status take_header(CdxParser& parser, const std::string& line) {
    if (!std::string_view(line).substr(std::min<std::size_t>(line.size(), 1)).starts_with("CDX ")) return {};
    const auto header = parser.parse(line);
    return header ? Status() : Status(header.error());
  }
  LineFile lines_;
};

// The place of a block, from a line of the secondary index: JSON, or columns separated by tabs.
Result<CdxEntry> block_of(std::string_view line) {
  if (line.find(" {") != std::string_view::npos) return parse_cdxj(line);
  CdxEntry block;
  std::size_t column = 0;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    const std::string_view value = line.substr(0, end);
    if (column == 1) block.filename = value;
    if (column == 2) block.offset = parse_number(value);
    if (column == 3) block.length = parse_number(value);
    ++column;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return block;
}

class ZipNumIndex final : public CdxIndex {
 public:
  ZipNumIndex(FileSystem& fs, const std::string& path, std::unique_ptr<ReadableFile> file)
      : fs_(fs), folder_(path.substr(0, path.find_last_of('/') + 1)), lines_(std::move(file)) {}

  Status find(std::string_view key, Match match,
              const std::function<bool(const CdxEntry&)>& visit) const override {
    return guarded([&]() -> Status {
      const Wanted wanted(key, match);
      BFA_ASSIGN_OR_RETURN(std::uint64_t at, lines_.lower_bound(wanted.start));
      // The end of the previous block may contain lines that match.
      BFA_ASSIGN_OR_RETURN(at, lines_.line_before(at));
      std::string line, filename;
      BFA_RETURN_IF_ERROR(read_meta(filename));
      for (bool more = true; more;) {
        BFA_ASSIGN_OR_RETURN(const bool any, lines_.line_at(at, line));
        if (!any || wanted.is_past(line)) return {};
        if (line.starts_with("!meta ")) continue;
        BFA_ASSIGN_OR_RETURN(CdxEntry block, block_of(line));
        if (block.filename.empty()) block.filename = filename;
        BFA_ASSIGN_OR_RETURN(more, search(block, wanted, visit));
      }
      return {};
    });
  }

 private:
  Status read_meta(std::string& filename) const {
    std::string line;
    std::uint64_t at = 0;
    BFA_ASSIGN_OR_RETURN(const bool any, lines_.line_at(at, line));
    if (!any || !line.starts_with("!meta ")) return {};
    BFA_ASSIGN_OR_RETURN(const CdxEntry meta, parse_cdxj(line));
    filename = meta.filename;
    return {};
  }

  Result<std::string> read_block(const CdxEntry& block) const {
    const auto bad = [&](const char* what) {
      return Error{Code::kCorrupt, what, folder_ + block.filename, -1};
    };
    const bool plain_name = !block.filename.empty() && block.filename.find('/') == std::string::npos;
    if (!plain_name || !block.offset || !block.length) return bad("secondary index line names no block");
    BFA_ASSIGN_OR_RETURN(const auto file, fs_.open(folder_ + block.filename));
    if (*block.offset > file->size() || *block.length > file->size() - *block.offset) {
      return bad("secondary index names a block beyond the end");
    }
    std::string packed(static_cast<std::size_t>(*block.length), '\0');
    for (std::size_t used = 0; used < packed.size();) {
      BFA_ASSIGN_OR_RETURN(
          const std::size_t got,
          file->read_at(*block.offset + used, std::as_writable_bytes(std::span(packed)).subspan(used)));
      if (got == 0) return bad("block is cut");
      used += got;
    }
    return decode_content(ContentCoding::kGzip, packed, kMostBlock);
  }

  // False after the last line that can match, or when `visit` returned false.
  Result<bool> search(const CdxEntry& block, const Wanted& wanted,
                      const std::function<bool(const CdxEntry&)>& visit) const {
    BFA_ASSIGN_OR_RETURN(const std::string text, read_block(block));
    std::string_view left = text;
    while (!left.empty()) {
      const std::size_t end = std::min(left.find('\n'), left.size());
      const std::string_view line = left.substr(0, end);
      left.remove_prefix(std::min(end + 1, left.size()));
      if (wanted.is_past(line)) return false;
      if (!wanted.fits(line)) continue;
      BFA_ASSIGN_OR_RETURN(const CdxEntry entry, parse_cdxj(line));
      if (!visit(entry)) return false;
    }
    return true;
  }

  FileSystem& fs_;
  std::string folder_;
  LineFile lines_;
};

}  // namespace

Result<std::unique_ptr<CdxIndex>> CdxIndex::open(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<std::unique_ptr<CdxIndex>> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(auto file, fs.open(path));
    std::array<std::byte, 6> start{};
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(0, start));
    const bool zipnum = path.ends_with(".idx") ||
                        std::string_view(reinterpret_cast<const char*>(start.data()), got) == "!meta ";
    std::unique_ptr<CdxIndex> index;
    if (zipnum) {
      index = std::make_unique<ZipNumIndex>(fs, path, std::move(file));
    } else {
      index = std::make_unique<PlainIndex>(std::move(file));
    }
    return index;
  });
}

}  // namespace bfa
