// SPDX-License-Identifier: Apache-2.0
// TimeGates, TimeMaps and Mementos by RFC 7089, and what an independent validator asks of them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bfa/url/canonical.h"
#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"
#include "serve/programs/memento_links.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using std::chrono::seconds;

constexpr hours kLater{48};

class Memento : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    auto& blog = served->blog;
    blog.paths[4] = "/2026/03/at-first/";
    served->bench.crawl(blog.home(), quick_options());
    times.push_back(served->bench.clock.now());
    blog.extra_paragraph[2] = "A quagga stood here, and two walruses were running beside it.";
    blog.paths[4] = "/2026/11/later/";
    blog.redirects["/2026/03/at-first/"] = "/2026/11/later/";
    served->bench.crawl(blog.home(), quick_options(Recheck::kAll), kLater);
    times.push_back(served->bench.clock.now());
    blog.extra_paragraph[2] = "A zebra stood here, and two herons were sleeping beside it.";
    served->bench.crawl(blog.home(), quick_options(Recheck::kAll), kLater);
    times.push_back(served->bench.clock.now());
    served->open();
  }
  static void TearDownTestSuite() {
    served.reset();
    times.clear();
  }

  static std::string post() { return served->blog.post_url(2); }
  static std::string page_at(std::size_t crawl) {
    return std::string(ServedBlog::kOrigin) + "/web/" + format_cdx_time(times.at(crawl)) + "/" + post();
  }
  static ServeReply gate(const std::string& date, const std::string& target = "/timegate/" + post()) {
    if (date.empty()) return served->ask(target);
    return served->ask(target, {{"Accept-Datetime", date}});
  }
  static IndexedCapture capture_of(const SearchIndex& index, const std::string& url, UtcTime time) {
    CaptureRange range;
    range.first = surt_key(url);
    range.from = time;
    std::optional<IndexedCapture> found;
    EXPECT_TRUE(index.for_each_capture(range, [&](const IndexedCapture& capture) {
      found = capture;
      return false;
    }));
    EXPECT_TRUE(found) << url;
    return found.value_or(IndexedCapture());
  }

  static std::unique_ptr<ServedBlog> served;
  static std::vector<UtcTime> times;  // of the crawls
};
std::unique_ptr<ServedBlog> Memento::served;
std::vector<UtcTime> Memento::times;

TEST_F(Memento, Rfc7089_4_TimeGateChoosesByAcceptDatetime) {
  const auto at = [](std::size_t crawl, seconds more) { return format_http_date(times[crawl] + more); };
  const struct {
    std::string name, date;
    std::size_t crawl;
  } rows[] = {
      {"no Accept-Datetime: the last", "", 2},
      {"before the first: the first", "Thu, 01 Jan 1998 00:00:00 GMT", 0},
      {"after the last: the last", "Thu, 01 Jan 2099 00:00:00 GMT", 2},
      {"exactly the second", at(1, seconds(0)), 1},
      {"a bit after the first", at(0, seconds(600)), 0},
      {"a bit before the second", at(1, seconds(-600)), 1},
      {"in the middle: the older one", at(0, seconds(24 * 3600)), 0},
      {"just past the middle", at(0, seconds(24 * 3600 + 1)), 1},
      {"RFC 850 form", "Sunday, 06-Nov-94 08:49:37 GMT", 0},
  };
  for (const auto& row : rows) {
    const ServeReply reply = gate(row.date);
    EXPECT_EQ(reply.status, 302) << row.name;
    EXPECT_EQ(field_of(reply, "Location"), page_at(row.crawl)) << row.name;
    EXPECT_EQ(field_of(reply, "Vary"), "accept-datetime") << row.name;
    EXPECT_EQ(field_of(reply, "Memento-Datetime"), "") << row.name << ": a redirect is no memento";
    const auto links = links_of(field_of(reply, "Link"));
    ASSERT_EQ(links_with(links, "original").size(), 1U) << row.name;
    EXPECT_EQ(links_with(links, "original")[0].target, post());
    ASSERT_EQ(links_with(links, "timemap").size(), 1U) << row.name;
    EXPECT_EQ(links_with(links, "timemap")[0].target,
              std::string(ServedBlog::kOrigin) + "/timemap/link/" + post());
    EXPECT_EQ(links_with(links, "timemap")[0].parameters.at("type"), "application/link-format");
    EXPECT_TRUE(links_with(links, "timegate").empty()) << row.name;
    bool chosen = false;
    for (const Link& memento : links_with(links, "memento")) {
      EXPECT_TRUE(parse_http_date(memento.parameters.at("datetime"))) << memento.parameters.at("datetime");
      if (memento.target != page_at(row.crawl)) continue;
      chosen = true;
      EXPECT_EQ(memento.parameters.at("datetime"), format_http_date(times[row.crawl])) << row.name;
    }
    EXPECT_TRUE(chosen) << row.name;
    ASSERT_EQ(links_with(links, "first").size(), 1U) << row.name;
    EXPECT_EQ(links_with(links, "first")[0].target, page_at(0));
    ASSERT_EQ(links_with(links, "last").size(), 1U) << row.name;
    EXPECT_EQ(links_with(links, "last")[0].target, page_at(2));
  }
}

TEST_F(Memento, Validator_HeadIsAnsweredAsGet) {
  const auto get = served->ask("/timegate/" + post());
  const auto head = served->ask("/timegate/" + post(), {}, "HEAD");
  EXPECT_EQ(head.status, 302);
  EXPECT_EQ(head.headers, get.headers);
}

TEST_F(Memento, Validator_BadDatesAre400) {
  for (const char* date : {"yesterday", "2026-01-01T00:00:00Z", "20260101000000", "Sun, 06 Nov 1994",
                           "Sun, 32 Nov 1994 08:49:37 GMT", "\x01"}) {
    const ServeReply reply = gate(date);
    EXPECT_EQ(reply.status, 400) << date;
    EXPECT_NE(reply.body.find("Accept-Datetime"), std::string::npos) << reply.body;
    EXPECT_EQ(field_of(reply, "Location"), "");
  }
}

TEST_F(Memento, Validator_UnknownUrlsAre404WithoutVaryAndLink) {
  for (const char* target :
       {"/timegate/http://blog.example/none/", "/timegate/http://other.example/",
        "/timemap/link/http://other.example/", "/timemap/json/http://other.example/",
        "/post/timegate/http://other.example/", "/post/timemap/link/http://other.example/"}) {
    const ServeReply reply = served->ask(target);
    EXPECT_EQ(reply.status, 404) << target;
    EXPECT_EQ(field_of(reply, "Vary"), "") << target;
    EXPECT_EQ(field_of(reply, "Link"), "") << target;
    EXPECT_FALSE(reply.stream) << target;
  }
}

TEST_F(Memento, Rfc7089_5_TimeMapInLinkFormat) {
  ServeReply reply = served->ask("/timemap/link/" + post());
  ASSERT_EQ(reply.status, 200);
  EXPECT_EQ(field_of(reply, "Content-Type"), "application/link-format");
  EXPECT_EQ(field_of(reply, "Vary"), "");
  const auto links = links_of(body_of(reply));
  ASSERT_EQ(links.size(), 6U);
  ASSERT_EQ(links_with(links, "self").size(), 1U);
  const Link self = links_with(links, "self")[0];
  EXPECT_EQ(self.target, std::string(ServedBlog::kOrigin) + "/timemap/link/" + post());
  EXPECT_EQ(self.parameters.at("type"), "application/link-format");
  EXPECT_EQ(self.parameters.at("from"), format_http_date(times[0]));
  EXPECT_EQ(self.parameters.at("until"), format_http_date(times[2]));
  ASSERT_EQ(links_with(links, "timegate").size(), 1U);
  EXPECT_EQ(links_with(links, "timegate")[0].target,
            std::string(ServedBlog::kOrigin) + "/timegate/" + post());
  ASSERT_EQ(links_with(links, "original").size(), 1U);
  EXPECT_EQ(links_with(links, "original")[0].target, post());
  const auto mementos = links_with(links, "memento");
  ASSERT_EQ(mementos.size(), 3U);
  const char* rels[] = {"first memento", "memento", "last memento"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(mementos[i].target, page_at(i));
    EXPECT_EQ(mementos[i].parameters.at("rel"), rels[i]);
    EXPECT_EQ(mementos[i].parameters.at("datetime"), format_http_date(times[i]));
  }
}

TEST_F(Memento, TimeMapsInJsonAndCdxjSayTheSame) {
  ServeReply json = served->ask("/timemap/json/" + post());
  EXPECT_EQ(field_of(json, "Content-Type"), "application/json");
  const auto map = nlohmann::json::parse(body_of(json), nullptr, false);
  ASSERT_TRUE(map.is_object());
  EXPECT_EQ(map["original_uri"], post());
  EXPECT_EQ(map["self"], std::string(ServedBlog::kOrigin) + "/timemap/json/" + post());
  EXPECT_EQ(map["timegate_uri"], std::string(ServedBlog::kOrigin) + "/timegate/" + post());
  EXPECT_EQ(map["timemap_uri"]["link_format"], std::string(ServedBlog::kOrigin) + "/timemap/link/" + post());
  ASSERT_EQ(map["mementos"]["list"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(map["mementos"]["list"][i]["uri"], page_at(i));
    EXPECT_EQ(map["mementos"]["list"][i]["datetime"], format_rfc3339(times[i]));
  }
  EXPECT_EQ(map["mementos"]["first"]["uri"], page_at(0));
  EXPECT_EQ(map["mementos"]["last"]["uri"], page_at(2));
  ServeReply cdxj = served->ask("/timemap/cdxj/" + post());
  EXPECT_EQ(field_of(cdxj, "Content-Type"), "application/cdxj+ors");
  const std::string lines = body_of(cdxj);
  std::size_t entries = 0;
  for (std::size_t at = 0; at < lines.size();) {
    const std::string line = lines.substr(at, lines.find('\n', at) - at);
    at += line.size() + 1;
    const std::size_t brace = line.find_first_of("{[");
    ASSERT_NE(brace, std::string::npos) << line;
    ASSERT_FALSE(nlohmann::json::parse(line.substr(brace), nullptr, false).is_discarded()) << line;
    if (line[0] == '!') continue;
    EXPECT_EQ(line.substr(0, brace - 1), format_cdx_time(times.at(entries)));
    EXPECT_EQ(nlohmann::json::parse(line.substr(brace))["uri"], page_at(entries));
    ++entries;
  }
  EXPECT_EQ(entries, 3U);
}

TEST_F(Memento, UnknownFormsAndAddressesAre400) {
  for (const std::string& target :
       {"/timemap/xml/" + post(), "/timemap/" + post(), std::string("/timemap/link/"),
        std::string("/timemap/link"), std::string("/timegate/"), std::string("/timegate/ftp://blog.example/"),
        std::string("/timegate/javascript:alert(1)"), std::string("/timegate/data:text/html,x"),
        "/timegate/http://blog.example/" + std::string(64U << 10, 'a'), std::string("/timegate/http://")}) {
    const ServeReply reply = served->ask(target);
    EXPECT_EQ(reply.status, 400) << target.substr(0, 80);
    EXPECT_EQ(field_of(reply, "Content-Type"), "application/problem+json");
  }
}

TEST_F(Memento, OneOriginalResourceByKey) {
  const std::string host = "blog.example" + served->blog.post_path(2);
  for (const std::string& url :
       {"http://" + host, "https://" + host, "http://www." + host, host, "http:/" + host,
        "HTTP://BLOG.EXAMPLE" + served->blog.post_path(2),
        "http%3A%2F%2Fblog.example" + served->blog.post_path(2), "http://" + host + "?utm_source=x"}) {
    ServeReply reply = served->ask("/timemap/link/" + url);
    ASSERT_EQ(reply.status, 200) << url;
    const auto mementos = links_with(links_of(body_of(reply)), "memento");
    ASSERT_EQ(mementos.size(), 3U) << url;
    EXPECT_EQ(mementos[0].target, page_at(0)) << "with the URL of the capture";
  }
}

// "Memento-Datetime on archived redirects too": an address that was redirected has mementos.
TEST_F(Memento, AnAddressThatRedirectedHasMementos) {
  const std::string old = served->blog.origin() + "/2026/03/at-first/";
  ServeReply reply = served->ask("/timemap/link/" + old);
  ASSERT_EQ(reply.status, 200);
  const auto mementos = links_with(links_of(body_of(reply)), "memento");
  ASSERT_GE(mementos.size(), 2U) << "the page, and then the redirect";
  EXPECT_EQ(mementos[0].parameters.at("datetime"), format_http_date(times[0]));
  EXPECT_EQ(mementos[1].parameters.at("datetime"), format_http_date(times[1]));
  EXPECT_EQ(mementos[1].target,
            std::string(ServedBlog::kOrigin) + "/web/" + format_cdx_time(times[1]) + "/" + old);
}

TEST_F(Memento, Rfc7089_2_MementoSaysItsPlace) {
  const auto archive = served->bench.read();
  auto index = SearchIndex::open(*archive);
  ASSERT_TRUE(index) << to_string(index.error());
  SiteContext context;
  context.index = std::move(*index);
  ServeRequest request;
  request.origin = ServedBlog::kOrigin;
  const char* rels[] = {"first memento", "memento", "last memento"};
  for (std::size_t i = 0; i < 3; ++i) {
    ServeReply reply;
    add_memento_headers(context, request, post(), capture_of(*context.index, post(), times[i]), reply);
    EXPECT_EQ(field_of(reply, "Memento-Datetime"), format_http_date(times[i]));
    EXPECT_EQ(field_of(reply, "Vary"), "");
    const auto links = links_of(field_of(reply, "Link"));
    EXPECT_EQ(links_with(links, "original").at(0).target, post());
    EXPECT_EQ(links_with(links, "timegate").at(0).target,
              std::string(ServedBlog::kOrigin) + "/timegate/" + post());
    EXPECT_EQ(links_with(links, "timemap").at(0).target,
              std::string(ServedBlog::kOrigin) + "/timemap/link/" + post());
    EXPECT_EQ(links_with(links, "timemap").at(0).parameters.at("type"), "application/link-format");
    bool self = false;
    for (const Link& memento : links_with(links, "memento")) {
      if (memento.target != page_at(i)) continue;
      EXPECT_EQ(memento.parameters.at("rel"), rels[i]);
      EXPECT_EQ(memento.parameters.at("datetime"), format_http_date(times[i]));
      self = true;
    }
    EXPECT_TRUE(self);
    EXPECT_EQ(links_with(links, "first").at(0).target, page_at(0));
    EXPECT_EQ(links_with(links, "last").at(0).target, page_at(2));
    const auto previous = links_with(links, "prev"), next = links_with(links, "next");
    ASSERT_EQ(previous.size(), i > 0 ? 1U : 0U);
    ASSERT_EQ(next.size(), i < 2 ? 1U : 0U);
    if (i > 0) {
      EXPECT_EQ(previous[0].target, page_at(i - 1));
    }
    if (i < 2) {
      EXPECT_EQ(next[0].target, page_at(i + 1));
    }
  }
}

TEST_F(Memento, VersionsOfPosts) {
  const auto archive = served->bench.read();
  const auto versions = got(archive->versions(got(archive->find_object(post()))));
  ASSERT_EQ(versions.size(), 3U);
  const auto address = [](std::size_t number) {
    return std::string(ServedBlog::kOrigin) + "/post?url=" + query_escaped(post()) +
           "&version=" + std::to_string(number);
  };
  const auto target = "/post/timegate/" + post();
  EXPECT_EQ(field_of(gate("", target), "Location"), address(3));
  EXPECT_EQ(field_of(gate(format_http_date(times[1] + seconds(60)), target), "Location"), address(2));
  EXPECT_EQ(field_of(gate("Thu, 01 Jan 1998 00:00:00 GMT", target), "Location"), address(1));
  EXPECT_EQ(field_of(gate("", target), "Vary"), "accept-datetime");
  EXPECT_EQ(gate("tomorrow", target).status, 400);
  ServeReply map = served->ask("/post/timemap/link/" + post());
  const auto links = links_of(body_of(map));
  EXPECT_EQ(links_with(links, "timegate").at(0).target, ServedBlog::kOrigin + target);
  const auto mementos = links_with(links, "memento");
  ASSERT_EQ(mementos.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(mementos[i].target, address(i + 1));
    EXPECT_EQ(mementos[i].parameters.at("datetime"), format_http_date(versions[i].observed));
    ServeRequest request;
    request.origin = ServedBlog::kOrigin;
    ServeReply reply;
    add_version_memento_headers(request, post(), versions, i + 1, reply);
    EXPECT_EQ(field_of(reply, "Memento-Datetime"), format_http_date(versions[i].observed));
    const auto own = links_of(field_of(reply, "Link"));
    EXPECT_EQ(links_with(own, "first").at(0).target, address(1));
    EXPECT_EQ(links_with(own, "last").at(0).target, address(3));
    EXPECT_EQ(links_with(own, "prev").size(), i > 0 ? 1U : 0U);
    EXPECT_EQ(links_with(own, "next").size(), i < 2 ? 1U : 0U);
    EXPECT_EQ(links_with(own, "timemap").at(0).target,
              std::string(ServedBlog::kOrigin) + "/post/timemap/link/" + post());
  }
}

// What the TimeMap of a post leads to says the same of itself; the post as it stands is no memento.
TEST_F(Memento, PagesOfVersionsAreMementos) {
  const std::string target = "/post?url=" + query_escaped(post());
  const ServeReply reply = served->ask(target + "&version=2");
  ASSERT_EQ(reply.status, 200);
  EXPECT_EQ(field_of(reply, "Memento-Datetime"), format_http_date(times[1]));
  EXPECT_EQ(links_with(links_of(field_of(reply, "Link")), "original").at(0).target, post());
  EXPECT_EQ(links_with(links_of(field_of(reply, "Link")), "prev").size(), 1U);
  const ServeReply now = served->ask(target);
  ASSERT_EQ(now.status, 200);
  EXPECT_EQ(field_of(now, "Memento-Datetime"), "");
}

// Addresses are of the web: nothing in them may add a field, end a link, or lead to another server.
TEST_F(Memento, NoAddressBreaksOutOfAField) {
  ServeRequest request;
  request.origin = ServedBlog::kOrigin;
  for (const std::string& url :
       {std::string("http://blog.example/a\r\nSet-Cookie: x=1"),
        std::string("http://blog.example/>; rel=\"original\", <http://evil.example/"),
        std::string("http://blog.example/\xff\xfe \0x", 25), std::string("//evil.example/"),
        std::string("\\\\evil.example")}) {
    IndexedCapture capture;
    capture.url = url;
    capture.key = surt_key(url);
    capture.time = times[0];
    SiteContext context;
    auto index = SearchIndex::open(*served->bench.read());
    ASSERT_TRUE(index);
    context.index = std::move(*index);
    ServeReply reply;
    add_memento_headers(context, request, url, capture, reply);
    ASSERT_EQ(reply.headers.size(), 2U);
    const std::string link = field_of(reply, "Link");
    for (const char c : link) EXPECT_TRUE(c >= ' ' && c < '\x7f') << static_cast<int>(c);
    EXPECT_EQ(links_with(links_of(link), "original").size(), 1U) << link;
    EXPECT_EQ(links_with(links_of(link), "memento").size(), 1U) << link;
    EXPECT_TRUE(links_with(links_of(link), "memento")[0].target.starts_with(std::string(ServedBlog::kOrigin) +
                                                                            "/web/"))
        << link;
  }
  for (const char* target :
       {"/timegate//evil.example/", "/timegate/\\\\evil.example/",
        "/timegate/http://blog.example@evil.example/", "/timegate/http://evil.example/../..//"}) {
    const auto reply = served->ask(target);
    EXPECT_TRUE(reply.status == 404 || reply.status == 400) << target << reply.status;
    EXPECT_EQ(field_of(reply, "Location"), "") << target;
  }
}

TEST(ArchivedUrl, TakesTheUrlOutOfTheTarget) {
  const struct {
    const char *rest, *url;
  } rows[] = {
      {"http://a.example/", "http://a.example/"},
      {"https://a.example/x?y=1&z=%20", "https://a.example/x?y=1&z=%20"},
      {"http:/a.example/x", "http://a.example/x"},
      {"http:///a.example/x", "http://a.example/x"},
      {"http:a.example", "http://a.example"},
      {"a.example/x?u=http://b.example/", "http://a.example/x?u=http://b.example/"},
      {"a.example:8080/", "http://a.example:8080/"},
      {"HTTP://A.example/", "http://A.example/"},
      {"//a.example/", "http://a.example/"},
      {"http%3A%2F%2Fa.example%2Fx%3Fy", "http://a.example/x?y"},
      {"http://a.example/#part", "http://a.example/"},
      {"http://a.example/\"<b>", "http://a.example/%22%3Cb%3E"},
      {"http://a.example/\xc3\xa4", "http://a.example/%C3%A4"},
      {"http://a.example/../../etc/passwd", "http://a.example/../../etc/passwd"},
      {"", nullptr},
      {"http://", nullptr},
      {"http:", nullptr},
      {"ftp://a.example/", nullptr},
      {"mailto:a@b.example", nullptr},
      {"javascript:alert(1)", nullptr},
      {"urn:uuid:1", nullptr},
      {"http://a b/", nullptr},
      {"http://[::1/", nullptr},
      {"http://a.example:99999/", nullptr},
  };
  for (const auto& row : rows) {
    const auto url = archived_url(row.rest);
    EXPECT_EQ(url.has_value(), row.url != nullptr) << row.rest << " -> " << url.value_or("");
    if (url && row.url != nullptr) {
      EXPECT_EQ(*url, row.url);
    }
  }
  EXPECT_FALSE(archived_url("http://a.example/" + std::string(kMaxArchivedUrl, 'a')));
}

TEST(ArchivedUrl, TimesOfOneToFourteenDigits) {
  const struct {
    const char *digits, *first, *last;
  } rows[] = {
      {"2", "2000-01-01T00:00:00Z", "2999-12-31T23:59:59.999999Z"},
      {"2026", "2026-01-01T00:00:00Z", "2026-12-31T23:59:59.999999Z"},
      {"20260", "2026-01-01T00:00:00Z", "2026-09-30T23:59:59.999999Z"},
      {"20261", "2026-10-01T00:00:00Z", "2026-12-31T23:59:59.999999Z"},
      {"202602", "2026-02-01T00:00:00Z", "2026-02-28T23:59:59.999999Z"},
      {"202402", "2024-02-01T00:00:00Z", "2024-02-29T23:59:59.999999Z"},
      {"2026022", "2026-02-20T00:00:00Z", "2026-02-28T23:59:59.999999Z"},
      {"2026020304", "2026-02-03T04:00:00Z", "2026-02-03T04:59:59.999999Z"},
      {"20260203040506", "2026-02-03T04:05:06Z", "2026-02-03T04:05:06.999999Z"},
      {"202613", nullptr, nullptr},
      {"20260230", nullptr, nullptr},
      {"2026020324", nullptr, nullptr},
      {"202602030460", nullptr, nullptr},
      {"2026x", nullptr, nullptr},
      {"", nullptr, nullptr},
      {"202602030405061", nullptr, nullptr},
  };
  for (const auto& row : rows) {
    const auto times = parse_digit_times(row.digits);
    ASSERT_EQ(times.has_value(), row.first != nullptr) << row.digits;
    if (!times) continue;
    EXPECT_EQ(format_rfc3339(times->first), row.first) << row.digits;
    EXPECT_EQ(format_rfc3339(times->last), row.last) << row.digits;
  }
}

}  // namespace
}  // namespace bfa
