// SPDX-License-Identifier: Apache-2.0
// Steps over pages that may be something else: a parked domain, a challenge, a wall, a soft 404.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "bfa/url/canonical.h"
#include "crawl/judge/not_page.h"
#include "crawl/judge/phrases.h"
#include "crawl/judge/same_text.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::size_t kLongText = 1500;  // bytes: none of the notices that are judged by words is longer
constexpr std::size_t kLeastKnown = 12;  // sequences of three words: fewer tell nothing
constexpr std::size_t kLeastTitle = 12;  // bytes
constexpr std::size_t kManyLinks = 20;
constexpr double kStillThere = 0.3;  // of the known text
constexpr double kGone = 0.1;
constexpr double kSame = 0.9;  // likeness of two pages that are one answer

bool is_overruled(const StepContext& context) {
  return context.blog.became_overruled || context.options.overruled.contains(context.blog.home);
}

// Ends the step: its bytes are kept, and nothing is made of them.
void end_as(StepContext& context, const NotPage& found) {
  StepResult& result = context.result;
  const bool passes = found.kind == NotPageKind::kChallenge || found.kind == NotPageKind::kMaintenance ||
                      found.kind == NotPageKind::kLogin || found.kind == NotPageKind::kConsent;
  result.outcome = Outcome::kSomethingElse;
  // Unavailable: the next run tries again.
  result.error = Error{passes ? Code::kUnavailable : Code::kNotFound,
                       "answered with " + std::string(not_page_words(found.kind)), context.task.url.href()};
  result.findings.push_back({result.error->code, "not_page." + std::string(not_page_name(found.kind)),
                             found.evidence, -1, context.task.url.href()});
  result.objects.clear();
  result.tasks.clear();
  context.own_page.reset();
}

// What is known of a page's text: of its last version, or of the feed's entry.
struct KnownText {
  std::string title, text;
};

Result<std::optional<KnownText>> last_text(const StepContext& context, const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto last,
                       context.view.stored().last_version(object_key(ObjectKind::kPost, url)));
  if (!last) return std::optional<KnownText>();
  return std::optional<KnownText>(KnownText{last->object.title, last->object.text});
}

KnownText text_of_entry(const FeedEntry& entry) {
  return {entry.title, html_to_text(entry.content.empty() ? entry.summary : entry.content)};
}

bool stands_in(const std::string& title, const PageSigns& signs) {
  if (title.size() < kLeastTitle) return false;
  const std::string wanted = phrase_text(title);
  if (signs.title.find(wanted) != std::string::npos) return true;
  return std::any_of(signs.segments.begin(), signs.segments.end(),
                     [&](const std::string& segment) { return segment.find(wanted) != std::string::npos; });
}

void compare_with_known(const KnownText& text, const PageSigns& signs, std::string_view page_text,
                        KnownPage& known) {
  const bool titled = stands_in(text.title, signs);
  const WordTriples before(text.text);
  const double part = before.size() < kLeastKnown ? -1 : before.part_in(WordTriples(page_text));
  known.present = titled || part >= kStillThere;
  known.absent = !titled && part >= 0 && part < kGone;
  known.text_lost = part >= 0 && part < kStillThere;
}

// True when the object is like what is known, so that nothing else has to be looked at.
bool is_as_known(const KnownText& known, const DataObject& object) {
  if (known.text == object.text) return !known.text.empty();
  const WordTriples before(known.text);
  return before.size() >= kLeastKnown && before.part_in(WordTriples(object.text)) >= kStillThere;
}

// The first look, which costs little: true for a page that reads as a post or as a list of the blog.
bool reads_as_own(const JudgedPage& judged) {
  const DataObject* const object = judged.object;
  if (object == nullptr || object->text.size() < kLongText) return false;
  const bool fits = judged.learned != nullptr && judged.learned->rule("article") != nullptr;
  if (fits && object->kind == ObjectKind::kPost) return !is_unlike_template(judged.learned, *object);
  return judged.links != nullptr && judged.links->size() >= kManyLinks;
}

// Rules that were learned for the dates and authors of posts find none on an error page.
bool has_byline(const JudgedPage& judged) {
  if (judged.object == nullptr) return false;
  const auto& rules = judged.object->provenance.rules;
  return rules.contains("date") || rules.contains("author");
}

// What judge_page() needs to take a page for its own, if there is no version of it: a full look would change
// nothing.
bool is_plainly_own(const JudgedPage& judged) {
  if (has_byline(judged) || !post_mark_of(judged.page.doc).empty()) return true;
  if (judged.entry == nullptr) return false;
  PageSigns titles;
  add_titles(titles, judged.page.doc);
  return stands_in(judged.entry->title, titles);
}

struct Look {
  PageSigns signs;
  KnownPage known;
  std::string text;  // of the page
};

// The blog's home page; `page` if its address cannot be read.
Url home_of(const StepContext& context, const Url& page) {
  const auto home = Url::parse(context.blog.home);
  return home ? *home : page;
}

Look look_at(const StepContext& context, const JudgedPage& judged, const std::optional<KnownText>& last) {
  const Page& page = judged.page;
  Look look;
  std::vector<HtmlLink> own;
  if (judged.links == nullptr) own = links_of(page.doc, 0, base_url(page.doc, page.url));
  const Url base = home_of(context, page.url);
  look.signs = signs_of(page.doc, page.url, base, judged.links != nullptr ? *judged.links : own);
  look.text = text_of(page.doc, 0);
  KnownPage& known = look.known;
  known.expected = last || judged.entry != nullptr || judged.like_a_post;
  known.home = context.is_home(context.task.url);
  known.other_host = registered_domain(page.url.host()) != registered_domain(base.host());
  known.other_path = fetch_dedup_key(page.url) != fetch_dedup_key(context.task.url);
  if (has_byline(judged)) look.signs.post_mark = "a date or author where posts have theirs";
  if (judged.object != nullptr) known.main_words = count_page_words(judged.object->text);
  if (last) {
    compare_with_known(*last, look.signs, look.text, known);
  } else if (judged.entry != nullptr) {
    compare_with_known(text_of_entry(*judged.entry), look.signs, look.text, known);
  }
  return look;
}

// The page shows what another address of the blog shows, and nothing of its post. With the post's title still
// on it, only the home page is another: that lists the titles of all.
Result<std::optional<NotPage>> compare_with_others(StepContext& context, const Look& look) {
  const WordTriples own(look.text);
  std::vector<std::uint64_t> captures;
  if (look.known.absent) captures.assign(context.task.captures.begin() + 1, context.task.captures.end());
  BFA_ASSIGN_OR_RETURN(const auto home, context.view.stored().last_capture(context.blog.home));
  if (home) captures.push_back(home->sequence);
  for (const std::uint64_t capture : captures) {
    if (capture == context.task.capture) continue;
    const auto other = context.view.page(capture, context.options);
    if (!other) {
      if (other.error().code == Code::kIo) return other.error();
      continue;
    }
    const Page& page = (*other)->page;
    if (!page.is_html || fetch_dedup_key(page.url) == fetch_dedup_key(context.task.url)) continue;
    if (own.likeness(WordTriples(text_of(page.doc, 0))) < kSame) continue;
    const bool is_home = context.is_home(page.url);
    return std::optional<NotPage>(
        NotPage{is_home ? NotPageKind::kHomeInstead : NotPageKind::kSoft404,
                "nothing of the known post is on it, and it shows the same as " + page.url.href()});
  }
  return std::optional<NotPage>();
}

// Puts the extraction off until the other pages of the crawl can be compared with it.
Status put_off_suspect(StepContext& context) {
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_capture(context.task.url.href()));
  CrawlTask late = context.make_task(TaskKind::kExtract, Stage::kJoin, context.task.url);
  late.depth = context.task.depth;
  late.captures.push_back(last ? last->sequence : 0);
  context.result.findings.push_back({Code::kUnavailable, "unlike_post",
                                     "nothing of the known post is on it: judged at the end of the crawl", -1,
                                     context.task.url.href()});
  context.result.tasks.push_back(std::move(late));
  return {};
}

}  // namespace

bool end_if_sent_home(StepContext& context, const Url& target, bool known) {
  if (!known || is_overruled(context) || !context.is_home(target) || context.is_home(context.task.url))
    return false;
  end_as(context, {NotPageKind::kHomeInstead, "it redirects to " + target.href()});
  return true;
}

bool is_suspect(const CrawlTask& task) {
  return task.kind == TaskKind::kExtract && task.stage == Stage::kJoin && !task.captures.empty() &&
         task.origin != TaskOrigin::kReplay;
}

Result<bool> end_if_something_else(StepContext& context, const JudgedPage& judged) {
  const Page& page = judged.page;
  if (is_overruled(context) || !page.is_html) return false;
  const auto address = context.scope.admit(page.url);
  if (!address) return false;
  if (context.is_home(*address) && !context.is_home(context.task.url)) {
    BFA_ASSIGN_OR_RETURN(const auto own, last_text(context, context.task.url.href()));
    return end_if_sent_home(context, *address, own.has_value() || judged.entry != nullptr);
  }
  BFA_ASSIGN_OR_RETURN(const auto last, last_text(context, address->href()));
  if (last && judged.object != nullptr && is_as_known(*last, *judged.object)) return false;
  if (!last && reads_as_own(judged)) return false;
  if (!last && is_plainly_own(judged)) return false;
  if (!last && judged.entry == nullptr && judged.links != nullptr &&
      is_one_of_many(page.doc, page.url, home_of(context, page.url), *judged.links, page.answer))
    return false;
  const Look look = look_at(context, judged, last);
  std::optional<NotPage> found = judge_page(look.signs, page.answer, look.known);
  const bool lost = last && look.known.text_lost && !look.known.home;
  if (!found && lost && is_suspect(context.task)) {
    BFA_ASSIGN_OR_RETURN(found, compare_with_others(context, look));
  }
  if (found) {
    end_as(context, *found);
    return true;
  }
  const bool may_wait = context.task.kind == TaskKind::kPage && context.task.stage != Stage::kEntry;
  if (!lost || context.is_replay() || !may_wait) return false;
  BFA_RETURN_IF_ERROR(put_off_suspect(context));
  return true;
}

bool end_if_home_is_something_else(StepContext& context, const Page& home) {
  if (is_overruled(context) || !home.is_html) return false;
  const JudgedPage judged{home};
  Look look = look_at(context, judged, std::nullopt);
  look.known.home = look.known.expected = true;
  const auto found = judge_page(look.signs, home.answer, look.known);
  if (found) end_as(context, *found);
  return found.has_value();
}

}  // namespace bfa
