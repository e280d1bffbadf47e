// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/message.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/guard.h"

namespace bfa {
namespace {

void note(Findings& findings, std::string id, std::string message, std::size_t offset) {
  for (const auto& finding : findings) {
    if (finding.id == id && finding.where == "http head") return;
  }
  findings.push_back(
      {Code::kCorrupt, std::move(id), std::move(message), static_cast<std::int64_t>(offset), "http head"});
}

// Lines of a head, one after the other, with the damage noted.
class HeadReader {
 public:
  HeadReader(std::string_view bytes, Findings& findings) : bytes_(bytes), findings_(findings) {}

  // The next line without its end; nothing when the bytes stop before a line end.
  std::optional<std::string_view> line() {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view text = bytes_.substr(at_, end - at_);
    begin_ = at_;
    at_ = end + 1;
    if (!text.empty() && text.back() == '\r') {
      text.remove_suffix(1);
    } else {
      note(findings_, "lf_only_head", "head lines end in LF, not CR LF", end);
    }
    return text;
  }

  std::size_t at() const { return at_; }
  std::size_t begin() const { return begin_; }  // of the last returned line

  // Header lines up to and with the blank line. False when it is missing.
  bool headers(std::vector<std::pair<std::string, std::string>>& headers) {
    for (auto text = line(); text; text = line()) {
      if (text->empty()) return true;
      if (is_blank(text->front()) && !headers.empty()) {
        note(findings_, "folded_header", "a header line goes on on the next line", begin_);
        std::string& value = headers.back().second;
        const std::string_view more = trim_line_space(*text);
        if (!value.empty() && !more.empty()) value += ' ';
        value += more;
        continue;
      }
      header(*text, headers);
    }
    return false;
  }

 private:
  void header(std::string_view text, std::vector<std::pair<std::string, std::string>>& headers) {
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > 0x7F; }))
      note(findings_, "non_ascii_head", "a header line has bytes above 0x7f", begin_);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0) {
      note(findings_, "header_without_colon", "a header line has no name before a colon", begin_);
      return;
    }
    const std::string_view name = trim_line_space(text.substr(0, colon));
    if (name.size() != colon)
      note(findings_, "space_before_colon", "a header name has white space around it", begin_);
    if (!name.empty())
      headers.emplace_back(std::string(name), std::string(trim_line_space(text.substr(colon + 1))));
  }

  std::string_view bytes_;
  Findings& findings_;
  std::size_t at_ = 0, begin_ = 0;
};

// "HTTP/1.1 200 OK" in the shapes that servers give it. False when it is not a status line.
bool parse_status_line(std::string_view line, std::size_t offset, HttpHead& head, Findings& findings) {
  bool odd = false;
  std::size_t at = 0;
  if (starts_ignoring_case(line, "HTTP/")) {
    at = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view number = line.substr(5, at - 5);
    const bool good = number == "1.1" || number == "1.0" || number == "2" || number == "3" || number == "2.0";
    odd = !good || !line.starts_with("HTTP/");
    if (number.empty() || !is_digit(number.front())) return false;
  } else if (starts_ignoring_case(line, "HTTP ") || line.starts_with("ICY ")) {
    odd = true;  // "HTTP 200 OK"; radio servers
    at = line.find(' ');
  } else {
    return false;
  }
  head.version = line.substr(0, at);
  const std::size_t begin = at;
  while (at < line.size() && is_blank(line[at])) ++at;
  odd = odd || at != begin + 1;
  const char* const last = line.data() + line.size();
  const auto [end, error] = std::from_chars(line.data() + at, last, head.status);
  const auto digits = static_cast<std::size_t>(end - (line.data() + at));
  if (error != std::errc() || head.status < 0) return false;
  odd = odd || digits != 3 || head.status < 100;
  at += digits;
  if (at < line.size() && !is_blank(line[at])) odd = true;
  head.reason = trim_line_space(line.substr(at));
  if (odd) note(findings, "odd_status_line", "status line is " + std::string(line.substr(0, 80)), offset);
  return true;
}

Error head_error(Code code, std::string message, std::size_t offset) {
  return Error{code, std::move(message), "http head", static_cast<std::int64_t>(offset)};
}

std::string excerpt(std::string_view line) {
  std::string out;
  for (const char c : line.substr(0, 60)) out += c >= ' ' && c <= '~' ? c : '?';
  return out;
}

}  // namespace

std::string_view HttpHead::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (equals_ignoring_case(key, name)) return value;
  }
  return {};
}

std::string HttpHead::combined(std::string_view name) const {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    for (const auto& [key, value] : headers) {
      if (!equals_ignoring_case(key, name)) continue;
      if (!out.empty()) out += ", ";
      out += value;
    }
    return out;
  });
}

namespace {

Result<HttpHead> read_response_head(std::string_view bytes, Findings& findings) {
  HeadReader reader(bytes, findings);
  for (;;) {
    const auto line = reader.line();
    if (!line && !starts_ignoring_case(bytes.substr(reader.at()), "HTTP"))
      return head_error(Code::kCorrupt, "no status line: '" + excerpt(bytes.substr(reader.at())) + "'",
                        reader.at());
    if (!line) return head_error(Code::kTruncated, "the status line has no end", bytes.size());
    HttpHead head;
    if (!parse_status_line(*line, reader.begin(), head, findings))
      return head_error(Code::kCorrupt, "no status line: '" + excerpt(*line) + "'", reader.begin());
    if (!reader.headers(head.headers))
      return head_error(Code::kTruncated, "the head has no blank line at its end", bytes.size());
    head.size = reader.at();
    const bool interim = head.status >= 100 && head.status < 200 && head.status != 101;
    if (!interim || !starts_ignoring_case(bytes.substr(reader.at()), "HTTP/")) return head;
    note(findings, "interim_response",
         "a " + std::to_string(head.status) + " head stands before the final one", 0);
  }
}

Result<HttpHead> read_request_head(std::string_view bytes, Findings& findings) {
  HeadReader reader(bytes, findings);
  const auto line = reader.line();
  if (!line) return head_error(Code::kTruncated, "the request line has no end", bytes.size());
  const std::size_t first = line->find(' ');
  const std::size_t last = line->rfind(' ');
  HttpHead head;
  if (first == std::string_view::npos || first == 0)
    return head_error(Code::kCorrupt, "no request line: '" + excerpt(*line) + "'", 0);
  head.method = line->substr(0, first);
  if (last > first && starts_ignoring_case(line->substr(last + 1), "HTTP/")) {
    head.target = trim_line_space(line->substr(first + 1, last - first - 1));
    head.version = line->substr(last + 1);
  } else {
    head.target = trim_line_space(line->substr(first + 1));
    note(findings, "odd_request_line", "the request line names no version", 0);
  }
  if (!reader.headers(head.headers))
    return head_error(Code::kTruncated, "the head has no blank line at its end", bytes.size());
  head.size = reader.at();
  return head;
}

}  // namespace

Result<HttpHead> parse_response_head(std::string_view bytes, Findings& findings) {
  return guarded([&] { return read_response_head(bytes, findings); });
}

Result<HttpHead> parse_request_head(std::string_view bytes, Findings& findings) {
  return guarded([&] { return read_request_head(bytes, findings); });
}

MediaType parse_media_type(std::string_view content_type) {
  return guarded_or_empty([&]() -> MediaType {
    MediaType type;
    // A server may send several values joined by a comma: the first type and the first charset are used.
    const std::size_t end = content_type.find_first_of(";,");
    type.essence = ascii_lower_case(trim_line_space(content_type.substr(0, end)));
    if (type.essence.find('/') == std::string::npos) type.essence.clear();
    while (!content_type.empty()) {
      const std::size_t next = content_type.find_first_of(";,");
      if (next == std::string_view::npos) break;
      content_type.remove_prefix(next + 1);
      const std::string_view part = trim_line_space(content_type.substr(0, content_type.find_first_of(";,")));
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos ||
          !equals_ignoring_case(trim_line_space(part.substr(0, equals)), "charset"))
        continue;
      std::string_view value = trim_line_space(part.substr(equals + 1));
      while (!value.empty() && (value.front() == '"' || value.front() == '\'')) value.remove_prefix(1);
      type.charset = ascii_lower_case(trim_line_space(value.substr(0, value.find_first_of("\"' \t"))));
      if (!type.charset.empty()) break;
    }
    return type;
  });
}

std::optional<std::chrono::seconds> parse_retry_after(const HttpHead& head, UtcTime now) {
  const std::string_view value = trim_line_space(head.header("Retry-After"));
  if (value.empty()) return std::nullopt;
  if (std::all_of(value.begin(), value.end(), is_digit)) {
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    constexpr std::int64_t kYear = std::int64_t{366} * 86400;
    return std::chrono::seconds(error == std::errc() ? std::min(seconds, kYear) : kYear);
  }
  const auto time = parse_http_date(value);
  if (!time) return std::nullopt;
  return std::max(std::chrono::seconds(0), std::chrono::ceil<std::chrono::seconds>(*time - now));
}

}  // namespace bfa
