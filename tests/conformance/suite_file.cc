// SPDX-License-Identifier: Apache-2.0
#include "suite_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bfa/io/compress.h"
#include "bfa/text/utf8.h"

namespace bfa::conformance {

constexpr std::uint64_t kMaxUnpackedBytes = 256u << 20;

namespace {

// Some writers of JSON know NaN.
std::string without_nan(std::string_view line) {
  std::string text(line);
  for (std::size_t at = text.find(": NaN"); at != std::string::npos; at = text.find(": NaN", at)) {
    text.replace(at, 5, ": null");
  }
  return text;
}

}  // namespace

Result<std::string> read_raw_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path)) return Error{Code::kNotFound, "cannot open", path, -1};
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (in.bad()) return Error{Code::kIo, "cannot read", path, -1};
  return bytes.str();
}

Result<std::string> read_file(const std::string& path) {
  auto bytes = read_raw_file(path);
  if (!bytes || !path.ends_with(".gz")) return bytes;
  return decode_content(ContentCoding::kGzip, *bytes, kMaxUnpackedBytes);
}

Status for_each_line(const std::string& path, const std::function<void(const Json&)>& each) {
  const auto bytes = read_raw_file(path);
  if (!bytes) return bytes.error();
  std::string_view rest = *bytes;
  for (std::int64_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) json = Json::parse(without_nan(line), nullptr, false);
    if (!json.is_object()) {
      return Error{Code::kCorrupt, "line " + std::to_string(number) + " is no JSON object", path, -1};
    }
    each(json);
  }
  return {};
}

std::string text_at(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_at(const Json& object, std::string_view name, bool fallback) {
  const auto found = object.find(name);
  return found != object.end() && found->is_boolean() ? found->get<bool>() : fallback;
}

std::string shown(std::string_view text) {
  std::string out = repair_utf8(text.substr(0, 120));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return "'" + out + (text.size() > 120 ? "...'" : "'");
}

}  // namespace bfa::conformance
