// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/post_evidence.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "bfa/text/prose_date.h"
#include "extract/page/address_identity.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

// Path and query without "index.html" and slash at their end.
bool is_home(const TemplateRules& rules, const PageInput& input) {
  const std::string path = path_identity(input.url);
  return path.empty() || (rules.has_home && rules.home_path == path);
}

bool has_list_segment(std::string_view path) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (is_list_segment(path.substr(0, end))) return true;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

std::size_t count_numbers(std::string_view path) {
  std::size_t numbers = 0;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0 && std::all_of(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(end), is_digit))
      ++numbers;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return numbers;
}

// The same except for numbers: a post whose date in the address depends on a time zone.
bool differ_in_numbers(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      while (!a.empty() && is_digit(a.front())) a.remove_prefix(1);
      while (!b.empty() && is_digit(b.front())) b.remove_prefix(1);
      continue;
    }
    if (a.front() != b.front()) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

// The same name after another date, or its beginning: publishing systems accept both.
bool same_post(std::string_view here, std::string_view there) {
  constexpr std::size_t kMinBeginning = 12;
  if (here == there) return true;
  const std::string_view name = here.substr(here.rfind('/') + 1);
  const std::string_view other = there.substr(there.rfind('/') + 1);
  if (std::all_of(name.begin(), name.end(), is_digit)) return false;
  const bool alike = name == other || (name.size() >= kMinBeginning && other.starts_with(name));
  return alike && differ_in_numbers(here.substr(0, here.size() - name.size()),
                                    there.substr(0, there.size() - other.size()));
}

std::optional<Url> canonical_link(const PageIndex& page, const Url& base) {
  const HtmlDocument& doc = page.doc();
  std::string_view href, own;
  for (NodeId n = 1; n < doc.size() && (page.body() == 0 || n < page.body()); ++n) {
    if (page.tag(n) == Tag::kText || doc.tag(n) != "link") continue;
    const std::string_view rel = doc.attribute(n, "rel");
    if (rel == "shortlink") own = doc.attribute(n, "href");
    if (rel == "canonical" && href.empty()) href = doc.attribute(n, "href");
  }
  // A page's short address is no other page's: copies of a blog may have changed the canonical one to it.
  if (href.empty() || href == own) return std::nullopt;
  Result<Url> url = Url::parse(href, &base);
  if (!url || !url->is_http()) return std::nullopt;
  return std::move(*url);
}

// The target of a title's link: of the anchor around it or in it, if that has most of its text. `bookmark`:
// the link is marked as the permanent one.
std::optional<Url> title_link(const PageIndex& page, NodeId title, const Url& base, bool& bookmark) {
  if (title == HtmlDocument::kNone) return std::nullopt;
  const HtmlDocument& doc = page.doc();
  NodeId anchor = HtmlDocument::kNone;
  for (NodeId n = title; n != HtmlDocument::kNone && !is_container(page.tag(n)); n = doc.parent(n)) {
    if (page.tag(n) == Tag::kA) anchor = n;
  }
  for (NodeId n = title; anchor == HtmlDocument::kNone && n < doc.end(title); ++n) {
    if (page.tag(n) == Tag::kA && page.text_bytes(n) > 0) anchor = n;
  }
  if (anchor == HtmlDocument::kNone || 2 * page.text_bytes(anchor) < page.text_bytes(title)) {
    return std::nullopt;
  }
  bookmark = doc.attribute(anchor, "rel") == "bookmark";
  Result<Url> url = Url::parse(doc.attribute(anchor, "href"), &base);
  if (!url || !url->is_http()) return std::nullopt;
  return std::move(*url);
}

// A feed of the whole site lists pages without a day, such as "about", with the day that was never set.
bool has_unset_date(const FeedEntry& entry) {
  if (entry.published || entry.published_raw.empty()) return false;
  const Result<Timestamp> date = parse_feed_date(entry.published_raw);
  return date && is_unset(*date);
}

bool is_page_class(std::string_view word) {
  return word == "type-page" || word == "type-attachment" || word == "single-attachment" ||
         word.starts_with("page-id-");
}

// The last heading before the article, near it: in a list of one post it leads to the post.
NodeId heading_above(const PageIndex& page, NodeId article) {
  constexpr std::uint32_t kNear = 5;
  for (NodeId n = article; n > page.body(); --n) {
    if (!is_heading(page.tag(n - 1)) || page.text_bytes(n - 1) == 0) continue;
    return tree_distance(page.doc(), n - 1, article) <= kNear ? n - 1 : HtmlDocument::kNone;
  }
  return HtmlDocument::kNone;
}

// The heading that the article begins with: a teaser's, whose place was taken for the article.
NodeId heading_inside(const PageIndex& page, NodeId article) {
  for (NodeId n = article; n < page.end(article); ++n) {
    if (page.text_bytes(n) == 0) continue;
    if (is_heading(page.tag(n))) return n;
    if (page.tag(n) == Tag::kText) break;
  }
  return HtmlDocument::kNone;
}

}  // namespace

AddressEvidence address_evidence(const TemplateRules& rules, const PageInput& input) {
  AddressEvidence evidence;
  evidence.in_feed = input.entry != nullptr && !has_unset_date(*input.entry);
  const PostPattern& posts = rules.posts;
  if (posts.empty()) return evidence;
  evidence.like_posts = posts.matches(input.url);
  evidence.dated = count_numbers(input.url.path()) >= 2;
  const std::string bare = bare_target(input.url);
  const std::size_t slash = bare.rfind('/');
  // Where posts' addresses differ in depth, a longer one that is like posts' is one of them.
  if (slash != std::string::npos && !evidence.like_posts) {
    const std::string_view folder = std::string_view(bare).substr(0, slash + 1);
    evidence.below_post =
        posts.matches_target(folder) || (slash > 0 && posts.matches_target(folder.substr(0, slash)));
    if (evidence.below_post) evidence.talk_of = post_of_comment_page(input.url);
  }
  evidence.list = !evidence.like_posts && (posts.is_folder_target(bare) || is_home(rules, input) ||
                                           has_list_segment(input.url.path()));
  return evidence;
}

std::string shown_elsewhere(const PageView& view, NodeId title, NodeId article) {
  const PostPattern& posts = view.rules_or_none().posts;
  if (posts.empty()) return {};
  const PageInput& input = view.input;
  const PageIndex& page = view.page;
  const Url base = base_url(page.doc(), input.url);
  const std::string here = path_identity(input.url);
  const std::optional<Url> canonical = canonical_link(page, base);
  if (canonical && !same_post(here, path_identity(*canonical)) && posts.matches(*canonical)) {
    return canonical->without_fragment().href();
  }
  const bool like_posts = posts.matches(input.url);
  std::vector<NodeId> headings = {title};
  if (article != HtmlDocument::kNone) {
    headings.push_back(heading_above(page, article));
    // A post may begin with a part about another post.
    if (!like_posts) headings.push_back(heading_inside(page, article));
  }
  for (const NodeId heading : headings) {
    bool bookmark = false;
    const std::optional<Url> target = title_link(page, heading, base, bookmark);
    if (!target || same_post(here, path_identity(*target)) || path_identity(*target).empty()) continue;
    if (!(bookmark && !like_posts) && !posts.matches(*target)) continue;
    // A title may lead to another site that the post mentions.
    const bool own = target->host() == input.url.host() || (canonical && target->host() == canonical->host());
    if (own) return target->without_fragment().href();
  }
  return {};
}

std::optional<bool> stated_kind(const PageIndex& page, NodeId article) {
  std::optional<bool> said;
  for (NodeId n = article; n != HtmlDocument::kNone && n != 0; n = page.parent(n)) {
    for (std::string_view rest = page.attribute(n, "class"); !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::string_view word = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (is_page_class(word)) return false;
      if (page.tag(n) == Tag::kBody && word == "single-post") said = true;
    }
  }
  return said;
}

bool links_posts(const PageView& view, NodeId article) {
  constexpr std::size_t kMinLinks = 3;
  const PostPattern& posts = view.rules_or_none().posts;
  if (posts.empty() || article == HtmlDocument::kNone) return false;
  const PageInput& input = view.input;
  const PageIndex& page = view.page;
  const Url base = base_url(page.doc(), input.url);
  std::size_t links = 0;
  const std::uint32_t begin = page.first_block(article);
  const std::uint32_t end = page.end_block(article);
  for (std::uint32_t i = begin; i < end; ++i) {
    const TextBlock& block = page.blocks()[i];
    if (2 * block.link_bytes <= block.bytes || (block.zones & kZonePre)) continue;
    NodeId anchor = block.first;
    while (anchor != HtmlDocument::kNone && page.tag(anchor) != Tag::kA) anchor = page.doc().parent(anchor);
    if (anchor == HtmlDocument::kNone) continue;
    const Result<Url> url = Url::parse(page.doc().attribute(anchor, "href"), &base);
    if (url && url->host() == input.url.host() && posts.matches(*url)) ++links;
  }
  return links >= kMinLinks && 8 * links >= end - begin;
}

}  // namespace bfa
