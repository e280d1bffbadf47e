// SPDX-License-Identifier: Apache-2.0
// A blog is walked to its end, a trap is not; limits hold exactly.
#include <gtest/gtest.h>

#include "bfa/crawl/memory.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// A blog whose posts are reached only over pages of older ones: `kOnPage` posts a page.
class LongBlog : public SampleBlog {
 public:
  static constexpr int kOnPage = 2;

  explicit LongBlog(int older) : SampleBlog("http://long.example", 8, 5), total(8 + older * kOnPage) {
    robots = "User-agent: *\nDisallow:\n";
    for (int page = 2; page <= older + 1; ++page)
      pages["/page/" + std::to_string(page) + "/"] = listing(page, older + 1);
    for (int post = 8; post < total; ++post) pages[old_path(post)] = old_post(post);
  }
  static std::string old_path(int number) {
    return "/2019/0" + std::to_string(1 + number % 9) + "/older-note-" + std::to_string(number) + "/";
  }

  int total;

 private:
  std::string frame(const std::string& title, const std::string& main) const {
    return "<!DOCTYPE html><html><head><title>" + title +
           " - Shelf Notes</title></head><body class=\"plain\"><div id=\"top\"><a href=\"/\">Shelf "
           "Notes</a></div>\n<div id=\"main\">" +
           main + "</div>\n<div id=\"side\"><h3>About</h3></div></body></html>";
  }
  std::string listing(int page, int last) const {
    std::string main = "<h2>Archive</h2>";
    const int first = 8 + (page - 2) * kOnPage;
    for (int i = first; i < std::min(first + kOnPage, total); ++i)
      main += "<div class=\"teaser\"><a href=\"" + old_path(i) + "\">Older note</a></div>";
    if (page < last) main += "<a href=\"/page/" + std::to_string(page + 1) + "/\">Older posts</a>";
    return frame("Archive", main);
  }
  std::string old_post(int number) const {
    return frame("Older note", "<h1 class=\"entry-title\">Older note " + std::to_string(number) +
                                   "</h1><div class=\"meta\">by <span class=\"author\">The reading "
                                   "room</span> on March 3, 2019</div><div class=\"entry\">" +
                                   article(number) + "</div><div class=\"share\">Share this</div>");
  }
};

CrawlReport crawl(MemoryCrawl& memory, const SampleBlog& blog, const CrawlOptions& options) {
  SampleFetcher fetcher;
  fetcher.serve(blog);
  auto reports = crawl_into(memory, memory.view(), memory, fetcher, {blog.home()}, options);
  EXPECT_TRUE(reports) << to_string(reports.error());
  return reports ? reports->at(0) : CrawlReport{};
}

// Addresses below `path` that are objects.
std::size_t count_below(const MemoryCrawl& memory, const std::string& prefix) {
  const auto objects = memory.objects();
  return static_cast<std::size_t>(std::count_if(objects.begin(), objects.end(), [&](const auto& each) {
    return each.second.object.url.starts_with(prefix);
  }));
}

TEST(Walk, OlderPostsAreFollowedToTheEnd) {
  const LongBlog blog(1500);
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, blog, quick_options());
  EXPECT_EQ(count_below(memory, blog.origin() + "/2019/"), 3000u);
  EXPECT_EQ(report.walks_ended, 0u) << report.walk_ended_at;
}

TEST(Walk, ACalendarEndsAndThatIsSaid) {
  SampleBlog blog;
  for (int month = 0; month < 400; ++month) {
    blog.pages["/calendar/" + std::to_string(month) + "/"] =
        "<html><head><title>Month</title></head><body><p>Nothing in month " + std::to_string(month) +
        ".</p><a href=\"" + blog.post_url(1) + "\">a post</a><a rel=\"next\" href=\"/calendar/" +
        std::to_string(month + 1) + "/\">next</a></body></html>";
  }
  blog.pages["/about/"] = "<html><body><a href=\"/calendar/0/\">calendar</a></body></html>";
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, blog, quick_options());
  EXPECT_LE(count_below(memory, blog.origin() + "/calendar/"), 60u);
  EXPECT_EQ(report.posts, 8u);
  EXPECT_EQ(report.walks_ended, 1u);
  EXPECT_NE(report.walk_ended_at.find("/calendar/"), std::string::npos) << report.walk_ended_at;
}

struct LimitRow {
  const char* name;
  std::uint64_t pages;
  std::size_t threads, in_flight;
};

class PageLimit : public testing::TestWithParam<LimitRow> {};

TEST_P(PageLimit, IsNeverExceededAndIsSaid) {
  const SampleBlog blog("http://blog.example", 30, 10);
  MemoryCrawl memory;
  CrawlOptions options = quick_options();
  options.max_pages = GetParam().pages;
  options.threads = GetParam().threads;
  options.in_flight = GetParam().in_flight;
  std::uint64_t pages = 0;
  options.on_event = [&](const CrawlEvent& event) {
    const auto* fetched = std::get_if<FetchedEvent>(&event);
    if (fetched == nullptr || fetched->status != 200) return;
    if (fetched->task == TaskKind::kPage || fetched->task == TaskKind::kHome) ++pages;
  };
  const CrawlReport report = crawl(memory, blog, options);
  EXPECT_EQ(pages, GetParam().pages);
  EXPECT_EQ(report.limit, "max_pages");
  EXPECT_GT(report.queued, 0u);
}

INSTANTIATE_TEST_SUITE_P(House_Limits, PageLimit,
                         testing::Values(LimitRow{"ThreeOneThread", 3, 1, 64},
                                         LimitRow{"ThreeFourThreads", 3, 4, 64},
                                         LimitRow{"OneAtATime", 3, 1, 1},
                                         LimitRow{"TwentyFourThreads", 20, 4, 64}, LimitRow{"One", 1, 2, 8}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(PageLimits, ALimitThatIsNotReachedIsNotSaid) {
  const SampleBlog blog;
  MemoryCrawl memory;
  CrawlOptions options = quick_options();
  options.max_pages = 1000;
  const CrawlReport report = crawl(memory, blog, options);
  EXPECT_TRUE(report.limit.empty());
  EXPECT_EQ(report.posts, 8u);
}

}  // namespace
}  // namespace bfa
