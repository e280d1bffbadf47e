// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/fixity_manifest.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBytes = 256u << 20;
constexpr std::size_t kDigestLength = 64;
constexpr std::size_t kBlock = 1u << 20;

Error bad_line(const std::string& where, std::size_t line, const std::string& what) {
  return Error{Code::kCorrupt, "line " + std::to_string(line) + ": " + what, where, -1};
}

bool is_file_name(std::string_view name) {
  const auto is_bad = [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20; };
  return !name.empty() && name != "." && name != ".." && std::none_of(name.begin(), name.end(), is_bad);
}

std::string path_in(const std::string& folder) {
  return folder + "/" + std::string(kFixityManifestName);
}

}  // namespace

Result<FixityManifest> parse_fixity_manifest(std::string_view text, const std::string& where) {
  return guarded([&]() -> Result<FixityManifest> {
    FixityManifest manifest;
    for (std::size_t number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      const std::string_view digest = line.substr(0, kDigestLength);
      if (digest.size() < kDigestLength ||
          digest.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
        return bad_line(where, number, "no SHA-256 digest");
      std::string_view name = line.substr(kDigestLength);
      // One or more spaces; sha256sum marks a binary file by an asterisk.
      const std::size_t begin = name.find_first_not_of(" \t");
      if (begin == 0 || begin == std::string_view::npos) return bad_line(where, number, "no file name");
      name.remove_prefix(begin);
      if (name.starts_with('*')) name.remove_prefix(1);
      if (!is_file_name(name)) return bad_line(where, number, "not a name of a file in the folder");
      const std::string value = ascii_lower_case(digest);
      const auto [at, is_new] = manifest.emplace(std::string(name), value);
      if (!is_new && at->second != value)
        return bad_line(where, number, "a second digest of " + std::string(name));
    }
    return manifest;
  });
}

std::string format_fixity_manifest(const FixityManifest& manifest) {
  return guarded_or_empty([&]() -> std::string {
    std::string text;
    for (const auto& [name, digest] : manifest) text += digest + "  " + name + "\n";
    return text;
  });
}

Result<FixityManifest> read_fixity_manifest(FileSystem& fs, const std::string& folder) {
  return guarded([&]() -> Result<FixityManifest> {
    const std::string path = path_in(folder);
    BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(path));
    if (!there) return FixityManifest();
    BFA_ASSIGN_OR_RETURN(const std::string text, read_file(fs, path, kMaxBytes));
    return parse_fixity_manifest(text, path);
  });
}

Status write_fixity_manifest(FileSystem& fs, const std::string& folder, const FixityManifest& manifest) {
  return guarded([&]() -> Status {
    for (const auto& [name, digest] : manifest) {
      if (!is_file_name(name) || digest.size() != kDigestLength)
        return Error{Code::kInvalidArgument, "no line of a manifest", name, -1};
    }
    return write_file_atomically(fs, path_in(folder), format_fixity_manifest(manifest));
  });
}

Result<std::string> sha256_of_file(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
    Digester digester(DigestAlgorithm::kSha256);
    std::vector<std::byte> block(kBlock);
    for (std::uint64_t offset = 0;;) {
      BFA_ASSIGN_OR_RETURN(const std::size_t size, file->read_at(offset, block));
      if (size == 0) break;
      digester.update(std::string_view(reinterpret_cast<const char*>(block.data()), size));
      offset += size;
    }
    return hex_encode(digester.finish());
  });
}

}  // namespace bfa
