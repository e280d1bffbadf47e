// SPDX-License-Identifier: Apache-2.0
#include "warc/index/post_query.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "io/base64.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kMostQuery = 4096;
constexpr int kMostDepth = 200;

std::string binary_query(std::string_view body) {
  return "__wb_post_data=" + base64_encode(body);
}

// As forms are encoded: letters, digits and "_.-~" stay, a space is "+".
std::string form_encode(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool stays = is_letter_or_digit(c) || c == '_' || c == '.' || c == '-' || c == '~';
    if (stays) {
      out.push_back(c);
    } else if (c == ' ') {
      out.push_back('+');
    } else {
      out.append({'%', kHex[byte >> 4U], kHex[byte & 15U]});
    }
  }
  return out;
}

std::string query_of(const Pairs& pairs) {
  std::string query;
  for (const auto& [name, value] : pairs) {
    query.append(query.empty() ? "" : "&").append(form_encode(name)).append("=").append(form_encode(value));
  }
  return query;
}

std::string form_query(std::string_view body) {
  if (!is_valid_utf8(body)) return binary_query(body);
  std::string spaced(body);
  for (char& c : spaced) c = c == '+' ? ' ' : c;
  return repair_utf8(percent_decode(spaced));
}

// The leaves of JSON values as pairs.
class JsonPairs {
 public:
  bool add(std::string_view text) {
    const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (json.is_discarded()) return false;
    walk(json, {}, 0);
    return true;
  }
  const Pairs& pairs() const { return pairs_; }

 private:
  void walk(const Json& json, const std::string& name, int depth) {
    if (depth > kMostDepth) return;
    if (json.is_object()) {
      for (const auto& [key, value] : json.items()) walk(value, key, depth + 1);
    } else if (json.is_array()) {
      for (const auto& value : json) walk(value, name, depth + 1);
    } else if (!name.empty()) {
      pairs_.emplace_back(unused(name), leaf(json));
    }
  }
  // Python's names of these values, as in the keys of existing indexes.
  static std::string leaf(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_boolean()) return json.get<bool>() ? "True" : "False";
    if (json.is_null()) return "None";
    return json.dump();
  }
  std::string unused(const std::string& name) {
    if (names_.insert(name).second) return name;
    auto [count, first] = repeated_.try_emplace(name, 1);
    std::string numbered = name + "." + std::to_string(++count->second) + "_";
    names_.insert(numbered);
    return numbered;
  }

  Pairs pairs_;
  std::set<std::string> names_;
  std::map<std::string, int> repeated_;
};

// nullopt: not JSON. Lines of JSON are read one by one.
std::optional<std::string> json_query(std::string_view body) {
  JsonPairs whole;
  if (whole.add(body)) return query_of(whole.pairs());
  if (body.find('\n') == std::string_view::npos) return std::nullopt;
  JsonPairs lines;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    if (!lines.add(body.substr(0, end))) return std::nullopt;
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  return query_of(lines.pairs());
}

// The value of a parameter such as name="..." in a header line; empty when it is absent.
std::string_view parameter(std::string_view header, std::string_view name) {
  for (std::size_t at = header.find(';'); at != std::string_view::npos; at = header.find(';', at)) {
    ++at;
    std::string_view rest = trim_blanks(header.substr(at));
    if (rest.size() <= name.size() || !equals_ignoring_case(rest.substr(0, name.size()), name) ||
        rest[name.size()] != '=') {
      continue;
    }
    rest.remove_prefix(name.size() + 1);
    if (rest.starts_with('"')) return rest.substr(1, std::min(rest.find('"', 1), rest.size()) - 1);
    return trim_blanks(rest.substr(0, rest.find(';')));
  }
  return {};
}

std::string_view header_line(std::string_view headers, std::string_view name) {
  while (!headers.empty()) {
    const std::size_t end = std::min(headers.find('\n'), headers.size());
    const std::string_view line = trim_line_end(headers.substr(0, end));
    headers.remove_prefix(std::min(end + 1, headers.size()));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && equals_ignoring_case(trim_blanks(line.substr(0, colon)), name)) {
      return line.substr(colon + 1);
    }
  }
  return {};
}

// One part of a multipart body, without the line ends at both sides.
void take_part(std::string_view part, Pairs& pairs) {
  std::size_t skip = 4;
  std::size_t end = part.find("\r\n\r\n");
  if (end == std::string_view::npos) {
    end = part.find("\n\n");
    skip = 2;
  }
  if (end == std::string_view::npos) return;
  const std::string_view disposition = header_line(part.substr(0, end), "Content-Disposition");
  pairs.emplace_back(parameter(disposition, "name"), part.substr(end + skip));
}

std::string multipart_query(std::string_view content_type, std::string_view body) {
  const std::string_view boundary = parameter(content_type, "boundary");
  if (boundary.empty()) return binary_query(body);
  const std::string mark = "--" + std::string(boundary);
  Pairs pairs;
  std::size_t at = body.find(mark);
  while (at != std::string_view::npos) {
    std::size_t begin = at + mark.size();
    if (body.substr(begin).starts_with("--")) break;
    begin = body.find('\n', begin);
    if (begin == std::string_view::npos) break;
    at = body.find(mark, ++begin);
    take_part(trim_line_end(body.substr(begin, std::min(at, body.size()) - begin)), pairs);
  }
  return query_of(pairs);
}

}  // namespace

std::string request_body_query(std::string_view content_type, std::string_view body) {
  if (body.empty()) return {};
  const std::string type = ascii_lower_case(trim_blanks(content_type));
  std::string query;
  if (type.starts_with("application/x-www-form-urlencoded")) {
    query = form_query(body);
  } else if (type.starts_with("multipart/")) {
    query = multipart_query(content_type, body);
  } else if (type.starts_with("application/json")) {
    query = json_query(body).value_or("");
  } else if (type.starts_with("text/plain")) {
    const auto json = json_query(body);
    query = json ? *json : binary_query(body);
  } else {
    query = binary_query(body);
  }
  std::size_t size = std::min(query.size(), kMostQuery);
  while (size < query.size() && size > 0 && (static_cast<unsigned char>(query[size]) & 0xC0U) == 0x80U)
    --size;
  query.resize(size);
  return query;
}

std::string url_with_request(std::string_view url, std::string_view method, std::string_view body_query) {
  std::string out(url);
  out += url.find('?') == std::string_view::npos ? "?" : "&";
  out.append("__wb_method=").append(method);
  if (!body_query.empty()) out.append("&").append(body_query);
  return out;
}

}  // namespace bfa
