// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comments.h"

#include <algorithm>
#include <set>
#include <utility>

#include "bfa/html/content.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "extract/comments/comment_anchors.h"
#include "extract/comments/comment_fields.h"
#include "extract/comments/comment_structure.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

// A comment without an address is identified by its text and author.
std::string content_id(const DataObject& comment) {
  std::string content = comment.post;
  for (const std::string& author : comment.authors) content += '\n' + author;
  content += '\n' + comment.text;
  return "sha256:" + hex_encode(digest(DigestAlgorithm::kSha256, content));
}

std::string ping_kind(const PageIndex& page, const CommentItem& item) {
  const std::string_view names = page.doc().attribute(item.begin, "class");
  return names.find("trackback") != std::string_view::npos ? "trackback" : "pingback";
}

DataObject make_comment(CommentFields fields, const std::string& post) {
  DataObject comment;
  comment.kind = ObjectKind::kComment;
  comment.post = post;
  comment.url = fields.fragment.empty() ? post : post + "#" + fields.fragment;
  if (!fields.author.empty()) comment.authors.push_back(std::move(fields.author));
  comment.published = fields.published;
  comment.text = std::move(fields.text);
  comment.html = std::move(fields.html);
  comment.status = "active";
  comment.provenance.method = "page";
  if (fields.relative_date) comment.attributes["relative_date"] = "yes";
  comment.id = fields.fragment.empty() ? content_id(comment) : comment.url;
  return comment;
}

// The addresses in a page's head: the canonical one and the short one.
std::vector<std::string> named_addresses(const PageIndex& page, const Url& base) {
  std::vector<std::string> out;
  for (NodeId n = 0; n < page.body(); ++n) {
    if (page.doc().tag(n) != "link") continue;
    const std::string_view rel = page.attribute(n, "rel");
    if (rel != "canonical" && rel != "shortlink") continue;
    const Result<Url> url = Url::parse(page.attribute(n, "href"), &base);
    if (url) out.push_back(url->without_fragment().href());
  }
  return out;
}

bool says_something(const CommentFields& fields) {
  return !fields.text.empty() && (!fields.author.empty() || fields.published || !fields.fragment.empty());
}

}  // namespace

PageComments::PageComments(const PageInput& input, const PageIndex& page, NodeId article,
                           const TemplateRules* rules)
    : input_(input),
      page_(page),
      article_(article),
      rules_(rules),
      hinted_(page.body() != 0 && hints_at_comments(page)) {
  if (hinted_) found_ = find(article, own_language());
  // If names identify the blog's comments, a page without such names has no comments.
  if (found() || page_.body() == 0 || (rules_ != nullptr && rules_->has_named_comment_rule)) return;
  found_ = find_comments_by_structure(page_, search_for(article, own_language()));
  unnamed_ = found();
}

std::string_view PageComments::own_language() const {
  return rules_ == nullptr ? std::string_view() : std::string_view(rules_->source.language);
}

// An article that is found later changes nothing if it is not in a region or a heading.
std::shared_ptr<const CommentRegions> PageComments::same_regions(NodeId article,
                                                                 std::string_view language) const {
  if (article_ != HtmlDocument::kNone || !found_.known_regions || language != own_language()) return nullptr;
  if (page_.zones(article) & kZoneHeading) return nullptr;
  const auto holds_article = [article](const CommentRegion& region) {
    return region.begin <= article && article < region.end;
  };
  const std::vector<CommentRegion>& regions = found_.known_regions->regions;
  return std::any_of(regions.begin(), regions.end(), holds_article) ? nullptr : found_.known_regions;
}

CommentItems PageComments::find(NodeId article, std::string_view language,
                                std::shared_ptr<const CommentRegions> known_regions) const {
  CommentSearch search = search_for(article, language);
  search.known_regions = std::move(known_regions);
  CommentItems found = find_comment_items(page_, search);
  score_comments(page_, search, found);
  return found;
}

CommentSearch PageComments::search_for(NodeId article, std::string_view language) const {
  CommentSearch search;
  search.article = article;
  search.language = language;
  search.now = input_.captured;
  search.page_url = &input_.url;
  if (rules_ != nullptr) {
    search.rules = rules_->comments;
    search.pinned = rules_->pinned_comments;
  }
  return search;
}

void PageComments::cut(RemovalMask& cut) const {
  for (const CommentItem& item : found_.items) {
    const bool holds_article =
        article_ != HtmlDocument::kNone && item.begin <= article_ && article_ < item.end;
    if (item.named && !holds_article)
      std::fill(cut.begin() + item.begin, cut.begin() + item.end, std::uint8_t{1});
  }
  cut_discussion(cut);
}

// Their heading is removed with the comments, and so are small parts between them: pings without a date,
// numbers.
void PageComments::cut_discussion(RemovalMask& cut) const {
  const NodeId begin = found_.discussion;
  if (begin == HtmlDocument::kNone) return;
  NodeId end = begin;
  std::uint64_t bytes = 0;
  for (const CommentItem& item : found_.items) {
    if (item.begin >= end) bytes += page_.text_before(item.end) - page_.text_before(item.begin);
    end = std::max(end, item.end);
  }
  const std::uint64_t all = page_.text_before(end) - page_.text_before(begin);
  const bool holds_article = article_ != HtmlDocument::kNone && begin <= article_ && article_ < end;
  if (holds_article || 2 * bytes < all) return;
  std::fill(cut.begin() + begin, cut.begin() + end, std::uint8_t{1});
}

void PageComments::read(NodeId article, const std::string& duplicate_of, Extraction& out) const {
  if ((!hinted_ && !unnamed_) || article == HtmlDocument::kNone || !out.object) return;
  std::string post = out.object->url;
  if (!duplicate_of.empty()) {
    if (const Result<Url> url = Url::parse(duplicate_of, &input_.url))
      post = canonical_url(*url, {.drop_fragment = true}).href();
  }
  const std::string& language = out.object->language;
  if (article == article_ || unnamed_) {
    const bool holds_article =
        unnamed_ && std::any_of(found_.items.begin(), found_.items.end(), [&](const CommentItem& item) {
          return item.begin <= article && article < item.end;
        });
    if (!holds_article) out.comments = objects(found_, language, post);
    return;
  }
  // A region that was found before the article may contain it.
  out.comments = objects(find(article, language, same_regions(article, language)), language, post);
}

std::vector<DataObject> PageComments::objects(const CommentItems& found, std::string_view language,
                                              const std::string& post) const {
  if (found.items.empty()) return {};
  const Url base = base_url(page_.doc(), input_.url);
  CommentReadContext context;
  context.page_url = &input_.url;
  context.base = &base;
  context.language = language;
  context.now = input_.captured;
  context.addresses = named_addresses(page_, base);
  std::vector<CommentFields> fields = read_comment_items(page_, found.items, context);
  const auto elsewhere =
      std::count_if(fields.begin(), fields.end(), [](const auto& f) { return f.elsewhere; });
  const bool unsure = found.discussion == HtmlDocument::kNone;  // otherwise the signs have shown it
  if (unsure && 2 * static_cast<std::size_t>(elsewhere) > fields.size()) return {};
  std::vector<DataObject> out;
  std::vector<std::int64_t> parents;
  std::vector<std::int64_t> place(fields.size(), -1);  // in `out`
  std::set<std::string> ids;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!says_something(fields[i])) continue;
    const bool ping = fields[i].ping;
    const std::int64_t parent = fields[i].parent;
    DataObject comment = make_comment(std::move(fields[i]), post);
    if (!ids.insert(comment.id).second) {
      // Two comments with one address: the second is identified by its text and author.
      comment.url = post;
      comment.id = content_id(comment);
      if (!ids.insert(comment.id).second) continue;
    }
    if (ping) comment.attributes["comment_type"] = ping_kind(page_, found.items[i]);
    for (const CommentRule& rule : found.rules) {
      if (rule.matches(page_.doc(), found.items[i].begin)) {
        comment.provenance.rules["comment"] = rule.xpath();
        break;
      }
    }
    place[i] = static_cast<std::int64_t>(out.size());
    out.push_back(std::move(comment));
    parents.push_back(parent);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int64_t parent = parents[i] < 0 ? -1 : place[static_cast<std::size_t>(parents[i])];
    if (parent >= 0) out[i].parent = out[static_cast<std::size_t>(parent)].id;
  }
  return out;
}

}  // namespace bfa
