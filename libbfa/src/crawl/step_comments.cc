// SPDX-License-Identifier: Apache-2.0
// The comments of a post, from its page and from the feeds of comments.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/pagination.h"
#include "bfa/feed/discover.h"
#include "bfa/url/canonical.h"
#include "crawl/judge/comment_place.h"
#include "crawl/judge/removed_comments.h"
#include "crawl/step_context.h"
#include "extract/comments/comment_merge.h"
#include "extract/page/address_identity.h"

namespace bfa {
namespace {

void add_address(const StepContext& context, const std::string& text, std::vector<std::string>& out) {
  const auto admitted = context.scope.admit(text);
  if (admitted && std::find(out.begin(), out.end(), admitted->href()) == out.end())
    out.push_back(admitted->href());
}

// The feeds that may contain comments of `page`.
std::vector<std::string> comment_feeds_of(const StepContext& context, const Page& page,
                                          const FeedEntry* entry) {
  std::vector<std::string> out;
  for (const auto& candidate : discover_feeds(page.doc, page.url)) {
    if (candidate.comments) add_address(context, candidate.url, out);
  }
  if (entry != nullptr && !entry->comments_feed.empty()) add_address(context, entry->comments_feed, out);
  for (const std::string& feed : context.blog.comment_feeds) add_address(context, feed, out);
  return out;
}

// The comments on all posts in the capture of a feed.
Result<std::vector<DataObject>> stored_comments(StepContext& context, std::uint64_t capture,
                                                const std::string& address) {
  BFA_ASSIGN_OR_RETURN(const Exchange exchange, context.view.stored().load(capture));
  BFA_ASSIGN_OR_RETURN(const std::string body,
                       decoded_body(exchange, context.options.max_body_bytes, context.result.findings));
  Findings ignored;  // the feed's own step has them
  const auto feed = parse_feed(body, exchange.head.header("content-type"), exchange.url, ignored);
  if (!feed || !feed->is_comments) return std::vector<DataObject>();
  return feed_comments(context, *feed, address);
}

void add_of_post(const std::vector<DataObject>& comments, const std::string& post,
                 std::vector<DataObject>& out) {
  std::copy_if(comments.begin(), comments.end(), std::back_inserter(out),
               [&](const DataObject& comment) { return comment.post == post; });
}

}  // namespace

Result<std::vector<DataObject>> StoredComments::of_page(const Page& page, const FeedEntry* entry,
                                                        const std::string& post) {
  std::vector<DataObject> out;
  for (const std::string& address : comment_feeds_of(context_, page, entry)) {
    auto known = by_feed_.find(address);
    if (known == by_feed_.end()) {
      BFA_ASSIGN_OR_RETURN(const auto last, context_.view.stored().last_capture(address));
      std::vector<DataObject> comments;
      if (last && last->status >= 200 && last->status < 300) {
        BFA_ASSIGN_OR_RETURN(comments, stored_comments(context_, last->sequence, address));
      }
      known = by_feed_.emplace(address, std::move(comments)).first;
    }
    add_of_post(known->second, post, out);
  }
  return out;
}

std::vector<DataObject> feed_comments(const StepContext& context, const Feed& feed,
                                      const std::string& address) {
  std::vector<DataObject> out;
  for (auto& comment : comments_of_feed(feed, address, {})) {
    auto admitted = context.scope.admit(comment.post);
    if (!admitted || context.is_home(*admitted)) continue;  // not a comment on a post of this blog
    // The entry's link may lead to the page of comments that the comment is on.
    const auto post = context.scope.admit(post_of_comment_page(*admitted));
    if (post && !context.is_home(*post)) admitted = post;
    comment.post = admitted->href();
    if (const auto url = Url::parse(comment.url); url && !url->fragment().empty()) {
      comment.url = admitted->href() + "#" + std::string(url->fragment());
    }
    comment.status = "active";
    out.push_back(std::move(comment));
  }
  return out;
}

Status name_comments_by_feeds(StepContext& context, const Page& page, const FeedEntry* entry,
                              const std::string& post, std::vector<DataObject>& comments) {
  std::vector<DataObject> known;
  std::vector<std::uint64_t> used;
  for (const std::string& feed : comment_feeds_of(context, page, entry)) {
    BFA_ASSIGN_OR_RETURN(const auto capture, named_or_last_capture(context, feed));
    if (!capture) continue;
    used.push_back(*capture);
    BFA_ASSIGN_OR_RETURN(const auto more, stored_comments(context, *capture, feed));
    add_of_post(more, post, known);
  }
  // Recorded with the step, so that a rebuild reads the same captures.
  std::vector<std::uint64_t>& named = context.result.task.captures;
  if (context.task.captures.empty()) named.insert(named.end(), used.begin(), used.end());
  const std::size_t own = comments.size();
  comments = merge_comments(std::move(comments), known);
  comments.resize(std::min(own, comments.size()));  // the others are the feed's, and objects by its own step
  return {};
}

// A comment without an address may be the same as one in a feed of comments. That is decided at the end of
// the crawl, when these feeds are stored.
Status settle_nameless(StepContext& context, const Page& page, const FeedEntry* entry,
                       const std::string& post, std::vector<DataObject>& comments) {
  const auto named = [](const DataObject& comment) { return comment.url != comment.post; };
  const auto from = std::stable_partition(comments.begin(), comments.end(), named);
  std::vector<DataObject> nameless(std::make_move_iterator(from), std::make_move_iterator(comments.end()));
  comments.erase(from, comments.end());
  if (nameless.empty()) return {};
  if (context.task.kind != TaskKind::kJoin) {
    if (!context.is_replay())
      context.result.tasks.push_back(context.make_task(TaskKind::kJoin, Stage::kJoin, stored_url(post)));
    return {};
  }
  BFA_RETURN_IF_ERROR(name_comments_by_feeds(context, page, entry, post, nameless));
  std::move(nameless.begin(), nameless.end(), std::back_inserter(comments));
  return {};
}

namespace {

// The last capture of the step's page before its own; null when there is none that can be compared with it.
Result<std::shared_ptr<const StoredPage>> page_before(const StepContext& context, const Page& page) {
  const std::shared_ptr<const StoredPage> none;
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_capture(context.task.url.href()));
  if (!last || last->status < 200 || last->status >= 300 || last->truncated || !last->not_page.empty())
    return none;
  if (last->kind != TaskKind::kPage || last->time >= page.captured) return none;
  auto stored = context.view.page(last->sequence, context.options);
  if (!stored && stored.error().code == Code::kIo) return std::move(stored).error();
  if (!stored) return none;
  const Page& before = (*stored)->page;
  return before.is_html && !before.truncated && !before.refresh && before.url == page.url ? *stored : none;
}

bool is_whole_post(const Extraction& extraction) {
  return extraction.object && extraction.object->kind == ObjectKind::kPost && !extraction.comments.empty() &&
         !is_later_page(extraction) && !is_first_page(extraction);
}

// The last state of a comment that a page had. One without an address may be stored by the name that it has
// in a feed.
Result<std::optional<Version>> stored_comment(StepContext& context, const Page& page, const FeedEntry* entry,
                                              const DataObject& comment) {
  BFA_ASSIGN_OR_RETURN(auto stored, context.view.stored().last_version(object_key(comment)));
  if (stored || comment.url != comment.post) return stored;
  BFA_ASSIGN_OR_RETURN(const auto known, StoredComments(context).of_page(page, entry, comment.post));
  const auto named = merge_comments({comment}, known);
  return named.empty() ? stored : context.view.stored().last_version(object_key(named.front()));
}

bool has_whole_end(const StepContext& context, const Exchange& exchange) {
  Findings ignored;  // those of reading the page say it
  const auto body = decoded_prefix(exchange, context.options.max_body_bytes, ignored);
  return body && ends_whole(*body);
}

// True when the comments that `before` has and `now` has not may still exist.
Result<bool> may_be_hidden(const StepContext& context, const Page& old_page, const Extraction& before,
                           const Page& page, const Extraction& now) {
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_capture(context.task.url.href()));
  if (!last || context.result.exchanges.empty()) return true;
  BFA_ASSIGN_OR_RETURN(const Exchange stored, context.view.stored().load(last->sequence));
  CommentPlace old{old_page.doc, *before.object, before.comments, has_whole_end(context, stored)};
  CommentPlace fresh{page.doc, *now.object, now.comments,
                     has_whole_end(context, context.result.exchanges.back())};
  fresh.only_here.assign(now.comments.size(), true);
  for (const std::int32_t at : match_comments(before.comments, now.comments)) {
    old.only_here.push_back(at < 0);
    if (at >= 0) fresh.only_here[static_cast<std::size_t>(at)] = false;
  }
  return may_hide_comments(old, fresh);
}

}  // namespace

Status note_removed_comments(StepContext& context, const Page& page, const LearnedTemplate* learned,
                             const std::optional<EntryRef>& ref, const std::vector<HtmlLink>& links,
                             const Extraction& now) {
  // Only the step that fetched the page: other ones read bytes that were judged when they came.
  if (context.task.kind != TaskKind::kPage || context.is_replay() || !context.options.comments) return {};
  if (page.truncated || !is_whole_post(now)) return {};
  const auto address = context.scope.admit(page.url);
  if (!address) return {};
  BFA_ASSIGN_OR_RETURN(const auto stored, page_before(context, page));
  if (!stored) return {};
  const PageInput input = page_input(context, stored->page, *address, ref);
  BFA_ASSIGN_OR_RETURN(Extraction before, learned != nullptr
                                              ? context.strategy.extract(learned->compiled, input)
                                              : context.strategy.extract(nullptr, input));
  if (!is_whole_post(before) || before.object->url != now.object->url) return {};
  const bool paged = has_more_comments(links, page.url, now.comments);
  const auto removed = removed_comments(before.comments, now.comments, paged);
  if (removed.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const bool hidden, may_be_hidden(context, stored->page, before, page, now));
  if (hidden) return {};
  for (const std::size_t i : removed) {
    DataObject& comment = before.comments[i];
    if (comment.post == before.object->url) move_comment(comment, address->href());
    BFA_ASSIGN_OR_RETURN(auto last,
                         stored_comment(context, stored->page, ref ? ref->entry : nullptr, comment));
    if (!last || last->object.status == "gone" || last->observed > page.captured) continue;
    last->object.status = "gone";
    context.result.objects.push_back(Observation{std::move(last->object), page.captured, 0});
  }
  return {};
}

}  // namespace bfa
