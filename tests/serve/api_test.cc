// SPDX-License-Identifier: Apache-2.0
// The REST interface: what its addresses answer, and what they refuse.
#include <set>

#include "api_site.h"
#include "bfa/notify/change_feed.h"
#include "bfa/subscribe/arrivals.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class Rest : public ApiSite {};

struct Refused {
  const char* name;
  const char* method;
  std::string target;
  int status;
  const char* says;  // part of the sentence
};

TEST_F(Rest, RefusesWithASentence) {
  const Refused rows[] = {
      {"UnknownParameter", "GET", "/objects?kin=post", 400, "unknown parameter 'kin'"},
      {"UnknownKind", "GET", "/objects?kind=blogs", 400, "one of: blog feed post page comment"},
      {"NumberTooGreat", "GET", "/objects?limit=1001", 400, "from 1 to 1000"},
      {"NumberOfLetters", "GET", "/objects?limit=ten", 400, "whole number"},
      {"NegativeNumber", "GET", "/objects?limit=-1", 400, "whole number"},
      {"BadFlag", "GET", "/objects?edited=yes", 400, "1 or 0"},
      {"BadTime", "GET", "/objects?at=yesterday", 400, "a time as"},
      {"BadMark", "GET", "/objects?after=nothing", 400, ""},
      {"Missing", "GET", "/objects/one", 400, "'url' is needed"},
      {"UrlOfAMegabyte", "GET", "/objects/one?url=" + std::string(1u << 20, 'a'), 400, "8192"},
      {"NameOfAMegabyte", "GET", "/objects?" + std::string(1u << 20, 'a') + "=1", 400, "unknown parameter"},
      {"SearchOfAMegabyte", "GET", "/search?q=" + std::string(1u << 20, 'a'), 400, "8192"},
      {"SearchWithoutWords", "GET", "/search?q=%22%22", 400, "no word"},
      {"NoSuchObject", "GET", "/objects/one?url=http%3A%2F%2Fblog.example%2Fnone", 404, ""},
      {"NoSuchVersion", "GET", "/objects/one?version=9&url=" + encoded_post(3), 404, "1 version"},
      {"NotYet", "GET", "/objects/one?at=2001&url=" + encoded_post(3), 404, "not yet"},
      {"OneVersionOnly", "GET", "/diff?url=" + encoded_post(3), 404, "one version"},
      {"DiffFromNothing", "GET", "/diff?from=0&url=" + encoded_post(3), 404, "from"},
      {"DiffFromWords", "GET", "/diff?from=first&url=" + encoded_post(3), 400, "number or a time"},
      {"NoSuchBlog", "GET", "/blogs/other.example", 404, "no such blog"},
      {"NoSuchBlogOfObjects", "GET", "/objects?blog=other.example", 404, "no such blog"},
      {"NoSuchBlogOfChanges", "GET", "/changes?blog=https://other.example/", 404, "no such blog"},
      {"NoSuchBlogOfSearch", "GET", "/search?q=shelf&blog=other.example", 404, "no such blog"},
      {"NoSuchTemplates", "GET", "/templates?blog=other.example", 404, "no such blog"},
      {"NoSuchPlace", "GET", "/changes?after=7000000", 400, "newest step"},
      {"NoPlace", "GET", "/changes?after=here", 400, "urn:uuid"},
      {"UnknownId", "GET", "/changes?after=urn:uuid:00000000-0000-0000-0000-000000000000", 409, "no change"},
      {"NoSuchAddress", "GET", "/nothing", 404, "nothing at this address"},
      {"LinesWhereThereAreNone", "GET", "/stats.ndjson", 404, "nothing at this address"},
      {"DeleteOfAList", "DELETE", "/objects", 405, "DELETE"},
      {"Preflight", "OPTIONS", "/blogs", 405, "OPTIONS"},
      {"OddMethod", "BREW", "/blogs", 405, "BREW"},
  };
  for (const Refused& row : rows) {
    ServeReply reply = send(row.method, row.target, {}, {});
    EXPECT_EQ(reply.status, row.status) << row.name << reply.body;
    EXPECT_EQ(field_of(reply, "Content-Type"), "application/problem+json") << row.name;
    const Json problem = Json::parse(reply.body, nullptr, false);
    ASSERT_TRUE(problem.is_object()) << row.name;
    EXPECT_EQ(problem["status"], row.status);
    EXPECT_NE(problem["title"].get<std::string>().find(row.says), std::string::npos)
        << row.name << reply.body;
    EXPECT_LT(reply.body.size(), 2000U) << row.name;
    EXPECT_EQ(field_of(reply, "Access-Control-Allow-Origin"), "") << row.name;
    if (row.status == 405) {
      EXPECT_NE(field_of(reply, "Allow").find("GET"), std::string::npos) << row.name;
    }
  }
}

TEST_F(Rest, SaysWhereASearchIsWrong) {
  const Json field = json("/search?q=" + escaped("\u00e4 titel:zebra"), 400);
  EXPECT_EQ(field["position"], 2);
  EXPECT_NE(field["title"].get<std::string>().find("no field 'titel' (character 3)"), std::string::npos);
  const Json mark = json("/search?q=" + escaped("zebra \"red fox"), 400);
  EXPECT_EQ(mark["position"], 6);
  EXPECT_FALSE(json("/search?q=-zebra", 400).contains("position")) << "the query as a whole is wrong";
}

TEST_F(Rest, AnUnknownParameterIsAnsweredWithTheKnownOnes) {
  const Json problem = json("/diff?first=1", 400);
  EXPECT_EQ(problem["detail"], "it has: url, kind, from, to");
}

TEST_F(Rest, OtherAddressesAreNotItsOwn) {
  EXPECT_EQ(ask("/api/v2/objects").status, 404);
  EXPECT_EQ(ask("/api").status, 302);
  ServeRequest request;
  request.target = "/api/v1/objects";
  request.replay_origin = true;
  EXPECT_EQ(site->answer(request).status, 404) << "archived pages' origin has no interface";
}

TEST_F(Rest, AnswersConditionally) {
  const ServeReply first = api("/objects?kind=post");
  const std::string tag = field_of(first, "ETag");
  ASSERT_FALSE(tag.empty());
  const ServeReply same = api("/objects?kind=post", {{"If-None-Match", tag}});
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.body.empty());
  edit();
  const ServeReply later = api("/objects?kind=post", {{"If-None-Match", tag}});
  EXPECT_EQ(later.status, 200) << "what was committed is seen";
  EXPECT_NE(field_of(later, "ETag"), tag);
}

TEST_F(Rest, ListsPagesThatNothingShifts) {
  std::vector<std::string> urls;
  std::string after;
  for (int page = 0; page < 20; ++page) {
    const Json list = json("/objects?kind=post&order=published&limit=3" + after);
    for (const Json& object : list["objects"]) urls.push_back(object["url"]);
    if (page == 0) {
      // Newer posts come while the list is read.
      blog.posts = 10;
      blog.in_feed = 6;
      bench.crawl(blog.home(), quick_options(), std::chrono::hours(48));
    }
    if (!list.contains("next")) break;
    after =
        "&after=" + escaped(list["next"].is_string() ? list["next"].get<std::string>() : list["next"].dump());
  }
  const std::set<std::string> unique(urls.begin(), urls.end());
  EXPECT_EQ(unique.size(), urls.size()) << "none twice";
  for (int post = 0; post < 8; ++post) EXPECT_TRUE(unique.contains(blog.post_url(post))) << post;
}

TEST_F(Rest, FiltersObjects) {
  edit();
  const auto urls = [&](const std::string& query) {
    std::set<std::string> out;
    for (const Json& object : Json(json("/objects?limit=1000&" + query)["objects"]))
      out.insert(object["url"]);
    return out;
  };
  EXPECT_EQ(urls("kind=post").size(), 8U);
  EXPECT_EQ(urls("kind=post&edited=1"), std::set<std::string>{blog.post_url(3)});
  EXPECT_EQ(urls("kind=post&blog=blog.example").size(), 8U);
  EXPECT_EQ(urls("kind=post&blog=http%3A%2F%2Fblog.example%2F").size(), 8U);
  EXPECT_EQ(urls("kind=post&author=The%20reading%20room").size(), 8U);
  EXPECT_EQ(urls("kind=post&author=Nobody").size(), 0U);
  EXPECT_EQ(urls("kind=post&gone=1").size(), 0U);
  EXPECT_EQ(json("/objects?kind=comment&limit=10&post=" + encoded_post(2))["objects"].size(), 3U);
  EXPECT_EQ(json("/objects?kind=comment&limit=10&post=" + encoded_post(1))["objects"].size(), 0U);
  const Json few = json("/objects?kind=post&limit=1&fields=url,%20title")["objects"][0];
  EXPECT_EQ(few.size(), 3U) << few;
  EXPECT_TRUE(few.contains("v") && few.contains("url") && few.contains("title")) << few;
  const Json whole = json("/objects?kind=post&limit=1&full=1&fields=text")["objects"][0];
  EXPECT_GT(whole["text"].get<std::string>().size(), 100U);
}

TEST_F(Rest, ShowsObjectsAsTheyStood) {
  const std::string before = format_rfc3339(bench.clock.now() + std::chrono::hours(1));
  edit();
  const std::string post = "/objects/one?url=" + encoded_post(3);
  EXPECT_NE(json(post)["text"].get<std::string>().find("zebra"), std::string::npos);
  EXPECT_EQ(json(post + "&at=" + escaped(before))["text"].get<std::string>().find("zebra"),
            std::string::npos);
  EXPECT_EQ(json(post + "&version=1")["text"].get<std::string>().find("zebra"), std::string::npos);
  // Every number is of the time that is asked for.
  const Json now = json(post), then = json(post + "&at=" + escaped(before));
  EXPECT_EQ(now["versions"], 2) << now;
  EXPECT_EQ(then["versions"], 1) << then;
  EXPECT_LT(then["last_seen"], now["last_seen"]);
  EXPECT_EQ(then["last_seen"], then["first_seen"]);
  for (const char* full : {"", "&full=1"}) {
    for (const char* order : {"published", "changed", "key"}) {
      const Json page = json("/objects?kind=post&at=" + escaped(before) + full + "&order=" + order);
      EXPECT_EQ(page["objects"].size(), 8U) << full << order;
      for (const Json& one : page["objects"]) EXPECT_EQ(one["versions"], 1) << one;
    }
  }
  const Json change = json("/diff?url=" + encoded_post(3));
  EXPECT_EQ(change["verdict"], "content");
  std::string inserted;
  for (const Json& piece : change["text_edits"]) {
    if (piece["op"] == "insert") inserted += piece["text"].get<std::string>();
  }
  EXPECT_NE(inserted.find("zebra"), std::string::npos) << inserted;
  EXPECT_EQ(json("/diff?from=1&to=" + escaped(before) + "&url=" + encoded_post(3))["verdict"], "none");
  const Json blog_object = json("/objects/one?url=" + escaped(blog.home()));
  EXPECT_EQ(blog_object["kind"], "blog");
  EXPECT_EQ(json("/objects/one?kind=page&url=" + escaped(blog.home()))["kind"], "page");
}

TEST_F(Rest, GivesThePlaceOfEachVersionInWarc) {
  edit();
  const Json list = json("/versions?url=" + encoded_post(3))["versions"];
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["verdict"], "new");
  EXPECT_EQ(list[1]["verdict"], "content");
  EXPECT_EQ(list[1]["fields"], Json({"text"}));
  const auto versions = got(bench.read()->versions(object_key(ObjectKind::kPost, blog.post_url(3))));
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& warc = list[i]["provenance"]["warc"];
    EXPECT_EQ(warc["file"], versions[i].object.provenance.warc.file);
    EXPECT_EQ(warc["offset"], versions[i].object.provenance.warc.offset);
    EXPECT_EQ(warc["record_id"], versions[i].object.provenance.warc.record_id);
    EXPECT_EQ(list[i]["sequence"], versions[i].sequence);
  }
  // Pages of captures, one by one, are the captures.
  std::vector<std::string> times;
  std::string after;
  for (int page = 0; page < 9; ++page) {
    const Json captures = json("/captures?limit=1&url=" + encoded_post(3) + after);
    for (const Json& capture : captures["captures"]) times.push_back(capture["time"]);
    if (!captures.contains("next")) break;
    after = "&after=" + captures["next"].get<std::string>();
  }
  EXPECT_EQ(times.size(), 2U);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

TEST_F(Rest, LinesAreTheArchive) {
  edit();
  const auto archive = bench.read();
  std::set<std::string> wanted, found;
  std::size_t versions = 0;
  ASSERT_TRUE(archive->for_each_object({}, [&](const std::string&, const ObjectSummary& summary) {
    ObjectJsonOptions options;
    options.summary = &summary;
    wanted.insert(Json::parse(object_to_json(summary.latest, options)).dump());
    versions += summary.versions;
    return true;
  }));
  for (const Json& line : lines("/api/v1/objects.ndjson?full=1")) found.insert(line.dump());
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(lines("/api/v1/versions.ndjson").size(), versions);
  EXPECT_EQ(lines("/api/v1/objects.ndjson?kind=post&limit=5").size(), 5U);
  ServeReply by_accept = api("/objects?kind=post", {{"Accept", "application/x-ndjson"}});
  EXPECT_EQ(field_of(by_accept, "Content-Type"), "application/x-ndjson");
  EXPECT_TRUE(by_accept.stream);
}

// Line for line what the archive's own list of arrivals says.
TEST_F(Rest, ChangesAreTheArrivals) {
  edit();
  std::vector<Json> wanted;
  ArrivalQuery query;
  ASSERT_TRUE(for_each_arrival(*bench.read(), query, [&](const Arrival& arrival) {
    wanted.push_back(Json::parse(arrival_to_json(arrival)));
    return true;
  }));
  ASSERT_GT(wanted.size(), 9U);
  EXPECT_EQ(lines("/api/v1/changes.ndjson"), wanted);
  // Page by page, by the id of the last line.
  std::vector<Json> paged;
  for (std::string after = "0";;) {
    const Json page = json("/changes?limit=3&after=" + after);
    for (const Json& line : page["changes"]) paged.push_back(line);
    if (page["changes"].empty()) {
      EXPECT_EQ(page["next"], after) << "the place to go on from stays";
      break;
    }
    after = page["next"].get<std::string>();
  }
  ASSERT_EQ(paged.size(), wanted.size());
  for (std::size_t i = 0; i < paged.size(); ++i) EXPECT_EQ(paged[i]["id"], wanted[i]["id"]) << i;
  // From a number: the cursor of a line.
  const std::uint64_t cursor = wanted[4]["cursor"];
  const auto rest = lines("/api/v1/changes.ndjson?after=" + std::to_string(cursor));
  EXPECT_EQ(rest.back(), wanted.back());
  EXPECT_LT(rest.size(), wanted.size());
}

TEST_F(Rest, CountsBlogs) {
  const Json blogs = json("/blogs")["blogs"];
  ASSERT_EQ(blogs.size(), 1U);
  EXPECT_EQ(blogs[0]["home"], blog.home());
  EXPECT_EQ(blogs[0]["counts"]["posts"], 8);
  EXPECT_EQ(blogs[0]["counts"]["comments"], 3);
  EXPECT_EQ(json("/stats")["posts"], 8);
  const Json one = json("/blogs/blog.example");
  EXPECT_EQ(one["authors"][0]["value"], "The reading room");
  EXPECT_EQ(one["feeds"][0], blog.origin() + blog.feed_path);
  EXPECT_EQ(one["crawls"], 1);
  EXPECT_TRUE(json("/blogs?after=" + escaped(blog.home()))["blogs"].empty());
  EXPECT_EQ(one["authors"][0]["posts"], 8);
  EXPECT_EQ(json("/blogs/" + escaped(blog.home()))["home"], blog.home());
  EXPECT_EQ(json("/status")["blogs"][0]["posts"], 8);
  EXPECT_EQ(json("")["run"], false);
  start_run();
  EXPECT_EQ(json("")["run"], true);
}

TEST_F(Rest, FindsWordsInOldVersions) {
  edit(3, "A zebra stood here.");
  edit(3, "A quagga stood here.");
  const Json answer = json("/search?q=zebra&kind=post");
  ASSERT_EQ(answer["hits"].size(), 1U);
  const Json& hit = answer["hits"][0];
  EXPECT_EQ(hit["url"], blog.post_url(3));
  EXPECT_EQ(hit["version"], 2);
  EXPECT_EQ(hit["only_old"], true);
  EXPECT_EQ(json("/search?q=zebra&kind=post&changed=1")["hits"].size(), 1U);
  EXPECT_EQ(json("/search?q=zebra&deleted=1")["hits"].size(), 0U);
  EXPECT_EQ(json("/search?q=zebra&until=2001")["hits"].size(), 0U);
  const std::string month = hit["published"].get<std::string>().substr(0, 7);
  const std::string day = hit["captured"].get<std::string>().substr(0, 10);
  EXPECT_EQ(json("/search?q=zebra&published_from=" + month + "&published_to=" + month)["hits"].size(), 1U);
  EXPECT_EQ(json("/search?q=zebra&since=" + day + "&until=" + day)["hits"].size(), 1U);
  EXPECT_EQ(json("/search?q=zebra&since=2001&author=reading%20room")["hits"].size(), 1U);
  // Page by page each post once.
  std::set<std::string> urls;
  std::string after;
  for (int page = 0; page < 9; ++page) {
    const Json found = json("/search?q=shelf&kind=post&newest=1&limit=3" + after);
    for (const Json& each : found["hits"]) EXPECT_TRUE(urls.insert(each["url"]).second) << each;
    if (!found.contains("next")) break;
    after = "&after=" + escaped(found["next"]);
  }
  EXPECT_EQ(urls.size(), 8U);
}

}  // namespace
}  // namespace bfa
