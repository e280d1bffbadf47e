// SPDX-License-Identifier: Apache-2.0
#include "replay/rewrite/markup_writer.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::string_view kVoid[] = {"area",  "base",  "basefont", "bgsound", "br",    "col",
                                      "embed", "frame", "hr",       "img",     "input", "keygen",
                                      "link",  "meta",  "param",    "source",  "track", "wbr"};

bool is_void(std::string_view tag) {
  return std::find(std::begin(kVoid), std::end(kVoid), tag) != std::end(kVoid);
}

// "<!DOCTYPE ...>" of a page, which decides how browsers lay it out; empty when it has none.
std::string document_type(std::string_view source) {
  if (source.starts_with("\xef\xbb\xbf")) source.remove_prefix(3);
  for (;;) {
    const std::size_t at = source.find_first_not_of(" \t\r\n\f");
    if (at == std::string_view::npos) return {};
    source.remove_prefix(at);
    if (!source.starts_with("<!--") && !source.starts_with("<?")) break;
    const std::string_view end = source.starts_with("<?") ? ">" : "-->";
    const std::size_t close = source.find(end);
    if (close == std::string_view::npos) return {};
    source.remove_prefix(close + end.size());
  }
  constexpr std::string_view kBegin = "<!doctype";
  if (!starts_ignoring_case(source, kBegin)) return {};
  const std::size_t close = source.find('>');
  if (close == std::string_view::npos || close > 1000) return {};
  const std::string_view type = source.substr(0, close + 1);
  return type.find('<', 1) == std::string_view::npos ? std::string(type) + "\n" : std::string();
}

}  // namespace

MarkupWriter::MarkupWriter(const HtmlDocument& doc, const Url& url, bool formulas)
    : doc_(doc), url_(url), base_(base_url(doc, url)), formulas_(formulas) {}

void MarkupWriter::run(std::string_view source) {
  html_ = document_type(source);
  if (const NodeId title = doc_.find_first("title"); title != HtmlDocument::kNone)
    title_ = collapse_space(text_below(title));
  for (NodeId node = doc_.first_child(0); node != HtmlDocument::kNone; node = doc_.next_sibling(node))
    write(node);
}

// Depth is bounded by the parser's limit.
void MarkupWriter::write(NodeId node) {  // NOLINT(misc-no-recursion)
  if (doc_.is_text(node)) {
    html_ += escaped_markup(doc_.text(node));
    return;
  }
  const std::string_view tag = doc_.tag(node);
  if (tag == "script") {
    ++scripts_;
    return;
  }
  if (!formulas_ && (tag == "math" || tag == "svg")) return;
  const Fate fate = begin(node, tag);
  if (fate == Fate::kUnwrapped) return write_children(node);
  if (fate != Fate::kKept) return;
  // Text in these two elements is not escaped, and would be parsed as tags.
  const std::string_view written = tag == "xmp" || tag == "plaintext" || tag == "listing" ? "pre" : tag;
  html_.append("<").append(written);
  write_attributes(node, tag);
  html_.append(">");
  inside(node, tag);
  if (is_void(tag)) return;
  if (written == "pre" || tag == "textarea") write_first_line_end(node);
  if (tag == "style") {
    html_ += sheet(node, text_below(node));
  } else if (tag != "iframe") {
    write_children(node);
  }
  html_.append("</").append(written).append(">");
}

void MarkupWriter::write_children(NodeId node) {  // NOLINT(misc-no-recursion)
  for (NodeId child = doc_.first_child(node); child != HtmlDocument::kNone; child = doc_.next_sibling(child))
    write(child);
}

void MarkupWriter::write_attributes(NodeId node, std::string_view tag) {
  bool has_source = false;
  for (const auto& attribute : doc_.attributes(node)) {
    if (is_unfit(attribute.name)) continue;
    const auto value = value_of(node, tag, attribute);
    if (!value) continue;
    put(attribute.name, *value);
    has_source = has_source || attribute.name == "src";
  }
  end_attributes(node, tag, has_source);
}

// The parser drops the first line end of these.
void MarkupWriter::write_first_line_end(NodeId node) {
  const NodeId child = doc_.first_child(node);
  if (child != HtmlDocument::kNone && doc_.is_text(child) && doc_.text(child).starts_with('\n'))
    html_ += "\n";
}

void MarkupWriter::put(std::string_view name, std::string_view value) {
  html_.append(" ").append(name).append("=\"").append(escaped_markup(value)).append("\"");
}

std::string MarkupWriter::text_below(NodeId node) const {
  std::string text;
  for (NodeId n = node + 1; n < doc_.end(node); ++n) {
    if (doc_.is_text(n)) text += doc_.text(n);
  }
  return text;
}

bool MarkupWriter::is_unfit(std::string_view name) {
  return name.starts_with("on") || name.find_first_of("\"'<>/= \t\r\n") != std::string_view::npos;
}

std::string only_text(const HtmlDocument& doc, std::string_view head) {
  std::string html =
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">" + std::string(head) + "</head><body><pre>\n";
  for (HtmlDocument::NodeId node = 0; node < doc.size(); ++node) {
    if (doc.is_text(node)) html += escaped_markup(doc.text(node));
  }
  return html + "</pre></body></html>";
}

std::string css_in_markup(std::string css) {
  std::size_t at = 0;
  while ((at = css.find("</", at)) != std::string::npos) css.replace(at, 2, "<\\/");
  return css;
}

void append_srcset(const SrcsetCandidate& candidate, std::string_view place, std::string& srcset) {
  srcset.append(srcset.empty() ? "" : ", ").append(place);
  if (candidate.width != 0) {
    srcset += " " + std::to_string(candidate.width) + "w";
  } else if (candidate.density != 1) {
    std::string density = std::to_string(candidate.density);
    while (density.ends_with('0') || density.ends_with('.')) density.pop_back();
    srcset += " " + density + "x";
  }
}

std::string rel_of(const HtmlDocument& doc, HtmlDocument::NodeId node) {
  return " " + fold_case(doc.attribute(node, "rel")) + " ";
}

bool has_rel(const std::string& rel, std::string_view token) {
  return rel.find(" " + std::string(token) + " ") != std::string::npos;
}

bool is_loaded(const std::string& rel) {
  return has_rel(rel, "stylesheet") || rel.find("icon") != std::string::npos;
}

}  // namespace bfa
