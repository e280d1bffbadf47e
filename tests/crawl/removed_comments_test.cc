// SPDX-License-Identifier: Apache-2.0
// Comments that their page lost, and pages that only show fewer of them.
#include "crawl/judge/removed_comments.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"
#include "crawl/judge/comment_place.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr std::array<std::string_view, 9> kTexts = {
    "Apples fell all morning.",       "My brother sails to Norway.", "Who painted the kitchen?",
    "Bread, butter, and no jam.",     "Old maps lie upside down.",   "Thunder woke us twice.",
    "Quiet foxes cross at midnight.", "A kettle sings in the yard.", "Nobody oils that gate."};

// "2" is a comment, "2>5" comment 5 that answers comment 2.
std::vector<DataObject> page_of(const std::string& list) {
  std::vector<DataObject> out;
  std::size_t at = 0;
  while (at < list.size()) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    const std::string word = list.substr(at, end - at);
    const std::size_t answers = word.find('>');
    const std::string own = answers == std::string::npos ? word : word.substr(answers + 1);
    DataObject comment;
    comment.kind = ObjectKind::kComment;
    comment.post = "https://a.example/post/";
    comment.url = comment.id = comment.post + "#c" + own;
    if (answers != std::string::npos) comment.parent = comment.post + "#c" + word.substr(0, answers);
    comment.text = std::string(kTexts.at(static_cast<std::size_t>(own[0] - '1')));
    out.push_back(std::move(comment));
    at = end + 1;
  }
  return out;
}

struct Row {
  const char* name;
  const char* before;
  const char* after;
  bool paged;
  const char* removed;
};

class RemovedComments : public testing::TestWithParam<Row> {};

TEST_P(RemovedComments, MatchesRow) {
  const Row& row = GetParam();
  const auto before = page_of(row.before);
  std::string removed;
  for (const std::size_t i : removed_comments(before, page_of(row.after), row.paged)) {
    const std::string& url = before[i].url;
    removed += (removed.empty() ? "" : " ") + url.substr(url.find("#c") + 2);
  }
  EXPECT_EQ(removed, row.removed);
}

INSTANTIATE_TEST_SUITE_P(
    House, RemovedComments,
    testing::Values(
        Row{"Middle", "1 2 3", "1 3", false, "2"}, Row{"MiddleOfAPart", "1 2 3", "1 3", true, "2"},
        Row{"MiddleWithNewOnes", "1 2 3", "1 3 4 5", false, "2"}, Row{"First", "1 2 3", "2 3", false, "1"},
        Row{"Last", "1 2 3", "1 2", false, "3"}, Row{"FirstOfAPart", "1 2 3", "2 3", true, ""},
        Row{"LatestThree", "1 2 3", "2 3 4", false, ""},
        Row{"FirstAndTwoNewOnes", "1 2 3", "2 3 4 5", false, "1"}, Row{"None", "1 2 3", "1 2 3 4", false, ""},
        Row{"NextPage", "1 2 3", "4 5", false, ""}, Row{"OtherOrder", "1 2 3 4", "4 3 1", false, ""},
        Row{"FirstOnesOnly", "1 2 3 4 5 6 7", "1 2", false, ""}, Row{"TwoOfThree", "1 2 3", "2", false, ""},
        Row{"Answer", "1 1>2 3", "1 3", false, "2"},
        Row{"WithItsAnswer", "1 2 2>4 3 5 6 7 8", "1 3 5 6 7 8 9", false, "2 4"},
        Row{"MoreThanAQuarter", "1 2 2>4 4>5 3", "1 3 6", false, ""},
        Row{"TwoAmidEight", "1 2 3 4 5 6 7 8", "1 2 4 5 7 8", false, "3 6"},
        Row{"TwoAtTheEnd", "1 2 3 4 5 6 7 8", "1 2 3 4 5 6", false, ""},
        Row{"TwoAtTheBegin", "1 2 3 4 5 6 7 8", "3 4 5 6 7 8", false, ""},
        Row{"AllAnswers", "1 1>2 1>3 4 5 6 7 8", "1 4 5 6 7 8", false, ""},
        Row{"AnotherInItsPlace", "1 2 3 4", "1 5 3 4", false, ""},
        Row{"AnswersThatAScriptLoads", "1 1>2 1>3 4", "1 1>3 1>5 4", false, ""},
        Row{"ThreadOfThePageBefore", "1 1>2 3 4", "3 4 5 5>6", false, ""},
        Row{"Empty", "1 2", "", false, ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RemovedComments, NeedAddressesThatStay) {
  const auto before = page_of("1 2 3 4 5 6");
  const auto removed = [&](const std::vector<DataObject>& after) {
    return removed_comments(before, after, false);
  };
  auto after = page_of("1 2 4 5 6");
  EXPECT_EQ(removed(after), std::vector<std::size_t>{2});
  after[0].text = "Edited by its author.";
  EXPECT_EQ(removed(after), std::vector<std::size_t>{2}) << "one may be edited";
  after[1].text = "Edited, too.";
  EXPECT_EQ(removed(after), std::vector<std::size_t>()) << "the words under an address are others";
  after = page_of("1 2 4 5 6");
  for (DataObject& comment : after) comment.url = comment.id = comment.url + "00";
  EXPECT_EQ(removed(after), std::vector<std::size_t>()) << "all addresses changed";
}

TEST(EndsWhole, NeedsItsEndTags) {
  EXPECT_TRUE(ends_whole("<p>Words</p></BODY></html>\n"));
  EXPECT_TRUE(ends_whole("<!-- a --><p>Words</p></html><!-- cached -->"));
  EXPECT_FALSE(ends_whole("<p>Words</p><b>Fatal error</b>"));
  EXPECT_FALSE(ends_whole("<p>see <!-- here</p></body></html>")) << "open";
  EXPECT_FALSE(ends_whole("<p>see <!-- here</p><!-- side --></body></html>")) << "closed by another one";
}

TEST(MoreComments, AreOnPagesThatTheirLinksName) {
  const auto post = Url::parse("https://a.example/post/").value();
  const auto comments = page_of("1 2");
  const auto has = [&](const char* url) {
    HtmlLink link;
    link.url = url;
    return has_more_comments({link}, post, comments);
  };
  EXPECT_TRUE(has("https://a.example/post/comment-page-2/#comments"));
  EXPECT_TRUE(has("https://a.example/post/?cpage=2"));
  EXPECT_TRUE(has("https://a.example/post/?commentPage=2"));
  EXPECT_FALSE(has("https://a.example/post/#c1"));
  EXPECT_FALSE(has("https://a.example/post/?showComment=1#c1")) << "the address of a comment";
  EXPECT_FALSE(has("https://a.example/post/?replytocom=2#respond"));
  EXPECT_FALSE(has("https://a.example/other/comment-page-2/"));
  EXPECT_FALSE(has("https://a.example/post/"));
}

class LostComments : public testing::Test {
 protected:
  static std::string said(int i) {
    if (i == 9) return "Nobody asked, but my aunt keeps bees behind that library.";
    return "Reader number " + std::to_string(i) + " found the " + std::string(i % 2 == 0 ? "left" : "right") +
           " shelf " + std::to_string(7 * i) + " empty when the rain came.";
  }

  // The post with these comments.
  void show(const std::vector<int>& numbers, const std::string& more = {}, std::size_t stated = 0) {
    blog.pages.erase(path);
    const std::string page = blog.at(path).body;
    std::string list = "<div id=\"comments\"><h3>" + std::to_string(stated == 0 ? numbers.size() : stated) +
                       " comments</h3><ol>";
    for (const int i : numbers) {
      if (i == 0) list += amid;
      if (i == 0) continue;
      const std::string id = named ? "comment-" + std::to_string(i) : std::string();
      list += "<li class=\"comment\"" + (named ? " id=\"" + id + "\"" : std::string()) + "><cite>Reader " +
              std::to_string(i) + "</cite> " + (named ? "<a href=\"#" + id + "\">" : "<i>") + "April " +
              std::to_string(i) + ", 2026" + (named ? "</a>" : "</i>") + "<p>" + said(i) + "</p></li>";
    }
    list += "</ol>" + more + "</div>";
    const std::size_t end = page.find("<div id=\"side\"");
    ASSERT_NE(end, std::string::npos);
    blog.pages[path] = page.substr(0, end) + list + page.substr(end);
  }

  CrawlReport visit() { return bench.crawl(blog.home(), quick_options(Recheck::kAll)); }

  std::map<int, std::string> states() const {
    std::map<int, std::string> out;
    for (const DataObject& comment : got(bench.read()->comments_of(blog.post_url(1)))) {
      for (int i = 1; i < 10; ++i) {
        if (comment.text == said(i)) out[i] = comment.status;
      }
    }
    return out;
  }
  using States = std::map<int, std::string>;

  SampleBlog blog;
  const std::string path = blog.post_path(1);
  bool named = true;
  std::string amid;  // in place of comment 0
  Bench bench;
};

TEST_F(LostComments, AreGoneAndKeepTheirText) {
  bench.fetcher.serve(blog);
  show({1, 2, 3});
  visit();
  visit();  // by the template that the first visit learned
  show({1, 3});
  EXPECT_EQ(visit().changed, 1u);
  EXPECT_EQ(states(), (States{{1, "active"}, {2, "gone"}, {3, "active"}}));
  EXPECT_EQ(visit().changed, 0u) << "said once";
  show({1, 2, 3});
  EXPECT_EQ(visit().changed, 1u);
  const auto archive = bench.read();
  const auto changes =
      got(archive->changes(object_key(ObjectKind::kComment, blog.post_url(1) + "#comment-2")));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].verdict, Verdict::kGone);
  EXPECT_EQ(changes[1].verdict, Verdict::kBack);
}

TEST_F(LostComments, AreRebuiltTheSame) {
  bench.fetcher.serve(blog);
  show({1, 2, 3});
  visit();
  show({1, 2});
  visit();
  EXPECT_EQ(states().at(3), "gone");
  const auto before = dump(*bench.read());
  ArchiveOptions options;
  options.clock = &bench.clock;
  const auto report = rebuild_archive(bench.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  expect_same(before, dump(*bench.read()));
}

TEST_F(LostComments, PagesThatShowOnlySomeLoseNone) {
  bench.fetcher.serve(blog);
  const States all{{1, "active"}, {2, "active"}, {3, "active"}, {4, "active"}};
  show({1, 2, 3, 4});
  visit();
  const auto expect_all = [&](const char* what) {
    visit();
    EXPECT_EQ(states(), all) << what;
    show({1, 2, 3, 4});
    visit();
  };
  show({3, 4}, "<a href=\"" + path + "comment-page-1/#comments\">Older comments</a>");
  expect_all("the others are on another page");
  show({4, 3, 1});
  expect_all("in another order");
  show({});
  expect_all("the place of comments has none");
  blog.pages.erase(path);
  expect_all("no place of comments");
  show({1, 2, 3});
  bench.fetcher.cut(blog.post_url(1), 1000, blog.pages[path].find("<li", blog.pages[path].find("comment-2")));
  expect_all("the transfer was cut");
}

struct Hidden {
  const char* name;
  std::vector<int> shown;
  std::string more;       // behind the list
  std::string amid = {};  // in place of number 0
  std::size_t stated = 0;
  std::string cut_at = {};  // the page ends there
};

class HiddenComments : public LostComments, public testing::WithParamInterface<Hidden> {};

TEST_P(HiddenComments, AreNotGone) {
  const Hidden& row = GetParam();
  bench.fetcher.serve(blog);
  show({1, 2, 3, 4, 5, 6, 7, 8});
  visit();
  visit();
  amid = row.amid;
  show(row.shown, row.more, row.stated);
  std::string& page = blog.pages[path];
  if (!row.cut_at.empty()) page.resize(page.find(row.cut_at, page.find("id=\"comments\"")));
  visit();
  for (const auto& [number, state] : states()) EXPECT_EQ(state, "active") << number;
  EXPECT_EQ(states().size(), 8u);
}

INSTANTIATE_TEST_SUITE_P(
    House, HiddenComments,
    testing::Values(
        Hidden{"Button", {1, 2, 3, 4, 5, 6, 7}, "<button>Load more comments</button>"},
        Hidden{"ButtonWithAnIcon", {1, 2, 3, 4, 5, 6, 7}, "<button><svg></svg></button>"},
        Hidden{"LinkToNothing", {1, 2, 3, 4, 5, 6, 7}, "<a href=\"#\">Load more comments</a>"},
        Hidden{"Line", {1, 2, 3, 4, 5, 6, 7}, "<div data-url=\"/api?page=2\">more...</div>"},
        Hidden{"LinkOfThePostsPages", {2, 3, 4, 5, 6, 7, 8}, "<a href=\"?seite=2#kommentare\">Older</a>"},
        Hidden{"LinkToAnotherPath", {2, 3, 4, 5, 6, 7, 8}, "<a href=\"/comments/?post=1&page=2\">Older</a>"},
        Hidden{
            "LinkToTheNext", {1, 2, 3, 4, 5, 6, 7}, "<nav><a rel=\"next\" href=\"page/2/\">Newer</a></nav>"},
        Hidden{"HalfOfThem", {1, 2, 3, 4}, ""}, Hidden{"NewestThree", {6, 7, 8}, ""},
        Hidden{"StatesMore", {1, 2, 3, 4, 6, 7, 8}, "", "", 8},
        Hidden{"FoldedAmid", {1, 2, 0, 4, 5, 6, 7, 8}, "", "<li><button>Show 2 replies</button></li>", 7},
        Hidden{"LineAmid", {1, 2, 0, 4, 5, 6, 7, 8}, "", "<li>1 hidden comment: show</li>", 7},
        Hidden{"OtherLanguage",
               {1, 2, 3, 4, 5, 6, 7},
               "<p>1 comment in another language. <a href=\"?all\">Show</a></p>"},
        Hidden{"CutAmid", {1, 2, 3, 4, 5, 6, 7, 8}, "", "", 0, "<li class=\"comment\" id=\"comment-8\""},
        Hidden{
            "ErrorAmid", {1, 2, 3, 4, 5, 6, 0}, "", "<b>Fatal error</b>: out of memory<i></i>", 0, "<i></i>"},
        Hidden{"OpenScript",
               {1, 2, 3, 4, 5, 6, 7, 0, 8},
               "",
               "<li class=\"comment\">see <script>alert(1) </li>"},
        Hidden{"OpenField", {1, 2, 3, 4, 5, 6, 7, 0, 8}, "", "<li class=\"comment\">see <textarea></li>"},
        Hidden{"OpenComment", {1, 2, 3, 4, 5, 6, 7, 0, 8}, "", "<li class=\"comment\">see <!-- here</li>"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(LostComments, AreGoneAmidManyToo) {
  bench.fetcher.serve(blog);
  show({1, 2, 3, 4, 5, 6, 7});
  visit();
  show({1, 2, 4, 5, 6, 7, 9});
  visit();
  EXPECT_EQ(states().at(3), "gone") << "a new one came";
  show({1, 2, 3, 4, 5, 6, 7, 9});
  visit();
  EXPECT_EQ(states().at(3), "active");
}

TEST_F(LostComments, ACrawlWithoutCommentsJudgesNone) {
  bench.fetcher.serve(blog);
  show({1, 2, 3});
  visit();
  show({1, 3});
  CrawlOptions options = quick_options(Recheck::kAll);
  options.step.comments = false;
  EXPECT_EQ(bench.crawl(blog.home(), options).changed, 0u);
  EXPECT_EQ(states().at(2), "active");
}

TEST_F(LostComments, WithoutAnAddressTheyAreGoneToo) {
  bench.fetcher.serve(blog);
  named = false;
  show({1, 2, 3});
  visit();
  show({1, 3});
  visit();
  EXPECT_EQ(states(), (States{{1, "active"}, {2, "gone"}, {3, "active"}}));
}

TEST_F(LostComments, AFeedThatStillHasThemDoesNotBringThemBack) {
  bench.fetcher.serve(blog);
  const auto link_feed = [&] {
    blog.pages[path].insert(blog.pages[path].find("</head>"),
                            "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Comments on this "
                            "note\" href=\"/comments/feed/\">");
  };
  std::string items;
  for (int i = 1; i <= 3; ++i) {
    const std::string url = blog.post_url(1) + "#comment-" + std::to_string(i);
    items += "<item><title>By: Reader " + std::to_string(i) + "</title><link>" + url + "</link><guid>" + url +
             "</guid><pubDate>Fri, 0" + std::to_string(i) + " Apr 2026 10:00:00 GMT</pubDate><description>" +
             said(i) + "</description></item>";
  }
  const std::string head = "<rss version=\"2.0\"><channel><title>Comments for Shelf Notes</title>";
  blog.files["/comments/feed/"] = head + items + "</channel></rss>";
  show({1, 2, 3});
  link_feed();
  visit();
  show({1, 3});
  link_feed();
  // Its answer changes, as that of a feed with a date of its making does.
  blog.files["/comments/feed/"] = head + "<description>of today</description>" + items + "</channel></rss>";
  visit();
  EXPECT_EQ(states(), (States{{1, "active"}, {2, "gone"}, {3, "active"}}));
}

}  // namespace
}  // namespace bfa
