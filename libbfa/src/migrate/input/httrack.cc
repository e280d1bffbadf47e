// SPDX-License-Identifier: Apache-2.0
// Data of HTTrack in the pages that it mirrors, and in its cache files. Source: files of HTTrack 3.x
// mirrors.
#include "migrate/input/httrack.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/http/message.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::size_t kCommentWithin = 64u << 10;
constexpr std::size_t kMaxSampledPages = 50;
constexpr std::size_t kMaxFields = 64;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return trim_line_end(line);
}

std::vector<std::string_view> split_tabs(std::string_view line) {
  std::vector<std::string_view> columns;
  for (;;) {
    const std::size_t tab = line.find('\t');
    columns.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return columns;
    line.remove_prefix(tab + 1);
  }
}

bool is_web_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

}  // namespace

std::optional<HttrackComment> httrack_comment(std::string_view html) {
  constexpr std::string_view kBegin = "<!-- Mirrored from ";
  constexpr std::string_view kBy = " by HTTrack Website Copier";
  html = html.substr(0, kCommentWithin);
  const std::size_t begin = html.find(kBegin);
  if (begin == std::string_view::npos) return std::nullopt;
  std::string_view rest = html.substr(begin + kBegin.size());
  const std::size_t end = rest.find("-->");
  if (end == std::string_view::npos) return std::nullopt;
  rest = rest.substr(0, end);
  const std::size_t by = rest.find(kBy);
  if (by == std::string_view::npos || by == 0) return std::nullopt;
  HttrackComment comment;
  comment.address = trim_blanks(rest.substr(0, by));
  if (is_web_address(comment.address)) comment.address.erase(0, comment.address.find("//") + 2);
  const std::size_t bracket = rest.find("], ", by);
  if (bracket != std::string_view::npos) {
    if (const auto time = parse_http_date(trim_blanks(rest.substr(bracket + 3)))) comment.time = *time;
  }
  return comment;
}

bool is_httrack_own_page(std::string_view html) {
  html = html.substr(0, kCommentWithin);
  return html.find("<!-- Created by HTTrack Website Copier") != std::string_view::npos ||
         html.find("Local index - HTTrack Website Copier") != std::string_view::npos ||
         (html.find("<TITLE>Page has moved</TITLE>") != std::string_view::npos &&
          html.find("HTTrack") != std::string_view::npos);
}

std::vector<HttrackLogLine> httrack_log(std::string_view text) {
  std::vector<HttrackLogLine> lines;
  while (!text.empty()) {
    const auto columns = split_tabs(take_line(text));
    // date, size, flags, status code, status, MIME, Etag or date, URL, local file, from
    if (columns.size() < 9 || !is_web_address(columns[7])) continue;
    HttrackLogLine line;
    line.time = columns[0];
    line.status = static_cast<int>(std::min<std::uint64_t>(parse_number(columns[3]).value_or(0), 999));
    line.mime = columns[5];
    line.url = columns[7];
    line.file = columns[8];
    lines.push_back(std::move(line));
  }
  return lines;
}

std::optional<UtcTime> httrack_start(std::string_view doit_log) {
  constexpr std::string_view kMark = "File generated automatically on ";
  const std::size_t at = doit_log.find(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = doit_log.substr(at + kMark.size());
  rest = rest.substr(0, rest.find(", do NOT edit"));
  if (rest.find('\n') != std::string_view::npos) return std::nullopt;
  const auto time = parse_http_date(std::string(rest) + " GMT");
  if (!time) return std::nullopt;
  return *time;
}

std::optional<HttrackCached> parse_httrack_fields(std::string_view name, std::string_view lines) {
  constexpr std::string_view kKept[] = {"Content-Type", "Last-Modified", "Etag", "Location",
                                        "Content-Disposition"};
  HttrackCached cached;
  if (!lines.starts_with("HTTP/1.")) return std::nullopt;
  std::string_view first = take_line(lines);
  if (first.size() >= 12) cached.status = static_cast<int>(parse_number(first.substr(9, 3)).value_or(0));
  if (first.size() > 13) cached.reason = first.substr(13);
  std::string host;
  std::string path;
  bool marked = false;
  for (std::size_t n = 0; !lines.empty() && n < kMaxFields; ++n) {
    const std::string_view line = take_line(lines);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view field = line.substr(0, colon);
    const std::string value(trim_blanks(line.substr(colon + 1)));
    if (equals_ignoring_case(field, "X-In-Cache")) {
      marked = true;
      cached.in_cache = value == "1";
    } else if (equals_ignoring_case(field, "X-StatusCode")) {
      cached.status = static_cast<int>(std::min<std::uint64_t>(parse_number(value).value_or(0), 999));
    } else if (equals_ignoring_case(field, "X-StatusMessage")) {
      cached.reason = value;
    } else if (equals_ignoring_case(field, "X-Charset")) {
      cached.charset = value;
    } else if (equals_ignoring_case(field, "X-Addr")) {
      host = value;
    } else if (equals_ignoring_case(field, "X-Fil")) {
      path = value;
    } else if (equals_ignoring_case(field, "X-Save")) {
      cached.file = value;
    } else if (!value.empty() && std::any_of(std::begin(kKept), std::end(kKept), [&](std::string_view kept) {
                 return equals_ignoring_case(field, kept);
               })) {
      cached.kept.emplace_back(field, value);
    }
  }
  if (!marked || cached.status < 100) return std::nullopt;
  if (is_web_address(name)) {
    cached.url = name;
  } else if (!host.empty()) {
    cached.url = (is_web_address(host) ? host : "http://" + host) + path;
  }
  if (!Url::parse(cached.url)) return std::nullopt;
  return cached;
}

std::optional<std::string> httrack_top(const FileTree& tree) {
  std::size_t sampled = 0;
  for (const auto& file : tree.files()) {
    const std::size_t at = file.name.find("hts-cache/");
    if (at == 0) return "";
    if (at != std::string::npos && file.name.find('/') == at - 1) return file.name.substr(0, at);
  }
  for (const auto& file : tree.files()) {
    const std::string_view name = file.name;
    if (!name.ends_with(".html") && !name.ends_with(".htm")) continue;
    const auto begin = tree.beginning(file, 16384);
    const auto comment = begin ? httrack_comment(*begin) : std::nullopt;
    if (comment) {
      // The host's folder is directly below the top folder.
      const std::string host = comment->address.substr(0, comment->address.find('/'));
      const std::size_t below = file.name.find(host + "/");
      return below == std::string::npos ? std::string() : file.name.substr(0, below);
    }
    if (++sampled == kMaxSampledPages) break;
  }
  return std::nullopt;
}

}  // namespace bfa
