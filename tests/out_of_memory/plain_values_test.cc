// SPDX-License-Identifier: Apache-2.0
// Functions that return plain values have no error for lost memory: they return an empty value, or the one
// that their header names, and never a part of the right one. No exception leaves them.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/container/container.h"
#include "bfa/crawl/crawl.h"
#include "bfa/crawl/memory.h"
#include "bfa/crawl/step.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/extractor.h"
#include "bfa/extract/pagination.h"
#include "bfa/extract/rules.h"
#include "bfa/feed/discover.h"
#include "bfa/feed/feed.h"
#include "bfa/feed/opml.h"
#include "bfa/html/content.h"
#include "bfa/html/path_rule.h"
#include "bfa/http/message.h"
#include "bfa/http/robots.h"
#include "bfa/io/blob.h"
#include "bfa/io/digest.h"
#include "bfa/io/sink.h"
#include "bfa/io/source.h"
#include "bfa/object/json.h"
#include "bfa/object/version.h"
#include "bfa/text/charset.h"
#include "bfa/text/language.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "bfa/text/word_diff.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/cdx.h"
#include "bfa/warc/cdx_writer.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/writer.h"
#include "out_of_memory/failing_new.h"

namespace bfa {
namespace {

constexpr std::string_view kLong =
    "A text of several words \xC3\x84 \xE6\x96\x87, too long for any small buffer.";
constexpr std::string_view kAddress =
    "http://www.blog.example.co.uk:8080/2014/05/a%20post/index.html?utm_source=x&p=1";
constexpr std::string_view kPage =
    "<html><head><base href='http://www.blog.example/folder/with/a/long/name/'><title>The title of a "
    "page</title><meta http-equiv=refresh content='0; url=/another/page/with/a/long/name.html'></head><body>"
    "<div class='entry content'><h1>The title of a post that is long</h1><p>The first paragraph of the text, "
    "by <a href='/author/someone/with/a/long/name'>someone with a name</a>, <img "
    "src='/images/large-image.png' "
    "alt='an image with a text'></p></div></body></html>";
constexpr std::string_view kFeed =
    "<rss version='2.0'><channel><title>A blog with a long title for a feed</title>"
    "<link>http://blog.example/</link><item><title>The first post has a title</title>"
    "<link>http://blog.example/2014/05/the-first-post.html</link><description>The text of the comment, which "
    "is "
    "long.</description><pubDate>Tue, 06 May 2014 10:00:00 GMT</pubDate></item></channel></rss>";

// What the functions work on, made while there is memory.
struct Inputs {
  Url url = *Url::parse(kAddress);
  Findings findings;
  HtmlDocument doc = *HtmlDocument::parse(kPage, findings);
  Feed feed = *parse_feed(kFeed, "application/rss+xml", "http://blog.example/feed/", findings);
  UtcTime time = *parse_rfc3339("2014-05-06T10:11:12.345Z");
  HttpHead head = *parse_response_head(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-15\r\nX-Robots-Tag: noarchive, "
      "unavailable_after: 25 Jun 2030 15:00:00 PST\r\nVary: a-long-field-name\r\nVary: "
      "another-field-name\r\n\r\n",
      findings);
  DataObject object, other;
  Template rules;
  CdxEntry entry;
  WarcHeader header;

  Inputs() {
    object.kind = ObjectKind::kPost;
    object.url = kAddress;
    object.title = "The title of a post, long enough";
    object.text = kLong;
    object.authors = {"Somebody with a long name"};
    object.tags = {"a tag of more than fifteen bytes"};
    object.references.push_back({ReferenceKind::kLink, std::string(kAddress), "text of the link", {}});
    object.attributes["parts"] = std::string(kAddress) + "\n" + std::string(kAddress);
    other = object;
    other.text += " And an addition to the text.";
    other.references.clear();
    rules.blog = "http://blog.example/with/a/path";
    rules.method = "ensemble";
    FieldRule& rule = rules.rules.emplace_back();
    rule.field = "article";
    rule.xpath = "//div[@class='entry content']";
    entry.key = "uk,co,example,blog)/2014/05";
    entry.timestamp = "20140506101112";
    entry.url = kAddress;
    header.fields = {{"WARC-Record-ID", "<urn:uuid:01234567-89ab-4cde-8f01-23456789abcd>"},
                     {"WARC-Target-URI", std::string(kAddress)},
                     {"Content-Type", "application/http; msgtype=response"}};
  }
};

const Inputs& inputs() {
  static const Inputs made;
  return made;
}

template <class T>
concept Comparable = std::equality_comparable<T> && !requires(const T& value) { value.get(); };

// Calls `call` with 0, 1, 2, ... allocations until it succeeds. Each value before that must be `lost`.
template <class Call, class Value = std::invoke_result_t<Call>>
void expect_contained(const char* name, Call&& call, const std::type_identity_t<Value>& lost = Value()) {
  const Value whole = call();
  constexpr long kMost = 20000;
  for (long n = 0; n < kMost; n += n < 200 ? 1 : 97) {
    Value value{};
    bool escaped = false, failed = false;
    {
      const FailingNew failing(n);
      try {
        value = call();
      } catch (...) {
        escaped = true;
      }
      failed = failing.has_failed();
    }
    ASSERT_FALSE(escaped) << name << " with " << n << " allocations";
    if constexpr (Comparable<Value>) {
      // Some lost memory does no harm: a cache stays cold, a sort needs more time.
      ASSERT_TRUE(value == whole || (failed && value == lost)) << name << " with " << n << " allocations";
    }
    if (!failed) return;
  }
  FAIL() << name << " allocates without end";
}

#define CONTAINED(...) expect_contained(#__VA_ARGS__, [&] { return __VA_ARGS__; })

TEST(OutOfMemory, BaseAndIo) {
  const Inputs& in = inputs();
  CONTAINED(to_string(Error{Code::kIo, "out of memory", "where", 1}));
  CONTAINED(format_rfc3339(in.time));
  CONTAINED(format_timestamp(Timestamp{in.time, TimePrecision::kLocalTime}));
  CONTAINED(format_cdx_time(in.time));
  CONTAINED(format_http_date(in.time));
  CONTAINED(make_fixed_clock(in.time));
  CONTAINED(make_memory_source(kLong));
  CONTAINED(make_string_source({}));
  CONTAINED(make_container_file_system(posix_file_system()));
  CONTAINED(printable_name("a name\n with several\x01 control characters"));
  CONTAINED(digest(DigestAlgorithm::kSha256, kLong));
  CONTAINED(labelled_digest(DigestAlgorithm::kSha256, kLong));
  CONTAINED(canonical_digest("SHA-1:2jmj7l5rSw0yVb/vlWAYkK/YBwk="));
  CONTAINED(
      same_digest("sha1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"));
  CONTAINED(hex_encode(kLong));
  CONTAINED(base32_encode(kLong));
  CONTAINED(Digester(DigestAlgorithm::kSha512).finish());
}

TEST(OutOfMemory, TextAndUrls) {
  const Inputs& in = inputs();
  Findings found;
  CONTAINED(repair_utf8(kLong));
  CONTAINED(fold_case(kLong));
  CONTAINED(collapse_space(kLong));
  CONTAINED(split_words(kLong));
  CONTAINED(word_diff(kLong, "A text of other words, too long for a small buffer."));
  CONTAINED(decode_text("Caf\xE9 and a text that is long enough", {}, CharsetContext::kText, found).text);
  CONTAINED(encoding_name("cp1252"));
  CONTAINED(
      prescan_html_encoding("<meta http-equiv=content-type content='text/html; charset=windows-1250'>"));
  CONTAINED(detect_encoding("Caf\xE9 and a text that is long enough"));
  CONTAINED(
      detect_language("This is a text in English that is long enough for the detector to be sure of it."));
  CONTAINED(date_renderings(Timestamp{in.time}, "fr"));
  CONTAINED(canonical_url(in.url));
  CONTAINED(surt_key(kAddress));
  CONTAINED(fetch_dedup_key(in.url));
  CONTAINED(registered_domain("www.a-long-name.blog.example.co.uk"));
  CONTAINED(reversed_host("www.a-long-name.blog.example.co.uk"));
  CONTAINED(percent_decode(kAddress));
  CONTAINED(in.url.origin());
  CONTAINED(in.url.without_fragment());
}

TEST(OutOfMemory, CodePointIsAppendedWholeOrNot) {
  const std::string before(15, 'x');  // fills the buffer of a short string
  std::string out = before;
  {
    const FailingNew failing(0);
    append_code_point(out, U'\u6587');
  }
  EXPECT_EQ(out, before);
}

TEST(OutOfMemory, PagesAndFeeds) {
  const Inputs& in = inputs();
  CONTAINED(text_of(in.doc, 0));
  CONTAINED(html_to_text(kPage));
  CONTAINED(links_of(in.doc, 0, in.url).size());
  CONTAINED(parse_srcset("/images/a.png 1x, /images/b.png 2x").size());
  CONTAINED(base_url(in.doc, in.url));
  CONTAINED(meta_refresh(in.doc, in.url));
  CONTAINED(clean_html(in.doc, 0, in.url));
  const PathRule rule = *PathRule::parse("//div[@class='entry content']/p");
  const HtmlDocument::NodeId paragraph = in.doc.find_first("p");
  CONTAINED(PathRule::for_node(in.doc, paragraph));
  CONTAINED(rule.match(in.doc));
  expect_contained("first", [&] { return rule.first(in.doc); }, HtmlDocument::kNone);
  CONTAINED(discover_feeds(in.doc, in.url).size());
  CONTAINED(conventional_feeds(in.url).size());
  CONTAINED(platform_feeds(in.url).size());
  CONTAINED(feeds_of(Opml()));
  CONTAINED(looks_like_feed(kFeed));
  CONTAINED(display_title(in.feed));
  CONTAINED(display_title(in.feed.entries[0]));
}

TEST(OutOfMemory, DocumentWithoutMemoryHasNoNodes) {
  HtmlDocument taken;  // the spare of this thread
  std::optional<HtmlDocument> lost;
  {
    const FailingNew failing(0);
    lost.emplace();
  }
  EXPECT_EQ(lost->size(), 0u);
  EXPECT_EQ(lost->find_first("p"), HtmlDocument::kNone);
  EXPECT_EQ(text_of(*lost, 0), "");
  EXPECT_TRUE(PathRule().match(*lost).empty());
  EXPECT_FALSE(meta_refresh(*lost, inputs().url));
  EXPECT_EQ(try_rule(inputs().rules.rules[0], *lost).matches, 0u);
}

TEST(OutOfMemory, Messages) {
  const Inputs& in = inputs();
  CONTAINED(in.head.combined("Vary"));
  CONTAINED(parse_media_type("text/html-of-another-kind; charset=iso-8859-15-and-more").essence);
  constexpr std::string_view kRobots = "User-agent: a-crawler-of-a-long-name\nAllow: /\nCrawl-delay: 2\n";
  constexpr std::string_view kAgent = "a-crawler-of-a-long-name";
  Findings findings;
  // Rules that are half read allow nothing.
  for (long n = 0; n < 100; ++n) {
    std::optional<RobotsRules> read;
    bool failed = false;
    {
      const FailingNew failing(n);
      read = RobotsRules::parse(kRobots, findings);
      failed = failing.has_failed();
    }
    EXPECT_EQ(read->allowed(kAgent, "/"), !failed) << n;
  }
  const RobotsRules rules = RobotsRules::parse(kRobots, findings);
  expect_contained(
      "allowed", [&] { return rules.allowed(kAgent, "/a/path/of/a/page/of/some/length"); }, false);
  expect_contained("crawl_delay", [&] { return rules.crawl_delay(kAgent); }, std::chrono::hours(24));
  CONTAINED(rules.deciding_line(kAgent, kAddress));
  CONTAINED(RobotsRules::disallow_all().allowed(kAgent, "/"));
  RobotsTags strictest;
  strictest.noindex = strictest.nofollow = strictest.noarchive = true;
  expect_contained("robots_tags_of", [&] { return robots_tags_of(in.head, kAgent, findings); }, strictest);
}

TEST(OutOfMemory, Objects) {
  const Inputs& in = inputs();
  CONTAINED(object_key(in.object));
  expect_contained("object_changed", [&] { return object_changed(in.object, in.object); }, true);
  expect_contained(
      "compare_objects", [&] { return compare_objects(in.object, in.object).verdict; }, Verdict::kContent);
}

// nlohmann::json takes memory to free a value, and ends the program where there is none: no further here.
TEST(OutOfMemory, Json) {
  const Inputs& in = inputs();
  const Change change = compare_objects(in.object, in.other);
  std::array<std::string, 6> texts;
  {
    const FailingNew failing(0);
    texts = {feed_to_json(in.feed, in.findings), serialize_feed(in.feed), object_to_json(in.object),
             template_to_json(in.rules),         change_to_json(change),  error_to_json(Error())};
  }
  for (const std::string& text : texts) EXPECT_EQ(text, "");
}

TEST(OutOfMemory, Extraction) {
  const Inputs& in = inputs();
  CONTAINED(make_ensemble_strategy());
  CONTAINED(make_dice_strategy());
  CONTAINED(make_generic_strategy());
  CONTAINED(make_strategy("density"));
  CONTAINED(strategy_names());
  const std::string feed_url = "http://blog.example/comments/feed/";
  CONTAINED(comments_of_feed(in.feed, feed_url, feed_url));
  const std::vector<DataObject> comments = comments_of_feed(in.feed, {}, {});
  CONTAINED(merge_comments({}, comments));
  CONTAINED(joined_urls(in.object));
  const std::vector<std::string> urls = {"http://blog.example/2014/05/one.html",
                                         "http://blog.example/2013/04/another-post.html"};
  CONTAINED(PostPattern::learn(urls).to_text());
  const PostPattern pattern = PostPattern::learn(urls);
  CONTAINED(pattern.to_text());
  CONTAINED(pattern.matches(urls[0]));
  CONTAINED(pattern.is_folder_target("/2014/05/"));
  CONTAINED(try_rule(in.rules.rules[0], in.doc).value);
  CONTAINED([&] {
    Template pinned;
    apply_pins(pinned, in.rules.rules);
    return pinned;
  }());
}

TEST(OutOfMemory, Warc) {
  const Inputs& in = inputs();
  CONTAINED(format_cdxj(in.entry));
  CONTAINED(format_warc_fields(in.header.fields));
  CONTAINED(in.header.record_id());
  CONTAINED(in.header.target_uri());
  CONTAINED(in.header.content_type());
  CONTAINED(random_uuid().size());
  CONTAINED(seeded_uuids({}) != nullptr);
  CONTAINED(train_warc_dictionary({}));
  CONTAINED(SegmentJoiner(posix_file_system()).origins());
  CONTAINED(CdxSorter(posix_file_system()).lines());
  CONTAINED(Blob(std::string()).size());
  CONTAINED(BlobWriter().size());
  std::function<std::string()> uuid = seeded_uuids("seed");
  {
    const FailingNew failing(0);
    EXPECT_TRUE(uuid().empty());
  }
}

TEST(OutOfMemory, ObjectsWithoutStateReportIt) {
  std::array<bool, 3> contained{};
  {
    const FailingNew failing(0);
    BlobWriter writer;
    const Status written = writer.write("x");
    contained[0] = !written && written.error().code == Code::kIo;
    CdxSorter sorter(posix_file_system());
    const Status added = sorter.add(CdxEntry());
    contained[1] = !added && added.error().code == Code::kIo;
    MemoryCrawl crawl;
    crawl.select_blogs({});
    const auto next = crawl.next(UtcTime{}, {});
    const auto state = crawl.view().capture(1);
    contained[2] = !next && next.error().code == Code::kIo && !state && crawl.versions() == 0;
  }
  EXPECT_EQ(contained, (std::array<bool, 3>{true, true, true}));
}

TEST(OutOfMemory, Crawl) {
  const Inputs& in = inputs();
  CONTAINED(crawl_warcinfo(StepOptions(), NetworkOptions()));
  const MemoryCrawl crawl;
  CrawlTask task;
  task.blog = "http://blog.example/with/a/path";
  task.url = in.url;
  const StepOptions options;
  for (long n = 0; n < 200; ++n) {
    bool honest = false;
    {
      const FailingNew failing(n);
      const StepResult result = process_fetched(task, Fetched(), crawl.view(), options);
      honest = !failing.has_failed() || result.error.has_value();
    }
    EXPECT_TRUE(honest) << n;
  }
}

// A function of the library that has an error to return never goes on with a value that another one lost.
TEST(OutOfMemory, ExtractionIsWholeOrAnError) {
  Extractor extractor("http://blog.example/");
  const RawPage page{.url = kAddress, .bytes = kPage, .content_type = "text/html"};
  const Result<Extraction> whole = extractor.extract(page);
  ASSERT_TRUE(whole);
  for (long n = 0; n < 4000; n += 7) {
    bool failed = false;
    Result<Extraction> found = Error{};
    {
      const FailingNew failing(n);
      found = extractor.extract(page);
      failed = failing.has_failed();
    }
    if (found) {
      ASSERT_EQ(found->object, whole->object) << n;
    } else {
      ASSERT_TRUE(failed);
      ASSERT_EQ(found.error().code, Code::kIo) << n;
    }
  }
}

}  // namespace
}  // namespace bfa
