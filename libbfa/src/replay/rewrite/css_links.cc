// SPDX-License-Identifier: Apache-2.0
#include "replay/rewrite/css_links.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

bool is_name_char(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Functions whose strings are addresses.
bool takes_addresses(std::string_view name) {
  constexpr std::string_view kNames[] = {"image-set", "-webkit-image-set", "image", "src"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view known) { return equals_ignoring_case(name, known); });
}

// As browsers read a sheet: CSS Syntax 3, 3.3.
std::string preprocessed(std::string_view css) {
  std::string out;
  out.reserve(css.size());
  for (std::size_t at = 0; at < css.size(); ++at) {
    const char c = css[at];
    if (c == '\0') {
      out += "\xef\xbf\xbd";
    } else if (c == '\r' || c == '\f') {
      if (c == '\f' || at + 1 == css.size() || css[at + 1] != '\n') out += '\n';
    } else {
      out += c;
    }
  }
  return out;
}

class CssRewriter {
 public:
  using Place = std::function<std::string(const std::string&, bool sheet)>;

  CssRewriter(std::string_view css, const Place& place, bool strict)
      : css_(css), place_(place), strict_(strict) {}

  std::string run() {
    while (at_ < css_.size()) {
      const char c = css_[at_];
      if (css_.substr(at_).starts_with("/*")) {
        const std::size_t end = css_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? css_.size() : end + 2;
        out_.push_back(' ');
      } else if (c == '"' || c == '\'') {
        string(c);
      } else if (is_name_char(c) || c == '@' || (strict_ && begins_escape())) {
        word();
      } else if (c == '\\' && at_ + 1 < css_.size()) {
        out_.append(css_.substr(at_, 2));
        at_ += 2;
      } else {
        if (c == ';' || c == '{' || c == '}') import_ = false;
        if (c == '(') functions_.push_back(false);
        if (c == ')' && !functions_.empty()) functions_.pop_back();
        out_.push_back(c);
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  // At at_: a backslash that a name can begin with or contain.
  bool begins_escape() const { return css_[at_] == '\\' && at_ + 1 < css_.size() && css_[at_ + 1] != '\n'; }

  void word() {
    const std::size_t begin = at_;
    std::string name;
    if (css_[at_] == '@') name += css_[at_++];
    while (at_ < css_.size()) {
      if (is_name_char(css_[at_])) {
        name += css_[at_++];
      } else if (strict_ && begins_escape()) {
        ++at_;
        escape(name);
      } else {
        break;
      }
    }
    const bool function = at_ < css_.size() && css_[at_] == '(';
    if (function && equals_ignoring_case(name, "url")) {
      ++at_;
      address();
      return;
    }
    if (equals_ignoring_case(name, "@import")) import_ = true;
    out_.append(css_.substr(begin, at_ - begin));
    if (!function) return;
    out_.push_back('(');
    ++at_;
    functions_.push_back(strict_ && takes_addresses(name));
  }

  // One escape, after the backslash at at_ - 1.
  void escape(std::string& value) {
    std::size_t digits = 0;
    while (digits < 6 && at_ + digits < css_.size() && is_hex_digit(css_[at_ + digits])) ++digits;
    if (digits == 0) {
      if (at_ < css_.size() && css_[at_] != '\n') value.push_back(css_[at_]);
      if (at_ < css_.size()) ++at_;
      return;
    }
    unsigned code = 0;
    std::from_chars(css_.data() + at_, css_.data() + at_ + digits, code, 16);
    at_ += digits;
    append_code_point(value,
                      code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
    if (at_ < css_.size() && is_html_space(css_[at_])) ++at_;
  }

  // The value of the string at at_, which moves past it.
  std::string string_value(char quote) {
    std::string value;
    ++at_;
    while (at_ < css_.size() && css_[at_] != quote && css_[at_] != '\n') {
      if (css_[at_++] == '\\') {
        escape(value);
      } else {
        value.push_back(css_[at_ - 1]);
      }
    }
    if (at_ < css_.size() && css_[at_] == quote) ++at_;
    return value;
  }

  void string(char quote) {
    if (import_ || (!functions_.empty() && functions_.back())) {
      put_address(string_value(quote));
      import_ = false;
      return;
    }
    const std::size_t begin = at_;
    const std::string value = string_value(quote);
    (void)value;
    out_.append(css_.substr(begin, at_ - begin));
  }

  // After "url(".
  void address() {
    while (at_ < css_.size() && is_html_space(css_[at_])) ++at_;
    std::string value;
    if (at_ < css_.size() && (css_[at_] == '"' || css_[at_] == '\'')) {
      value = string_value(css_[at_]);
    } else {
      while (at_ < css_.size() && css_[at_] != ')') {
        if (css_[at_++] == '\\') {
          escape(value);
        } else {
          value.push_back(css_[at_ - 1]);
        }
      }
      while (!value.empty() && is_html_space(value.back())) value.pop_back();
    }
    const std::size_t end = css_.find(')', at_);
    at_ = end == std::string_view::npos ? css_.size() : end + 1;
    put_address(value);
    import_ = false;
  }

  void put_address(const std::string& value) {
    const bool is_data = !strict_ && value.size() > 5 && starts_ignoring_case(value, "data:");
    const bool stays = value.starts_with('#') || is_data;
    out_ += "url(\"";
    for (const char c : stays ? value : place_(value, import_)) {
      if (c == '"' || c == '\\') out_.push_back('\\');
      // A line end would end the string, and a tag the style element.
      if (c == '<') {
        out_ += "\\3c ";
      } else if (static_cast<unsigned char>(c) >= 0x20) {
        out_.push_back(c);
      }
    }
    out_ += "\")";
  }

  std::string_view css_;
  const Place& place_;
  const bool strict_;
  std::size_t at_ = 0;
  bool import_ = false;          // the next string is the address of a sheet
  std::vector<bool> functions_;  // that are open: whether their strings are addresses
  std::string out_;
};

}  // namespace

std::string rewrite_css(std::string_view css,
                        const std::function<std::string(const std::string& url)>& place) {
  return CssRewriter(css, [&](const std::string& url, bool) { return place(url); }, false).run();
}

std::string rewrite_css_strictly(
    std::string_view css, const std::function<std::string(const std::string& url, bool sheet)>& place) {
  return CssRewriter(preprocessed(css), place, true).run();
}

}  // namespace bfa
