// SPDX-License-Identifier: Apache-2.0
#include "feed/markup.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "feed/names.h"
#include "feed/rewrite.h"
#include "text/windows_1252.h"

namespace bfa {
namespace {

bool has_elements(const XmlNode& node) {
  return std::any_of(node.children.begin(), node.children.end(),
                     [](const XmlNode& child) { return child.kind == XmlNode::Kind::kElement; });
}

// Elements that occur in titles; others in a title are text, such as "vector<int>".
bool is_known_tag(std::string_view name) {
  constexpr std::array<std::string_view, 70> kTags{
      "object", "embed", "form",   "input",      "base",    "link",    "meta",    "frame",  "frameset",
      "head",   "title", "applet", "a",          "abbr",    "acronym", "article", "b",      "bdi",
      "bdo",    "big",   "blink",  "blockquote", "body",    "br",      "cite",    "code",   "dd",
      "del",    "dfn",   "div",    "dl",         "dt",      "em",      "font",    "h1",     "h2",
      "h3",     "h4",    "h5",     "h6",         "hr",      "html",    "i",       "iframe", "img",
      "ins",    "kbd",   "li",     "mark",       "marquee", "nobr",    "ol",      "p",      "pre",
      "q",      "s",     "samp",   "script",     "small",   "span",    "strike",  "strong", "style",
      "sub",    "sup",   "table",  "tt",         "u",       "ul",      "var"};
  return std::find(kTags.begin(), kTags.end(), name) != kTags.end();
}

// The length of a comment or document type declaration at `at`; 0 when it has no end.
std::size_t declaration_length(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 4096);
  const std::size_t dashes = rest.starts_with("<!--") ? rest.find("-->") : std::string_view::npos;
  if (dashes != std::string_view::npos) return dashes + 3;
  const std::size_t end = rest.find('>');
  return end == std::string_view::npos ? 0 : end + 1;
}

// Elements whose content is a fallback for programs that cannot show them: a title shows only the fallback.
bool has_fallback(std::string_view tag) {
  for (const std::string_view name : {"object", "iframe", "embed", "applet", "!"}) {
    const std::string lower = ascii_lower_case(tag.substr(tag.starts_with("</") ? 2 : 1, name.size() + 1));
    if (lower.starts_with(name) && (name == "!" || lower.size() == name.size() || !is_letter(lower.back()))) {
      return true;
    }
  }
  return false;
}

// The length of a tag with a known name at `at` ("<b>", "</b>", "<a href=...>"); 0 when no such tag is
// there.
std::size_t known_tag_length(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  if (text.compare(at, 2, "<!") == 0) return declaration_length(text, at);
  if (i < text.size() && text[i] == '/') ++i;
  const std::size_t begin = i;
  while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
  if (i == begin || !is_known_tag(ascii_lower_case(text.substr(begin, i - begin)))) return 0;
  if (i < text.size() && text[i] != '>' && text[i] != '/' && !trim_c_space(text.substr(i, 1)).empty())
    return 0;
  const std::size_t length = text.substr(i, 2048).find('>');  // bounded: titles are hostile too
  return length == std::string_view::npos ? 0 : i + length + 1 - at;
}

// "&amp;", "&#39;" and the like at `at`.
bool is_reference(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  if (i < text.size() && text[i] == '#') ++i;
  const std::size_t begin = i;
  while (i < text.size() && i - begin < 12 && (is_letter(text[i]) || is_digit(text[i]))) ++i;
  return i > begin && i < text.size() && text[i] == ';';
}

bool has_markup(std::string_view text) {
  for (std::size_t at = text.find_first_of("<&"); at != std::string_view::npos;
       at = text.find_first_of("<&", at + 1)) {
    if (text[at] == '<' ? known_tag_length(text, at) > 0 : is_reference(text, at)) return true;
  }
  return false;
}

// Escapes each '<' that begins no known tag; leaves out comments and the tags of embedded objects.
std::string keep_known_tags(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t length = text[at] == '<' ? known_tag_length(text, at) : 0;
    if (text[at] != '<') {
      out += text[at];
    } else if (length == 0) {
      out += "&lt;";
    } else if (has_fallback(text.substr(at, length))) {
      at += length - 1;
    } else {
      out += '<';
    }
  }
  return out;
}

// True for markup that was escaped once too often: it has escaped end tags of known elements and no real
// tag.
bool is_escaped_twice(std::string_view html) {
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (at + 1 < html.size() && (is_letter(html[at + 1]) || html[at + 1] == '/')) return false;
  }
  for (std::size_t at = html.find("&lt;/"); at != std::string_view::npos; at = html.find("&lt;/", at + 1)) {
    const std::string_view rest = html.substr(at + 5, 16);
    const std::string name = ascii_lower_case(rest.substr(0, rest.find("&gt;")));
    if (name == "p" || name == "div" || name == "a" || name == "ul" || name == "table") return true;
  }
  return false;
}

// True for text with markup: an end tag of a known element. Feeds often declare such text as plain by
// mistake; texts that show tags to the reader are less common.
bool has_end_tag(std::string_view text) {
  for (std::size_t at = text.find("</"); at != std::string_view::npos; at = text.find("</", at + 2)) {
    if (known_tag_length(text, at) > 0) return true;
  }
  return false;
}

// Nothing when the text is not base64 of UTF-8 text.
std::optional<std::string> decode_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    int value = -1;
    if (c >= 'A' && c <= 'Z') value = c - 'A';
    if (is_lower_letter(c)) value = c - 'a' + 26;
    if (is_digit(c)) value = c - '0' + 52;
    if (c == '+' || c == '-') value = 62;
    if (c == '/' || c == '_') value = 63;
    if (value < 0 && c != '=' && is_c_space(c)) continue;
    if (c == '=') continue;
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    if (++count % 4 != 1) out += static_cast<char>(bits >> (6 - 2 * ((count + 3) % 4)) & 0xFF);
  }
  if (count % 4 == 1 || !is_valid_utf8(out)) return std::nullopt;
  return out;
}

constexpr std::string_view kXlink = "http://www.w3.org/1999/xlink";
constexpr std::string_view kXml = "http://www.w3.org/XML/1998/namespace";

void append_markup(const XmlNode& node, std::string& out) {
  if (node.kind == XmlNode::Kind::kText) {
    out += escaped_markup(node.text);
    return;
  }
  const std::string name = ascii_lower_case(node.name);
  out += '<';
  out += name;
  for (const XmlNode::Attribute& a : node.attributes) {
    const bool is_plain = a.ns.empty() || a.ns == node.ns;
    if (!is_plain && a.ns != kXlink && (a.ns != kXml || (a.name != "base" && a.name != "lang"))) continue;
    out += is_plain ? " " : a.ns == kXlink ? " xlink:" : " xml:";
    out += a.name;
    out += "=\"";
    out += escaped_markup(a.value);
    out += '"';
  }
  out += '>';
  constexpr std::array<std::string_view, 8> kVoid{"br", "hr", "img", "wbr", "input", "col", "source", "area"};
  if (std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end()) return;
  for (const XmlNode& child : node.children) append_markup(child, out);
  out += "</" + name + ">";
}

// XHTML of Atom 1.0 is in one div that is not part of it (RFC 4287 section 3.1.1.3); that of RSS in a
// body.
const XmlNode* unwrap(const XmlNode* node) {
  const XmlNode* only = nullptr;
  for (const XmlNode& child : node->children) {
    if (child.kind == XmlNode::Kind::kText) {
      if (!trim_c_space(child.text).empty()) return node;
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
  return is_wrapper && is_plain ? only : node;
}

FeedText markup_of(const XmlNode& node, const BaseAddress& base, bool is_wrapped) {
  const XmlNode* inner = is_wrapped ? unwrap(&node) : &node;
  const bool is_xhtml = std::any_of(node.children.begin(), node.children.end(), [](const XmlNode& child) {
    return child.kind == XmlNode::Kind::kElement && namespace_prefix(child.ns) == "xhtml";
  });
  return {inner_markup(*inner), true, inner == &node ? base : base.within(*inner),
          is_xhtml || namespace_prefix(node.ns) == "xhtml" ? "application/xhtml+xml" : "text/html"};
}

bool is_textual_type(std::string_view type) {
  return type.empty() || type.starts_with("text/") || type.ends_with("+xml") || type.ends_with("/xml") ||
         type == "text" || type == "html" || type == "xhtml";
}

// The byte of windows-1252 that gives a character beyond Latin-1; 0 for all others.
char32_t windows_1252_byte(char32_t c) {
  for (char32_t byte = 0x80; c > 0xFF && byte < 0xA0; ++byte) {
    if (windows_1252_character(byte) == c) return byte;
  }
  return 0;
}

// Decodes characters from `pos` on that are UTF-8 bytes misread as Latin-1 or windows-1252, and moves `pos`
// after them. Nothing unless one of them is a C1 control, which real text never contains, or they are three
// characters with one that only windows-1252 has ("a circumflex, euro, trademark" for an apostrophe).
std::optional<char32_t> undo_latin1(std::string_view text, std::size_t& pos) {
  std::string bytes;
  std::size_t at = pos;
  bool has_control = false;
  for (std::size_t wanted = 1; bytes.size() < wanted && at < text.size();) {
    char32_t c = next_code_point(text, at);
    if (const char32_t byte = windows_1252_byte(c); byte != 0 && wanted == 3) {
      c = byte;
      has_control = true;
    }
    if (c > 0xFF || c < 0x80) return std::nullopt;
    if (bytes.empty()) wanted = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 0;
    if (wanted == 0) return std::nullopt;
    bytes += static_cast<char>(c);
    has_control = has_control || c < 0xA0;
    if (bytes.size() == wanted) {
      if (!has_control || !is_valid_utf8(bytes)) return std::nullopt;
      pos = at;
      at = 0;
      return next_code_point(bytes, at);
    }
  }
  return std::nullopt;
}

}  // namespace

std::string without_c1_controls(std::string text) {
  bool has_control = text.find("\xC3\xA2\xE2\x82\xAC") != std::string::npos;
  for (std::size_t i = text.find('\xC2'); i < text.size() && !has_control; i = text.find('\xC2', i + 1))
    has_control = i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
  if (!has_control) return text;
  std::string out;
  for (std::size_t pos = 0; pos < text.size();) {
    if (const auto meant = undo_latin1(text, pos)) {
      append_code_point(out, *meant);
      continue;
    }
    const char32_t c = next_code_point(text, pos);
    const char32_t meant = c >= 0x80 && c < 0xA0 ? windows_1252_character(c) : c;
    append_code_point(out, meant != 0 ? meant : c);
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
  const std::string type = ascii_lower_case(trim_c_space(node.attribute("type")));
  const std::string mode = ascii_lower_case(trim_c_space(node.attribute("mode")));
  const bool is_html_type = type == "html" || type == "text/html";
  const bool is_xhtml_type = type == "xhtml" || type == "application/xhtml+xml";
  if (mode == "base64") {
    const std::string bytes = decode_base64(node.all_text()).value_or(std::string());
    const bool is_markup = type.find("html") != std::string::npos || has_end_tag(bytes);
    return {bytes, is_markup, base, is_markup ? "text/html" : "text/plain"};
  }
  if (has_elements(node)) {
    // Atom 0.3 has no such div: a div belongs to the text.
    const bool is_wrapped =
        type == "xhtml" || ascii_lower_case(node.ns).find("2005/atom") != std::string::npos;
    FeedText text = markup_of(node, base, is_wrapped);
    if (is_xhtml_type) text.type = "application/xhtml+xml";
    return text;
  }
  const std::string text = node.all_text();
  if (is_html_type) return {text, true, base, "text/html"};
  if (is_xhtml_type) return {escaped_markup(text), true, base, "application/xhtml+xml"};
  if (type.empty() || type == "text" || type == "text/plain") {
    // Atom 0.3 has type="text/html" mode="escaped"; even without the type, this mode means escaped markup.
    if (mode == "escaped" && type.empty()) return {text, true, base, "text/html"};
    return {text, false, base, "text/plain"};
  }
  if (is_textual_type(type)) return {text, false, base, type};
  // Of another type: base64 by RFC 4287 section 4.1.3.3, if it is.
  std::string bytes = decode_base64(text).value_or(text);
  const bool is_markup = has_end_tag(bytes);
  return {std::move(bytes), is_markup, base, type};
}

FeedText atom_content(const XmlNode& node, const BaseAddress& outer) {
  FeedText text = atom_text(node, outer);
  if (!text.is_html && has_end_tag(text.value)) {
    text.is_html = true;
    if (text.type == "text/plain") text.type = "text/html";
  }
  // A div in which all markup is escaped was written like type="html".
  const bool is_markup =
      has_elements(node) || ascii_lower_case(node.attribute("type")).find("xhtml") != std::string::npos;
  if (is_markup && !has_elements(*unwrap(&node)) && has_end_tag(node.all_text()))
    text.value = node.all_text();
  return text;
}

FeedText rss_text(const XmlNode& node, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  if (has_elements(node)) return markup_of(node, base, true);
  return {node.all_text(), true, base, "text/html"};
}

FeedText rss_line(const XmlNode& node, const BaseAddress& base) {
  FeedText text = rss_text(node, base);
  if (text.value.find('<') == std::string::npos) text.type = "text/plain";
  return text;
}

std::string plain_title(const FeedText& text) {
  const std::string value = without_c1_controls(text.value);
  if (!text.is_html || !has_markup(value)) return collapse_space(value);
  return collapse_space(html_to_text(keep_known_tags(value)));
}

std::string safe_html(const FeedText& text, std::vector<std::string>* embeds) {
  const std::string value = without_c1_controls(text.value);
  const std::string_view trimmed = trim_c_space(value);
  if (!text.is_html) return escaped_markup(trimmed);
  if (is_escaped_twice(trimmed)) {
    return rewrite_html(html_to_text(trimmed), text.base, embeds);
  }
  if (trimmed.find('<') == std::string_view::npos) return std::string(trimmed);
  return rewrite_html(trimmed, text.base, embeds);
}

std::string take_plain(const FeedText& text, std::string_view field, std::vector<FeedTextInfo>& texts) {
  std::string plain = plain_title(text);
  FeedTextInfo info{std::string(field), text.type, text.base.language(), text.base.text(), {}};
  if (text.is_html && has_markup(text.value)) {
    info.html = safe_html({keep_known_tags(text.value), true, text.base, text.type});
  }
  if (!plain.empty() || !info.html.empty()) texts.push_back(std::move(info));
  return plain;
}

std::string take_html(const FeedText& text, std::string_view field, std::vector<FeedTextInfo>& texts,
                      std::vector<std::string>* embeds) {
  std::string html = safe_html(text, embeds);
  if (!html.empty()) {
    texts.push_back({std::string(field), text.type, text.base.language(), text.base.text(), {}});
  }
  return html;
}

}  // namespace bfa
