// SPDX-License-Identifier: Apache-2.0
// A crawl whose sink fails: committed steps are reported, and nothing of the run reaches a later one.
#include <set>

#include "bfa/crawl/memory.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// Fails from its nth commit on.
class FailingSink final : public MemoryCrawl {
 public:
  explicit FailingSink(std::size_t fails_at) : fails_at_(fails_at) {}

  Result<Committed> commit(StepResult result) override {
    if (committed_.size() + 1 >= fails_at_) return Error{Code::kIo, "no space left on device", "the sink"};
    committed_.push_back(result.task.url.href());
    return MemoryCrawl::commit(std::move(result));
  }
  const std::vector<std::string>& committed() const { return committed_; }

 private:
  std::size_t fails_at_;
  std::vector<std::string> committed_;
};

// Collects the URLs of finished steps. A step that was denied before its fetch has an error event only.
CrawlOptions collecting_options(std::vector<std::string>& finished) {
  CrawlOptions options = quick_options();
  options.on_event = [&finished](const CrawlEvent& event) {
    if (const auto* step = std::get_if<FetchedEvent>(&event)) finished.push_back(step->url);
    const auto* failure = std::get_if<ErrorEvent>(&event);
    if (failure != nullptr && (finished.empty() || finished.back() != failure->url))
      finished.push_back(failure->url);
  };
  return options;
}

TEST(FailingSinkTest, EventsOfCommittedStepsAreSentBeforeTheError) {
  const SampleBlog blog;
  for (const std::size_t fails_at : {1u, 2u, 5u, 12u}) {
    SampleFetcher fetcher;
    fetcher.serve(blog);
    FailingSink crawl(fails_at);
    std::vector<std::string> finished;
    const auto reports =
        crawl_into(crawl, crawl.view(), crawl, fetcher, {blog.home()}, collecting_options(finished));
    ASSERT_FALSE(reports);
    EXPECT_EQ(reports.error().code, Code::kIo);
    EXPECT_EQ(crawl.committed().size(), fails_at - 1);
    EXPECT_EQ(finished, crawl.committed());
  }
}

// Records the ids of the requests.
class RecordingFetcher final : public Fetcher {
 public:
  explicit RecordingFetcher(Fetcher& inner) : inner_(inner) {}

  Status submit(FetchRequest request) override {
    const std::lock_guard lock(mutex_);
    ids_.push_back(request.id);
    return inner_.submit(std::move(request));
  }
  std::optional<Fetched> next(std::chrono::milliseconds wait) override { return inner_.next(wait); }
  std::size_t pending() const override { return inner_.pending(); }
  std::vector<std::uint64_t> ids() const {
    const std::lock_guard lock(mutex_);
    return ids_;
  }

 private:
  Fetcher& inner_;
  mutable std::mutex mutex_;
  std::vector<std::uint64_t> ids_;
};

TEST(FailingSinkTest, LateAnswersOfAFailedRunReachNoTaskOfTheNextRun) {
  const SampleBlog first("http://first.test"), second("http://second.test");
  SampleFetcher answers;
  answers.serve(first);
  answers.serve(second);
  RecordingFetcher fetcher(answers);
  FailingSink failing(3);
  ASSERT_FALSE(crawl_into(failing, failing.view(), failing, fetcher, {first.home()}, quick_options()));
  const std::size_t of_first = fetcher.ids().size();
  // Answers that the failed run did not wait for.
  for (std::uint64_t id : fetcher.ids()) {
    FetchRequest late;
    late.id = id;
    late.url = first.home();
    ASSERT_TRUE(answers.submit(std::move(late)));
  }
  MemoryCrawl crawl, expected;
  const auto reports = crawl_into(crawl, crawl.view(), crawl, fetcher, {second.home()}, quick_options());
  ASSERT_TRUE(reports) << to_string(reports.error());
  const std::vector<std::uint64_t> ids = fetcher.ids();
  EXPECT_GT(of_first, 0u);
  EXPECT_EQ(std::set<std::uint64_t>(ids.begin(), ids.end()).size(), ids.size());
  SampleFetcher fresh;
  fresh.serve(second);
  ASSERT_TRUE(crawl_into(expected, expected.view(), expected, fresh, {second.home()}, quick_options()));
  EXPECT_EQ(crawl.objects().size(), expected.objects().size());
  for (const auto& [key, version] : expected.objects()) {
    const auto objects = crawl.objects();
    const auto at = objects.find(key);
    ASSERT_NE(at, objects.end()) << key;
    EXPECT_EQ(at->second.object.text, version.object.text) << key;
  }
}

}  // namespace
}  // namespace bfa
