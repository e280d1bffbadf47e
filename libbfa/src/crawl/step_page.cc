// SPDX-License-Identifier: Apache-2.0
// Steps over pages: extraction, and the tasks that links make.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/try.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/pagination.h"
#include "bfa/extract/rules.h"
#include "bfa/feed/discover.h"
#include "bfa/html/content.h"
#include "bfa/object/version.h"
#include "bfa/url/canonical.h"
#include "crawl/cut_transfer.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::size_t kMostLinks = 20'000;  // of one page

Result<bool> seen_before(const StepContext& context, const std::string& url) {
  if (!context.is_update()) return false;
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_capture(url));
  return last.has_value();
}

// Anchors, and the link elements that lead through a blog; the others are addresses for programs.
bool leads_to_pages(std::string_view tag, std::string_view rel) {
  if (tag == "a" || tag == "area") return true;
  if (tag != "link") return false;
  for (const std::string_view token :
       {"next", "prev", "previous", "first", "last", "start", "up", "archives", "index"}) {
    const auto at = rel.find(token);
    if (at == std::string_view::npos) continue;
    const auto end = at + token.size();
    if ((at == 0 || rel[at - 1] == ' ') && (end == rel.size() || rel[end] == ' ')) return true;
  }
  return false;
}

// How far the tasks are whose links follow: see StepOptions::max_depth.
Result<std::uint32_t> next_depth(const StepContext& context, const std::vector<CrawlTask>& found) {
  constexpr int kMostLooked = 200;
  const std::uint32_t depth = context.task.depth;
  if (depth < context.options.max_depth / 2) return depth + 1;
  int looked = 0;
  for (const CrawlTask& task : found) {
    if (task.stage != Stage::kPost || ++looked > kMostLooked) continue;
    BFA_ASSIGN_OR_RETURN(const auto stored, context.view.stored().last_capture(task.url.href()));
    if (!stored) return depth;
  }
  return depth + 1;
}

// Makes tasks of the links that were found, unless too long a way led here.
Status keep_links(StepContext& context, std::vector<CrawlTask> found) {
  if (found.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const std::uint32_t depth, next_depth(context, found));
  if (depth > context.options.max_depth) {
    context.result.findings.push_back({Code::kLimit, kWalkEnded,
                                       "its links are not followed: the last " +
                                           std::to_string(context.options.max_depth / 2) +
                                           " pages on the way to it led to no new post",
                                       -1, context.task.url.href()});
    return {};
  }
  for (CrawlTask& task : found) {
    task.depth = depth;
    context.result.tasks.push_back(std::move(task));
  }
  return {};
}

// Pages of the blog that this one links to.
Status follow_links(StepContext& context, const Page& page, const std::vector<HtmlLink>& links,
                    const PostPattern& posts) {
  if (context.is_replay()) return {};
  std::vector<CrawlTask> found;
  std::unordered_set<std::string_view> followed;  // each page has most of its links several times
  for (const auto& link : links) {
    if (link.kind != LinkKind::kLink || !leads_to_pages(page.doc.tag(link.node), link.rel)) continue;
    // Addresses with a query are counted each time: see QueryGuard.
    if (link.url.find('?') == std::string::npos && !followed.insert(link.url).second) continue;
    const auto admitted = context.scope.admit(link.url);
    if (!admitted || !worth_following(*admitted, context.options)) continue;
    // Reply and share forms: the same page under another query, and marked as not worth a visit.
    if (admitted->has_query() && link.rel.find("nofollow") != std::string::npos) continue;
    if (*admitted == page.url || context.is_home(*admitted)) continue;
    BFA_ASSIGN_OR_RETURN(const bool known, seen_before(context, admitted->href()));
    if (known) continue;
    if (found.size() >= kMostLinks) {
      const std::string told = "of its links only the first " + std::to_string(kMostLinks) + " are followed";
      context.result.findings.push_back({Code::kLimit, kLinksOverLimit, told, -1, context.task.url.href()});
      break;
    }
    const Stage stage = posts.matches(*admitted) ? Stage::kPost : Stage::kOther;
    found.push_back(context.make_task(TaskKind::kPage, stage, *admitted));
  }
  return keep_links(context, std::move(found));
}

// The feeds of comments that a page links to.
void follow_comment_feeds(StepContext& context, const Page& page) {
  for (const auto& candidate : discover_feeds(page.doc, page.url)) {
    if (!candidate.comments) continue;
    const auto admitted = context.scope.admit(candidate.url);
    if (!admitted) continue;
    CrawlTask task = context.make_task(TaskKind::kCommentFeed, Stage::kOther, *admitted);
    task.conditional = true;
    context.result.tasks.push_back(std::move(task));
  }
}

// The feed that a list of posts names for itself: that of a category may be all that still leads to an old
// post. Only in the first crawl of a blog, and only of lists that the home page links to.
void follow_feed_of_list(StepContext& context, const Page& page, const PostPattern& posts) {
  constexpr std::uint32_t kNear = 1;
  const auto address = context.scope.admit(page.url);
  if (context.is_update() || !address || context.task.depth > kNear || context.is_home(*address) ||
      posts.matches(*address))
    return;
  const std::string_view path = address->path();
  const std::string folder(path.substr(0, path.rfind('/') + 1));
  if (folder.size() <= context.scope.base().path().size()) return;
  for (const FeedCandidate& candidate : discover_feeds(page.doc, page.url)) {
    if (candidate.comments || candidate.from != FeedCandidate::From::kLinkElement) continue;
    const auto admitted = context.scope.admit(candidate.url);
    if (!admitted || !admitted->path().starts_with(folder)) continue;
    CrawlTask task = context.make_task(TaskKind::kFeed, Stage::kOther, *admitted);
    task.referrer.clear();
    task.depth = kListDepth;
    context.result.tasks.push_back(std::move(task));
    return;
  }
}

// Adds tasks for the images of a post and the style sheets of its page.
Status follow_media(StepContext& context, const DataObject& post, const std::vector<HtmlLink>& links) {
  std::vector<std::string> addresses;
  for (const auto& reference : post.references) {
    if (reference.kind == ReferenceKind::kImage) addresses.push_back(reference.url);
  }
  for (const auto& link : links) {
    if (link.kind == LinkKind::kStylesheet) addresses.push_back(link.url);
  }
  for (const auto& address : addresses) {
    const auto url = Url::parse(address);
    if (!url || !url->is_http() || address.size() > context.options.max_url_length) continue;
    const auto admitted = context.scope.admit(*url);
    const Url target = admitted ? *admitted : url->without_fragment();
    BFA_ASSIGN_OR_RETURN(const bool known, seen_before(context, target.href()));
    if (!known) context.result.tasks.push_back(context.make_task(TaskKind::kMedia, Stage::kMedia, target));
  }
  return {};
}

// For a post on several pages: joins it if its pages are stored; otherwise adds tasks for them. False: there
// is no object to keep yet.
Result<bool> settle_parts(StepContext& context, const Template* learned, Extraction& extraction) {
  if (is_later_page(extraction)) {
    if (!context.is_replay()) ask_for_parts(context, extraction);
    // Its text belongs to the post.
    DataObject& page = *extraction.object;
    page.text.clear();
    page.html.clear();
    page.references.clear();
    extraction.comments.clear();
  }
  if (!is_first_page(extraction)) return true;
  if (!context.is_replay() && context.task.kind != TaskKind::kJoin) {
    ask_for_parts(context, extraction);
    return false;
  }
  BFA_ASSIGN_OR_RETURN(extraction, join_stored_parts(context, std::move(extraction), learned));
  return true;
}

void note_directive(StepContext& context, const char* message) {
  context.result.findings.push_back({Code::kDenied, "robots_tag", message, -1, context.task.url.href()});
}

}  // namespace

Result<std::optional<EntryRef>> entry_of(const ParsedView& view, const CrawlTask& task) {
  if (task.feed_sequence == 0 || task.feed_entry < 0) return std::optional<EntryRef>();
  BFA_ASSIGN_OR_RETURN(auto feed, view.feed_of(task.feed_sequence));
  const auto index = static_cast<std::size_t>(task.feed_entry);
  if (!feed || index >= feed->feed.entries.size()) return std::optional<EntryRef>();
  const FeedEntry* const entry = &feed->feed.entries[index];
  return std::optional<EntryRef>(EntryRef{std::move(feed), entry});
}

// True for a changed page that is not a post: the blog may have a new theme. That is decided at the end of
// the crawl.
static Result<bool> is_changed_page(const StepContext& context, const Extraction& extraction,
                                    const std::string& url) {
  if (extraction.object->kind != ObjectKind::kPage || is_later_page(extraction) || !context.is_update())
    return false;
  BFA_ASSIGN_OR_RETURN(const auto last,
                       context.view.stored().last_version(object_key(ObjectKind::kPage, url)));
  return last && object_changed(last->object, *extraction.object);
}

void move_comment(DataObject& comment, const std::string& post) {
  const std::string old = comment.post;
  if (old == post) return;
  for (std::string* text : {&comment.url, &comment.id, &comment.parent}) {
    if (text->starts_with(old)) *text = post + text->substr(old.size());
  }
  comment.post = post;
}

bool is_unlike_template(const Template* learned, const DataObject& object) {
  constexpr double kUnlike = 0.5;  // the mean over a blog's new pages after a redesign is below it
  return learned != nullptr && learned->rule("article") != nullptr && object.kind == ObjectKind::kPost &&
         object.provenance.confidence < kUnlike;
}

// Puts the extraction off until the end of the crawl for a post that the template does not fit, because the
// template may be learned again by then, and for another page that changed. True when it was put off.
static Result<bool> put_off(StepContext& context, const Template* learned, const Extraction& extraction,
                            const std::string& url, std::uint64_t capture) {
  // Pages that the template was learned from, and pages that have waited, are extracted now.
  const bool now =
      context.is_replay() || context.task.kind == TaskKind::kExtract || context.task.kind == TaskKind::kJoin;
  if (now || learned == nullptr) return false;
  const bool unlike = is_unlike_template(learned, *extraction.object);
  BFA_ASSIGN_OR_RETURN(const bool changed, is_changed_page(context, extraction, url));
  if (!unlike && !changed) return false;
  CrawlTask late =
      context.make_task(TaskKind::kExtract, unlike ? Stage::kLate : Stage::kJoin, context.task.url);
  late.depth = context.task.depth;
  late.capture = capture;
  context.result.tasks.push_back(std::move(late));
  return true;
}

PageInput page_input(const StepContext& context, const Page& page, const Url& address,
                     const std::optional<EntryRef>& ref) {
  PageInput input;
  input.url = address;
  input.blog = context.scope.base();
  input.doc = &page.doc;
  input.entry = ref ? ref->entry : entry_of_known_post(context, address);
  input.feed_url = ref ? ref->feed->url : std::string();
  input.captured = page.captured;
  input.zone = context.blog.given_zone;
  input.refresh_checked = true;  // by process_page
  return input;
}

// Adds tasks for the links of a page.
static Status follow_page(StepContext& context, const Page& page, const std::vector<HtmlLink>& links,
                          const PostPattern& posts) {
  if (context.options.robots_tags == RobotsTagPolicy::kObey && page.robots.nofollow) {
    note_directive(context, "nofollow: its links are not followed");
  } else {
    BFA_RETURN_IF_ERROR(follow_links(context, page, links, posts));
    if (!context.is_replay()) follow_feed_of_list(context, page, posts);
  }
  if (!context.is_replay()) follow_comment_feeds(context, page);
  return {};
}

// Keeps what was extracted from the page at `address`: its object and the comments.
static Status keep_extraction(StepContext& context, const Page& page, std::uint64_t capture,
                              const std::string& address, const std::optional<EntryRef>& ref,
                              const std::vector<HtmlLink>& links, Extraction extraction) {
  DataObject& object = *extraction.object;
  const std::string extracted_url = object.url;
  object.url = address;
  object.status = "active";
  if (page.truncated) object.attributes[kTruncatedAttribute] = "true";
  if (ref) {
    object.provenance.feed_sequence = context.task.feed_sequence;
    object.provenance.feed_entry = context.task.feed_entry;
  }
  if (object.kind == ObjectKind::kPost && context.options.media && !context.is_replay())
    BFA_RETURN_IF_ERROR(follow_media(context, object, links));
  const bool again = context.is_replay() && capture != 0;
  // A post on several pages stands as it does since the newest of them was fetched.
  const UtcTime observed = std::max(page.captured, context.parts_captured);
  context.result.objects.push_back(Observation{std::move(object), observed, capture, again});
  for (auto& comment : extraction.comments) {
    if (comment.post == extracted_url) move_comment(comment, address);
  }
  const FeedEntry* const entry = ref ? ref->entry : nullptr;
  const bool feed_has_comments =
      !context.blog.comment_feeds.empty() || (entry != nullptr && !entry->comments_feed.empty());
  if (feed_has_comments)
    BFA_RETURN_IF_ERROR(settle_nameless(context, page, entry, address, extraction.comments));
  for (auto& comment : extraction.comments)
    context.result.objects.push_back(Observation{std::move(comment), page.captured, capture, again});
  return {};
}

// A page that an address sends on to becomes a task, unless it is known.
static Status follow_target(StepContext& context, const Url& target) {
  const auto admitted = context.scope.admit(target);
  if (!admitted || context.is_home(*admitted) || !worth_following(*admitted, context.options)) return {};
  if (*admitted == context.task.url || context.is_replay() || context.task.depth >= context.options.max_depth)
    return {};
  BFA_ASSIGN_OR_RETURN(const bool known, seen_before(context, admitted->href()));
  if (!known) context.result.tasks.push_back(context.make_task(TaskKind::kPage, Stage::kOther, *admitted));
  return {};
}

void note_claim(StepContext& context, AddressClaim::Kind kind, const Url& from, const Url& to, UtcTime time) {
  const auto address = context.scope.admit(from);
  if (!address) return;
  const auto target = context.scope.admit(to);
  // A canonical link to the home page is a mistake of the theme. It is on all pages.
  if (kind == AddressClaim::Kind::kCanonical && target && context.is_home(*target)) return;
  if (target && fetch_dedup_key(*target) == fetch_dedup_key(*address)) return;
  AddressClaim claim;
  claim.kind = kind;
  claim.from = address->href();
  claim.to = target ? target->href() : canonical_url(to.without_fragment()).href();
  claim.time = time;
  context.result.claims.push_back(std::move(claim));
}

static void note_canonical(StepContext& context, const Page& page, const std::vector<HtmlLink>& links) {
  const auto link = std::find_if(links.begin(), links.end(),
                                 [](const HtmlLink& each) { return each.kind == LinkKind::kCanonical; });
  if (link == links.end()) return;
  const auto target = Url::parse(link->url);
  if (target && target->is_http())
    note_claim(context, AddressClaim::Kind::kCanonical, page.url, *target, page.captured);
}

Status process_page(StepContext& context, const Page& page, std::uint64_t capture) {
  if (!page.is_html) return {};
  const auto address = context.scope.admit(page.url);
  if (!address) return {};  // it redirected out of the blog: kept in WARC, no object of this blog
  if (page.refresh) {
    note_claim(context, AddressClaim::Kind::kRefresh, page.url, *page.refresh, page.captured);
    return follow_target(context, *page.refresh);
  }
  BFA_ASSIGN_OR_RETURN(const auto learned,
                       context.view.learned(context.blog.home, context.task.template_sequence));
  BFA_ASSIGN_OR_RETURN(const auto ref, entry_of(context.view, context.task));
  const Template* const rules = learned ? &learned->rules() : nullptr;
  const PageInput input = page_input(context, page, *address, ref);
  BFA_ASSIGN_OR_RETURN(Extraction extraction, learned ? context.strategy.extract(learned->compiled, input)
                                                      : context.strategy.extract(nullptr, input));

  const auto links = links_of(page.doc, 0, base_url(page.doc, page.url));
  const PostPattern none;
  const bool like_a_post = learned && learned->posts.matches(*address);
  const DataObject* const object = extraction.object ? &*extraction.object : nullptr;
  BFA_ASSIGN_OR_RETURN(const bool ended, end_if_something_else(context, {page, capture, &links, rules,
                                                                         like_a_post, input.entry, object}));
  if (ended) return {};
  BFA_RETURN_IF_ERROR(follow_page(context, page, links, learned ? learned->posts : none));
  note_canonical(context, page, links);
  context.result.findings.insert(context.result.findings.end(), extraction.findings.begin(),
                                 extraction.findings.end());
  if (!extraction.object) return {};
  if (context.options.robots_tags == RobotsTagPolicy::kObey && page.robots.noindex) {
    note_directive(context, "noindex: no object is made of it");
    return {};
  }
  BFA_ASSIGN_OR_RETURN(const bool waits, put_off(context, rules, extraction, address->href(), capture));
  if (waits) return {};
  BFA_ASSIGN_OR_RETURN(const bool whole, settle_parts(context, rules, extraction));
  if (!whole) return {};
  BFA_RETURN_IF_ERROR(
      read_last_again(context, learned.get(), page.captured, *extraction.object, *address, ref));
  BFA_RETURN_IF_ERROR(note_removed_comments(context, page, learned.get(), ref, links, extraction));
  return keep_extraction(context, page, capture, address->href(), ref, links, std::move(extraction));
}

Status handle_moved(StepContext& context, const Url& target) {
  const auto admitted = context.scope.admit(target);
  if (admitted && context.is_home(*admitted) && !context.is_replay()) {
    BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_version(
                                              object_key(ObjectKind::kPost, context.task.url.href())));
    if (end_if_sent_home(context, *admitted, last.has_value())) return {};
  }
  note_claim(context, AddressClaim::Kind::kRedirect, context.task.url, target,
             context.result.exchanges.back().started);
  return follow_target(context, target);
}

// A post to learn from is judged before it is learned from; other pages are when they are extracted.
static Status judge_entry(StepContext& context, const Page& page) {
  BFA_ASSIGN_OR_RETURN(const auto ref, entry_of(context.view, context.task));
  if (!ref) return {};
  JudgedPage judged{page};
  judged.entry = ref->entry;
  BFA_ASSIGN_OR_RETURN(const bool ended, end_if_something_else(context, judged));
  (void)ended;
  return {};
}

Status handle_page(StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const auto page, read_own_page(context, exchange));
  if (refuse_copy(context, page->robots, page->captured)) return {};
  // A link of a feed was followed over its redirects.
  if (context.result.exchanges.size() > 1)
    note_claim(context, AddressClaim::Kind::kRedirect, context.task.url, page->url, page->captured);
  // Before the template is learned only the bytes are kept; kExtract comes back to them.
  if (context.task.stage == Stage::kEntry) return judge_entry(context, *page);
  BFA_RETURN_IF_ERROR(process_page(context, *page, 0));
  const bool read_again = std::any_of(context.result.tasks.begin(), context.result.tasks.end(),
                                      [](const CrawlTask& next) { return next.kind == TaskKind::kExtract; });
  if (!read_again) context.own_page.reset();
  return {};
}

Status handle_extract(StepContext& context) {
  BFA_ASSIGN_OR_RETURN(const auto page, stored_page(context, context.task.capture));
  context.view.demote_page(context.task.capture);  // mostly the last step that reads it
  return process_page(context, *page, context.task.capture);
}

Status handle_comment_feed(StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const auto feed, read_fetched_feed(context, exchange));
  if (!feed || !feed->is_comments) return {};  // linked to as one of comments, but it has posts: ignored
  for (auto& comment : feed_comments(context, *feed, context.task.url.href()))
    context.result.objects.push_back(Observation{std::move(comment), exchange.started, 0});
  return {};
}

}  // namespace bfa
