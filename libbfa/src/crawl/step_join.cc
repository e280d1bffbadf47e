// SPDX-License-Identifier: Apache-2.0
// Joins posts on several pages from the captures of those pages. The task records which captures were used,
// so that a rebuild uses the same ones. Joins objects with those that stood at their former addresses: the
// task names both addresses, so that a rebuild need not decide again.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/try.h"
#include "bfa/extract/pagination.h"
#include "bfa/url/canonical.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

// The captures that a recorded task lists, by address.
Result<std::map<std::string, std::uint64_t>> named_captures(const StepContext& context) {
  std::map<std::string, std::uint64_t> out;
  for (const std::uint64_t sequence : context.task.captures) {
    BFA_ASSIGN_OR_RETURN(const auto capture, context.view.stored().capture(sequence));
    const auto url = capture ? Url::parse(capture->url) : Result<Url>(Error{});
    if (url) out.insert_or_assign(fetch_dedup_key(*url), sequence);
  }
  return out;
}

// The page of a capture if it belongs to this blog; otherwise null.
Result<std::shared_ptr<const Page>> load_page(StepContext& context, std::optional<std::uint64_t> capture) {
  if (!capture) return std::shared_ptr<const Page>();
  BFA_ASSIGN_OR_RETURN(auto page, stored_page(context, *capture));
  if (!page->is_html || !context.scope.admit(page->url)) page.reset();
  return page;
}

}  // namespace

Result<std::optional<std::uint64_t>> named_or_last_capture(const StepContext& context,
                                                           const std::string& address) {
  std::optional<std::uint64_t> none;
  const auto admitted = context.scope.admit(address);
  if (!admitted) return none;
  if (!context.task.captures.empty()) {
    BFA_ASSIGN_OR_RETURN(const auto named, named_captures(context));
    const auto at = named.find(fetch_dedup_key(*admitted));
    return at == named.end() ? none : std::optional<std::uint64_t>(at->second);
  }
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_capture(admitted->href()));
  if (!last || last->status < 200 || last->status >= 300) return none;
  return std::optional<std::uint64_t>(last->sequence);
}

Result<Extraction> join_stored_parts(StepContext& context, Extraction first, const Template* learned) {
  std::vector<std::uint64_t> used;
  auto joined =
      join_pages(std::move(first), [&](const std::string& address) -> Result<std::optional<Extraction>> {
        BFA_ASSIGN_OR_RETURN(const auto capture, named_or_last_capture(context, address));
        BFA_ASSIGN_OR_RETURN(const auto page, load_page(context, capture));
        if (!page) return std::optional<Extraction>();
        used.push_back(*capture);
        context.parts_captured = std::max(context.parts_captured, page->captured);
        PageInput input;
        input.url = *context.scope.admit(page->url);
        input.blog = context.scope.base();
        input.doc = &page->doc;
        input.captured = page->captured;
        input.zone = context.blog.given_zone;
        BFA_ASSIGN_OR_RETURN(Extraction part, context.strategy.extract(learned, input));
        return std::optional<Extraction>(std::move(part));
      });
  std::vector<std::uint64_t>& named = context.result.task.captures;
  if (context.task.captures.empty()) named.insert(named.end(), used.begin(), used.end());
  return joined;
}

void ask_for_parts(StepContext& context, const Extraction& page) {
  std::vector<CrawlTask> wanted;
  const auto ask = [&](const std::string& address, TaskKind kind, Stage stage) {
    const auto admitted = context.scope.admit(address);
    if (!admitted || !worth_following(*admitted, context.options)) return;
    CrawlTask task = context.make_task(kind, stage, *admitted);
    task.conditional = kind == TaskKind::kPage && context.is_update();
    wanted.push_back(std::move(task));
  };
  // Posts that were started are finished first, so that a run that ends at a limit leaves no incomplete
  // post.
  for (const PageLink& link : page.pagination.later) ask(link.url, TaskKind::kPage, Stage::kExtract);
  if (is_later_page(page)) ask(page.pagination.first, TaskKind::kPage, Stage::kExtract);
  ask(page.pagination.first, TaskKind::kJoin, Stage::kJoin);
  // These tasks come before those for the same addresses as links of the page.
  context.result.tasks.insert(context.result.tasks.begin(), std::make_move_iterator(wanted.begin()),
                              std::make_move_iterator(wanted.end()));
}

Status handle_join(StepContext& context) {
  std::optional<std::uint64_t> capture;
  if (context.task.captures.empty()) {
    BFA_ASSIGN_OR_RETURN(capture, named_or_last_capture(context, context.task.url.href()));
  } else {
    capture = context.task.captures.front();
  }
  BFA_ASSIGN_OR_RETURN(const auto page, load_page(context, capture));
  if (!page) return {};
  if (context.task.captures.empty()) context.result.task.captures = {*capture};
  return process_page(context, *page, *capture);
}

namespace {

// The post or page that a decision names.
Result<std::optional<Version>> object_at(const StepContext& context, const std::string& address) {
  for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
    BFA_ASSIGN_OR_RETURN(auto version, context.view.stored().last_version(object_key(kind, address)));
    if (version) return version;
  }
  return std::optional<Version>();
}

// The object left an address, came to `referrer`, and is back at the first one.
Status move_back(StepContext& context, Version now) {
  const std::string address = context.task.url.href();
  BFA_ASSIGN_OR_RETURN(const auto capture, context.view.stored().last_capture(address));
  if (!capture || context.task.referrer == address) return {};
  now.object.url = address;
  now.object.status = "active";
  now.object.provenance.warc = capture->warc;
  Observation observation{std::move(now.object), capture->time, capture->sequence};
  observation.moved_from = context.task.referrer;
  context.result.objects.push_back(std::move(observation));
  return {};
}

}  // namespace

Status handle_move(StepContext& context) {
  const std::string& from = context.task.referrer;
  BFA_ASSIGN_OR_RETURN(const auto old, object_at(context, from));
  BFA_ASSIGN_OR_RETURN(auto now, object_at(context, context.task.url.href()));
  if (!old || !now) return {};
  if (now->object.url == from) return move_back(context, std::move(*now));
  Observation observation{std::move(now->object), now->observed, now->sequence};
  observation.moved_from = from;
  context.result.objects.push_back(std::move(observation));
  return {};
}

}  // namespace bfa
