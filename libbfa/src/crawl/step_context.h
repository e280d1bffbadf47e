// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/crawl/step.h"
#include "bfa/extract/extract.h"
#include "bfa/html/content.h"
#include "crawl/past/page.h"
#include "crawl/past/parsed_view.h"
#include "crawl/past/scope.h"

namespace bfa {

// The finding of a page whose links are not followed, since the way to it brought nothing new for long.
inline constexpr const char* kWalkEnded = "walk_ended";

// The finding of a page with more links than are followed.
inline constexpr const char* kLinksOverLimit = "links_over_limit";

// What the handlers of one step share.
struct StepContext {
  const CrawlTask& task;
  const ParsedView& view;
  const StepOptions& options;
  const ExtractionStrategy& strategy;
  BlogState blog;
  Scope scope;
  StepResult& result;
  RobotsTags head_tags = {};    // of the answer's head; empty where the crawl ignores them
  Findings head_findings = {};  // of reading them
  // The page of the step's own answer, for steps that will read it again.
  std::shared_ptr<const StoredPage> own_page = nullptr;
  UtcTime parts_captured{};  // of a post on several pages: the time of the newest of its other pages
  mutable std::optional<std::string> kept_home_key = std::nullopt;

  bool is_update() const { return blog.crawls > 0; }
  // The task reads stored captures again: their links were followed when they were fetched.
  bool is_replay() const { return task.origin == TaskOrigin::kReplay; }
  bool is_home(const Url& url) const;
  // fetch_dedup_key of the blog's home URL.
  const std::string& home_key() const;
  // A task of this blog, one link further.
  CrawlTask make_task(TaskKind kind, Stage stage, Url url) const;
};

// Of a task for a feed that other pages than the home page name, and of the learning task that has asked for
// them.
constexpr std::uint32_t kPartDepth = 3;
// The depth of a task for the feed of a list of posts, which only leads to posts.
constexpr std::uint32_t kListDepth = 4;

// True when the answer asks that no copy be kept and the crawl honours it: the step ends as denied.
bool refuse_copy(StepContext& context, const RobotsTags& tags, UtcTime captured);

// Handlers, one a task kind. `exchange` is the final answer, with a 2xx status. Errors (of the view, of the
// disk) end the step.
Status handle_robots(StepContext& context, const Exchange* exchange);
Status handle_home(StepContext& context, const Exchange& exchange);
// The home page cannot be fetched: the feed may still be at a usual path.
Status handle_home_missing(StepContext& context);
Status handle_feed(StepContext& context, const Exchange& exchange);
Status handle_feed_unchanged(StepContext& context);
Status handle_comment_feed(StepContext& context, const Exchange& exchange);
Status handle_sitemap(StepContext& context, const Exchange& exchange);
Status handle_page(StepContext& context, const Exchange& exchange);
Status handle_moved(StepContext& context, const Url& target);  // a page that redirects by HTTP
Status handle_move(StepContext& context);
Status handle_learn(StepContext& context);
Status handle_extract(StepContext& context);
Status handle_join(StepContext& context);

// Records what an address of the blog says of where its content stands. `time`: of the answer.
void note_claim(StepContext& context, AddressClaim::Kind kind, const Url& from, const Url& to, UtcTime time);

// Extracts the objects of `page`, and makes tasks from its links. `capture`: 0 for the step's own.
Status process_page(StepContext& context, const Page& page, std::uint64_t capture);

// An entry that says nothing, for a page that a decision calls a post; null for others.
const FeedEntry* entry_of_known_post(const StepContext& context, const Url& address);

// What the judge of a page reads, apart from the page itself.
struct JudgedPage {
  const Page& page;
  std::uint64_t capture = 0;                     // 0: the step's own
  const std::vector<HtmlLink>* links = nullptr;  // of the whole page; null: not read yet
  const Template* learned = nullptr;             // may be null
  bool like_a_post = false;                      // its address is one of a post
  const FeedEntry* entry = nullptr;              // may be null
  const DataObject* object = nullptr;            // what was extracted; may be null
};

// True when the page is something else than what was asked for, or must wait for the end of the crawl because
// it may be (see docs/crawl.md, "Something else is not a version"): the step has ended then. Errors: those of
// the view.
Result<bool> end_if_something_else(StepContext& context, const JudgedPage& judged);
// The same for a blog's home page, which is never put off.
bool end_if_home_is_something_else(StepContext& context, const Page& home);
// The same for a redirect to the home page in place of a page. `known`: a post is known at the task's
// address.
bool end_if_sent_home(StepContext& context, const Url& target, bool known);

// True for the late extraction of a page that may be something else: its task has captures to compare with,
// the first of which is the last good one of the page (0: none).
bool is_suspect(const CrawlTask& task);

// The page of the step's own answer. It also becomes `context.own_page`.
Result<std::shared_ptr<const Page>> read_own_page(StepContext& context, const Exchange& exchange);
// The page of a stored capture. Its findings go into the step's result.
Result<std::shared_ptr<const Page>> stored_page(StepContext& context, std::uint64_t capture);

// The input of the extraction of a page. `context` and `page` must outlive it.
PageInput page_input(const StepContext& context, const Page& page, const Url& address,
                     const std::optional<EntryRef>& ref);

// Links a comment to the address of its stored post.
void move_comment(DataObject& comment, const std::string& post);

// What differs from the last version of `object` without an act of the author is stored as readings of that
// version, before the new state is compared with it: what another template reads in its bytes, and what a
// redesign begins to name ("Unnamed fields" in docs/crawl.md). `learned`: the template of this step; may be
// null. `captured`: when the new state was fetched. Errors: kIo, kCorrupt.
Status read_last_again(StepContext& context, const LearnedTemplate* learned, UtcTime captured,
                       const DataObject& object, const Url& address, const std::optional<EntryRef>& ref);

// The whole post whose first page is `first`: its later pages are read from their captures.
Result<Extraction> join_stored_parts(StepContext& context, Extraction first, const Template* learned);
// Adds tasks for the other pages of this page's post, and for joining them when all are stored.
void ask_for_parts(StepContext& context, const Extraction& page);

// The capture of a further address that a step reads: the one that a recorded task refers to; the last
// capture when the task refers to no capture yet.
Result<std::optional<std::uint64_t>> named_or_last_capture(const StepContext& context,
                                                           const std::string& address);

// For a known blog: adds tasks for feeds that its home page names (`named`) and that were never read, if it
// no longer names the feed that the crawl follows. They refer to the last version of that feed.
Status ask_for_named_feeds(StepContext& context, const std::vector<std::string>& named);
// Called with each feed of a known blog that was read. The blog's feed becomes this one if it takes the place
// of the one before: the home page names it and it goes on with the same posts, or the address before
// redirects to it for good. True when the blog has another feed now.
Result<bool> follow_moved_feed(StepContext& context, const Feed& feed, const std::string& address);
// The address of the fetched feed: the target of redirects that are all permanent, else that of the task.
std::string address_of_feed(const StepContext& context);

// The feed that was fetched; nothing when it cannot be read: the step's result then has the error.
Result<std::optional<Feed>> read_fetched_feed(StepContext& context, const Exchange& exchange);

// The comments in a feed of comments, by the address of their post; only for posts of this blog.
std::vector<DataObject> feed_comments(const StepContext& context, const Feed& feed,
                                      const std::string& address);
// Comments on a post's page may have no address. This function gives them the names that they have in the
// stored feeds of comments; comments that are in no feed do not change. `entry`: of the post, may be null.
Status name_comments_by_feeds(StepContext& context, const Page& page, const FeedEntry* entry,
                              const std::string& post, std::vector<DataObject>& comments);

// A comment without an address may be the same as one in a feed of comments. That is decided at the end of
// the crawl, when these feeds are stored: until then the nameless ones are taken out of `comments`, and a
// task waits.
Status settle_nameless(StepContext& context, const Page& page, const FeedEntry* entry,
                       const std::string& post, std::vector<DataObject>& comments);

// Comments that stood on the capture of this page before, and stand there no longer, are observed as gone.
// Both captures are read by the template of this step, `learned`, which may be null. `now`, `links`: of the
// page. See crawl/judge/removed_comments.h. Errors: kIo, kCorrupt.
Status note_removed_comments(StepContext& context, const Page& page, const LearnedTemplate* learned,
                             const std::optional<EntryRef>& ref, const std::vector<HtmlLink>& links,
                             const Extraction& now);

// The comments of a blog's posts in the feeds of comments that were fetched before; each feed is read once.
// `context` must outlive it.
class StoredComments {
 public:
  explicit StoredComments(StepContext& context) : context_(context) {}

  // The comments of the post at `post`; `page` is its page. `entry`: of the post, may be null.
  Result<std::vector<DataObject>> of_page(const Page& page, const FeedEntry* entry, const std::string& post);

 private:
  StepContext& context_;
  std::map<std::string, std::vector<DataObject>> by_feed_;
};

// True for a post that the template knows little about: no rule of it finds the article, or only a small part
// of the page's text (docs/extraction.md, "Confidence").
bool is_unlike_template(const Template* learned, const DataObject& object);

// Decides about a template that was learned again because pages of the blog do not fit the previous one,
// `before`. Returns `learned`, with the other layouts of `before`, if it fits these pages; nothing if it is
// no better. `set`: the pages that it was learned from; the task lists the pages that did not fit. Errors:
// kIo.
Result<std::optional<Template>> accept_relearned(const StepContext& context, const TrainingSet& set,
                                                 const Template& before, Template learned);

// The feed entry that the task refers to, with its feed; nothing when the task has no entry.
Result<std::optional<EntryRef>> entry_of(const ParsedView& view, const CrawlTask& task);

// The task of the step that stores a user's edit of the template. The step's record contains the template. A
// learning step of the crawl has another stage.
CrawlTask edit_task(const BlogState& blog);
bool is_edit(const CrawlTask& task);

// The capture of the home page; of the site's page if the blog's address is that of a feed. Nothing when none
// is stored.
Result<std::optional<Capture>> home_capture(const StepContext& context);

// A feed may name the host of a demo or of a draft in all its links: a setting that was forgotten. They
// become addresses of this blog when three of them are here: the home page links to them, or they are stored.
// Reads the stored home page. Errors: kIo.
Status take_links_on_own_host(StepContext& context, Feed& feed);

// The pages without a post that learning reads: links of the home page of different shapes, in document
// order.
std::vector<std::string> sample_pages(const StepContext& context, const Page& home);

}  // namespace bfa
