// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/page/page_index.h"
#include "extract/rules/line_frame.h"

namespace bfa {

// Rules for what is inside articles and not part of their text; they are in Template::boilerplate, beside
// those that names alone identify. They begin with ".": they are relative to the article's container:
//   ./div[@class='c7']/ul[@id='x2']  a place in it, by the names and tags of all elements down to it
//   .//p[.='Share this:']            a line, where little but such lines and links is between it and the
//                                    container's begin or end; white space and the values of numbers do not
//                                    count
//   .//p[.='Posted by {date}']       the same with a slot (line_frame.h): a line that differs from post to
//   post
//                                    in the title, in a date, in a few words
//   .//p[.='Previous: {link}']       the same with links to pages of the blog
//   .//p[.='{links}']                a line of links to pages of the blog (region_signs.h)
//   .//p[.='Read also: {links}']     a line, and the lines of links to pages of the blog below it, at the end
//   ./hr[@class='c3']/following::node()  a place or a line at which the text ends: nothing from it on is text
// Each is valid XPath, for people; these forms alone are read.
inline bool is_in_article_rule(std::string_view xpath) noexcept {
  return xpath.starts_with('.');
}

// The parsed form of such rules of a template. The places are views of the rules.
struct InArticleRules {
  std::vector<std::string_view> places;
  std::vector<std::uint64_t> lines;  // line_key(), sorted
  std::uint32_t longest_line = 0;    // bytes, white space not counted; twice that where numbers are longer
  struct Framed {
    std::string_view tag;
    LineFrame frame;
  };
  std::vector<Framed> frames;
  std::vector<std::string_view> links;    // the elements of lines of links
  std::vector<std::uint64_t> list_heads;  // line_key()
  std::vector<std::string_view> end_places;
  std::vector<std::uint64_t> end_lines;  // line_key()

  explicit InArticleRules(const std::vector<std::string>& xpaths);
  bool has_line(const PageIndex& page, const TextBlock& block) const;
  bool has_frame(const PageIndex& page, const TextBlock& block, const LineContext& context) const;
  bool has_links(const PageIndex& page, const TextBlock& block, std::string_view host) const;
  bool has_list_head(const PageIndex& page, const TextBlock& block) const;
  // The first block that is not the article's text any more; past its last one if there is none. A place or
  // line with running text behind it is amid the text, whatever it is in other posts: then it is no end.
  std::uint32_t end_of_text(const PageIndex& page, HtmlDocument::NodeId article) const;
};

// The first block from `from` on that is a heading of comments; `end`: none.
std::uint32_t comments_from(const PageIndex& page, std::uint32_t from, std::uint32_t end);

inline constexpr std::string_view kLinksSlot = "{links}";  // the text of a rule for lines of links

// The rule for a line with links below it.
std::string list_rule(const PageIndex& page, const TextBlock& block);
// The rule for a place or line at which the text ends, by the rule that finds it.
std::string end_rule(std::string_view rule);

// A number for a line's element and text: the block's own hash, or that of its text.
std::uint64_t line_key(const PageIndex& page, const TextBlock& block, std::uint64_t hash);
// The rule for a line; empty: its text cannot be written in XPath.
std::string line_rule(const PageIndex& page, const TextBlock& block);
// The same for a text that is given, possibly a frame's.
std::string line_rule(std::string_view tag, const std::string& text);

// The element and the text of a rule for a line, as line_rule() writes it; false: it is another rule.
bool read_line_rule(std::string_view xpath, std::string_view& tag, std::string_view& text);

// line_form() with "{link}" for each link to a page of the blog, and for several with nothing but signs
// between them; empty: the block has no such link. A link that has the title is the title.
std::string linked_form(const PageIndex& page, const TextBlock& block, const LineContext& context);

// The nodes that a rule for a place finds in the container.
std::vector<HtmlDocument::NodeId> match_place(const PageIndex& page, HtmlDocument::NodeId article,
                                              std::string_view xpath);

inline constexpr std::uint32_t kEdgeBytes = 80;  // of running text that may be between a line and an edge

// Calls `passes` with the numbers of blocks from the container's start, then from its end, until more than a
// few words of running text was in those for which it was false.
template <class Passes>
void walk_edges(const PageIndex& page, HtmlDocument::NodeId article, const Passes& passes) {
  const std::uint32_t begin = page.first_block(article);
  const std::uint32_t end = page.end_block(article);
  const auto running = [&](std::uint32_t i) { return page.blocks()[i].bytes - page.blocks()[i].link_bytes; };
  std::uint32_t text = 0;
  for (std::uint32_t i = begin; i < end && text <= kEdgeBytes; ++i) text += passes(i) ? 0 : running(i);
  text = 0;
  for (std::uint32_t i = end; i > begin && text <= kEdgeBytes; --i)
    text += passes(i - 1) ? 0 : running(i - 1);
}

}  // namespace bfa
