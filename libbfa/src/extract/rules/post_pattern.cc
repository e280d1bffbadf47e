// SPDX-License-Identifier: Apache-2.0
#include "bfa/extract/rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/url/url.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxPatterns = 12;

// A URL's path and query cut into pieces: segments (with a leading slash), the last one's extension apart,
// and query parameters, all views of it. Numbers and names are distinguished; nothing else is generalised
// yet.
struct Shape {
  std::vector<std::string_view> segments;
  std::string_view extension;  // ".html"
  bool slash = false;          // ends with a slash
  std::vector<std::pair<std::string_view, std::string_view>> query;
};

void split_query(std::string_view query, Shape& shape) {
  while (!query.empty()) {
    const std::size_t amp = query.find('&');
    const std::string_view item = query.substr(0, amp);
    const std::size_t eq = item.find('=');
    if (!item.empty()) {
      shape.query.emplace_back(item.substr(0, eq),
                               eq == std::string_view::npos ? std::string_view() : item.substr(eq + 1));
    }
    query = amp == std::string_view::npos ? std::string_view() : query.substr(amp + 1);
  }
  std::sort(shape.query.begin(), shape.query.end());
}

bool is_extension(std::string_view text) {
  return text.size() > 1 && text.size() <= 6 && std::all_of(text.begin() + 1, text.end(), is_letter);
}

// "/a/b.html?p=1" in parts. "index.html" and similar names mean their folder.
Shape shape_of(std::string_view target) {
  Shape shape;
  const std::size_t question = target.find('?');
  if (question != std::string_view::npos) split_query(target.substr(question + 1), shape);
  std::string_view path = target.substr(0, question);
  shape.slash = path.ends_with('/');
  shape.segments.reserve(static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1);
  while (!path.empty()) {
    if (path.front() == '/') {
      path.remove_prefix(1);
      continue;
    }
    const std::size_t end = path.find('/');
    shape.segments.push_back(path.substr(0, end));
    path = end == std::string_view::npos ? std::string_view() : path.substr(end);
  }
  if (shape.slash || shape.segments.empty()) return shape;
  std::string_view& last = shape.segments.back();
  const std::size_t dot = last.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || !is_extension(last.substr(dot))) return shape;
  shape.extension = last.substr(dot);
  last = last.substr(0, dot);
  if (last == "index" || last == "default") {
    shape.segments.pop_back();
    shape.extension = {};
    shape.slash = true;
  }
  return shape;
}

std::string target_of(const Url& url) {
  std::string target(url.path());
  if (url.has_query()) target.append("?").append(url.query());
  return target;
}

// URLs of the same make-up: number of segments, extension, which segments are numbers, query names.
std::string class_of(const Shape& shape) {
  std::string key = std::to_string(shape.segments.size());
  key += shape.extension;
  for (const std::string_view segment : shape.segments) key += is_all_digits(segment) ? 'i' : 's';
  for (const auto& [name, value] : shape.query) (key += '&') += name;
  return key;
}

// The pattern of URLs of one class. A name that all share stays unchanged, unless it is the last one of the
// only URL: a post's own name.
std::string pattern_of(const std::vector<Shape>& shapes) {
  const Shape& first = shapes.front();
  std::string out;
  for (std::size_t i = 0; i < first.segments.size(); ++i) {
    out += '/';
    const bool same = std::all_of(shapes.begin(), shapes.end(),
                                  [&](const Shape& shape) { return shape.segments[i] == first.segments[i]; });
    const bool last = i + 1 == first.segments.size();
    if (is_all_digits(first.segments[i])) {
      out += "{int}";
    } else if (same && !(last && first.query.empty()) && (shapes.size() > 2 || !last)) {
      out += first.segments[i];
    } else {
      out += "{seg}";
    }
  }
  out += first.extension;
  if (first.segments.empty() || (first.extension.empty() && first.slash)) out += '/';
  char mark = '?';
  for (std::size_t i = 0; i < first.query.size(); ++i) {
    const auto& [name, value] = first.query[i];
    const bool same =
        shapes.size() > 1 && std::all_of(shapes.begin(), shapes.end(), [&, i = i](const Shape& s) {
          return s.query[i].second == first.query[i].second;
        });
    out += mark;
    (out += name) += '=';
    out += same ? value : (is_all_digits(value) ? "{int}" : "{seg}");
    mark = '&';
  }
  return out;
}

bool segment_matches(std::string_view pattern, std::string_view segment) {
  if (pattern == "{int}") return is_all_digits(segment);
  if (pattern == "{seg}") return !segment.empty() && !is_all_digits(segment) && !is_list_segment(segment);
  return pattern == segment;
}

// A number where posts have a name is the name of a post without title, when it cannot be part of a date:
// after year, month and day, or above 31 after year and month.
bool is_number_name(const Shape& pattern, const Shape& shape, std::size_t i) {
  if (pattern.segments[i] != "{seg}" || i + 1 != pattern.segments.size() || !is_all_digits(shape.segments[i]))
    return false;
  std::size_t numbers = 0;
  while (numbers < i && pattern.segments[i - 1 - numbers] == "{int}") ++numbers;
  const std::string_view name = shape.segments[i];
  return numbers >= 3 || (numbers == 2 && (name.size() > 2 || name > "31"));
}

bool shape_matches(const Shape& pattern, const Shape& shape) {
  if (pattern.segments.size() != shape.segments.size() || pattern.query.size() != shape.query.size()) {
    return false;
  }
  // A trailing slash more or less, and ".html" left out by the server, are the same page.
  if (pattern.extension != shape.extension) {
    if (pattern.extension.empty() == shape.extension.empty()) return false;
    const std::string_view one = pattern.extension.empty() ? shape.extension : pattern.extension;
    if (!one.starts_with(".htm")) return false;
  }
  for (std::size_t i = 0; i < pattern.segments.size(); ++i) {
    if (!segment_matches(pattern.segments[i], shape.segments[i]) && !is_number_name(pattern, shape, i))
      return false;
  }
  for (std::size_t i = 0; i < pattern.query.size(); ++i) {
    if (pattern.query[i].first != shape.query[i].first) return false;
    const std::string_view value = pattern.query[i].second;
    const bool wild = value == "{seg}" && !shape.query[i].second.empty();
    if (!wild && !segment_matches(value, shape.query[i].second)) return false;
  }
  return true;
}

// True when posts of the pattern are below `shape`: it is the pattern's beginning, up to a fixed name or a
// number.
bool is_folder_of(const Shape& pattern, const Shape& shape) {
  const std::size_t depth = shape.segments.size();
  if (depth == 0 || depth >= pattern.segments.size() || !shape.extension.empty() || !shape.query.empty())
    return false;
  if (pattern.segments[depth - 1] == "{seg}") return false;
  for (std::size_t i = 0; i < depth; ++i) {
    if (!segment_matches(pattern.segments[i], shape.segments[i])) return false;
  }
  return true;
}

}  // namespace

std::string common_folder(std::span<const Url> urls) {
  return guarded_or_empty([&]() -> std::string {
    if (urls.empty()) return "/";
    std::string_view common = urls.front().path();
    for (const Url& url : urls) {
      const std::string_view path = url.path();
      const auto [end, other] = std::mismatch(common.begin(), common.end(), path.begin(), path.end());
      common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
    }
    std::size_t end = 1;
    for (std::size_t next = common.find('/', end); next != std::string_view::npos;
         next = common.find('/', end)) {
      const std::string_view name = common.substr(end, next - end);
      if (std::all_of(name.begin(), name.end(), is_digit)) break;
      end = next + 1;
    }
    return std::string(common.substr(0, std::min(end, common.size())));
  });
}

PostPattern PostPattern::learn(std::span<const std::string> post_urls) {
  return guarded_or_empty([&]() -> PostPattern {
    std::map<std::string, std::vector<Shape>> classes;
    std::set<std::string> seen;  // owns the texts of the shapes' views
    for (const std::string& url : post_urls) {
      const Result<Url> parsed = Url::parse(url);
      if (!parsed) continue;
      const auto [target, is_new] = seen.insert(target_of(*parsed));
      if (target->empty() || !is_new) continue;
      Shape shape = shape_of(*target);
      if (shape.segments.empty() && shape.query.empty()) continue;  // a home page is not a post
      classes[class_of(shape)].push_back(std::move(shape));
    }
    std::vector<std::pair<std::size_t, std::string>> ranked;
    ranked.reserve(classes.size());
    for (const auto& [key, shapes] : classes) ranked.emplace_back(shapes.size(), pattern_of(shapes));
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    PostPattern out;
    for (const auto& [count, pattern] : ranked) {
      if (out.patterns_.size() < kMaxPatterns) out.patterns_.push_back(pattern);
    }
    return out;
  });
}

Result<PostPattern> PostPattern::parse(std::string_view text) {
  return guarded([&]() -> Result<PostPattern> {
    PostPattern out;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
      if (line.empty()) continue;
      if (line.front() != '/') {
        return Error{Code::kCorrupt, "a post pattern begins with '/', this one does not", std::string(line)};
      }
      out.patterns_.emplace_back(line);
    }
    return out;
  });
}

std::string PostPattern::to_text() const {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    for (const std::string& pattern : patterns_) {
      if (!out.empty()) out += '\n';
      out += pattern;
    }
    return out;
  });
}

bool PostPattern::matches(const Url& url) const {
  return guarded_or_empty([&]() -> bool { return matches_target(target_of(url)); });
}

bool PostPattern::matches(std::string_view url) const {
  return guarded_or_empty([&]() -> bool {
    const Result<Url> parsed = Url::parse(url);
    return parsed && matches(*parsed);
  });
}

bool PostPattern::matches_target(std::string_view target) const {
  return guarded_or_empty([&]() -> bool {
    if (target.empty()) return false;
    const Shape shape = shape_of(target);
    return std::any_of(patterns_.begin(), patterns_.end(),
                       [&](const std::string& pattern) { return shape_matches(shape_of(pattern), shape); });
  });
}

bool PostPattern::is_folder_target(std::string_view target) const {
  return guarded_or_empty([&]() -> bool {
    if (target.empty()) return false;
    const Shape shape = shape_of(target);
    return std::any_of(patterns_.begin(), patterns_.end(),
                       [&](const std::string& pattern) { return is_folder_of(shape_of(pattern), shape); });
  });
}

}  // namespace bfa
