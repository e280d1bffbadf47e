// SPDX-License-Identifier: Apache-2.0
#include "warc/cdxj_places.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/try.h"
#include "warc/ascii.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxLine = 1u << 20;

// An index must not lead out of the folder that it stands in.
bool leads_below(std::string_view name) {
  if (name.empty() || name.front() == '/') return false;
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    if (name.substr(0, slash) == "..") return false;
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
  }
  return true;
}

// A line "KEY 14-digits {json}".
std::optional<CdxjPlace> parse_line(std::string_view text, const std::string& folder) {
  const std::size_t brace = text.find(" {");
  if (brace == std::string_view::npos) return std::nullopt;
  const auto json = nlohmann::json::parse(text.substr(brace + 1), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto text_of = [&](const char* name) {
    const auto at = json.find(name);
    if (at == json.end()) return std::string();
    return at->is_string() ? at->get<std::string>() : at->dump();
  };
  const auto offset = parse_number(text_of("offset"));
  const std::string name = text_of("filename");
  if (!offset || name.empty()) return std::nullopt;
  CdxjPlace place;
  place.offset = *offset;
  if (leads_below(name)) place.file = folder + name;
  const std::string status = text_of("status");
  place.original = text_of("mime") != "warc/revisit" && (status.empty() || status == "200");
  return place;
}

}  // namespace

Result<std::uint64_t> each_cdxj_place(FileSystem& fs, const std::string& path,
                                      const std::function<Status(const CdxjPlace&)>& visit) {
  const std::size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  std::uint64_t lines = 0;
  const auto take = [&](std::string_view line) -> Status {
    const auto place = parse_line(trim_line_end(line), folder);
    if (!place) return {};
    ++lines;
    return visit(*place);
  };
  std::string text;
  std::array<std::byte, 65536> buffer;
  while (text.size() <= kMaxLine) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    text.append(reinterpret_cast<const char*>(buffer.data()), got);
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      BFA_RETURN_IF_ERROR(take(std::string_view(text).substr(begin, end - begin)));
      begin = end + 1;
    }
    text.erase(0, begin);
  }
  if (!text.empty() && text.size() <= kMaxLine) BFA_RETURN_IF_ERROR(take(text));
  return lines;
}

}  // namespace bfa
