// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "bfa/crawlmodel/fetch_order.h"
#include "store_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): helpers of tests only

class FrontierTest : public testing::Test {
 protected:
  FrontierTest() { reopen(); }
  void reopen() {
    archive_.reset();
    archive_ = open_or_fail(folder_ / "a", write_options());
  }
  Frontier& frontier() { return archive_->frontier(); }
  bool add(const CrawlTask& task) {
    const auto added = frontier().add(task);
    EXPECT_TRUE(added);
    return added.value_or(false);
  }
  std::optional<CrawlTask> next(UtcTime now = at(0), const std::vector<std::string>& busy = {}) {
    const auto task = frontier().next(now, busy);
    EXPECT_TRUE(task);
    return task ? *task : std::nullopt;
  }
  std::string next_url(UtcTime now = at(0), const std::vector<std::string>& busy = {}) {
    const auto task = next(now, busy);
    return task ? task->url.href() : "";
  }

  TemporaryDirectory folder_;
  std::unique_ptr<Archive> archive_;
};

CrawlTask of_kind(TaskKind kind, Stage stage, const std::string& url) {
  CrawlTask task = page_task(url, 1, stage);
  task.kind = kind;
  return task;
}

TEST_F(FrontierTest, GivesTasksInOrderOfInsertion) {
  for (int i = 0; i < 300; ++i) EXPECT_TRUE(add(page_task(page_url(i))));
  EXPECT_EQ(*frontier().size(""), 300U);
  for (int i = 0; i < 300; ++i) {
    const auto task = next();
    ASSERT_TRUE(task);
    EXPECT_EQ(task->url.href(), page_url(i));
    ASSERT_TRUE(frontier().done(*task));
  }
  EXPECT_FALSE(next());
  EXPECT_EQ(*frontier().size(kBlog), 0U);
}

TEST_F(FrontierTest, DropsKnownUrlsQueuedOrDone) {
  EXPECT_TRUE(add(page_task("https://blog.example/a")));
  EXPECT_FALSE(add(page_task("http://www.blog.example/a")));
  const auto task = next();
  ASSERT_TRUE(frontier().done(*task));
  EXPECT_FALSE(add(page_task("https://blog.example/a")));
  EXPECT_TRUE(add(page_task("https://blog.example/A")));
  CrawlTask extract = of_kind(TaskKind::kExtract, Stage::kExtract, "https://blog.example/a");
  extract.capture = 5;
  EXPECT_TRUE(add(extract));
  EXPECT_FALSE(add(extract));
  extract.capture = 6;
  EXPECT_TRUE(add(extract));
  const CrawlTask learn = of_kind(TaskKind::kLearn, Stage::kLearn, "");
  EXPECT_TRUE(add(learn));
  EXPECT_TRUE(add(learn));
}

TEST_F(FrontierTest, AFeedThatIsLinkedToAsAPageIsStillFetchedAsAFeed) {
  EXPECT_TRUE(add(page_task("https://blog.example/feed")));
  EXPECT_TRUE(add(of_kind(TaskKind::kCommentFeed, Stage::kOther, "https://blog.example/feed")));
  EXPECT_FALSE(add(of_kind(TaskKind::kFeed, Stage::kFeed, "https://blog.example/feed")));
  EXPECT_TRUE(add(of_kind(TaskKind::kFeed, Stage::kFeed, "https://blog.example/atom")));
  EXPECT_FALSE(add(page_task("https://blog.example/atom")));
}

TEST_F(FrontierTest, HoldsBackLaterStagesUntilTheLowerOnesAreDone) {
  add(page_task(page_url(1), 1, Stage::kMedia));
  add(page_task(page_url(2), 1, Stage::kPost));
  add(of_kind(TaskKind::kLearn, Stage::kLearn, ""));
  add(page_task(page_url(3), 1, Stage::kEntry));
  const auto entry = next();
  ASSERT_EQ(entry->url.href(), page_url(3));
  EXPECT_FALSE(next()) << "a leased task holds back what comes after it";
  ASSERT_TRUE(frontier().done(*entry));
  const auto learn = next();
  ASSERT_EQ(learn->kind, TaskKind::kLearn);
  EXPECT_FALSE(next());
  ASSERT_TRUE(frontier().done(*learn));
  EXPECT_EQ(next_url(), page_url(2));
  EXPECT_EQ(next_url(), page_url(1)) << "the last stages do not wait for each other";
}

TEST_F(FrontierTest, SkipsBusyHostsAndWaitingTasks) {
  add(page_task("https://a.example/1"));
  add(page_task("https://b.example/1"));
  CrawlTask later = page_task("https://c.example/1");
  later.not_before = at(100);
  add(later);
  EXPECT_EQ(next_url(at(0), {"a.example"}), "https://b.example/1");
  EXPECT_EQ(next_url(at(0), {"a.example"}), "");
  EXPECT_EQ(*frontier().next_due(), std::optional<UtcTime>(at(100)));
  EXPECT_EQ(next_url(at(99)), "https://a.example/1");
  EXPECT_EQ(next_url(at(99)), "");
  EXPECT_EQ(next_url(at(100)), "https://c.example/1");
  EXPECT_FALSE(*frontier().next_due());
}

TEST_F(FrontierTest, TakesTurnsBetweenBlogsAndKeepsToTheSelectedOnes) {
  for (int i = 0; i < 2; ++i) {
    for (const char* const blog : {"https://a.example/", "https://b.example/"}) {
      CrawlTask task = page_task(blog + std::to_string(i));
      task.blog = blog;
      add(task);
    }
  }
  EXPECT_EQ(*frontier().size("https://a.example/"), 2U);
  EXPECT_EQ(next_url(), "https://a.example/0");
  EXPECT_EQ(next_url(), "https://b.example/0");
  frontier().select_blogs({"https://b.example/"});
  EXPECT_EQ(next_url(), "https://b.example/1");
  EXPECT_EQ(next_url(), "");
  frontier().select_blogs({});
  EXPECT_EQ(next_url(), "https://a.example/1");
}

TEST_F(FrontierTest, GivesLeasedTasksAgainAfterReleaseAndAfterReopening) {
  for (int i = 0; i < 3; ++i) add(page_task(page_url(i)));
  const auto first = next();
  ASSERT_TRUE(frontier().release(*first));
  EXPECT_EQ(next_url(), page_url(0));
  EXPECT_EQ(next_url(), page_url(1));
  EXPECT_EQ(*frontier().size(""), 3U);
  ASSERT_TRUE(archive_->sink().flush());
  reopen();
  EXPECT_EQ(*frontier().size(kBlog), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(next_url(), page_url(i));
  EXPECT_FALSE(add(page_task(page_url(1))));
}

TEST_F(FrontierTest, ACommitTakesItsTaskOutAndPutsItsTasksAndItsRetryIn) {
  add(page_task(page_url(1)));
  StepResult step = page_step(page_url(1), at(0), "a");
  step.task = *next();
  step.tasks = {page_task(page_url(1)), page_task(page_url(2)), page_task(page_url(2))};
  EXPECT_EQ(take(*archive_, step).tasks_added, 1U);
  EXPECT_EQ(*frontier().size(""), 1U);
  StepResult failed;
  failed.task = *next();
  ASSERT_EQ(failed.task.url.href(), page_url(2));
  failed.outcome = Outcome::kRetry;
  failed.retry = failed.task;
  failed.retry->attempts = 1;
  failed.retry->not_before = at(50);
  take(*archive_, failed);
  EXPECT_EQ(*frontier().size(""), 1U);
  EXPECT_FALSE(next(at(49)));
  const auto again = next(at(50));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempts, 1U);
  take(*archive_, page_step(page_url(7), at(3), "x"));
  StepResult done = page_step(page_url(2), at(60), "b");
  done.task = *again;
  take(*archive_, done);
  EXPECT_EQ(*frontier().size(""), 0U);
}

TEST_F(FrontierTest, ForgetsSeenUrlsButNotQueuedOnes) {
  add(page_task(page_url(1)));
  ASSERT_TRUE(frontier().done(*next()));
  add(page_task(page_url(2)));
  EXPECT_FALSE(add(page_task(page_url(1))));
  ASSERT_TRUE(archive_->reset_seen(kBlog));
  EXPECT_TRUE(add(page_task(page_url(1))));
  EXPECT_FALSE(add(page_task(page_url(2))));
  reopen();
  EXPECT_FALSE(add(page_task(page_url(1))));
}

TEST_F(FrontierTest, DoneOfATaskThatWasNotHandedOutTakesItOutToo) {
  add(page_task(page_url(1)));
  const CrawlTask learn = of_kind(TaskKind::kLearn, Stage::kLearn, "");
  add(learn);
  ASSERT_TRUE(frontier().done(page_task(page_url(1))));
  ASSERT_TRUE(frontier().done(learn));
  ASSERT_TRUE(frontier().done(learn));
  EXPECT_EQ(*frontier().size(""), 0U);
  EXPECT_FALSE(next());
}

// Far more tasks than the windows hold, with new ones coming in, some released, over a reopening: each is
// given out once.
TEST_F(FrontierTest, GivesEachOfManyTasksOnce) {
  std::vector<int> given(3000, 0);
  int added = 0;
  const auto add_some = [&](int count) {
    for (; count > 0 && added < 3000; --count) add(page_task(page_url(added++)));
  };
  add_some(1000);
  int done = 0;
  for (int round = 0; done < 3000; ++round) {
    if (round % 3 == 0) add_some(7);
    if (round == 1500) {
      ASSERT_TRUE(archive_->sink().flush());
      reopen();
    }
    const auto task =
        next(at(0), round % 5 == 0 ? std::vector<std::string>{"x.example"} : std::vector<std::string>{});
    if (!task) {
      add_some(100);
      ASSERT_TRUE(*frontier().size("") > 0 || added == 3000) << round;
      continue;
    }
    if (round % 11 == 0) {
      ASSERT_TRUE(frontier().release(*task));
      continue;
    }
    const std::string& url = task->url.href();
    ++given.at(std::stoul(url.substr(url.rfind('/') + 1)));
    ASSERT_TRUE(frontier().done(*task));
    ++done;
  }
  for (const int count : given) EXPECT_EQ(count, 1);
}

class OrderTest : public FrontierTest {
 protected:
  void use(FetchOrder order) {
    auto* const ordered = dynamic_cast<OrderedFrontier*>(&frontier());
    ASSERT_NE(ordered, nullptr);
    ordered->use_order(order);
  }
  // Takes the next page, which leads to so many new posts.
  std::string take_page(int new_posts, const char* prefix) {
    const auto task = next();
    if (!task) return "";
    StepResult step;
    step.task = *task;
    for (int i = 0; i < new_posts; ++i)
      step.tasks.push_back(page_task(kBlog + std::string(prefix) + std::to_string(i), 1, Stage::kPost));
    take(*archive_, step);
    return task->url.href();
  }
};

TEST_F(OrderTest, BreadthIsTheOrderOfInsertionWhateverTheStage) {
  use(FetchOrder::kBreadth);
  add(page_task(page_url(1), 1, Stage::kOther));
  add(page_task(page_url(2), 1, Stage::kPost));
  add(of_kind(TaskKind::kCommentFeed, Stage::kOther, "https://blog.example/c.xml"));
  add(page_task(page_url(3), 1, Stage::kPost));
  for (const char* const url : {"p/1", "p/2", "c.xml", "p/3"})
    EXPECT_EQ(next_url(), kBlog + std::string(url));
  EXPECT_EQ(next_url(), "");
}

TEST_F(OrderTest, NearestGivesSitemapsThenPostsThenWhatLedToPostsThenFeedsOfComments) {
  use(FetchOrder::kNearest);
  add(of_kind(TaskKind::kCommentFeed, Stage::kOther, "https://blog.example/c.xml"));
  for (const char* const path : {"tag/a", "page/2", "tag/b", "page/3", "tag/c", "page/4"})
    add(page_task(kBlog + std::string(path), 1, Stage::kOther));
  add(page_task("https://blog.example/2020/01/a-post-of-that-day", 1, Stage::kPost));
  add(of_kind(TaskKind::kSitemap, Stage::kOther, "https://blog.example/sitemap.xml"));
  EXPECT_EQ(take_page(0, ""), "https://blog.example/sitemap.xml");
  EXPECT_EQ(take_page(0, ""), "https://blog.example/2020/01/a-post-of-that-day");
  const std::string first = take_page(0, "");
  const std::string second = take_page(2, "2020/02/a-post-of-that-day-");
  EXPECT_NE(first.substr(0, 22), second.substr(0, 22)) << "another form after one that brought nothing";
  EXPECT_TRUE(take_page(0, "").starts_with("https://blog.example/2020/02/"));
  EXPECT_TRUE(take_page(0, "").starts_with("https://blog.example/2020/02/"));
  EXPECT_EQ(take_page(0, "").substr(0, 22), second.substr(0, 22)) << "the form that brought posts";
  for (int i = 0; i < 3; ++i) EXPECT_NE(take_page(0, ""), "https://blog.example/c.xml");
  EXPECT_EQ(take_page(0, ""), "https://blog.example/c.xml");
  EXPECT_EQ(*frontier().size(""), 0U);
}

TEST_F(OrderTest, PagesOfLittleWorthWaitForThoseInWork) {
  use(FetchOrder::kNearest);
  for (int i = 0; i < 4; ++i)
    add(page_task("https://blog.example/tag/a" + std::string(1, static_cast<char>('a' + i)), 1,
                  Stage::kOther));
  EXPECT_NE(take_page(0, ""), "");
  const auto one = next(), two = next();
  ASSERT_TRUE(one && two);
  EXPECT_FALSE(next()) << "two are in work";
  ASSERT_TRUE(frontier().release(*two));
  EXPECT_TRUE(next());
  ASSERT_TRUE(frontier().done(*one));
  EXPECT_TRUE(next());
}

// Each order leaves tasks that each other one goes on with, also after a reopening.
TEST_F(OrderTest, EachTaskIsGivenOnceWhenTheOrderChanges) {
  std::map<std::string, int> given;
  int count = 0;
  const FetchOrder orders[] = {FetchOrder::kNearest, FetchOrder::kStage, FetchOrder::kBreadth};
  for (int round = 0; round < 9; ++round) {
    use(orders[round % 3]);
    for (int i = 0; i < 200; ++i, ++count) {
      const char* const folder = count % 3 == 0 ? "tag/" : count % 3 == 1 ? "page/" : "2020/01/a-b-c-d-";
      const Stage stage = count % 3 == 2 ? Stage::kPost : Stage::kOther;
      EXPECT_TRUE(add(page_task(kBlog + std::string(folder) + std::to_string(count), 1, stage)));
    }
    for (int i = 0; i < 150; ++i) {
      const auto task = next();
      ASSERT_TRUE(task);
      if (i % 10 == 9) {
        ASSERT_TRUE(frontier().release(*task));
        continue;
      }
      ++given[task->url.href()];
      ASSERT_TRUE(frontier().done(*task));
    }
    ASSERT_TRUE(archive_->sink().flush());
    if (round % 2 == 1) reopen();
  }
  while (const auto task = next()) {
    ++given[task->url.href()];
    ASSERT_TRUE(frontier().done(*task));
  }
  EXPECT_EQ(given.size(), static_cast<std::size_t>(count));
  for (const auto& [url, times] : given) EXPECT_EQ(times, 1) << url;
}

}  // namespace
}  // namespace bfa
