// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_anchors.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/comments/comment_items.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxDateBytes = 60;
constexpr std::uint32_t kMaxDatedLine = 140;
constexpr std::uint32_t kMaxAuthorBytes = 120;
constexpr std::uint32_t kMaxNumberBytes = 6;
constexpr std::uint32_t kElsewhere = kZoneIgnored | kZoneNav | kZoneRelated | kZoneSide | kZoneMenu;

// Addresses contain dates, too ("/2007/01/04/").
bool is_address(std::string_view text) {
  return text.find("://") != std::string_view::npos;
}

bool is_frame(Tag tag) {
  return tag == Tag::kHtml || tag == Tag::kBody || tag == Tag::kMain || tag == Tag::kA || tag == Tag::kText;
}

// The number of a comment may have its name, too: <span id="comment-3">3</span>.
bool holds_comments(const PageIndex& page, NodeId n) {
  return is_block(page.tag(n)) || page.text_bytes(n) > kMaxNumberBytes;
}

bool calls_itself_comments(const PageIndex& page, NodeId n) {
  if ((page.class_hints(n).marks | page.id_hints(n).marks) & (kMarkComment | kMarkPing)) return true;
  if (!page.holds(n, FlatTree::kHoldsMeaning)) return false;
  const std::string_view type = page.attribute(n, "itemtype");
  return type.ends_with("Comment") || type.ends_with("UserComments");
}

// The nodes after a heading of a discussion, to the end of the element that contains both.
CommentRegion after_heading(const PageIndex& page, NodeId heading) {
  const HtmlDocument& doc = page.doc();
  NodeId top = heading;
  for (int up = 0; up < 3; ++up) {
    const NodeId parent = doc.parent(top);
    if (parent == HtmlDocument::kNone || parent == page.body()) break;
    if (page.text_bytes(parent) > page.text_bytes(heading)) break;
    top = parent;
  }
  const NodeId parent = doc.parent(top);
  return {doc.end(top), parent == HtmlDocument::kNone ? doc.end(top) : doc.end(parent)};
}

// The first date of a line; a line is a block, or what <br> divides a longer block into.
void add_prose_date(const PageIndex& page, NodeId first, NodeId last, std::uint32_t bytes,
                    std::string_view language, UtcTime now, std::vector<NodeId>& out) {
  const HtmlDocument& doc = page.doc();
  for (NodeId n = first; n <= last; ++n) {
    if (page.tag(n) != Tag::kText || (page.zones(n) & kZoneIgnored)) continue;
    const std::string_view text = doc.text(n);
    if (text.size() > 3 * kMaxDatedLine || !has_digit(text) || is_address(text)) continue;
    const std::string line = collapse_space(text);
    if (line.size() > kMaxDatedLine || line.size() < 4) continue;
    const std::optional<ProseDate> date = find_prose_date(line, language, now);
    if (!date || date->time.precision < TimePrecision::kDay) continue;
    if (line.size() <= kMaxDateBytes || bytes <= kMaxDatedLine) {
      out.push_back(n);
      return;
    }
  }
}

void add_prose_dates(const PageIndex& page, const TextBlock& block, std::string_view language, UtcTime now,
                     std::vector<NodeId>& out) {
  if (block.bytes <= kMaxDatedLine)
    return add_prose_date(page, block.first, block.last, block.bytes, language, now, out);
  NodeId begin = block.first;
  bool divided = false;
  for (NodeId n = block.first; n <= block.last + 1; ++n) {
    if (n <= block.last && page.tag(n) != Tag::kBr) continue;
    divided = divided || n <= block.last;
    const std::uint32_t bytes = page.text_before(n) - page.text_before(begin);
    if (divided && bytes <= kMaxDatedLine) add_prose_date(page, begin, n - 1, bytes, language, now, out);
    begin = n + 1;
  }
}

}  // namespace

std::uint32_t marks_of(const PageIndex& page, NodeId n) {
  if (page.tag(n) == Tag::kText) return 0;
  std::uint32_t marks = page.class_hints(n).marks | page.id_hints(n).marks;
  if (page.holds(n, FlatTree::kHoldsMeaning)) {
    marks |= marks_of_property(page.attribute(n, "itemprop"));
    if (page.attribute(n, "rel") == "author") marks |= kMarkAuthor | kMarkPart | kMarkStrong;
  }
  return marks;
}

std::string_view machine_date(const PageIndex& page, NodeId n) {
  if (!page.holds(n, FlatTree::kHoldsMachines)) return {};
  for (const HtmlAttribute& attribute : page.attributes(n)) {
    const bool dated =
        attribute.name == "datetime" || attribute.name == "title" || attribute.name == "content";
    if (!dated || attribute.value.size() < 8 || attribute.value.size() > 40) continue;
    const std::string_view value = attribute.value;
    const bool iso = is_digit(value[0]) && value[4] == '-' && value[7] == '-';
    if (iso && parse_timestamp(value)) return value;
  }
  return {};
}

bool hints_at_comments(const PageIndex& page) {
  const NodeId begin = page.body(), end = page.end(begin);
  if (page.has_zone(kZoneComments, begin)) return true;
  if (page.may_have_name(ClassNameHints::kSaysComment, begin, end)) return true;
  const std::span<const NodeId> telling = page.telling(begin, end), headings = page.headings(begin, end);
  return std::any_of(telling.begin(), telling.end(),
                     [&page](NodeId n) {
                       return page.holds(n, FlatTree::kHoldsMeaning) &&
                              page.attribute(n, "itemtype").find("omment") != std::string_view::npos;
                     }) ||
         std::any_of(headings.begin(), headings.end(), [&page](NodeId n) {
           return page.text_bytes(n) <= 60 && is_comment_heading(line_of(page, n));
         });
}

std::vector<CommentRegion> comment_regions(const PageIndex& page, NodeId article) {
  std::vector<CommentRegion> out;
  const NodeId begin = page.body() + 1, end = page.end(page.body());
  std::vector<NodeId> places;
  const std::span<const NodeId> telling = page.telling(begin, end), headings = page.headings(begin, end);
  std::set_union(telling.begin(), telling.end(), headings.begin(), headings.end(),
                 std::back_inserter(places));
  for (const NodeId n : places) {
    if (!out.empty() && n < out.back().end) continue;
    if (is_frame(page.tag(n)) || (page.zones(n) & kElsewhere) || page.text_bytes(n) == 0) continue;
    if (article != HtmlDocument::kNone && page.contains(n, article)) continue;
    const bool heading = is_heading(page.tag(n));
    if (!heading && holds_comments(page, n) && calls_itself_comments(page, n)) {
      out.push_back({n, page.end(n)});
    } else if (heading && page.text_bytes(n) <= 120 && !(page.zones(n) & kZoneAside) &&
               is_comment_heading(line_of(page, n))) {
      const CommentRegion region = after_heading(page, n);
      const bool holds_article =
          article != HtmlDocument::kNone && region.begin <= article && article < region.end;
      if (region.end > region.begin && !holds_article) out.push_back(region);
    }
  }
  return out;
}

CommentAnchors comment_anchors(const PageIndex& page, const std::vector<CommentRegion>& regions,
                               std::string_view language, UtcTime now) {
  const HtmlDocument& doc = page.doc();
  CommentAnchors anchors;
  for (const CommentRegion& region : regions) {
    NodeId author_end = 0;
    for (NodeId n = region.begin; n < region.end; ++n) {
      if (page.tag(n) == Tag::kText || (page.zones(n) & (kZoneIgnored | kZoneForm))) continue;
      const std::uint32_t marks = marks_of(page, n);
      if ((page.tag(n) == Tag::kTime && page.text_bytes(n) > 0 && page.text_bytes(n) <= kMaxDatedLine) ||
          !machine_date(page, n).empty()) {
        anchors.dates.push_back(n);
      }
      const bool author = (marks & kMarkAuthor) != 0 || doc.tag(n) == "cite";
      if (author && n >= author_end && page.text_bytes(n) > 0 && page.text_bytes(n) <= kMaxAuthorBytes) {
        anchors.authors.push_back(n);
        author_end = doc.end(n);
      }
    }
    const std::uint32_t last = region.end < page.size() ? page.first_block(region.end)
                                                        : static_cast<std::uint32_t>(page.blocks().size());
    std::vector<NodeId> prose;
    for (std::uint32_t i = page.first_block(region.begin); i < last; ++i) {
      const TextBlock& block = page.blocks()[i];
      if (block.zones & (kZoneIgnored | kZoneForm)) continue;
      add_prose_dates(page, block, language, now, prose);
    }
    anchors.dates.insert(anchors.dates.end(), prose.begin(), prose.end());
  }
  std::sort(anchors.dates.begin(), anchors.dates.end());
  // A date inside an element with a machine-readable date is the same date.
  std::vector<NodeId> kept;
  NodeId dated_end = 0;
  for (const NodeId n : anchors.dates) {
    if (n < dated_end) continue;
    kept.push_back(n);
    if (page.tag(n) != Tag::kText) dated_end = doc.end(n);
  }
  anchors.dates = std::move(kept);
  return anchors;
}

}  // namespace bfa
