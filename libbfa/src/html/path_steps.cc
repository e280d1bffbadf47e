// SPDX-License-Identifier: Apache-2.0
#include "html/path_steps.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/memo_cache.h"
#include "base/try.h"

namespace bfa {
namespace {

bool is_name_start(char c) {
  return is_letter(c) || c == '_';
}
bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c) || c == '-' || c == '.';
}

class PathParser {
 public:
  explicit PathParser(std::string_view text) : text_(text) {}

  Result<std::vector<PathStep>> parse() {
    std::vector<PathStep> steps;
    if (text_.empty()) return fail("an empty path");
    while (at_ < text_.size()) {
      PathStep step;
      if (!eat("/")) return fail("'/' or '//' is wanted here");
      step.descendant = eat("/");
      if (!eat("*")) {
        step.tag = name();
        if (step.tag.empty()) return fail("an element name or '*' is wanted here");
        std::ranges::transform(step.tag, step.tag.begin(), ascii_lower);
      }
      if (at_ + 1 < text_.size() && text_[at_] == '[' && is_digit(text_[at_ + 1])) {
        BFA_ASSIGN_OR_RETURN(step.position, position());
        if (step.descendant || step.tag.empty()) return fail("a position is known behind /element only");
      }
      while (eat("[")) {
        BFA_ASSIGN_OR_RETURN(PathPredicate predicate, this->predicate());
        step.predicates.push_back(std::move(predicate));
      }
      steps.push_back(std::move(step));
    }
    return steps;
  }

 private:
  // "[2]".
  Result<std::uint32_t> position() {
    constexpr std::uint32_t kMost = 99999;
    std::uint32_t number = 0;
    for (++at_; at_ < text_.size() && is_digit(text_[at_]) && number <= kMost; ++at_)
      number = number * 10 + static_cast<std::uint32_t>(text_[at_] - '0');
    if (number == 0 || number > kMost) return fail("a position from 1 to 99999 is wanted here");
    if (!eat("]")) return fail("']' is wanted here");
    return number;
  }

  Result<PathPredicate> predicate() {
    PathPredicate result;
    space();
    if (!eat("@")) return fail("only [2], [@name] and [@name='value'] are known, in this order");
    result.attribute = name();
    if (result.attribute.empty()) return fail("an attribute name is wanted here");
    space();
    if (eat("=")) {
      space();
      BFA_ASSIGN_OR_RETURN(result.value, value());
      space();
    }
    if (!eat("]")) return fail("']' is wanted here");
    return result;
  }

  Result<std::string> value() {
    if (!eat("concat(")) return literal();
    std::string whole;
    do {
      space();
      BFA_ASSIGN_OR_RETURN(const std::string part, literal());
      whole += part;
      space();
    } while (eat(","));
    if (!eat(")")) return fail("')' is wanted here");
    return whole;
  }

  Result<std::string> literal() {
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') return fail("a quoted value is wanted here");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return fail("a quoted value does not end");
    std::string result(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return result;
  }

  std::string name() {
    const std::size_t begin = at_;
    if (at_ < text_.size() && is_name_start(text_[at_])) {
      while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  void space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }

  bool eat(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }

  Error fail(std::string what) const {
    return {Code::kInvalidArgument, "not a path rule: " + std::move(what), std::string(text_),
            static_cast<std::int64_t>(at_)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string in_quotes(std::string_view value) {
  if (value.find('\'') == std::string_view::npos) return "'" + std::string(value) + "'";
  if (value.find('"') == std::string_view::npos) return "\"" + std::string(value) + "\"";
  std::string out = "concat(";
  for (std::size_t i = 0; i < value.size();) {
    const char quote = value[i] == '\'' ? '"' : '\'';
    const std::size_t end = std::min(value.find(quote, i), value.size());
    if (i > 0) out += ",";
    out += quote;
    out += value.substr(i, end - i);
    out += quote;
    i = end;
  }
  return out + ")";
}

}  // namespace

Result<std::vector<PathStep>> parse_path(std::string_view xpath) {
  return PathParser(xpath).parse();
}

std::shared_ptr<const Result<std::vector<PathStep>>> remembered_path(std::string_view xpath) {
  thread_local MemoCache<Result<std::vector<PathStep>>> paths;
  return paths.of(xpath, parse_path);
}

std::string write_path(const std::vector<PathStep>& steps) {
  std::string out;
  for (const PathStep& step : steps) {
    out += step.descendant ? "//" : "/";
    out += step.tag.empty() ? "*" : step.tag;
    if (step.position != 0) out += "[" + std::to_string(step.position) + "]";
    for (const PathPredicate& predicate : step.predicates) {
      out += "[@" + predicate.attribute;
      if (predicate.value) out += "=" + in_quotes(*predicate.value);
      out += "]";
    }
  }
  return out;
}

bool is_path_name(std::string_view name) noexcept {
  return !name.empty() && is_name_start(name[0]) && std::ranges::all_of(name, is_name_char);
}

}  // namespace bfa
