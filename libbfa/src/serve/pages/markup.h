// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace bfa::pages {

// HTML that is put together from elements. Text reaches it through escaping only: names of elements and
// attributes are literals, everything else is a text, or markup that was made here.

// Text of any origin, fit to be shown: well-formed UTF-8, control characters as spaces, and without the
// characters that override the direction of the text around them (Unicode, UAX 9, section 2). Not escaped.
std::string shown_text(std::string_view text);

class Markup {
 public:
  Markup() = default;
  // Only for what other parts of the library wrote as safe markup: plots, cleaned articles.
  static Markup trusted(std::string markup) {
    Markup out;
    out.html_ = std::move(markup);
    return out;
  }
  static Markup text(std::string_view text) {
    Markup out;
    out.add(text);
    return out;
  }

  const std::string& html() const { return html_; }
  bool empty() const { return html_.empty(); }
  Markup& add(const Markup& markup) {
    html_ += markup.html_;
    return *this;
  }
  Markup& add(std::string_view text);
  Markup& add(const std::string& text) { return add(std::string_view(text)); }
  Markup& add(const char* text) { return add(std::string_view(text)); }
  Markup& operator+=(const Markup& markup) { return add(markup); }

 private:
  std::string html_;
};

// The name of an element or an attribute: a literal.
class MarkupName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor)
  consteval MarkupName(const char* name) : name_(name) {
    for (const char c : std::string_view(name)) {
      if ((c < 'a' || c > 'z') && c != '-' && (c < '1' || c > '6')) throw "not a name";
    }
  }
  constexpr std::string_view text() const { return name_; }

 private:
  const char* name_;
};

struct MarkupAttribute {
  // An address (href, src, action) that is not one of this server or of the web is left out.
  MarkupAttribute(MarkupName of, std::string text) : name(of), value(std::move(text)) {}
  // Without a value: `open`, `hidden`.
  explicit MarkupAttribute(MarkupName of) : name(of), bare(true) {}

  MarkupName name;
  std::string value;
  bool bare = false, left_out = false;
};

// The attribute only when it has a value, or when a condition holds.
MarkupAttribute if_set(MarkupName name, std::string value);
MarkupAttribute if_true(MarkupName name, bool condition);

using MarkupAttributes = std::initializer_list<MarkupAttribute>;

// "<name attribute...>" and "</name>"; the second is empty for elements without content.
void append_opening(Markup& out, MarkupName name, MarkupAttributes attributes);
std::string_view closing_of(MarkupName name);

// An element with its content: texts and markup in their order.
template <class... Content>
Markup element(MarkupName name, MarkupAttributes attributes, const Content&... content) {
  Markup out;
  append_opening(out, name, attributes);
  (out.add(content), ...);
  const std::string_view closing = closing_of(name);
  if (!closing.empty()) {
    out.add(Markup::trusted("</" + std::string(closing) + ">"));
  }
  return out;
}

// Texts and markup after another.
template <class... Content>
Markup markup_of(const Content&... content) {
  Markup out;
  (out.add(content), ...);
  return out;
}

}  // namespace bfa::pages
