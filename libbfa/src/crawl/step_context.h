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
#include "crawl/page.h"
#include "crawl/scope.h"

namespace bfa {

// The depth of tasks over what is stored already.
inline constexpr std::uint32_t kAgain = 0xffffffffu;

// What the handlers of one step share.
struct StepContext {
  const CrawlTask& task;
  const BlogView& view;
  const StepOptions& options;
  BlogState blog;
  Scope scope;
  StepResult& result;

  bool is_update() const { return blog.crawls > 0; }
  // A stored page, or a blog's rules, once more: where it leads was followed when it was fetched.
  bool is_again() const { return task.depth == kAgain; }
  bool is_home(const Url& url) const;
  // A task of this blog, one link further.
  CrawlTask make_task(TaskKind kind, Stage stage, std::string url) const;
};

// Whether the answer asks that no copy be kept and the crawl grants it: the step ends as denied.
bool refuse_copy(StepContext& context, const RobotsTags& tags, UtcTime captured);

// Handlers, one a task kind. `exchange` is the final answer, with a 2xx status. Errors (of the view, of the
// disk) end the step.
Status handle_robots(StepContext& context, const Exchange* exchange);
Status handle_home(StepContext& context, const Exchange& exchange);
Status handle_home_missing(
    StepContext& context);  // the home page cannot be had: the feed may stand at a usual path all the same
Status handle_feed(StepContext& context, const Exchange& exchange);
Status handle_feed_unchanged(StepContext& context);
Status handle_comment_feed(StepContext& context, const Exchange& exchange);
Status handle_sitemap(StepContext& context, const Exchange& exchange);
Status handle_page(StepContext& context, const Exchange& exchange);
Status handle_moved(StepContext& context, const Url& target);  // a page that redirects
Status handle_learn(StepContext& context);
Status handle_extract(StepContext& context);
Status handle_join(StepContext& context);

// Extracts what `page` holds, and the tasks that its links make. `capture`: 0 for the step's own.
Status process_page(StepContext& context, const Page& page, std::uint64_t capture);

// The post that `first` begins, whole: its further pages are read from their captures.
Result<Extraction> join_stored_parts(StepContext& context, Extraction first,
                                     const ExtractionStrategy& strategy, const Template* learned);
// Tasks for the other pages of the post that this is a page of, and for joining them once they are there.
void ask_for_parts(StepContext& context, const Extraction& page);

// The capture of an address that a step works on beside its own: the one that a recorded task names; of a
// task that names none yet, the last one. 0: none.
Result<std::uint64_t> named_or_last_capture(const StepContext& context, const std::string& address);

// The feed that was fetched; nothing when it cannot be read, which the step's result then says.
Result<std::optional<Feed>> read_fetched_feed(StepContext& context, const Exchange& exchange);

// The comments of a feed of comments that are of posts of this blog, under the addresses of these.
std::vector<DataObject> feed_comments(const StepContext& context, const Feed& feed,
                                      const std::string& address);
// Gives comments of a post's page that have no address of their own the names that the feeds of comments at
// hand give them; those that no feed has stay as they are. `entry`: of the post, may be null.
Status name_comments_by_feeds(StepContext& context, const Page& page, const FeedEntry* entry,
                              const std::string& post, std::vector<DataObject>& comments);

// The comments of a blog's posts as the feeds of comments say that were fetched before; each feed is read
// once. `context` must outlive it.
class StoredComments {
 public:
  explicit StoredComments(StepContext& context) : context_(context) {}

  // Of the post at `post`, whose page this is. `entry`: of the post, may be null.
  Result<std::vector<DataObject>> of_page(const Page& page, const FeedEntry* entry, const std::string& post);

 private:
  StepContext& context_;
  std::map<std::string, std::vector<DataObject>> by_feed_;
};

// True for a post that the template knows little about: no rule of it finds the article, or finds but a small
// part of the page's text (docs/extraction.md, "Confidence").
bool is_unlike_template(const Template* learned, const DataObject& object);

// What became of a blog that is learned again because pages of it are unlike its template: `learned` where it
// serves them, with what `before` knew of other layouts; nothing where it is no better. `set`: what it was
// learned from; the task names the pages in question.
Result<std::optional<Template>> better_template(const StepContext& context,
                                                const ExtractionStrategy& strategy, const TrainingSet& set,
                                                const Template& before, Template learned);

// The feed entry that the task names, with its feed; nothing when it names none.
Result<std::optional<EntryRef>> entry_of(const BlogView& view, const CrawlTask& task);

// A template that a user edited: a step of its own, whose result is what its record says. A learning step of
// the crawl has its own stage.
CrawlTask edit_task(const BlogState& blog);
bool is_edit(const CrawlTask& task);

// Reads the feed of `version`. Errors: kCorrupt.
Result<Feed> read_feed_version(const FeedVersion& version);

// The pages besides posts that learning looks at: links of the home page of different shapes, in document
// order.
std::vector<std::string> sample_pages(const StepContext& context, const Page& home);

}  // namespace bfa
