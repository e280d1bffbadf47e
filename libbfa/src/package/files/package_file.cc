// SPDX-License-Identifier: Apache-2.0
#include "package/files/package_file.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/io/compress.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

bool is_name_char(char c) {
  return is_lower_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
}

}  // namespace

std::string PackageFile::name() const {
  return path.substr(path.rfind('/') + 1);
}

std::string PackageFile::uuid(std::string_view package) const {
  return name_uuid(std::string(package) + "/" + path);
}

std::string PackageFile::file_id(std::string_view package) const {
  return "ID-" + uuid(package);
}

std::string package_name(std::string_view home_url) {
  const auto url = Url::parse(home_url);
  std::string wanted(home_url);
  if (url) {
    wanted = std::string(url->host());
    if (url->has_explicit_port()) wanted += "-" + std::to_string(url->port());
    std::string_view path = url->path();
    while (path.ends_with('/')) path.remove_suffix(1);
    wanted += path;
  }
  std::string name;
  // A port and a path would share their names with other hosts: "blog.example/x/" and "blog.example-x".
  bool lossy = !url || url->has_query() || url->has_explicit_port() || url->path().size() > 1 ||
               url->scheme() != "https";
  for (const char c : wanted) {
    const char lower = ascii_lower(c);
    if (is_name_char(lower)) {
      name += lower;
      lossy = lossy || lower != c;
    } else {
      lossy = lossy || c != '/';
      name += name.empty() || name.back() == '-' ? "" : "-";
    }
  }
  while (!name.empty() && (name.front() == '.' || name.front() == '-')) name.erase(0, 1);
  if (name.size() > 100 || name.empty()) {
    name.resize(std::min<std::size_t>(name.size(), 100));
    lossy = true;
  }
  if (lossy) name += "-" + hex_encode(digest(DigestAlgorithm::kSha256, home_url)).substr(0, 8);
  return name.front() == '-' ? "blog" + name : name;
}

std::string warc_version_of(FileSystem& fs, const std::string& path) {
  const auto file = fs.open(path);
  if (!file) return {};
  std::string head(4096, '\0');
  const auto got = (*file)->read_at(0, std::as_writable_bytes(std::span<char>(head)));
  if (!got) return {};
  head.resize(*got);
  if (head.starts_with("\x1F\x8B")) {
    std::string plain;
    // An error is expected: only the first bytes of the member are given.
    static_cast<void>(decode_content_into(ContentCoding::kGzip, head, 4096, plain).ok());
    head = std::move(plain);
  }
  for (const char* version : {"1.0", "1.1"}) {
    if (head.starts_with(std::string("WARC/") + version)) return version;
  }
  return {};
}

}  // namespace bfa
