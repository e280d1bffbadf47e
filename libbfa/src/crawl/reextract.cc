// SPDX-License-Identifier: Apache-2.0
// Extracts stored pages again: the same steps as in a crawl, over captures that the archive has.
#include "bfa/crawl/reextract.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/url/canonical.h"
#include "crawl/crawl_steps.h"
#include "crawl/past/page.h"
#include "crawl/past/pin_task_inputs.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::uint64_t kUnwritten =
    std::numeric_limits<std::uint64_t>::max();  // number of a template that is not written
constexpr std::size_t kGroup = 64;              // steps of one flush

// The archive's view, and a template that is not written yet.
class PreviewView final : public BlogView {
 public:
  explicit PreviewView(const BlogView& view) : view_(view) {}

  void set(Template t) { template_ = std::move(t); }

  Result<std::optional<BlogState>> blog(const std::string& home) const override { return view_.blog(home); }
  Result<std::optional<Template>> template_at(const std::string& blog,
                                              std::uint64_t sequence) const override {
    if (sequence == kUnwritten) return template_;
    return view_.template_at(blog, sequence);
  }
  Result<std::optional<FeedVersion>> feed_at(const std::string& url, std::uint64_t sequence) const override {
    return view_.feed_at(url, sequence);
  }
  Result<std::optional<FeedVersion>> last_feed(const std::string& url) const override {
    return view_.last_feed(url);
  }
  Result<std::optional<RobotsState>> robots(const std::string& origin) const override {
    return view_.robots(origin);
  }
  Result<std::optional<Capture>> last_capture(const std::string& url) const override {
    return view_.last_capture(url);
  }
  Result<std::optional<Capture>> capture(std::uint64_t sequence) const override {
    return view_.capture(sequence);
  }
  Result<Exchange> load(std::uint64_t sequence) const override { return view_.load(sequence); }
  Result<std::optional<Version>> last_version(const std::string& key) const override {
    return view_.last_version(key);
  }

 private:
  const BlogView& view_;
  std::optional<Template> template_;
};

bool holds_page(const Capture& capture) {
  return capture.status >= 200 && capture.status < 300;
}

// The last good captures of the blog's pages, in URL order.
Result<std::vector<Capture>> stored_pages(const Archive& archive, const std::string& home) {
  std::vector<Capture> out;
  std::optional<Error> error;
  BFA_RETURN_IF_ERROR(archive.for_each_known_page(home, [&](const Capture& page) {
    auto last = archive.view().last_capture(page.url);
    if (!last) {
      error = std::move(last).error();
      return false;
    }
    if (*last && holds_page(**last)) out.push_back(std::move(**last));
    return true;
  }));
  if (error) return *error;
  return out;
}

CrawlTask task_of(const BlogState& blog, TaskKind kind, Stage stage, const std::string& url) {
  CrawlTask task;
  task.kind = kind;
  task.stage = stage;
  task.blog = blog.home;
  task.url = stored_url(url);
  task.crawl = blog.crawls;
  task.origin = TaskOrigin::kReplay;
  return task;
}

class Reextractor {
 public:
  Reextractor(Archive& archive, const ReextractOptions& options, const ReextractVisitor& visit)
      : archive_(archive), options_(options), visit_(visit), view_(archive.view()) {}

  Status run(const BlogState& blog) {
    // One for each blog, because it keeps parsed values, also those of a template that is not written.
    BFA_ASSIGN_OR_RETURN(steps_, CrawlSteps::make(view_, options_.step));
    BFA_ASSIGN_OR_RETURN(const std::vector<Capture> pages, stored_pages(archive_, blog.home));
    std::uint64_t learned = 0;
    if (options_.relearn) {
      BFA_ASSIGN_OR_RETURN(learned, relearn(blog, pages));
    }
    TaskInputs inputs(steps_->view());
    for (const Capture& page : pages) {
      CrawlTask task = task_of(blog, TaskKind::kExtract, Stage::kExtract, page.url);
      task.capture = page.sequence;
      BFA_RETURN_IF_ERROR(inputs.pin(task));
      if (learned != 0) task.template_sequence = learned;
      BFA_RETURN_IF_ERROR(again(task));
    }
    return options_.write ? archive_.sink().flush() : Status();
  }

  ReextractReport take() { return std::move(report_); }

 private:
  // The number of the new template; kUnwritten when it is not stored, 0 when nothing was learned.
  Result<std::uint64_t> relearn(const BlogState& blog, const std::vector<Capture>& pages) {
    CrawlTask task = task_of(blog, TaskKind::kLearn, Stage::kLearn, blog.home);
    task.template_sequence = blog.template_sequence;
    const std::size_t count = std::min(pages.size(), options_.max_learn_pages);
    for (std::size_t i = 0; i < count; ++i) task.captures.push_back(pages[i * pages.size() / count].sequence);
    StepResult result = steps_->process(task, Fetched()).result;
    if (result.error) return *result.error;
    if (!result.learned) return std::uint64_t{0};
    ++report_.learned;
    if (!options_.write) {
      result.learned->sequence = kUnwritten;
      view_.set(std::move(*result.learned));
      return kUnwritten;
    }
    result.tasks.clear();
    BFA_ASSIGN_OR_RETURN(const Committed committed, archive_.sink().commit(std::move(result)));
    steps_->view().forget_blog(blog.home);
    return committed.sequence;
  }

  Status again(const CrawlTask& task) {
    StepResult result = steps_->process(task, Fetched()).result;
    if (result.error) return result.error->code == Code::kIo ? Status(*result.error) : Status();
    ++report_.pages;
    result.tasks.clear();
    bool differs = false;
    for (const Observation& seen : result.objects) {
      BFA_ASSIGN_OR_RETURN(const bool other, compare(seen.object, result.task));
      differs = differs || other;
    }
    if (!differs || !options_.write) return {};
    BFA_ASSIGN_OR_RETURN(const Committed committed, archive_.sink().commit(std::move(result)));
    (void)committed;
    return ++written_ % kGroup == 0 ? archive_.sink().flush() : Status();
  }

  Result<bool> compare(const DataObject& object, CrawlTask& task) {
    BFA_ASSIGN_OR_RETURN(const auto last, archive_.view().last_version(object_key(object)));
    // The previous version: extracting the same page again with the same rules and a later program is
    // another step.
    if (last) task.captures.push_back(last->sequence);
    if (!last) {
      ++report_.added;
      visit_(object, std::nullopt);
      return true;
    }
    Change change = compare_objects(last->object, object);
    if (change.verdict != Verdict::kContent) {
      ++report_.same;
      return false;
    }
    ++report_.changed;
    for (const ChangeReason& reason : change.reasons) ++report_.fields[reason.field];
    change.from = change.to = last->observed;
    visit_(object, change);
    return true;
  }

  Archive& archive_;
  const ReextractOptions& options_;
  const ReextractVisitor& visit_;
  PreviewView view_;
  std::unique_ptr<CrawlSteps> steps_;
  ReextractReport report_;
  std::uint64_t written_ = 0;
};

Result<std::vector<BlogState>> chosen_blogs(const Archive& archive, const std::vector<std::string>& homes) {
  BFA_ASSIGN_OR_RETURN(auto all, archive.blogs());
  if (homes.empty()) return all;
  std::vector<BlogState> out;
  for (const std::string& home : homes) {
    const auto at = std::ranges::find(all, home, &BlogState::home);
    if (at == all.end()) return Error{Code::kNotFound, "the archive has no such blog", home};
    out.push_back(*at);
  }
  return out;
}

Result<std::optional<Template>> current_template(const Archive& archive, const BlogState& blog) {
  return archive.view().template_at(blog.home, blog.template_sequence);
}

Result<PageExplanation> explain(const Archive& archive, const BlogState& blog, const std::string& url,
                                const StepOptions& options) {
  const auto typed = Url::parse(url);
  const std::string address = typed ? canonical_url(*typed).href() : url;
  BFA_ASSIGN_OR_RETURN(const auto capture, archive.view().last_capture(address));
  if (!capture) return Error{Code::kNotFound, "the archive holds no capture of this page", url};
  BFA_ASSIGN_OR_RETURN(const Exchange exchange, archive.view().load(capture->sequence));
  Findings findings;
  BFA_ASSIGN_OR_RETURN(const Page page, read_page(exchange, options, nullptr, findings));
  if (!page.is_html) return Error{Code::kUnsupported, "this capture is no HTML page", url};
  BFA_ASSIGN_OR_RETURN(const auto t, current_template(archive, blog));
  if (!t) return Error{Code::kNotFound, "nothing was learned for this blog yet", blog.home};
  CrawlTask task = task_of(blog, TaskKind::kExtract, Stage::kExtract, address);
  const ParsedView view(archive.view());
  TaskInputs inputs(view);
  BFA_RETURN_IF_ERROR(inputs.pin(task));
  BFA_ASSIGN_OR_RETURN(const auto ref, entry_of(view, task));
  const auto strategy = make_strategy(options.strategy);
  if (!strategy) return Error{Code::kInvalidArgument, "unknown strategy", options.strategy};
  PageInput input;
  input.url = page.url;
  if (const auto home = Url::parse(blog.base)) input.blog = *home;
  input.doc = &page.doc;
  input.entry = ref ? ref->entry : nullptr;
  input.feed_url = ref ? ref->feed->url : std::string();
  input.captured = page.captured;
  input.zone = blog.given_zone;
  return explain_page(*strategy, *t, input);
}

Result<Template> pin(Archive& archive, const BlogState& blog, const std::vector<FieldRule>& pins) {
  BFA_ASSIGN_OR_RETURN(auto t, current_template(archive, blog));
  if (!t) return Error{Code::kNotFound, "nothing was learned for this blog yet", blog.home};
  apply_pins(*t, pins);
  StepResult result;
  result.task = edit_task(blog);
  result.task.origin = TaskOrigin::kReplay;
  result.task.template_sequence = blog.template_sequence;  // makes each edit a different step
  result.learned = *t;
  BFA_ASSIGN_OR_RETURN(const Committed committed, archive.sink().commit(std::move(result)));
  BFA_RETURN_IF_ERROR(archive.sink().flush());
  t->sequence = committed.sequence;
  return std::move(*t);
}

Status try_rule_on_pages(const Archive& archive, const BlogState& blog, const FieldRule& rule,
                         const StepOptions& options,
                         const std::function<bool(const std::string& url, const RuleTrial&)>& visit) {
  BFA_ASSIGN_OR_RETURN(const auto pages, stored_pages(archive, blog.home));
  for (const Capture& capture : pages) {
    BFA_ASSIGN_OR_RETURN(const Exchange exchange, archive.view().load(capture.sequence));
    Findings findings;
    const auto page = read_page(exchange, options, nullptr, findings);
    if (!page || !page->is_html) continue;
    if (!visit(capture.url, try_rule(rule, page->doc))) break;
  }
  return {};
}

}  // namespace

Result<ReextractReport> reextract(Archive& archive, const ReextractOptions& options,
                                  const ReextractVisitor& visit) {
  return guarded([&]() -> Result<ReextractReport> {
    BFA_ASSIGN_OR_RETURN(const auto blogs, chosen_blogs(archive, options.blogs));
    Reextractor again(archive, options, visit);
    for (const BlogState& blog : blogs) BFA_RETURN_IF_ERROR(again.run(blog));
    return again.take();
  });
}

Result<PageExplanation> explain_stored(const Archive& archive, const BlogState& blog, const std::string& url,
                                       const StepOptions& options) {
  return guarded([&] { return explain(archive, blog, url, options); });
}

Result<Template> pin_rules(Archive& archive, const BlogState& blog, const std::vector<FieldRule>& pins) {
  return guarded([&] { return pin(archive, blog, pins); });
}

Status try_rule_on_stored(const Archive& archive, const BlogState& blog, const FieldRule& rule,
                          const StepOptions& options,
                          const std::function<bool(const std::string& url, const RuleTrial&)>& visit) {
  return guarded([&] { return try_rule_on_pages(archive, blog, rule, options, visit); });
}

}  // namespace bfa
