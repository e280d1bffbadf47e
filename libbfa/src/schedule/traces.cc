// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/simulate.h"

#include <algorithm>
#include <charconv>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

constexpr std::int64_t kFurthest = std::int64_t{100} * 366 * 86400;
constexpr std::int64_t kLargestWindow = 1'000'000;

std::string_view next_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(field.size());
  return field;
}

Result<std::int64_t> number(std::string_view field, const char* what, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (field.empty() || error != std::errc() || end != field.data() + field.size()) {
    return Error{Code::kCorrupt,
                 std::string(what) + " expected, found '" + std::string(field.substr(0, 40)) + "'",
                 {},
                 -1};
  }
  if (value < least || value > most) {
    return Error{Code::kCorrupt,
                 std::string(what) + " " + std::to_string(value) + " is not within " + std::to_string(least) +
                     " and " + std::to_string(most),
                 {},
                 -1};
  }
  return value;
}

Result<FeedTrace> parse_trace(std::string_view line) {
  FeedTrace trace;
  trace.name = next_field(line);
  trace.kind = next_field(line);
  trace.half = next_field(line);
  BFA_ASSIGN_OR_RETURN(const std::int64_t window, number(next_field(line), "window", 1, kLargestWindow));
  trace.window = static_cast<std::size_t>(window);
  BFA_ASSIGN_OR_RETURN(const std::int64_t count, number(next_field(line), "number of times", 0, kFurthest));
  for (std::string_view field = next_field(line); !field.empty(); field = next_field(line)) {
    BFA_ASSIGN_OR_RETURN(const std::int64_t time, number(field, "time", -kFurthest, kFurthest));
    if (!trace.times.empty() && time < trace.times.back()) {
      return Error{
          Code::kCorrupt, "time " + std::to_string(time) + " is before the one in front of it", {}, -1};
    }
    trace.times.push_back(time);
  }
  if (static_cast<std::int64_t>(trace.times.size()) != count) {
    return Error{
        Code::kCorrupt,
        "there are to be " + std::to_string(count) + " times, found " + std::to_string(trace.times.size()),
        {},
        -1};
  }
  return trace;
}

Result<EditHistory> parse_history(std::string_view line) {
  constexpr std::int64_t kLast = std::int64_t{230} * 366 * 86400;
  EditHistory post;
  post.blog = next_field(line);
  BFA_ASSIGN_OR_RETURN(post.published, number(next_field(line), "time of publishing", 0, kLast));
  BFA_ASSIGN_OR_RETURN(post.first, number(next_field(line), "first snapshot", post.published, kLast));
  BFA_ASSIGN_OR_RETURN(post.last, number(next_field(line), "last snapshot", post.first, kLast));
  std::string_view edits = next_field(line);
  std::int64_t from = post.first;
  while (!edits.empty()) {
    const std::string_view edit = edits.substr(0, edits.find(','));
    edits.remove_prefix(std::min(edit.size() + 1, edits.size()));
    const std::size_t dash = std::min(edit.find('-'), edit.size());
    EditHistory::Edit times;
    BFA_ASSIGN_OR_RETURN(times.after, number(edit.substr(0, dash), "snapshot before an edit", from, kLast));
    BFA_ASSIGN_OR_RETURN(times.before, number(edit.substr(std::min(dash + 1, edit.size())),
                                              "snapshot after an edit", times.after, post.last));
    from = times.before;
    post.edits.push_back(times);
  }
  if (!next_field(line).empty()) return Error{Code::kCorrupt, "a field after the edits", {}, -1};
  return post;
}

// Each line that is not empty, by `parse`.
template <typename T, typename Parse>
Result<std::vector<T>> parse_lines(std::string_view text, const std::string& name, Parse parse,
                                   const char* nothing) {
  std::vector<T> out;
  std::size_t line_number = 0;
  while (!text.empty()) {
    ++line_number;
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    auto parsed = parse(line);
    if (!parsed) {
      parsed.error().where = name + ":" + std::to_string(line_number);
      return std::move(parsed).error();
    }
    out.push_back(std::move(*parsed));
  }
  if (out.empty()) return Error{Code::kCorrupt, nothing, name, -1};
  return out;
}

}  // namespace

Result<std::vector<FeedTrace>> parse_traces(std::string_view text, const std::string& name) {
  return guarded([&] { return parse_lines<FeedTrace>(text, name, parse_trace, "no trace"); }, "parse_traces");
}

Result<std::vector<EditHistory>> parse_edit_histories(std::string_view text, const std::string& name) {
  return guarded([&] { return parse_lines<EditHistory>(text, name, parse_history, "no post"); },
                 "parse_edit_histories");
}

}  // namespace bfa
