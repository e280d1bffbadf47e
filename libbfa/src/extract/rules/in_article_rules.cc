// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/in_article_rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "bfa/text/utf8.h"
#include "extract/page/page_facts.h"
#include "extract/page/region_signs.h"
#include "extract/words/comment_words.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

constexpr std::uint32_t kMaxTalkBytes = 60;   // of a heading of comments
constexpr std::uint32_t kMaxFootBytes = 400;  // outside of links, between the text and the comments

using NodeId = HtmlDocument::NodeId;

constexpr std::string_view kLine = ".//";
constexpr std::string_view kText = "[.=";
constexpr std::string_view kBehind = "/following::node()";

std::uint64_t hash_of_line(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.value();
}

std::uint64_t mixed(std::string_view tag, std::uint64_t hash) {
  return hash_of_tag(tag) * 31 ^ hash;
}

// Whether an element, and its ancestors up to the container, match the steps.
bool leads_to(const PageIndex& page, NodeId article, NodeId n, const std::vector<PathStep>& steps) {
  for (std::size_t i = steps.size(); i > 0; --i, n = page.parent(n)) {
    if (n <= article) return false;
    const PathStep& step = steps[i - 1];
    if (page.doc().tag(n) != step.tag) return false;
    const bool named =
        std::all_of(step.predicates.begin(), step.predicates.end(), [&](const PathPredicate& predicate) {
          return page.attribute(n, predicate.attribute) == predicate.value;
        });
    if (!named) return false;
  }
  return n == article;
}

}  // namespace

bool read_line_rule(std::string_view xpath, std::string_view& tag, std::string_view& text) {
  const std::size_t open = xpath.find(kText);
  if (!xpath.starts_with(kLine) || open == std::string_view::npos) return false;
  tag = xpath.substr(kLine.size(), open - kLine.size());
  text = xpath.substr(open + kText.size());
  if (text.size() < 3 || !text.ends_with(']')) return false;
  text = text.substr(1, text.size() - 3);  // quotes and bracket
  return true;
}

InArticleRules::InArticleRules(const std::vector<std::string>& xpaths) {
  for (std::string_view xpath : xpaths) {
    if (!is_in_article_rule(xpath)) continue;
    std::string_view tag;
    std::string_view text;
    const bool ends = xpath.ends_with(kBehind);
    if (ends) xpath.remove_suffix(kBehind.size());
    if (!xpath.starts_with(kLine)) {
      (ends ? end_places : places).push_back(xpath);
    } else if (!read_line_rule(xpath, tag, text)) {
      continue;
    } else if (ends) {
      end_lines.push_back(mixed(tag, hash_of_line(text)));
    } else if (text == kLinksSlot) {
      links.push_back(tag);
    } else if (text.ends_with(kLinksSlot)) {
      list_heads.push_back(mixed(tag, hash_of_line(text.substr(0, text.size() - kLinksSlot.size()))));
    } else if (std::optional<LineFrame> frame = LineFrame::parse(text)) {
      frames.push_back({tag, std::move(*frame)});
    } else {
      lines.push_back(mixed(tag, hash_of_line(text)));
      longest_line = std::max(longest_line, 2 * static_cast<std::uint32_t>(text.size()));
    }
  }
  std::sort(lines.begin(), lines.end());
}

bool InArticleRules::has_line(const PageIndex& page, const TextBlock& block) const {
  if (block.bytes > longest_line) return false;
  return std::binary_search(lines.begin(), lines.end(),
                            line_key(page, block, hash_of_line(text_of(page, block))));
}

bool InArticleRules::has_frame(const PageIndex& page, const TextBlock& block,
                               const LineContext& context) const {
  if (frames.empty() || block.bytes > kMaxFramedBytes) return false;
  const std::string_view tag = page.doc().tag(block.container);
  if (std::none_of(frames.begin(), frames.end(), [&](const Framed& each) { return each.tag == tag; }))
    return false;
  const std::string line = text_of(page, block);
  const std::string form = line_form(line, context.title);
  const std::string linked = linked_form(page, block, context);
  return std::any_of(frames.begin(), frames.end(), [&](const Framed& each) {
    return each.tag == tag && each.frame.fits(line, each.frame.has_link() ? linked : form, context);
  });
}

bool InArticleRules::has_links(const PageIndex& page, const TextBlock& block, std::string_view host) const {
  return std::find(links.begin(), links.end(), page.doc().tag(block.container)) != links.end() &&
         is_line_of_links(page, block, host);
}

bool InArticleRules::has_list_head(const PageIndex& page, const TextBlock& block) const {
  return std::ranges::find(list_heads, line_key(page, block, hash_of_line(text_of(page, block)))) !=
         list_heads.end();
}

std::uint32_t comments_from(const PageIndex& page, std::uint32_t from, std::uint32_t end) {
  for (std::uint32_t i = from; i < end; ++i) {
    const TextBlock& block = page.blocks()[i];
    if (block.bytes <= kMaxTalkBytes && is_comment_heading(collapse_space(text_of(page, block)))) return i;
  }
  return end;
}

std::uint32_t InArticleRules::end_of_text(const PageIndex& page, NodeId article) const {
  const std::uint32_t begin = page.first_block(article), end = page.end_block(article);
  std::vector<std::uint32_t> found;
  for (const std::string_view place : end_places) {
    for (const NodeId n : match_place(page, article, place)) {
      if (page.first_block(n) > begin) found.push_back(page.first_block(n));
    }
  }
  for (std::uint32_t i = begin + 1; i < end && !end_lines.empty(); ++i) {
    const TextBlock& block = page.blocks()[i];
    if (block.bytes > kMaxFramedBytes) continue;
    const std::uint64_t key = line_key(page, block, hash_of_line(text_of(page, block)));
    if (std::ranges::find(end_lines, key) != end_lines.end()) found.push_back(i);
  }
  std::ranges::sort(found);
  for (const std::uint32_t at : found) {
    const std::uint32_t foot = comments_from(page, at, end);
    std::uint32_t text = 0;
    for (std::uint32_t i = at; i < foot; ++i) text += page.blocks()[i].bytes - page.blocks()[i].link_bytes;
    if (text <= kMaxFootBytes) return at;
  }
  return end;
}

std::string end_rule(std::string_view rule) {
  return std::string(rule).append(kBehind);
}

std::uint64_t line_key(const PageIndex& page, const TextBlock& block, std::uint64_t hash) {
  return mixed(page.doc().tag(block.container), hash);
}

std::string line_rule(const PageIndex& page, const TextBlock& block) {
  return line_rule(page.doc().tag(block.container), collapse_space(text_of(page, block)));
}

std::string list_rule(const PageIndex& page, const TextBlock& block) {
  return line_rule(page.doc().tag(block.container),
                   collapse_space(text_of(page, block)).append(" ").append(kLinksSlot));
}

std::string line_rule(std::string_view tag, const std::string& text) {
  const char quote = text.find('\'') == std::string::npos ? '\'' : '"';
  if (text.find(quote) != std::string::npos) return {};
  std::string rule(kLine);
  rule.append(tag).append(kText);
  rule.append(1, quote).append(text).append(1, quote).append("]");
  return rule;
}

std::string linked_form(const PageIndex& page, const TextBlock& block, const LineContext& context) {
  std::string text;
  std::size_t last = std::string::npos;  // the end of the last "{link}"
  NodeId past = block.first;             // the end of the last link
  const auto add = [&](NodeId end) {
    for (NodeId n = past; n < end; ++n) {
      if (page.tag(n) == Tag::kText && !(page.zones(n) & kZoneIgnored)) text += page.doc().text(n);
    }
  };
  for (const NodeId link : links_of(page, block)) {
    const std::string own = line_of(page, link);
    if (own.empty() || !is_own_address(page.attribute(link, "href"), context.host) ||
        (!context.title.empty() && own.find(context.title) != std::string::npos))
      continue;
    add(link);
    past = page.end(link);
    const bool joined = last != std::string::npos && comparable_title(text.substr(last)).empty();
    joined ? text.resize(last) : void(text.append(kLinkSlot));
    last = text.size();
  }
  if (last == std::string::npos) return {};
  add(block.last + 1);
  return line_form(text, context.title);
}

std::vector<NodeId> match_place(const PageIndex& page, NodeId article, std::string_view xpath) {
  std::vector<NodeId> found;
  const auto path = remembered_path(xpath.substr(1));
  if (!*path || path->value().empty()) return found;
  const std::vector<PathStep>* const steps = &path->value();
  const FlatTree& tree = HtmlAccess::tree(page.doc());
  NodeId begin = article + 1;
  NodeId end = page.end(article);
  for (const PathPredicate& predicate : steps->back().predicates) {
    const std::uint32_t name = tree.find_name(predicate.value.value_or(""));
    if (name == 0) return found;  // no element of the page has it
    begin = std::max(begin, tree.names[name].first);
    end = std::min(end, tree.names[name].last + 1);
  }
  for (NodeId n = begin; n < end; ++n) {
    if (page.tag(n) != Tag::kText && leads_to(page, article, n, *steps)) found.push_back(n);
  }
  return found;
}

}  // namespace bfa
