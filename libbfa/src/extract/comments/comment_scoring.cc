// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_scoring.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/page/address_identity.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kElsewhere = kZoneIgnored | kZoneNav | kZoneRelated | kZoneSide | kZoneMenu;
constexpr std::uint32_t kHeadBytes = 160;  // of an item: its pictures and names are in them
constexpr std::uint32_t kMinTextBytes = 8;
constexpr std::size_t kMaxButton = 60;
constexpr std::uint32_t kMaxReply = 24;
constexpr std::uint32_t kMaxHeading = 120;
constexpr std::uint32_t kMaxCounted = 60;
constexpr std::uint32_t kMaxCountedLine = 600;
constexpr int kMaxPicture = 128;  // pixels
constexpr std::uint32_t kNearForm = 600;
constexpr std::uint32_t kHeadingBlocks = 3;
constexpr std::size_t kMany = 3;

std::optional<std::size_t> first_number(std::string_view text) {
  const auto digit = std::find_if(text.begin(), text.end(), is_digit);
  if (digit == text.end()) return std::nullopt;
  std::size_t value = 0;
  const char* begin = text.data() + (digit - text.begin());
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  return value;
}

// Cheap: false for most text nodes that are no heading of comments.
bool may_head_comments(const PageIndex& page, NodeId n) {
  const std::uint32_t bytes = page.text_bytes(n);
  if (bytes < 3 || bytes > kMaxCounted || (page.zones(n) & kElsewhere)) return false;
  const std::string_view text = page.doc().text(n);
  return text.size() <= 2 * kMaxCounted && may_be_comment_heading(text);
}

// The number of comments that a text node states.
std::optional<std::size_t> stated_count(const PageIndex& page, NodeId n) {
  if (page.tag(n) != Tag::kText || !has_digit(page.doc().text(n)) || !may_head_comments(page, n))
    return std::nullopt;
  const std::string line = collapse_space(page.doc().text(n));
  if (!is_comment_heading(line)) return std::nullopt;
  return first_number(line);
}

// True when some line of the page is a heading of comments, or states their number, which is not none. In a
// paragraph that is not evidence.
bool speaks_of_comments(const PageIndex& page) {
  const std::uint32_t last = page.end_block(page.body());
  for (std::uint32_t i = page.first_block(page.body()); i < last; ++i) {
    const TextBlock& block = page.blocks()[i];
    if (block.bytes > kMaxCountedLine) continue;
    for (NodeId n = block.first; n <= block.last; ++n) {
      if (page.tag(n) != Tag::kText || !may_head_comments(page, n)) continue;
      const std::string line = collapse_space(page.doc().text(n));
      if (is_comment_heading(line) && first_number(line) != std::size_t{0}) return true;
    }
  }
  return false;
}

// The text of a button, which does not belong to the page's text.
std::string button_line(const PageIndex& page, NodeId n) {
  std::string out;
  for (NodeId at = n; at < page.end(n) && out.size() <= kMaxButton; ++at) {
    if (page.tag(at) == Tag::kText) out += page.doc().text(at);
  }
  return out.size() <= kMaxButton ? collapse_space(out) : std::string();
}

bool leads_away(std::string_view href, const Url* page_url) {
  if (page_url == nullptr || href.find("//") == std::string_view::npos) return false;
  const Result<Url> url = Url::parse(href, page_url);
  return !url || url->host() != page_url->host();
}

bool is_small(std::string_view pixels) {
  const std::optional<std::size_t> value = first_number(pixels);
  return value && *value <= kMaxPicture;
}

bool is_avatar(const PageIndex& page, NodeId n) {
  if (page.tag(n) != Tag::kImg) return false;
  return page.attribute(n, "src").find("avatar") != std::string_view::npos ||
         is_small(page.attribute(n, "width")) || is_small(page.attribute(n, "height"));
}

// Cheap: false for most links that are not reply buttons.
bool may_be_reply(const PageIndex& page, NodeId n) {
  const std::uint32_t bytes = page.text_bytes(n);
  if (bytes < 3 || bytes > kMaxReply) return false;
  for (NodeId at = n + 1; at < page.end(n); ++at) {
    if (page.tag(at) != Tag::kText || page.text_bytes(at) == 0) continue;
    std::string_view text = page.doc().text(at);
    while (!text.empty() &&
           (static_cast<unsigned char>(text.front()) <= 0x20 || text.front() == '(' || text.front() == '['))
      text.remove_prefix(1);
    return may_begin_reply_action(text);
  }
  return false;
}

// Counts of features of the items; each feature counts once per item.
struct Tally {
  std::size_t reply = 0, avatar = 0, says = 0, guest = 0, cite = 0, titled = 0, linked = 0, empty = 0;
  std::uint64_t bytes = 0, link_bytes = 0;
  std::set<std::string_view> fragments;  // of addresses in them
  std::set<std::string_view> pages;      // that these are on, as they are written
  std::size_t other = 0;                 // of these that are not this one
};

class ItemReader {
 public:
  ItemReader(const PageIndex& page, const Url* page_url, Tally& tally)
      : page_(page), page_url_(page_url), tally_(tally) {}

  // `next`: the next item, which may be nested in this one.
  void read(const CommentItem& item, const std::vector<CommentItem>& items, std::size_t next) {
    bool reply = false, avatar = false, says = false, guest = false, cite = false, titled = false;
    std::string_view fragment;
    std::uint32_t bytes = 0;
    for (NodeId n = item.begin; n < item.end; ++n) {
      while (next < items.size() && items[next].begin < n) ++next;
      if (next < items.size() && items[next].begin == n) {
        n = items[next++].end - 1;
        continue;
      }
      const Tag tag = page_.tag(n);
      if (tag == Tag::kText) {
        const std::uint32_t own = page_.text_bytes(n);
        if (own == 0 || (page_.zones(n) & kZoneIgnored)) continue;
        bytes += own;
        if (page_.zones(n) & kZoneLink) tally_.link_bytes += own;
        says = says || (bytes <= kHeadBytes && own <= 16 && ends_in_saying(page_.doc().text(n)));
        continue;
      }
      if (bytes <= kHeadBytes) {
        avatar = avatar || is_avatar(page_, n);
        cite = cite || (tag == Tag::kOther && page_.doc().tag(n) == "cite");
      }
      if (tag == Tag::kButton) reply = reply || is_reply_action(button_line(page_, n));
      titled = titled || (is_heading(tag) && leads_to_page(n));
      if (tag != Tag::kA) continue;
      reply = reply || is_reply_button(page_, n, page_url_);
      const std::string_view rel = page_.attribute(n, "rel");
      guest = guest || (bytes <= kHeadBytes && rel.find("external") != std::string_view::npos) ||
              (bytes <= kHeadBytes && rel.find("ugc") != std::string_view::npos);
      if (fragment.empty()) fragment = note_address(page_.attribute(n, "href"));
    }
    tally_.bytes += bytes;
    tally_.reply += reply;
    tally_.avatar += avatar;
    tally_.says += says;
    tally_.guest += guest;
    tally_.cite += cite;
    tally_.titled += titled;
    tally_.empty += bytes < kMinTextBytes;
    if (!fragment.empty()) tally_.fragments.insert(fragment);
  }

 private:
  static bool ends_in_saying(std::string_view text) {
    std::string line = fold_case(collapse_space(text));
    while (!line.empty() && (line.back() == ':' || line.back() == ' ')) line.pop_back();
    return is_saying(line);
  }

  // A heading with a link to another page of this site: a post's.
  bool leads_to_page(NodeId heading) const {
    const auto is_page = [&](NodeId n) {
      const std::string_view href = page_.attribute(n, "href");
      return page_.tag(n) == Tag::kA && !href.empty() && href.find('#') == std::string_view::npos &&
             page_.attribute(n, "rel").find("nofollow") == std::string_view::npos &&
             page_.attribute(n, "rel").find("external") == std::string_view::npos &&
             !leads_away(href, page_url_);
    };
    for (NodeId n = heading; n < page_.end(heading); ++n) {
      if (is_page(n)) return true;
    }
    return (page_.zones(heading) & kZoneLink) && is_page(page_.parent(heading));
  }

  // An address without the part of its query that identifies a comment ("?showComment=12", which may be
  // escaped).
  static std::string_view page_of(std::string_view address) {
    for (const std::string_view mark : {"?", "%3F", "%3f"}) {
      const std::size_t at = address.find(mark);
      if (at != std::string_view::npos && address.find("omment", at) != std::string_view::npos)
        return address.substr(0, at);
    }
    return address;
  }

  bool is_other(std::string_view href) const {
    if (page_url_ == nullptr) return false;
    const Result<Url> url = Url::parse(href, page_url_);
    return !url || percent_decode(url->path()) != percent_decode(page_url_->path());
  }

  // The fragment of an address that may be a comment's.
  std::string_view note_address(std::string_view href) {
    const std::size_t hash = href.rfind('#');
    if (hash == std::string_view::npos || !has_digit(href.substr(hash))) return {};
    ++tally_.linked;
    if (hash > 0 && tally_.pages.insert(page_of(href.substr(0, hash))).second) tally_.other += is_other(href);
    return href.substr(hash + 1);
  }

  const PageIndex& page_;
  const Url* page_url_;
  Tally& tally_;
};

// True when the page states this number of comments.
bool counted(const PageIndex& page, const std::vector<CommentItem>& items) {
  const auto pings = static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(), [](const CommentItem& item) { return item.ping; }));
  const NodeId end = page.end(page.body());
  for (NodeId n = page.body(); n < end; ++n) {
    if (n == items.front().begin) n = items.back().end;
    if (n >= end) break;
    const std::optional<std::size_t> count = stated_count(page, n);
    if (count && (*count == items.size() || *count + pings == items.size())) return true;
  }
  return false;
}

// True when a short line before the items, in whatever words, has their number and no other.
bool counted_before(const PageIndex& page, const std::vector<CommentItem>& items) {
  const std::uint32_t own = page.first_block(items.front().begin);
  for (std::uint32_t back = 1; back <= kHeadingBlocks && back <= own; ++back) {
    const TextBlock& block = page.blocks()[own - back];
    if (block.bytes > kMaxCounted) return false;
    if (block.zones & (kZoneIgnored | kZoneForm)) continue;
    const std::string line = collapse_space(text_of(page, block));
    const auto digit = std::find_if(line.begin(), line.end(), is_digit);
    if (digit == line.end()) continue;
    const auto end = std::find_if_not(digit, line.end(), is_digit);
    return std::none_of(end, line.end(), is_digit) && first_number(line) == items.size();
  }
  return false;
}

// True when a short line right behind the items names comments without a number: it invites to write one.
bool has_invitation(const PageIndex& page, const std::vector<CommentItem>& items) {
  const std::uint32_t behind = page.end_block(page.body());
  std::uint32_t i = page.first_block(items.back().end);
  for (std::uint32_t seen = 0; seen < kHeadingBlocks && i < behind; ++seen, ++i) {
    const TextBlock& block = page.blocks()[i];
    if (block.bytes > kMaxCounted) return false;
    const std::string line = collapse_space(text_of(page, block));
    if (!has_digit(line) && is_comment_heading(line)) return true;
  }
  return false;
}

// True when a form with a text field is right after or before the items.
bool has_form(const PageIndex& page, const std::vector<CommentItem>& items) {
  const NodeId first = items.front().begin, last = items.back().end;
  const NodeId end = page.end(page.body());
  for (NodeId n = page.body(); n < end; ++n) {
    if (page.tag(n) != Tag::kTextarea) continue;
    if (n >= last && page.text_before(n) - page.text_before(last) <= kNearForm) return true;
    if (n < first && page.text_before(first) - page.text_before(n) <= kNearForm) return true;
  }
  return false;
}

// The link that contains all text of the block; kNone without one.
NodeId link_around(const PageIndex& page, const TextBlock& block) {
  NodeId link = HtmlDocument::kNone;
  for (NodeId n = block.first; n <= block.last; ++n) {
    if (page.tag(n) != Tag::kText || page.text_bytes(n) == 0 || (page.zones(n) & kZoneIgnored)) continue;
    if (link != HtmlDocument::kNone && page.contains(link, n)) continue;
    if (link != HtmlDocument::kNone || !(page.zones(n) & kZoneLink)) return HtmlDocument::kNone;
    for (link = n; link != HtmlDocument::kNone && page.tag(link) != Tag::kA;) link = page.parent(link);
    if (link == HtmlDocument::kNone) return link;
  }
  return link;
}

// The longest link of an item to another page of this site; not that of a name, nor to answer.
struct LinkElsewhere {
  std::uint32_t bytes = 0;
  std::string page;  // address_identity()
};

LinkElsewhere link_elsewhere(const PageIndex& page, const CommentItem& item, const Url& page_url,
                             const std::string& own) {
  constexpr std::size_t kLooked = 8;  // links of an item: a row of a list has few
  LinkElsewhere out;
  std::size_t looked = 0;
  for (const NodeId n : page.links(item.begin, item.end)) {
    if (++looked > kLooked) break;
    const std::string_view href = page.attribute(n, "href");
    if (page.text_bytes(n) <= out.bytes || href.empty() || is_reply_button(page, n, &page_url)) continue;
    if ((page.class_hints(n).marks | page.id_hints(n).marks) & kMarkAuthor) continue;
    const Result<Url> url = Url::parse(href, &page_url);
    if (!url || !url->is_http() || url->host() != page_url.host()) continue;
    std::string identity = address_identity(*url);
    if (identity != own) out = {page.text_bytes(n), std::move(identity)};
  }
  return out;
}

// True when an element of the item has a name with a number: the comment's own address is on this page.
bool has_own_address(const PageIndex& page, const CommentItem& item) {
  constexpr NodeId kLooked = 8;
  for (NodeId n = item.begin; n < item.end && n < item.begin + kLooked; ++n) {
    if (page.tag(n) != Tag::kText && has_digit(page.attribute(n, "id"))) return true;
    if (page.tag(n) == Tag::kA && has_digit(page.attribute(n, "name"))) return true;
  }
  return false;
}

// True when the items are a list of what was said lately, anywhere on the blog: four fifths of them have a
// link to another page of this site, mostly to different ones, and these links are a third of the text. False
// when an item has an address on this page, or an answer within. Pings are left out: they name the page that
// they come from. Cost: linear in the items.
bool list_other_pages(const PageIndex& page, const std::vector<CommentItem>& items, const Url& page_url) {
  std::uint64_t bytes = 0, link_bytes = 0;
  std::size_t count = 0, linked = 0;
  std::set<std::string> pages;
  const std::string own = address_identity(page_url);
  NodeId past = 0;
  for (const CommentItem& item : items) {
    if (item.begin < past) return false;  // an answer within a comment
    past = item.end;
    if (item.ping) continue;
    if (has_own_address(page, item)) return false;
    ++count;
    bytes += page.text_before(item.end) - page.text_before(item.begin);
    LinkElsewhere link = link_elsewhere(page, item, page_url, own);
    if (link.bytes == 0) continue;
    ++linked;
    link_bytes += link.bytes;
    pages.insert(std::move(link.page));
  }
  return count > 1 && 5 * linked >= 4 * count && 2 * pages.size() > linked && 3 * link_bytes >= bytes;
}

}  // namespace

bool leads_down(const PageIndex& page, const TextBlock& block, NodeId first) {
  const NodeId link = link_around(page, block);
  if (link == HtmlDocument::kNone) return false;
  const std::string_view href = page.attribute(link, "href");
  const std::size_t hash = href.find('#');
  if (hash == std::string_view::npos || hash + 1 == href.size()) return false;
  const std::string_view place = href.substr(hash + 1);
  const NodeId end = page.end(page.body());
  for (NodeId n = first + 1; n < end; ++n) {
    if (page.tag(n) == Tag::kText) continue;
    if (page.attribute(n, "id") == place) return true;
    if (page.tag(n) == Tag::kA && page.attribute(n, "name") == place) return true;
  }
  return false;
}

NodeId discussion_of(const PageIndex& page, NodeId first) {
  const std::uint32_t own = page.first_block(first);
  for (std::uint32_t back = 1; back <= kHeadingBlocks && back <= own; ++back) {
    const TextBlock& block = page.blocks()[own - back];
    if (block.bytes > kMaxHeading) break;
    if (block.zones & (kZoneIgnored | kZoneForm)) continue;
    const std::string heading = collapse_space(text_of(page, block));
    if (!is_comment_heading(heading) || first_number(heading) == std::size_t{0}) continue;
    if (!leads_down(page, block, first)) return block.first;
  }
  return first;
}

bool is_reply_button(const PageIndex& page, NodeId n, const Url* page_url) {
  if (page.tag(n) != Tag::kA) return false;
  const std::string_view href = page.attribute(n, "href");
  if (href.find("replytocom=") != std::string_view::npos) return true;
  if (page.text_bytes(n) == 0 || page.text_bytes(n) > kMaxButton) return false;
  return is_reply_action(button_line(page, n)) && !leads_away(href, page_url);
}

bool shows_signs_of_comments(const PageIndex& page) {
  const NodeId begin = page.body(), end = page.end(begin);
  if (page.doc().find_first("textarea", begin) != HtmlDocument::kNone) return true;
  const std::span<const NodeId> links = page.links(begin, end);
  return std::any_of(
             links.begin(), links.end(),
             [&page](NodeId n) { return may_be_reply(page, n) && is_reply_button(page, n, nullptr); }) ||
         speaks_of_comments(page);
}

std::optional<std::uint32_t> signs_of_comments(const PageIndex& page, const std::vector<CommentItem>& items,
                                               const Url* page_url, bool inside) {
  if (items.empty()) return std::nullopt;
  Tally tally;
  ItemReader reader(page, page_url, tally);
  for (std::size_t i = 0; i < items.size(); ++i) reader.read(items[i], items, i + 1);
  const std::size_t count = items.size();
  if (5 * tally.link_bytes > 3 * tally.bytes || 4 * tally.titled > count || 2 * tally.empty > count)
    return std::nullopt;
  if (2 * tally.linked > count && tally.pages.size() > 1 && 2 * tally.pages.size() > count)
    return std::nullopt;
  if (page_url != nullptr && list_other_pages(page, items, *page_url)) return std::nullopt;
  std::uint32_t out = 0;
  const auto most = [count](std::size_t of) { return 5 * of >= 4 * count; };
  if (discussion_of(page, items.front().begin) != items.front().begin) out += inside ? 1 : 2;
  if (counted(page, items) || (!inside && counted_before(page, items))) out += count >= kMany ? 2 : 1;
  out += 2 * static_cast<std::uint32_t>(2 * tally.reply > count);
  out += static_cast<std::uint32_t>(tally.other == 0 && most(tally.fragments.size()));
  out += static_cast<std::uint32_t>(most(tally.avatar));
  out += static_cast<std::uint32_t>(most(tally.says));
  out += static_cast<std::uint32_t>(most(tally.cite));
  out += static_cast<std::uint32_t>(4 * tally.guest > count);
  out += static_cast<std::uint32_t>(has_form(page, items) || has_invitation(page, items));
  return out;
}

}  // namespace bfa
