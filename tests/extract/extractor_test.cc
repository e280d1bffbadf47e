// SPDX-License-Identifier: Apache-2.0
// The front door: raw bytes in, matching of pages with entries, and why nothing was learned.
#include "bfa/extract/extractor.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::paragraphs;
using test::prose;
using test::Theme;

constexpr int kPosts = 4;
constexpr const char* kFeedUrl = "http://blog.example/feed/";

std::string path_of(int i) {
  return "/2024/03/voyage-" + std::string(1, static_cast<char>('a' + i)) + "/";
}

std::string title_of(int i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i));
}

std::string story_of(int i) {
  return paragraphs(static_cast<unsigned>(i) + 1, 4);
}

std::string page_of(int i) {
  return Theme().page(title_of(i), story_of(i));
}

// `origin`: of the links.
std::string feed_of(const std::string& origin) {
  std::string xml =
      "<?xml version='1.0'?><rss version='2.0'><channel><title>Boats</title><language>en</language>";
  for (int i = 0; i < kPosts; ++i) {
    xml += "<item><title>" + title_of(i) + "</title><link>" + origin + path_of(i) + "</link>";
    xml += "<pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate>";
    xml += "<description><![CDATA[" + story_of(i) + "]]></description></item>";
  }
  return xml + "</channel></rss>";
}

// How a page's address differs from the link of its entry.
struct AddressRow {
  const char* name;
  const char* link_origin;
  const char* page_origin;
  const char* page_end;       // in place of the slash at the end
  const char* redirect_from;  // origin of the address that led to the page; empty: none
};

class AddressMatching : public testing::TestWithParam<AddressRow> {};

TEST_P(AddressMatching, PairsPagesWithEntries) {
  const AddressRow& row = GetParam();
  Extractor blog("http://blog.example/");
  std::vector<std::string> urls;
  for (int i = 0; i < kPosts; ++i) {
    const std::string path = path_of(i).substr(0, path_of(i).size() - 1);
    std::vector<std::string> from;
    if (*row.redirect_from != '\0') from.push_back(row.redirect_from + path_of(i));
    const std::string moved = from.empty() ? path : "/moved/" + std::to_string(i);
    urls.push_back(row.page_origin + moved + row.page_end);
    ASSERT_TRUE(blog.add_page(urls.back(), page_of(i), "text/html", std::move(from)).ok());
  }
  ASSERT_TRUE(blog.add_feed(feed_of(row.link_origin), kFeedUrl).ok());
  const Result<LearnReport> report = blog.learn();
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->learned) << report->reason;
  EXPECT_TRUE(report->reason.empty());
  EXPECT_EQ(report->matched, std::size_t{kPosts});
  EXPECT_EQ(report->entries, std::size_t{kPosts});
  for (int i = 0; i < kPosts; ++i) {
    const Result<Extraction> got = blog.extract(urls[static_cast<std::size_t>(i)]);
    ASSERT_TRUE(got && got->object);
    EXPECT_EQ(got->object->kind, ObjectKind::kPost);
    EXPECT_EQ(got->object->title, title_of(i));
    EXPECT_EQ(got->object->feed, kFeedUrl);
  }
}

INSTANTIATE_TEST_SUITE_P(
    House, AddressMatching,
    testing::Values(AddressRow{"Same", "http://blog.example", "http://blog.example", "/", ""},
                    AddressRow{"HttpsPage", "http://blog.example", "https://blog.example", "/", ""},
                    AddressRow{"HttpsFeed", "https://blog.example", "http://blog.example", "/", ""},
                    AddressRow{"Www", "http://www.blog.example", "http://blog.example", "/", ""},
                    AddressRow{"NoSlash", "http://blog.example", "http://blog.example", "", ""},
                    AddressRow{"IndexHtml", "http://blog.example", "http://blog.example", "/index.html", ""},
                    AddressRow{"Redirected", "http://blog.example", "https://new.example", "/",
                               "https://www.blog.example"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ExtractorExtract, FindsAPageByEachOfItsAddresses) {
  Extractor blog("http://blog.example/");
  ASSERT_TRUE(blog.add_page("https://blog.example/a/", page_of(0), "", {"http://feeds.example/1"}).ok());
  for (const char* url : {"https://blog.example/a/", "http://www.blog.example/a", "http://feeds.example/1"})
    EXPECT_TRUE(blog.extract(url)) << url;
  const Result<Extraction> other = blog.extract("http://blog.example/b/");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, Code::kNotFound);
}

TEST(ExtractorExtract, ReadsAPageThatWasNotAddedByTheLearnedRules) {
  Extractor blog("http://blog.example/");
  ASSERT_TRUE(blog.add_feed(feed_of("http://blog.example"), kFeedUrl).ok());
  for (int i = 0; i < kPosts; ++i)
    ASSERT_TRUE(blog.add_page("http://blog.example" + path_of(i), page_of(i)).ok());
  const Result<LearnReport> report = blog.learn();
  ASSERT_TRUE(report && report->learned);
  const std::string page = Theme().page("Old rope", paragraphs(77, 4));
  const Result<Extraction> got =
      blog.extract(RawPage{"http://blog.example/2019/01/old-rope/", page, "text/html"});
  ASSERT_TRUE(got && got->object);
  EXPECT_EQ(got->object->title, "Old rope");
  EXPECT_TRUE(got->object->provenance.rules.contains("article"));

  Extractor later("http://blog.example/");  // with what was learned before
  ASSERT_TRUE(later.use(report->rules).ok());
  const Result<Extraction> again =
      later.extract(RawPage{"http://blog.example/2019/01/old-rope/", page, "text/html"});
  ASSERT_TRUE(again && again->object);
  EXPECT_EQ(again->object->text, got->object->text);
}

TEST(ExtractorAddPage, ReplacesAPageOfTheSameAddress) {
  Extractor blog("http://blog.example/");
  ASSERT_TRUE(blog.add_page("http://blog.example/a", page_of(0)).ok());
  ASSERT_TRUE(blog.add_page("https://blog.example/a/", page_of(1)).ok());
  const Result<LearnReport> report = blog.learn();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->pages, 1u);
  const Result<Extraction> got = blog.extract("http://blog.example/a");
  ASSERT_TRUE(got && got->object);
  EXPECT_EQ(got->object->title, title_of(1));
}

TEST(ExtractorAddPage, KeepsTheOtherPageOfARedirectWhenOneIsReplaced) {
  Extractor blog("http://blog.example/");
  ASSERT_TRUE(blog.add_page("http://blog.example/a", page_of(0), "", {"http://blog.example/x"}).ok());
  ASSERT_TRUE(blog.add_page("http://blog.example/d", page_of(1), "", {"http://blog.example/x"}).ok());
  ASSERT_TRUE(blog.add_page("http://blog.example/a", page_of(2)).ok());
  const Result<Extraction> got = blog.extract("http://blog.example/x");
  ASSERT_TRUE(got && got->object);
  EXPECT_EQ(got->object->title, title_of(1));
}

TEST(ExtractorAddFeed, ReplacesAFeedOfTheSameAddress) {
  Extractor blog("http://blog.example/");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(blog.add_feed(feed_of("http://blog.example"), kFeedUrl).ok());
  for (int i = 0; i < kPosts; ++i)
    ASSERT_TRUE(blog.add_page("http://blog.example" + path_of(i), page_of(i)).ok());
  const Result<LearnReport> report = blog.learn();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->entries, static_cast<std::size_t>(kPosts));
  EXPECT_EQ(report->matched, static_cast<std::size_t>(kPosts));
}

// A feed of summaries comes first; another has the whole texts, without markup.
TEST(ExtractorAddFeed, TakesTheTextOfTheFeedThatHasMoreOfIt) {
  const auto plain = [](int i, bool whole) {
    std::string text =
        whole ? prose(static_cast<unsigned>(i) + 1, 12) : prose(static_cast<unsigned>(i) + 1, 3);
    return "<item><title>" + title_of(i) + "</title><link>http://blog.example" + path_of(i) +
           "</link><description>" + text + "</description></item>";
  };
  // What readers wrote is in the story's own element.
  const auto page = [](int i) {
    const auto n = static_cast<unsigned>(i);
    std::string readers = "<p>Tot zover (" + std::to_string(i) + ")</p><h4>Reacties</h4>";
    for (unsigned k = 0; k <= n % 3; ++k) readers += "<p>schreef " + prose(900 + 10 * n + k, 4) + "</p>";
    return Theme().page(title_of(i), "<p>" + prose(n + 1, 12) + "</p>" + readers);
  };
  Extractor extractor("http://blog.example/");
  for (const bool whole : {false, true}) {
    std::string xml = "<?xml version='1.0'?><rss version='2.0'><channel><title>Boats</title>";
    for (int i = 0; i < 2 * kPosts; ++i) xml += plain(i, whole);
    ASSERT_TRUE(
        extractor.add_feed(xml + "</channel></rss>", whole ? "http://blog.example/whole/" : kFeedUrl, "")
            .ok());
  }
  for (int i = 0; i < 2 * kPosts; ++i)
    ASSERT_TRUE(extractor.add_page("http://blog.example" + path_of(i), page(i), "text/html").ok());
  const Result<LearnReport> report = extractor.learn();
  ASSERT_TRUE(report && report->learned);
  const Result<Extraction> got = extractor.extract("http://blog.example" + path_of(1));
  ASSERT_TRUE(got && got->object);
  EXPECT_EQ(got->object->text, prose(2, 12));
}

TEST(ExtractorLearn, TakesAFeedWithoutEntriesBeforeOneWhoseEntriesMatchNoPage) {
  Extractor blog("http://blog.example/");
  ASSERT_TRUE(
      blog.add_feed("<rss version='2.0'><channel/></rss>", "http://blog.example/empty.xml", "text/xml").ok());
  ASSERT_TRUE(blog.add_feed("<rss version='2.0'><channel><item><link>http://blog.example/other</link></item>"
                            "</channel></rss>",
                            "http://blog.example/feed.xml", "text/xml")
                  .ok());
  for (const char* url : {"http://blog.example/1", "http://blog.example/2"})
    ASSERT_TRUE(blog.add_page(url, "<html><body><p>Hello</p></body></html>", "text/html, text/html").ok());
  const Result<LearnReport> report = blog.learn();
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->learned);
  EXPECT_NE(report->reason.find("http://blog.example/other"), std::string::npos) << report->reason;
}

// Why nothing can be learned.
struct ReasonRow {
  const char* name;
  std::string feed;  // empty: none
  bool pages;
  const char* reason;  // is in the report's
};

class NothingLearned : public testing::TestWithParam<ReasonRow> {};

TEST_P(NothingLearned, SaysWhyAndStillExtracts) {
  const ReasonRow& row = GetParam();
  Extractor blog("http://blog.example/");
  if (!row.feed.empty()) {
    ASSERT_TRUE(blog.add_feed(row.feed, kFeedUrl).ok());
  }
  if (row.pages) {
    ASSERT_TRUE(blog.add_page("http://blog.example/about/", page_of(0)).ok());
  }
  const Result<LearnReport> report = blog.learn();
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->learned);
  EXPECT_NE(report->reason.find(row.reason), std::string::npos) << report->reason;
  if (!row.pages) return;
  const Result<Extraction> got = blog.extract("http://blog.example/about/");
  ASSERT_TRUE(got && got->object);
  EXPECT_EQ(got->object->title, title_of(0));
}

INSTANTIATE_TEST_SUITE_P(
    House, NothingLearned,
    testing::Values(ReasonRow{"NoPage", feed_of("http://blog.example"), false, "no page was added"},
                    ReasonRow{"OtherSite", feed_of("http://other.example"), true,
                              "no added page has the address of an entry; the first entry links to "
                              "http://other.example/2024/03/voyage-a/"},
                    ReasonRow{"EmptyFeed", "<rss version='2.0'><channel><title>Boats</title></channel></rss>",
                              true, "the feed has no entries"},
                    ReasonRow{"OnePageWithoutFeed", "", true, "no page"}),
    [](const auto& row) { return std::string(row.param.name); });

// Bytes in another charset than UTF-8.
struct CharsetRow {
  const char* name;
  std::string bytes;  // of "Gr\u00f6\u00dfe"
  const char* content_type;
};

class RawBytes : public testing::TestWithParam<CharsetRow> {};

TEST_P(RawBytes, AreDecoded) {
  const std::string page = "<html><head><title>Gr" + GetParam().bytes + "e</title></head><body><h1>Gr" +
                           GetParam().bytes + "e</h1>" + paragraphs(3, 4) + "</body></html>";
  const Extractor blog("http://blog.example/");
  const Result<Extraction> got =
      blog.extract(RawPage{"http://blog.example/a/", page, GetParam().content_type});
  ASSERT_TRUE(got && got->object);
  EXPECT_EQ(got->object->title,
            "Gr\xc3\xb6\xc3\x9f"
            "e");
}

INSTANTIATE_TEST_SUITE_P(
    Whatwg_Encoding, RawBytes,
    testing::Values(CharsetRow{"Latin1ByHeader", "\xf6\xdf", "text/html; charset=ISO-8859-1"},
                    CharsetRow{"QuotedLabel", "\xf6\xdf", "Text/HTML;Charset=\"windows-1252\""},
                    CharsetRow{"Utf8ByHeader", "\xc3\xb6\xc3\x9f", "text/html; charset=utf-8"},
                    CharsetRow{"Undeclared", "\xc3\xb6\xc3\x9f", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ExtractorErrors, NameTheCallThatIsWrong) {
  const std::string page = page_of(0);
  Extractor bad_home("blog.example");
  EXPECT_EQ(bad_home.add_page("http://blog.example/", page).error().code, Code::kInvalidArgument);
  EXPECT_EQ(bad_home.learn().error().code, Code::kInvalidArgument);
  ExtractorOptions options;
  options.strategy = "guess";
  EXPECT_EQ(Extractor("http://blog.example/", options).learn().error().code, Code::kInvalidArgument);

  options = {};
  options.max_bytes = 100;
  Extractor small("http://blog.example/", options);
  EXPECT_EQ(small.add_page("http://blog.example/a", page).error().code, Code::kLimit);
  EXPECT_EQ(small.add_feed(feed_of("http://blog.example"), kFeedUrl).error().code, Code::kLimit);

  Extractor blog("http://blog.example/");
  EXPECT_EQ(blog.add_page("/a", page).error().code, Code::kInvalidArgument);
  EXPECT_EQ(blog.add_page("http://blog.example/a", page, "text/html", {"mailto:a@b"}).error().code,
            Code::kInvalidArgument);
  EXPECT_EQ(blog.add_page("http://blog.example/a", "\x89PNG\r\n", "image/png").error().code,
            Code::kUnsupported);
  EXPECT_EQ(blog.add_page("http://blog.example/feed", feed_of(""), "text/html").error().code,
            Code::kUnsupported);
  EXPECT_EQ(blog.add_feed(page, kFeedUrl).error().code, Code::kCorrupt);
  EXPECT_EQ(blog.add_feed(feed_of(""), "feed.xml").error().code, Code::kInvalidArgument);
}

// ASCII in UTF-16 with a byte order mark.
std::string utf16_of(std::string_view ascii) {
  std::string out = "\xff\xfe";
  for (const char c : ascii) out.append({c, '\0'});
  return out;
}

TEST(ExtractorHostileBytes, GiveAnAnswerOrAnError) {
  std::vector<std::string> pages{std::string(), std::string(1000, '\0'), std::string(5000, '<'),
                                 "<html>" + std::string(200, '\xff'), utf16_of("<html>")};
  std::string deep;
  for (int i = 0; i < 20000; ++i) deep += "<div>";
  pages.push_back(deep + "text");
  Extractor blog("http://blog.example/");
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::string url = "http://blog.example/" + std::to_string(i);
    if (blog.add_page(url, pages[i], "text/html").ok()) {
      EXPECT_TRUE(blog.extract(url)) << i;
    }
  }
  const std::string whole = feed_of("http://blog.example");
  for (std::size_t size = 0; size < whole.size(); size += 97)
    (void)blog.add_feed(whole.substr(0, size), kFeedUrl);
  EXPECT_TRUE(blog.learn());
}

TEST(ExtractorComments, ComeFromFeedsOfComments) {
  Extractor blog("http://blog.example/");
  ASSERT_TRUE(blog.add_page("https://blog.example/a/", page_of(0)).ok());
  ASSERT_TRUE(blog.add_feed("<rss version='2.0'><channel><title>Comments on: Voyage</title><item>"
                            "<title>By: Bo</title><link>http://blog.example/a/#comment-7</link>"
                            "<guid>http://blog.example/a/#comment-7</guid><author>Bo</author>"
                            "<description>Good bread, that.</description></item></channel></rss>",
                            "http://blog.example/comments/feed/")
                  .ok());
  const Result<Extraction> got = blog.extract("http://blog.example/a/");
  ASSERT_TRUE(got);
  ASSERT_EQ(got->comments.size(), 1u);
  EXPECT_EQ(got->comments.front().text, "Good bread, that.");
}

}  // namespace
}  // namespace bfa
