// SPDX-License-Identifier: Apache-2.0
// Endless traps beside a blog: each ends within its budget, and every post is found.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include "bfa/crawl/memory.h"
#include "crawl/archive_crawl.h"
#include "crawl/limits/trap_guard.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// A blog whose pages link to endless walks. What is not the blog's is answered by the traps.
class TrapSite : public Fetcher {
 public:
  explicit TrapSite(SampleBlog& site) : blog(site) {
    blog.sidebar =
        "<a href=\"/x/y/\">x</a> <a href=\"/topic/red/\">red</a> <a "
        "href=\"/s/a1b2c3d4e5/tag/shelves/\">s</a> "
        "<a href=\"/wander/k3j5h7/\">wander</a> <a href=\"/lost/one/\">lost</a> "
        "<a href=\"/calendar/2020/1/\">calendar</a>";
  }

  Status submit(FetchRequest request) override {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(request));
    return {};
  }
  std::optional<Fetched> next(std::chrono::milliseconds) override {
    FetchRequest request;
    {
      const std::lock_guard lock(mutex_);
      if (queue_.empty()) return std::nullopt;
      request = std::move(queue_.front());
      queue_.erase(queue_.begin());
    }
    return answer(request);
  }
  std::size_t pending() const override {
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }

  SampleBlog& blog;
  std::map<std::string, int> visited;  // by trap
  std::set<std::string> probes;

 private:
  static std::string page(const std::string& main) {
    return "<!DOCTYPE html><html><head><title>Shelf Notes</title></head><body><div id=\"top\"><a "
           "href=\"/\">Shelf Notes</a></div><div id=\"main\">" +
           main + "</div></body></html>";
  }
  std::string random_name() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    std::string name;
    for (std::uint64_t x = state_; name.size() < 10; x = x * 6364136223846793005U + 1442695040888963407U) {
      name += static_cast<char>('a' + (x >> 60U));
      name += static_cast<char>('0' + (x >> 33U) % 10);
    }
    return name;
  }
  // Empty: it is not a trap's.
  std::string trap_page(const std::string& path) {
    const auto begins = [&](std::string_view prefix) { return path.starts_with(prefix); };
    if (begins("/x/") || begins("/y/")) {
      ++visited["repeated"];
      return page("<p>This folder has no entries of its own.</p><a href=\"" + path + "x/\">x</a> <a href=\"" +
                  path + "y/\">y</a> <a href=\"" + path + "z/\">z</a>");
    }
    if (begins("/topic/")) {
      ++visited["growing"];
      const std::string name = path.substr(7, path.size() - 8);
      std::string main = "<h1>Posts about " + name + "</h1><p>Refine this list:</p>";
      for (const char* more : {"red", "blue", "old"})
        main += "<a href=\"/topic/" + name + "-" + more + "/\">" + name + " and " + more + "</a> ";
      return page(main);
    }
    if (begins("/s/")) {
      ++visited["session"];
      const auto inner = path.find('/', 3);
      const SampleBlog::Answer own = blog.at(path.substr(inner));
      std::string body = own.body;
      const std::string with = "href=\"" + path.substr(0, 3) + random_name() + "/";
      for (auto at = body.find("href=\"/"); at != std::string::npos; at = body.find("href=\"/", at + 20))
        body.replace(at, 7, with);
      for (auto at = body.find("href=\"" + blog.home()); at != std::string::npos;
           at = body.find("href=\"" + blog.home(), at + 20))
        body.replace(at, 6 + blog.home().size(), with);
      return body;
    }
    if (begins("/wander/")) {
      ++visited["soft 404"];
      std::string main = "<h1>Nothing was found here</h1><p>Try one of these pages in its place.</p>";
      for (int i = 0; i < 3; ++i) main += "<a href=\"/wander/" + random_name() + "/\">maybe</a> ";
      return page(main);
    }
    if (begins("/lost/") || begins("/no-such-page-")) {
      if (begins("/no-such")) probes.insert(path);
      ++visited["lost"];
      return page("<h1>Here is nothing at all</h1><p>The page moved, or never was.</p><a href=\"" + path +
                  "deeper-" + random_name() + "/\">further</a><a href=\"/lost/" + random_name() +
                  "/\">elsewhere</a>");
    }
    if (begins("/calendar/")) {
      ++visited["calendar"];
      int year = 0, month = 0;
      EXPECT_EQ(std::sscanf(path.c_str(), "/calendar/%d/%d/", &year, &month), 2);
      std::string main = "<h1>Month " + std::to_string(month) + " of " + std::to_string(year) +
                         "</h1><p>No posts in this month.</p>";
      for (const int step : {-12, -1, 1, 12}) {
        const int to = year * 12 + month - 1 + step;
        main += "<a href=\"/calendar/" + std::to_string(to / 12) + "/" + std::to_string(to % 12 + 1) +
                "/\">go</a> ";
      }
      return page(main);
    }
    return {};
  }

  Fetched answer(const FetchRequest& request) {
    Fetched fetched;
    fetched.id = request.id;
    const auto url = Url::parse(request.url);
    const std::string path(url->path());
    SampleBlog::Answer answer;
    answer.body = trap_page(path);
    answer.content_type = "text/html; charset=utf-8";
    if (answer.body.empty()) answer = blog.at(path);
    Exchange exchange;
    exchange.url = request.url;
    std::string head = "HTTP/1.1 " + std::to_string(answer.status) +
                       " Status\r\nContent-Type: " + answer.content_type +
                       "\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n";
    Findings ignored;
    exchange.head = parse_response_head(head, ignored).value();
    exchange.response = Blob(head + answer.body);
    exchange.request = Blob("GET " + path + " HTTP/1.1\r\n\r\n");
    exchange.started = UtcTime{std::chrono::seconds(1'780'000'000)};
    fetched.hops.push_back(std::move(exchange));
    return fetched;
  }

  mutable std::mutex mutex_;
  std::vector<FetchRequest> queue_;
  std::uint64_t state_ = 7;
};

TEST(Traps, EndWithinTheirBudgetsBesideABlog) {
  SampleBlog blog("http://blog.example", 150, 10);
  TrapSite site(blog);
  MemoryCrawl memory;
  CrawlOptions options = quick_options();
  options.max_pages = 20'000;  // so that the test ends without the limits, too
  options.step.max_url_length = 400;
  const auto reports = crawl_into(memory, memory.view(), memory, site, {blog.home()}, options);
  ASSERT_TRUE(reports) << to_string(reports.error());
  const CrawlReport& report = reports->at(0);
  EXPECT_EQ(report.limit, "");
  std::size_t posts = 0;
  const auto objects = memory.objects();
  for (int i = 0; i < blog.posts; ++i) {
    const bool found = std::any_of(objects.begin(), objects.end(), [&](const auto& each) {
      return each.second.object.url == blog.post_url(i);
    });
    if (found) ++posts;
  }
  EXPECT_EQ(posts, 150u);
  // A budget for each form of the trap's addresses (six of the session's, one or two of the others'), and
  // what was under way when it was spent.
  for (const auto& [trap, count] : site.visited) EXPECT_LE(count, trap == "session" ? 1300 : 250) << trap;
  EXPECT_EQ(site.visited.size(), 6u);
  EXPECT_EQ(site.probes.size(), 1u) << "asked for once";
  for (const char* form : {"/topic/*", "/s/#", "/wander/#", "/calendar/N", "/lost/"}) {
    const auto said = std::find_if(report.traps.begin(), report.traps.end(),
                                   [&](const CutTrap& trap) { return trap.form.starts_with(form); });
    if (said == report.traps.end()) {
      ADD_FAILURE() << form;
      continue;
    }
    EXPECT_GT(said->cut, 0u) << form;
    EXPECT_FALSE(said->example.empty()) << form;
  }
}

TEST(Traps, AreFollowedWithoutLimits) {
  SampleBlog blog;
  TrapSite site(blog);
  MemoryCrawl memory;
  CrawlOptions options = quick_options();
  options.max_pages = 1200;
  options.trap_limits = false;
  const auto reports = crawl_into(memory, memory.view(), memory, site, {blog.home()}, options);
  ASSERT_TRUE(reports) << to_string(reports.error());
  EXPECT_EQ(reports->at(0).limit, "max_pages");
  EXPECT_TRUE(reports->at(0).traps.empty());
}

TEST(AddressForm, IsWhatEndlessAddressesShare) {
  const std::map<std::string, std::string> forms{
      {"/", "/"},
      {"/about/", "/*"},
      {"/tag/red-blue/", "/tag/*"},
      {"/2021/03/09/a-walk/", "/N/*"},
      {"/2021/03/top-10-of-2021/", "/N/*"},
      {"/s/9f8a7c66/a/b/c", "/s/#/*"},
      {"/a/b/a/b/a/", "/a/*"},
      {"/calendar/2020/1/", "/calendar/N"},
      {"/list?page=3&sort=up", "/*?page&sort"},
      {"/p;jsessionid=123/x", "/#/*"},
  };
  for (const auto& [path, form] : forms)
    EXPECT_EQ(address_form(*Url::parse("http://blog.example" + path)), form) << path;
}

TEST(SeenTexts, NumbersAndWordsOfTheAddressDoNotCount) {
  SeenTexts texts;
  const auto at = [](const std::string& path) { return *Url::parse("http://blog.example" + path); };
  EXPECT_TRUE(texts.is_new("There are no posts in month 3 of 2020, look at another one.", at("/c/2020/3/")));
  EXPECT_FALSE(texts.is_new("There are no posts in month 4 of 2021, look at another one.", at("/c/2021/4/")));
  EXPECT_TRUE(texts.is_new("All that is known about red", at("/topic/red/")));
  EXPECT_FALSE(texts.is_new("All that is known about blue", at("/topic/blue/")));
  EXPECT_TRUE(texts.is_new("A walk to the harbour before the rain came.", at("/walk/")));
  EXPECT_TRUE(texts.is_new("", at("/empty/")));
  EXPECT_FALSE(texts.is_new("12345", at("/five/")));
}

}  // namespace
}  // namespace bfa
