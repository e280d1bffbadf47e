// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/markdown_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "html/tag_table.h"
#include "migrate/objects/markdown_escape.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr int kMaxNesting = 32;  // of quotes and lists: text within is copied once a level

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The first or last character of Markdown text is a letter or digit: emphasis next to it is read as such.
bool has_word_ends(std::string_view text) {
  std::size_t at = 0;
  if (text.empty() || !is_word_char(next_code_point(text, at))) return false;
  std::size_t last = text.size() - 1;
  while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xc0) == 0x80) --last;
  return is_word_char(next_code_point(text, last));
}

// Takes the space and the breaks at both ends of a line's text away. A mark that closes emphasis or a link
// must follow a word: behind the backslash of a break it would be text.
struct Trimmed {
  std::string_view words;
  bool break_before = false, break_after = false;
};
Trimmed trimmed(std::string_view text) {
  Trimmed result;
  text = trim_if(text, is_c_space);
  while (text.starts_with("\\\n")) {
    result.break_before = true;
    text = trim_if(text.substr(2), is_c_space);
  }
  for (;;) {
    std::size_t slashes = 0;
    while (slashes < text.size() && text[text.size() - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 0) break;
    result.break_after = true;
    text = trim_if(text.substr(0, text.size() - 1), is_c_space);
  }
  result.words = text;
  return result;
}

class MarkdownWriter {
 public:
  MarkdownWriter(const HtmlDocument& doc, const MarkdownPlaces& places, MarkdownChanges& changes)
      : doc_(doc), places_(places), changes_(changes) {}

  // The blocks below a node, with an empty line between two.
  std::string blocks_below(NodeId node) {  // NOLINT(misc-no-recursion): the parser limits the depth
    std::vector<std::string> blocks;
    collect(node, blocks);
    std::string out;
    for (const std::string& block : blocks) (out += out.empty() ? "" : "\n\n") += block;
    return out;
  }

 private:
  bool is_block(NodeId node) const {
    if (doc_.is_text(node)) return false;
    const TextRole role = tag_traits(doc_.tag(node)).role;
    return role == TextRole::kLine || role == TextRole::kParagraph || role == TextRole::kList ||
           role == TextRole::kPre || role == TextRole::kCell ||
           is_one_of(doc_.tag(node), {"table", "hr", "iframe", "video", "audio", "embed", "object"});
  }

  // An inline element around blocks, but a link, which stays one.
  bool holds_blocks(NodeId node) const {
    if (doc_.is_text(node) || doc_.tag(node) == "a") return false;
    for (NodeId n = node + 1; n < doc_.end(node); ++n) {
      if (is_block(n)) return true;
    }
    return false;
  }

  static void finish_paragraph(std::string& line, std::vector<std::string>& blocks) {
    std::string paragraph = markdown_paragraph(line);
    if (!paragraph.empty()) blocks.push_back(std::move(paragraph));
    line.clear();
  }

  void collect(NodeId node, std::vector<std::string>& blocks) {  // NOLINT(misc-no-recursion)
    std::string line;
    for (NodeId n = doc_.first_child(node); n != HtmlDocument::kNone; n = doc_.next_sibling(n)) {
      if (!is_block(n) && !holds_blocks(n)) {
        add_inline(n, line);
        continue;
      }
      finish_paragraph(line, blocks);
      add_block(n, blocks);
    }
    finish_paragraph(line, blocks);
  }

  void add_block(NodeId node, std::vector<std::string>& blocks) {  // NOLINT(misc-no-recursion)
    const std::string_view tag = doc_.tag(node);
    if (is_one_of(tag, {"h1", "h2", "h3", "h4", "h5", "h6"})) return add_heading(node, blocks);
    if (tag == "hr") return blocks.push_back("***");
    if (tag == "pre") return blocks.push_back(markdown_fenced(verbatim(node)));
    if (tag == "table") return add_table(node, blocks);
    if (is_one_of(tag, {"iframe", "video", "audio", "embed", "object"})) return add_embed(node, blocks);
    const bool list = tag == "ul" || tag == "ol";
    if (nesting_ < kMaxNesting && (tag == "blockquote" || list)) {
      ++nesting_;
      if (list) {
        add_list(node, blocks);
      } else if (const std::string inner = blocks_below(node); !inner.empty()) {
        blocks.push_back(markdown_quote(inner, "> "));
      }
      --nesting_;
      return;
    }
    collect(node, blocks);
  }

  // Paragraphs that begin like a list have a backslash there.
  static bool is_list(std::string_view block) {
    const std::size_t digits = std::min(block.find_first_not_of("0123456789"), block.size());
    return block.starts_with("- ") || block == "-" || (digits > 0 && block.substr(digits).starts_with(". "));
  }

  void add_heading(NodeId node, std::vector<std::string>& blocks) {  // NOLINT(misc-no-recursion)
    std::string line;
    add_children(node, line);
    std::string flat;
    for (std::size_t i = 0; i < line.size(); ++i) {  // breaks are spaces here
      if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '\n') continue;
      flat += line[i] == '\n' ? ' ' : line[i];
    }
    flat = std::string(trim_if(std::string_view(flat), is_c_space));
    if (flat.empty()) return;
    // Number signs at the end would be taken for a closing sequence.
    if (flat.back() == '#') flat.insert(flat.size() - 1, "\\");
    blocks.push_back(std::string(static_cast<std::size_t>(doc_.tag(node)[1] - '0'), '#') + " " + flat);
  }

  void add_list(NodeId node, std::vector<std::string>& blocks) {  // NOLINT(misc-no-recursion)
    const bool ordered = doc_.tag(node) == "ol";
    std::uint64_t number = parse_number(doc_.attribute(node, "start")).value_or(1);
    if (number > 900'000'000) number = 1;
    std::string out;
    bool loose = false;
    for (NodeId n = doc_.first_child(node); n != HtmlDocument::kNone; n = doc_.next_sibling(n)) {
      if (doc_.is_text(n) && trim_if(doc_.text(n), is_c_space).empty()) continue;
      std::string inner;
      if (doc_.is_text(n)) {
        append_markdown_text(inner, doc_.text(n));
        inner = markdown_paragraph(inner);
      } else {
        inner = blocks_below(n);
      }
      const std::string marker = ordered ? std::to_string(number++) + ". " : "- ";
      const std::string indent(marker.size(), ' ');
      const bool several = inner.find("\n\n") != std::string::npos;
      if (!out.empty()) out += several || loose ? "\n\n" : "\n";
      loose = several;
      out += marker + (inner.empty() ? "" : markdown_quote(inner, indent).substr(indent.size()));
    }
    if (out.empty()) return;
    // Two lists that follow each other would be one.
    if (!blocks.empty() && is_list(blocks.back())) blocks.emplace_back("<!-- -->");
    blocks.push_back(std::move(out));
  }

  void add_table(NodeId node, std::vector<std::string>& blocks) {
    ++changes_.tables;
    std::string html;
    write_html(node, html);
    blocks.push_back(std::move(html));
  }

  void add_embed(NodeId node, std::vector<std::string>& blocks) {  // NOLINT(misc-no-recursion)
    std::string url(doc_.attribute(node, doc_.tag(node) == "object" ? "data" : "src"));
    for (NodeId n = node + 1; url.empty() && n < doc_.end(node); ++n) url = doc_.attribute(n, "src");
    if (!url.empty()) {
      ++changes_.embeds;
      blocks.push_back(markdown_link({}, places_.link(url)));
    }
    collect(node, blocks);
  }

  // Text as it stands, of a block of code.
  std::string verbatim(NodeId node) const {
    std::string text;
    for (NodeId n = node + 1; n < doc_.end(node); ++n) {
      if (doc_.is_text(n)) text += doc_.text(n);
      if (!doc_.is_text(n) && doc_.tag(n) == "br") text += '\n';
    }
    for (char& c : text) c = c == '\r' ? '\n' : c;
    return text;
  }

  void add_children(NodeId node, std::string& out) {  // NOLINT(misc-no-recursion)
    for (NodeId n = doc_.first_child(node); n != HtmlDocument::kNone; n = doc_.next_sibling(n))
      add_inline(n, out);
  }

  void add_inline(NodeId node, std::string& out) {  // NOLINT(misc-no-recursion)
    if (doc_.is_text(node)) return append_markdown_text(out, doc_.text(node));
    const std::string_view tag = doc_.tag(node);
    if (tag == "br") {
      out += "\\\n";
    } else if (tag == "img") {
      add_image(node, out);
    } else if (tag == "a" && doc_.has_attribute(node, "href")) {
      add_link(node, out);
    } else if (is_one_of(tag, {"code", "kbd", "samp", "tt"})) {
      add_code(node, out);
    } else if (is_one_of(tag, {"strong", "b"})) {
      add_emphasis(node, "**", "strong", out);
    } else if (is_one_of(tag, {"em", "i", "cite"})) {
      add_emphasis(node, "*", "em", out);
    } else if (is_one_of(tag, {"sup", "sub", "del", "ins"})) {
      add_tagged(node, tag, out);
    } else {
      // Blocks within a link, or deeper than lists go, are words of the line.
      const bool apart = is_block(node);
      if (apart) append_markdown_text(out, " ");
      add_children(node, out);
      if (apart) append_markdown_text(out, " ");
    }
  }

  void add_code(NodeId node, std::string& out) {
    const std::string code = markdown_code(verbatim(node));
    if (out.ends_with('`') && code.starts_with('`')) out += "<!-- -->";  // two runs would be one
    out += code;
  }

  void add_image(NodeId node, std::string& out) {
    const std::string_view source = doc_.attribute(node, "src");
    if (source.empty()) return append_markdown_text(out, doc_.attribute(node, "alt"));
    out += "![";
    std::string alt;
    append_markdown_text(alt, doc_.attribute(node, "alt"));
    out += std::string(trim_if(std::string_view(alt), is_c_space));
    out += "](" + markdown_destination(places_.image(source)) + ")";
  }

  void add_link(NodeId node, std::string& out) {  // NOLINT(misc-no-recursion)
    std::string inner;
    add_children(node, inner);
    const auto [words, break_before, break_after] = trimmed(inner);
    if (words.empty()) return add_gap(inner, break_before || break_after, begins_with_space(node), out);
    add_gap({}, break_before, begins_with_space(node), out);
    if (out.ends_with('!')) out.insert(out.size() - 1, "\\");  // else an image
    out += "[";
    out += words;
    out += "](" + markdown_destination(places_.link(doc_.attribute(node, "href"))) + ")";
    add_gap({}, break_after, inner.back() == ' ', out);
  }

  // The space at the beginning of an element: running text has none at its own beginning.
  bool begins_with_space(NodeId node) const {
    for (NodeId n = node + 1; n < doc_.end(node); ++n) {
      if (!doc_.is_text(n) && tag_traits(doc_.tag(n)).is_void) return false;
      if (doc_.is_text(n) && !doc_.text(n).empty()) return is_c_space(doc_.text(n).front());
    }
    return false;
  }

  // What stands beside the words of an element.
  static void add_gap(std::string_view inner, bool is_break, bool space, std::string& out) {
    if (is_break) out += "\\\n";
    if (!is_break && (space || !inner.empty())) append_markdown_text(out, " ");
  }

  // `mark`: its Markdown; where that would not be read as emphasis, the tag is written.
  void add_emphasis(NodeId node, std::string_view mark, std::string_view tag,
                    std::string& out) {  // NOLINT(misc-no-recursion)
    std::string inner;
    add_children(node, inner);
    const auto [words, break_before, break_after] = trimmed(inner);
    if (words.empty()) return add_gap(inner, break_before || break_after, begins_with_space(node), out);
    add_gap({}, break_before, begins_with_space(node), out);
    const bool plain = has_word_ends(words) && !out.ends_with('*');
    out += plain ? std::string(mark) : "<" + std::string(tag) + ">";
    out += words;
    out += plain ? std::string(mark) : "</" + std::string(tag) + ">";
    add_gap({}, break_after, inner.back() == ' ', out);
  }

  void add_tagged(NodeId node, std::string_view tag, std::string& out) {  // NOLINT(misc-no-recursion)
    out += "<" + std::string(tag) + ">";
    add_children(node, out);
    out += "</" + std::string(tag) + ">";
  }

  // HTML on one line: an empty line would end it.
  void write_html(NodeId node, std::string& out) {  // NOLINT(misc-no-recursion)
    if (doc_.is_text(node)) return write_html_text(doc_.text(node), out);
    const std::string tag(doc_.tag(node));
    out += "<" + tag;
    for (const HtmlAttribute& attribute : doc_.attributes(node)) {
      if (!is_one_of(attribute.name, {"href", "src", "alt", "colspan", "rowspan", "scope", "start"}))
        continue;
      std::string value(attribute.value);
      if (attribute.name == "href") value = places_.link(value);
      if (attribute.name == "src") value = tag == "img" ? places_.image(value) : places_.link(value);
      for (char& c : value) c = c == '\n' || c == '\r' ? ' ' : c;
      ((out += " ") += attribute.name) += "=\"" + escaped_markup(value) + "\"";
    }
    out += ">";
    if (tag_traits(tag).is_void) return;
    in_pre_ += tag == "pre" ? 1 : 0;
    for (NodeId n = doc_.first_child(node); n != HtmlDocument::kNone; n = doc_.next_sibling(n))
      write_html(n, out);
    in_pre_ -= tag == "pre" ? 1 : 0;
    out += "</" + tag + ">";
  }

  void write_html_text(std::string_view text, std::string& out) const {
    for (const char c : escaped_markup(text)) {
      if (in_pre_ > 0 && c == '\n') {
        out += "&#10;";
      } else if (!is_c_space(c)) {
        out += c;
      } else if (in_pre_ > 0 || out.back() != ' ') {
        out += ' ';
      }
    }
  }

  const HtmlDocument& doc_;
  const MarkdownPlaces& places_;
  MarkdownChanges& changes_;
  int nesting_ = 0, in_pre_ = 0;
};

}  // namespace

std::string markdown_of_html(std::string_view html, const MarkdownPlaces& places, MarkdownChanges& changes) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc || doc->size() == 0) return {};
  const NodeId body = doc->find_first("body");
  std::string out =
      MarkdownWriter(*doc, places, changes).blocks_below(body == HtmlDocument::kNone ? 0 : body);
  return out.empty() ? out : out + "\n";
}

std::string markdown_of_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", at), text.size());
    std::string lines;
    for (std::string_view rest = text.substr(at, end - at); !rest.empty();) {
      const std::size_t line = std::min(rest.find('\n'), rest.size());
      if (!lines.empty()) lines += "\\\n";
      append_markdown_text(lines, rest.substr(0, line));
      rest.remove_prefix(std::min(line + 1, rest.size()));
    }
    const std::string paragraph = markdown_paragraph(lines);
    if (!paragraph.empty()) (out += out.empty() ? "" : "\n") += paragraph + "\n";
    at = end + 2;
  }
  return out;
}

std::string markdown_line(std::string_view text) {
  std::string line;
  append_markdown_text(line, text);
  return markdown_paragraph(line);
}

std::string markdown_link(std::string_view text, std::string_view url) {
  std::string words;
  append_markdown_text(words, text.empty() ? url : text);
  return "[" + std::string(trim_if(std::string_view(words), is_c_space)) + "](" + markdown_destination(url) +
         ")";
}

std::string markdown_quote(std::string_view text, std::string_view prefix) {
  std::string out;
  const std::string_view bare = prefix.substr(0, prefix.find_last_not_of(' ') + 1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (at != 0) out += '\n';
    (out += line.empty() ? bare : prefix) += line;
    at = end + 1;
  }
  return out;
}

}  // namespace bfa
