// SPDX-License-Identifier: Apache-2.0
#include "markup.h"

#include <algorithm>
#include <array>

#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "names.h"
#include "rewrite.h"

namespace bfa {
namespace {

bool is_ascii_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

bool has_elements(const XmlNode& node) {
  return std::any_of(node.children.begin(), node.children.end(),
                     [](const XmlNode& child) { return child.kind == XmlNode::Kind::kElement; });
}

// Elements that people write into titles; others in a title are taken for text, such as "vector<int>".
bool is_known_tag(std::string_view name) {
  constexpr std::array<std::string_view, 58> kTags{
      "a",     "abbr",   "acronym", "article", "b",    "bdi",    "bdo",   "big",     "blink",  "blockquote",
      "body",  "br",     "cite",    "code",    "dd",   "del",    "dfn",   "div",     "dl",     "dt",
      "em",    "font",   "h1",      "h2",      "h3",   "h4",     "h5",    "h6",      "hr",     "html",
      "i",     "iframe", "img",     "ins",     "kbd",  "li",     "mark",  "marquee", "nobr",   "ol",
      "p",     "pre",    "q",       "s",       "samp", "script", "small", "span",    "strike", "strong",
      "style", "sub",    "sup",     "table",   "tt",   "u",      "ul",    "var"};
  return std::find(kTags.begin(), kTags.end(), name) != kTags.end();
}

// The length of a tag with a known name at `at` ("<b>", "</b>", "<a href=...>"); 0 when there is none.
std::size_t known_tag_length(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  if (i < text.size() && text[i] == '/') ++i;
  const std::size_t begin = i;
  while (i < text.size() && (is_ascii_alpha(text[i]) || is_ascii_digit(text[i]))) ++i;
  if (i == begin || !is_known_tag(lower_ascii(text.substr(begin, i - begin)))) return 0;
  if (i < text.size() && text[i] != '>' && text[i] != '/' && trimmed_space(text.substr(i, 1)) != "") return 0;
  const std::size_t length = text.substr(i, 2048).find('>');  // bounded: titles are hostile too
  return length == std::string_view::npos ? 0 : i + length + 1 - at;
}

// "&amp;", "&#39;" and the like at `at`.
bool is_reference(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  if (i < text.size() && text[i] == '#') ++i;
  const std::size_t begin = i;
  while (i < text.size() && i - begin < 12 && (is_ascii_alpha(text[i]) || is_ascii_digit(text[i]))) ++i;
  return i > begin && i < text.size() && text[i] == ';';
}

bool has_markup(std::string_view text) {
  for (std::size_t at = text.find_first_of("<&"); at != std::string_view::npos;
       at = text.find_first_of("<&", at + 1)) {
    if (text[at] == '<' ? known_tag_length(text, at) > 0 : is_reference(text, at)) return true;
  }
  return false;
}

// Escapes each '<' that begins no known tag.
std::string keep_known_tags(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<' && known_tag_length(text, at) == 0) {
      out += "&lt;";
    } else {
      out += text[at];
    }
  }
  return out;
}

// Markup that was escaped once too often: escaped end tags of known elements and not one real tag.
bool is_escaped_twice(std::string_view html) {
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (at + 1 < html.size() && (is_ascii_alpha(html[at + 1]) || html[at + 1] == '/')) return false;
  }
  for (std::size_t at = html.find("&lt;/"); at != std::string_view::npos; at = html.find("&lt;/", at + 1)) {
    const std::string_view rest = html.substr(at + 5, 16);
    const std::string name = lower_ascii(rest.substr(0, rest.find("&gt;")));
    if (name == "p" || name == "div" || name == "a" || name == "ul" || name == "table") return true;
  }
  return false;
}

std::string decode_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    int value = -1;
    if (c >= 'A' && c <= 'Z') value = c - 'A';
    if (c >= 'a' && c <= 'z') value = c - 'a' + 26;
    if (is_ascii_digit(c)) value = c - '0' + 52;
    if (c == '+' || c == '-') value = 62;
    if (c == '/' || c == '_') value = 63;
    if (value < 0) continue;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    if (++count % 4 != 1) out += static_cast<char>(bits >> (6 - 2 * ((count + 3) % 4)) & 0xFF);
  }
  return repair_utf8(out);
}

void append_markup(const XmlNode& node, std::string& out) {
  if (node.kind == XmlNode::Kind::kText) {
    out += html_escaped(node.text);
    return;
  }
  const std::string name = lower_ascii(node.name);
  out += "<" + name;
  for (const XmlNode::Attribute& a : node.attributes) {
    if (!a.ns.empty() && a.name != "base" && a.name != "lang") continue;
    out += " " + std::string(a.ns.empty() ? "" : "xml:") + a.name + "=\"" + html_escaped(a.value) + "\"";
  }
  out += ">";
  constexpr std::array<std::string_view, 8> kVoid{"br", "hr", "img", "wbr", "input", "col", "source", "area"};
  if (std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end()) return;
  for (const XmlNode& child : node.children) append_markup(child, out);
  out += "</" + name + ">";
}

// XHTML in a feed stands in one div or body that is not part of it (RFC 4287 section 3.1.1.3).
const XmlNode& unwrap(const XmlNode& node) {
  const XmlNode* only = nullptr;
  for (const XmlNode& child : node.children) {
    if (child.kind == XmlNode::Kind::kText) {
      if (!trimmed_space(child.text).empty()) return node;
    } else if (only != nullptr) {
      return node;
    } else {
      only = &child;
    }
  }
  if (only == nullptr || namespace_prefix(only->ns) != "xhtml") return node;
  const bool is_wrapper = only->name == "div" || only->name == "body";
  const bool is_plain =
      only->attributes.empty() || (only->attributes.size() == 1 && !only->attributes[0].ns.empty());
  return is_wrapper && is_plain ? *only : node;
}

FeedText markup_of(const XmlNode& node, const BaseAddress& base) {
  const XmlNode& inner = unwrap(node);
  return {inner_markup(inner), true, &inner == &node ? base : base.within(inner)};
}

bool is_textual_type(std::string_view type) {
  return type.empty() || type.starts_with("text/") || type.ends_with("+xml") || type.ends_with("/xml") ||
         type == "text" || type == "html" || type == "xhtml";
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string inner_markup(const XmlNode& node) {
  std::string out;
  for (const XmlNode& child : node.children) append_markup(child, out);
  return out;
}

FeedText atom_text(const XmlNode& node, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  const std::string type = lower_ascii(trimmed_space(node.attribute("type")));
  const std::string mode = lower_ascii(trimmed_space(node.attribute("mode")));
  if (mode == "base64") {
    const std::string bytes = decode_base64(node.all_text());
    return is_textual_type(type) ? FeedText{bytes, type.find("html") != std::string::npos, base} : FeedText{};
  }
  if (has_elements(node)) return markup_of(node, base);
  const std::string text = node.all_text();
  if (type == "html" || type == "text/html" || type == "xhtml" || type == "application/xhtml+xml") {
    const bool is_markup = type.find("xhtml") == std::string::npos;
    return {is_markup ? text : html_escaped(text), true, base};
  }
  if (type.empty() || type == "text" || type == "text/plain") {
    // Atom 0.3 knew type="text/html" mode="escaped"; a mode alone says that markup was escaped.
    if (mode == "escaped" && type.empty()) return {text, true, base};
    return {text, false, base};
  }
  if (is_textual_type(type)) return {text, false, base};
  return {decode_base64(text), false, base};
}

FeedText rss_text(const XmlNode& node, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  if (has_elements(node)) return markup_of(node, base);
  return {node.all_text(), true, base};
}

std::string plain_title(const FeedText& text) {
  if (!text.is_html) return collapse_space(text.value);
  if (!has_markup(text.value)) return collapse_space(text.value);
  return collapse_space(html_to_text(keep_known_tags(text.value)));
}

std::string safe_html(const FeedText& text) {
  const std::string_view trimmed = trimmed_space(text.value);
  if (!text.is_html) return html_escaped(trimmed);
  if (is_escaped_twice(trimmed)) {
    return rewrite_html(html_to_text(trimmed), text.base);
  }
  if (trimmed.find('<') == std::string_view::npos) return std::string(trimmed);
  return rewrite_html(trimmed, text.base);
}

}  // namespace bfa
