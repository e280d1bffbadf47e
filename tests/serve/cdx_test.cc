// SPDX-License-Identifier: Apache-2.0
// The CDX servers in both dialects, against the index that is made of the WARC files alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "bfa/url/canonical.h"
#include "bfa/warc/cdx_writer.h"
#include "serve/data/query_string.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using Json = nlohmann::json;

class Cdx : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    auto& blog = served->blog;
    blog.paths[4] = "/2026/03/at-first/";
    other = std::make_unique<SampleBlog>("http://sub.blog.example:8080", 3, 3);
    served->bench.fetcher.serve(*other);
    served->bench.fetcher.fail(blog.post_url(5), 1, 503);
    crawl();
    blog.extra_paragraph[2] = "A quagga stood here, and two walruses were running beside it.";
    blog.paths[4] = "/2026/11/later/";
    blog.redirects["/2026/03/at-first/"] = "/2026/07/two/";
    blog.redirects["/2026/07/two/"] = "/2026/11/later/";
    crawl();
    blog.extra_paragraph[2] = "A zebra stood here, and two herons were sleeping beside it.";
    crawl();
    served->open();
    for (const auto& path : warc_paths(served->bench.path() + "/warc")) {
      for (auto& line : got(cdxj_lines(posix_file_system(), path))) lines.push_back(std::move(line));
    }
    std::sort(lines.begin(), lines.end());
  }
  static void crawl() {
    served->bench.crawl({served->blog.home(), other->home()}, quick_options(Recheck::kAll), hours(48));
    times.push_back(format_cdx_time(served->bench.clock.now()));
  }
  static void TearDownTestSuite() {
    served.reset();
    other.reset();
    times.clear();
    lines.clear();
  }

  static std::string post() { return served->blog.post_url(2); }

  static std::string text_of(const std::string& target) {
    ServeReply reply = served->ask(target);
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    return body_of(reply);
  }
  static std::vector<std::string> lines_of(const std::string& target) {
    std::vector<std::string> out;
    const std::string text = text_of(target);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      EXPECT_NE(end, std::string::npos) << "no line end: " << text.substr(at);
      if (end == std::string::npos) break;
      out.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return out;
  }
  static Json json_of(const std::string& target) {
    auto json = Json::parse(text_of(target), nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << target;
    return json;
  }

  static std::unique_ptr<ServedBlog> served;
  static std::unique_ptr<SampleBlog> other;
  static std::vector<std::string> times;
  static std::vector<std::string> lines;  // CDXJ of the archive's WARC files
};
std::unique_ptr<ServedBlog> Cdx::served;
std::unique_ptr<SampleBlog> Cdx::other;
std::vector<std::string> Cdx::times, Cdx::lines;

// Every row, also those of redirects and of failures, and no other.
TEST_F(Cdx, RowsAreThoseOfTheWarcFiles) {
  auto rows = lines_of("/index?url=*");
  ASSERT_GT(rows.size(), 20U);
  std::sort(rows.begin(), rows.end());
  // Records without content have no digest; `bfa warc index` computes one.
  auto wanted = lines;
  for (auto& line : wanted) {
    const std::size_t digest = line.find("\"digest\": \"sha1:");
    if (digest != std::string::npos) line.erase(digest, line.find("\"length\"") - digest);
  }
  std::sort(wanted.begin(), wanted.end());
  std::vector<std::string> extra, left_out;
  std::set_difference(rows.begin(), rows.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
  std::set_difference(wanted.begin(), wanted.end(), rows.begin(), rows.end(), std::back_inserter(left_out));
  for (const auto& row : extra) ADD_FAILURE() << "not in the WARC files: " << row;
  for (const auto& row : left_out) ADD_FAILURE() << "only in the WARC files: " << row;
  const auto is_503 = [](const std::string& row) {
    return row.find("\"status\": \"503\"") != std::string::npos;
  };
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(), is_503), 1);
}

TEST_F(Cdx, RedirectsHaveTheirOwnRecords) {
  const std::string url = query_escaped(served->blog.origin() + "/2026/03/at-first/");
  const auto rows =
      json_of("/cdx?output=json&fl=statuscode,redirect,offset&filter=statuscode:3..&url=" + url);
  ASSERT_GE(rows.size(), 2U);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i][1], served->blog.origin() + "/2026/11/later/");
    EXPECT_NE(rows[i][2], "-");
  }
}

// The middle of a chain leads to its end, and its record is found by its id.
TEST_F(Cdx, TheMiddleOfAChainIsReplayed) {
  const std::string middle = served->blog.origin() + "/2026/07/two/";
  const auto rows = json_of("/cdx?output=json&fl=timestamp,statuscode,redirect,filename,offset&url=" +
                            query_escaped(middle));
  ASSERT_EQ(rows.size(), 3U) << "heads and the two crawls that were redirected";
  EXPECT_EQ(rows[1][1], "301");
  const std::string end = served->blog.origin() + "/2026/11/later/";
  EXPECT_EQ(rows[1][2], end);
  const std::string time = rows[1][0].get<std::string>();
  const ServeReply reply = served->ask("/web/" + time + "/" + middle);
  EXPECT_EQ(reply.status, 302);
  EXPECT_EQ(field_of(reply, "Location"), "/web/" + time + "/" + end);
  EXPECT_EQ(served->ask("/web/" + time + "/" + end).status, 200);
  ServeReply record = served->ask("/warc/record?plain&file=" + rows[1][3].get<std::string>() +
                                  "&offset=" + rows[1][4].get<std::string>());
  const std::string text = body_of(record);
  EXPECT_NE(text.find("WARC-Target-URI: " + middle), std::string::npos) << text;
  const std::size_t id = text.find("urn:uuid:");
  ASSERT_NE(id, std::string::npos);
  EXPECT_EQ(served->ask("/warc/" + text.substr(id, 45)).status, 200);
}

TEST_F(Cdx, WaybackTextHasSevenColumns) {
  const auto rows = lines_of("/cdx?url=" + query_escaped(post()));
  ASSERT_EQ(rows.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<std::string> columns;
    std::string text = rows[i];
    for (std::size_t space = 0; space != std::string::npos;) {
      space = text.find(' ');
      columns.push_back(text.substr(0, space));
      text.erase(0, space + 1);
    }
    ASSERT_EQ(columns.size(), 7U) << rows[i];
    EXPECT_EQ(columns[0], surt_key(post()));
    EXPECT_EQ(columns[1], times[i]);
    EXPECT_EQ(columns[2], post());
    EXPECT_EQ(columns[3], "text/html");
    EXPECT_EQ(columns[4], "200");
    EXPECT_TRUE(columns[5].starts_with("sha")) << columns[5];
    EXPECT_GT(std::stoi(columns[6]), 100);
  }
}

TEST_F(Cdx, WaybackJsonIsOneArrayWithAHeaderRow) {
  const auto json = json_of("/cdx?output=json&url=" + query_escaped(post()));
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(json[0], Json({"urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"}));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(json[i][1], times[i - 1]);
    EXPECT_EQ(json[i][2], post());
  }
  EXPECT_EQ(json_of("/cdx?output=json&url=http://none.example/"), Json::array());
  EXPECT_EQ(field_of(served->ask("/cdx?output=json&url=x"), "Content-Type"), "application/json");
  const auto chosen =
      json_of("/cdx?output=json&fl=timestamp,original,filename,offset&limit=1&url=" + query_escaped(post()));
  EXPECT_EQ(chosen[0], Json({"timestamp", "original", "filename", "offset"}));
  EXPECT_TRUE(chosen[1][2].get<std::string>().ends_with(".warc.gz"));
}

TEST_F(Cdx, PywbJsonIsALineEach) {
  const auto rows = lines_of("/index?output=json&url=" + query_escaped(post()));
  ASSERT_EQ(rows.size(), 3U);
  const auto row = Json::parse(rows[0]);
  for (const char* name :
       {"urlkey", "timestamp", "url", "mime", "status", "digest", "length", "offset", "filename"})
    EXPECT_TRUE(row.contains(name) && row[name].is_string()) << name;
  EXPECT_EQ(row["url"], post());
  const auto some = Json::parse(
      lines_of("/index?output=json&fields=url,status&limit=1&url=" + query_escaped(post())).at(0));
  EXPECT_EQ(some, Json({{"url", post()}, {"status", "200"}}));
  const auto links = links_of(text_of("/index?output=link&url=" + query_escaped(post())));
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].target, std::string(ServedBlog::kOrigin) + "/web/" + times[0] + "/" + post());
}

TEST_F(Cdx, ScopesOfAnAddress) {
  const auto count = [](const std::string& query) { return lines_of("/cdx?" + query).size(); };
  const std::size_t all = lines_of("/cdx?url=*").size();
  const std::size_t host = count("url=blog.example&matchType=host");
  const std::size_t domain = count("url=blog.example&matchType=domain");
  EXPECT_EQ(domain, all) << "with the subdomain, which has a port";
  EXPECT_LT(host, domain);
  EXPECT_EQ(count("url=*.blog.example"), domain);
  EXPECT_EQ(count("url=blog.example/*"), host);
  EXPECT_EQ(count("url=blog.example/&matchType=prefix"), host);
  EXPECT_EQ(count("url=sub.blog.example:8080&matchType=host"), all - host);
  EXPECT_EQ(count("url=sub.blog.example&matchType=host"), 0U) << "another port";
  EXPECT_EQ(count("url=example&matchType=domain"), all);
  const std::size_t year = count("url=http://blog.example/2026/*");
  EXPECT_GT(year, 10U);
  EXPECT_LT(year, host);
  EXPECT_EQ(count("url=https://www.blog.example" + served->blog.post_path(2)), 3U);
  for (const auto& line : lines_of("/cdx?fl=urlkey&url=http://blog.example/2026/*"))
    EXPECT_TRUE(line.starts_with("example,blog)/2026/")) << line;
}

TEST_F(Cdx, TimesLimitsAndOrder) {
  const std::string base = "/cdx?fl=timestamp&url=" + query_escaped(post());
  using Lines = std::vector<std::string>;
  const auto& t = times;
  const struct {
    std::string parameters;
    Lines expected;
  } rows[] = {
      {"", {t[0], t[1], t[2]}},
      {"&from=" + t[1], {t[1], t[2]}},
      {"&to=" + t[1], {t[0], t[1]}},
      {"&from=" + t[1] + "&to=" + t[1], {t[1]}},
      {"&from=" + t[1].substr(0, 8), {t[1], t[2]}},
      {"&to=" + t[1].substr(0, 8), {t[0], t[1]}},
      {"&from=1998&to=1999", {}},
      {"&limit=2", {t[0], t[1]}},
      {"&limit=0", {t[0], t[1], t[2]}},
      {"&limit=-1", {t[2]}},
      {"&limit=-2", {t[1], t[2]}},
      {"&limit=-9", {t[0], t[1], t[2]}},
      {"&limit=-2&fastLatest=true", {t[1], t[2]}},
      {"&limit=-2&collapse=urlkey", {t[0]}},
      {"&limit=1&offset=1", {t[1]}},
      {"&offset=2", {t[2]}},
      {"&offset=7", {}},
      {"&sort=reverse", {t[2], t[1], t[0]}},
      {"&sort=reverse&limit=1", {t[2]}},
      {"&sort=closest&closest=" + t[1], {t[1], t[0], t[2]}},
      {"&closest=1998", {t[0], t[1], t[2]}},
      {"&closest=2999", {t[2], t[1], t[0]}},
      {"&closest=" + t[2] + "&limit=1", {t[2]}},
      {"&closest=" + t[2] + "&to=" + t[1], {t[1], t[0]}},
      {"&collapse=timestamp:4", {t[0]}},
      {"&collapse=digest", {t[0], t[1], t[2]}},
      {"&collapse=urlkey", {t[0]}},
      {"&filter=statuscode:200", {t[0], t[1], t[2]}},
      {"&filter=statuscode:20", {}},
      {"&filter=statuscode:2..", {t[0], t[1], t[2]}},
      {"&filter=!statuscode:200", {}},
      {"&filter=timestamp:" + t[1], {t[1]}},
      {"&filter=!timestamp:" + t[1], {t[0], t[2]}},
      {"&filter=!timestamp:" + t[1] + "&filter=!timestamp:" + t[0], {t[2]}},
      {"&filter=1:" + t[1], {t[1]}},
      {"&filter=.*" + t[1] + ".*", {t[1]}},
      {"&page=0", {t[0], t[1], t[2]}},
      {"&page=1", {}},
      {"&page=-1", {t[0], t[1], t[2]}},
      {"&gzip=false", {t[0], t[1], t[2]}},
  };
  for (const auto& row : rows) EXPECT_EQ(lines_of(base + row.parameters), row.expected) << row.parameters;
}

TEST_F(Cdx, PywbFiltersAndCollapseTime) {
  const std::string base = "/index?output=text&fields=timestamp&url=" + query_escaped(post());
  using Lines = std::vector<std::string>;
  const auto& t = times;
  const struct {
    std::string parameters;
    Lines expected;
  } rows[] = {
      {"&filter=status:20", {t[0], t[1], t[2]}},
      {"&filter=%3Dstatus:20", {}},
      {"&filter=%3Dstatus:200", {t[0], t[1], t[2]}},
      {"&filter=~status:2", {t[0], t[1], t[2]}},
      {"&filter=~status:0", {}},
      {"&filter=!~timestamp:" + t[1], {t[0], t[2]}},
      {"&filter=!timestamp:" + t[0].substr(2), {t[1], t[2]}},
      {"&filter=mime:html", {t[0], t[1], t[2]}},
      {"&collapseTime=4", {t[0]}},
      {"&collapseTime=14", {t[0], t[1], t[2]}},
      {"&reverse=1", {t[2], t[1], t[0]}},
      {"&closest=" + t[1] + "&limit=1", {t[1]}},
      {"&from_ts=" + t[2], {t[2]}},
      {"&allowFuzzy=false", {t[0], t[1], t[2]}},
  };
  for (const auto& row : rows) EXPECT_EQ(lines_of(base + row.parameters), row.expected) << row.parameters;
}

TEST_F(Cdx, ResumeKeysGoThroughTheWholeAnswer) {
  for (const std::string& order :
       {std::string(), std::string("&sort=reverse"), std::string("&collapse=urlkey"),
        std::string("&filter=mimetype:text/html")}) {
    const std::string query = "/cdx?fl=urlkey,timestamp,original&url=*.blog.example" + order;
    const auto all = lines_of(query);
    ASSERT_GT(all.size(), 5U);
    std::vector<std::string> joined;
    std::string key;
    for (int answers = 0; answers < 100; ++answers) {
      auto part = lines_of(query + "&limit=4&showResumeKey=true" + (key.empty() ? "" : "&resumeKey=" + key));
      key.clear();
      if (part.size() > 2 && part[part.size() - 2].empty()) {
        // As it stands, and encoded once more, as programs do.
        key = answers % 2 == 0 ? part.back() : query_escaped(part.back());
        part.resize(part.size() - 2);
        EXPECT_EQ(part.size(), 4U);
      }
      joined.insert(joined.end(), part.begin(), part.end());
      if (key.empty()) break;
    }
    EXPECT_EQ(joined, all) << order;
  }
  const auto json = json_of("/cdx?output=json&limit=1&showResumeKey=true&url=" + query_escaped(post()));
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(json[2], Json::array());
  EXPECT_EQ(json[3].size(), 1U);
  EXPECT_EQ(json_of("/cdx?output=json&limit=3&showResumeKey=true&url=" + query_escaped(post())).size(), 4U)
      << "there is nothing to resume";
}

TEST_F(Cdx, Counters) {
  const auto skip = json_of(
      "/cdx?output=json&fl=timestamp&collapse=timestamp:4&showSkipCount=true&lastSkipTimestamp=true&url=" +
      query_escaped(post()));
  EXPECT_EQ(skip, Json::parse("[[\"timestamp\",\"skipcount\",\"endtimestamp\"],[\"" + times[0] +
                              "\",\"2\",\"" + times[2] + "\"]]"));
  const std::string unchanged = query_escaped(served->blog.post_url(3));
  const auto duplicates =
      json_of("/cdx?output=json&fl=timestamp,mimetype&showDupeCount=true&url=" + unchanged);
  ASSERT_EQ(duplicates.size(), 4U);
  EXPECT_EQ(duplicates[0], Json({"timestamp", "mimetype", "dupecount"}));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(duplicates[i][1], i == 1 ? "text/html" : "warc/revisit");
    EXPECT_EQ(duplicates[i][2], std::to_string(i - 1));
  }
}

TEST_F(Cdx, RevisitsAreResolvedToTheirOriginals) {
  const std::string unchanged = query_escaped(served->blog.post_url(3));
  const auto rows = lines_of("/index?output=json&resolveRevisits=true&url=" + unchanged);
  ASSERT_EQ(rows.size(), 3U);
  const auto first = Json::parse(rows[0]);
  EXPECT_FALSE(first.contains("orig.offset"));
  for (std::size_t i = 1; i < 3; ++i) {
    const auto row = Json::parse(rows[i]);
    EXPECT_EQ(row["orig.offset"], first["offset"]);
    EXPECT_EQ(row["orig.filename"], first["filename"]);
    EXPECT_EQ(row["digest"], first["digest"]);
    EXPECT_EQ(row["mime"], "text/html");
  }
}

TEST_F(Cdx, Pages) {
  EXPECT_EQ(text_of("/cdx?url=*&showNumPages=true"), "1\n");
  EXPECT_EQ(json_of("/cdx?url=*&showNumPages=true&output=json"), Json::parse(R"([["numpages"],["1"]])"));
  EXPECT_EQ(json_of("/index?url=*&showNumPages=true"), Json::parse(R"({"blocks":1,"pages":1,"pageSize":5})"));
  EXPECT_EQ(lines_of("/index?url=*&page=0").size(), lines_of("/index?url=*").size());
  EXPECT_TRUE(lines_of("/index?url=*&page=1").empty());
}

TEST_F(Cdx, BadParametersAre400WithASentence) {
  for (const char* query : {
           "",
           "url=",
           "url=x&matchType=near",
           "url=x&from=2026x",
           "url=x&to=20261301",
           "url=x&limit=many",
           "url=x&limit=--1",
           "url=x&limit=-99999999",
           "url=x&limit=99999999999999999999",
           "url=x&offset=-1",
           "url=x&limit=-1&offset=1",
           "url=x&filter=status:[",
           "url=x&filter=nothing:x",
           "url=x&filter=statuscode:(?<n>",
           "url=x&filter=statuscode:a)|(b",
           "url=x&collapse=nothing",
           "url=x&collapse=timestamp:x",
           "url=x&collapse=timestamp:-1",
           "url=x&fl=nothing",
           "url=x&output=xml",
           "url=x&output=cdxj",
           "url=x&sort=up",
           "url=x&sort=closest",
           "url=x*&closest=2026",
           "url=x&closest=then",
           "url=x&resumeKey=1",
           "url=x&resumeKey=other%29%2F+1+1+0",
           "url=x&page=x",
           "url=x&page=0&limit=-1",
           "url=x&pageSize=0",
           "url=x&showPagedIndex=true",
           "url=x&closest=2026&showResumeKey=true",
       }) {
    const ServeReply reply = served->ask(std::string("/cdx?") + query);
    EXPECT_EQ(reply.status, 400) << query;
    EXPECT_EQ(field_of(reply, "Content-Type"), "application/problem+json") << query;
    EXPECT_FALSE(reply.stream);
    const auto problem = Json::parse(reply.body, nullptr, false);
    EXPECT_GT(problem.value("title", "").size(), 15U) << reply.body;
  }
  for (const char* query :
       {"url=x&limit=-1", "url=x&output=wayback", "url=x&collapseTime=15", "url=x&filter=~status:("}) {
    EXPECT_EQ(served->ask(std::string("/index?") + query).status, 400) << query;
  }
  const std::string many(64U << 10, 'a');
  EXPECT_EQ(served->ask("/cdx?url=" + many).status, 400);
  EXPECT_EQ(served->ask("/cdx?url=x&filter=original:" + many).status, 400);
}

TEST_F(Cdx, StrangeAddressesAreAnswered) {
  for (const std::string& url :
       {std::string("%00"), std::string("%FF%FE"), std::string("%0D%0AX:%20y"), std::string("http://[::1"),
        std::string("javascript:alert(1)"), std::string("../../etc/passwd"), std::string("dns:blog.example"),
        std::string("urn:uuid:1"), std::string("%27%20OR%201=1--"), std::string("%22%3E%3Cscript%3E")}) {
    for (const char* match : {"exact", "prefix"}) {
      ServeReply reply = served->ask("/cdx?output=json&url=" + url + "&matchType=" + match);
      EXPECT_EQ(reply.status, 200) << url;
      EXPECT_FALSE(Json::parse(body_of(reply), nullptr, false).is_discarded()) << url;
    }
  }
}

}  // namespace
}  // namespace bfa
