// SPDX-License-Identifier: Apache-2.0
// Events, batches and feeds: what came into the archive, for programs that listen.
#include <cstdlib>
#include <set>

#include "api_site.h"
#include "bfa/feed/feed.h"
#include "bfa/io/compress.h"
#include "bfa/subscribe/subscriptions.h"
#include "serve/data/query_string.h"
#include "xml/xml.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

struct Event {
  std::string name, id;
  nlohmann::json data;
};

class Streams : public ApiSite {
 protected:
  // Lets a stream speak until it has nothing more to say.
  static std::string heard(ReplyStream& stream) {
    std::string out;
    for (int i = 0; i < 1000; ++i) {
      const auto piece = stream.next();
      EXPECT_TRUE(piece) << to_string(piece.error());
      if (!piece || piece->end) break;
      if (piece->bytes.empty()) return out;
      out += piece->bytes;
    }
    return out;
  }

  // By WHATWG HTML section 9.2.6; comments and blocks without data are left out.
  static std::vector<Event> parsed(const std::string& text) {
    std::vector<Event> out;
    Event event;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("event: ")) event.name = line.substr(7);
      if (line.starts_with("id: ")) event.id = line.substr(4);
      if (line.starts_with("data: ")) event.data = nlohmann::json::parse(line.substr(6), nullptr, false);
      if (!line.empty()) continue;
      if (!event.data.is_null()) out.push_back(event);
      event = {};
    }
    return out;
  }

  std::unique_ptr<ReplyStream> listen(const std::string& query, Headers headers = {}) const {
    ServeReply reply = ask("/events" + query, std::move(headers));
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(field_of(reply, "Content-Type"), "text/event-stream");
    EXPECT_TRUE(reply.stream);
    return std::move(reply.stream);
  }
  std::vector<Event> events(const std::string& query, Headers headers = {}) const {
    const auto stream = listen(query, std::move(headers));
    return stream ? parsed(heard(*stream)) : std::vector<Event>();
  }

  void rebuild() {
    CrawlOptions options = quick_options();
    options.clock = &bench.clock;
    const auto report = rebuild_archive(bench.path(), {}, options);
    ASSERT_TRUE(report) << to_string(report.error());
    await_index();
  }

  static std::vector<std::string> ids_of(const std::vector<Event>& events) {
    std::vector<std::string> ids;
    for (const Event& event : events) ids.push_back(event.id);
    return ids;
  }
};

TEST_F(Streams, SpeaksTheEventsOfACrawl) {
  edit();
  const auto all = events("?after=0");
  const JsonSchema schema = schema_file("event");
  std::vector<std::string> wanted;
  for (const Json& line : lines("/api/v1/changes.ndjson")) wanted.push_back(line["id"]);
  EXPECT_EQ(ids_of(all), wanted);
  ASSERT_FALSE(all.empty());
  std::size_t changed = 0;
  for (const Event& event : all) {
    EXPECT_EQ(schema.faults(event.data), std::vector<std::string>()) << event.data;
    EXPECT_EQ(event.data["event"], event.name);
    EXPECT_EQ(event.data["blog"], blog.home());
    if (event.name != "change") continue;
    ++changed;
    EXPECT_EQ(event.data["url"], blog.post_url(3));
    EXPECT_EQ(event.data["verdict"], "content");
    EXPECT_FALSE(event.data["text_edits"].empty());
  }
  EXPECT_EQ(changed, 1U);
  const auto as_lines = events("?after=0&form=changes");
  ASSERT_EQ(as_lines.size(), all.size());
  EXPECT_EQ(as_lines.back().name, "arrival");
  EXPECT_EQ(schema_file("arrival").faults(as_lines.back().data), std::vector<std::string>());
}

TEST_F(Streams, ShowsWhatIsCommittedMeanwhile) {
  const auto stream = listen("");
  const std::string first = heard(*stream);
  EXPECT_TRUE(first.starts_with("retry: 2000\n\n")) << first;
  EXPECT_NE(first.find("id: urn:uuid:"), std::string::npos) << "a place to go on from, before any event";
  EXPECT_TRUE(parsed(first).empty());
  edit();
  const auto news = parsed(heard(*stream));
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].data["url"], blog.post_url(3));
  blog.posts = 9;
  bench.crawl(blog.home(), quick_options(), std::chrono::hours(48));
  const auto more = parsed(heard(*stream));
  std::set<std::string> urls;
  for (const Event& event : more) urls.insert(event.data["url"]);
  EXPECT_TRUE(urls.contains(blog.post_url(8)));
}

// From each event of the history, the rest comes: nothing twice, nothing left out.
TEST_F(Streams, GoesOnFromEachPointOfTheHistory) {
  edit();
  const auto all = ids_of(events("?after=0"));
  ASSERT_GT(all.size(), 9U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<std::string> rest(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
    EXPECT_EQ(ids_of(events("?after=" + all[i])), rest) << i;
    EXPECT_EQ(ids_of(events("?after=0", {{"Last-Event-ID", all[i]}})), rest)
        << "the header counts, as browsers send";
  }
}

TEST_F(Streams, FiltersEvents) {
  for (const Event& event : events("?after=0&kind=comment")) EXPECT_EQ(event.data["kind"], "comment");
  EXPECT_EQ(events("?after=0&kind=comment").size(), 3U);
  EXPECT_EQ(events("?after=0&kind=post&blog=blog.example").size(), 8U);
  // A place of an event that the filter leaves out.
  const auto all = events("?after=0");
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::size_t posts = 0;
    for (std::size_t k = i + 1; k < all.size(); ++k) posts += all[k].data["kind"] == "post" ? 1 : 0;
    EXPECT_EQ(events("?kind=post&after=" + all[i].id).size(), posts) << i;
  }
}

TEST_F(Streams, SaysWhenAnIdIsNotThere) {
  const std::string unknown = "urn:uuid:00000000-0000-0000-0000-000000000000";
  ServeReply refused = ask("/events?after=" + unknown);
  EXPECT_EQ(refused.status, 409);
  EXPECT_NE(refused.body.find("after=0"), std::string::npos) << "where to begin";
  // A browser that was refused would not come again.
  for (const std::string& id : {unknown, std::string("nonsense"), std::string(5000, 'x')}) {
    const auto told = events("", {{"Last-Event-ID", id}});
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].name, "reset");
  }
  EXPECT_EQ(ask("/events?after=nonsense").status, 400);
  EXPECT_EQ(ask("/events?after=99999999").status, 400);
  EXPECT_EQ(ask("/events?since=1").status, 400);
}

TEST_F(Streams, SendsAHeartbeatWhenItIsQuiet) {
  ArchiveSiteOptions options;
  options.archive = bench.path();
  options.fresh = std::chrono::milliseconds(5000);
  site = got(make_archive_site(options));
  const auto stream = listen("");
  heard(*stream);
  std::string bytes;
  std::chrono::milliseconds waited{5000};  // heard() saw one wait
  for (int i = 0; i < 10 && bytes.empty(); ++i) {
    const auto piece = got(stream->next());
    bytes = piece.bytes;
    waited += piece.wait;
    EXPECT_FALSE(piece.end);
  }
  EXPECT_TRUE(bytes.starts_with(":")) << bytes;
  EXPECT_EQ(waited, std::chrono::seconds(15));
}

TEST_F(Streams, IdsSurviveARebuild) {
  edit();
  const auto before = ids_of(events("?after=0"));
  const auto stream = listen("?after=" + before[before.size() - 2]);
  EXPECT_EQ(parsed(heard(*stream)).size(), 1U);
  rebuild();
  EXPECT_EQ(ids_of(events("?after=0")), before);
  EXPECT_EQ(ids_of(events("?after=" + before[2])).size(), before.size() - 3);
  EXPECT_TRUE(parsed(heard(*stream)).empty()) << "a stream that is open goes on from its place";
  edit(4, "A yak came by.");
  const auto news = parsed(heard(*stream));
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].data["url"], blog.post_url(4));
}

class Batches : public Streams {
 protected:
  // Everything is closed: the crawl ended, and the hour is over.
  Json list(const std::string& query = "") {
    bench.clock.advance(std::chrono::hours(2));
    return json_at("/stream/" + query);
  }

  std::string fetch(const std::string& target) const {
    ServeReply reply = ask(target);
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    EXPECT_NE(field_of(reply, "Cache-Control").find("immutable"), std::string::npos);
    return body_of(reply);
  }

  static std::string gunzipped(const std::string& bytes) {
    return got(decode_content(ContentCoding::kGzip, bytes, 64u << 20));
  }
};

TEST_F(Batches, HoldAllArrivalsInOrderOnce) {
  edit();
  edit(4, "A yak came by.");
  std::vector<std::string> ids, wanted;
  const JsonSchema schema = schema_file("batch"), object = schema_file("object");
  for (const Json& batch : Json(list()["batches"])) {
    std::istringstream in(fetch(batch["jsonl"]));
    std::size_t count = 0;
    for (std::string line; std::getline(in, line); ++count) {
      const Json item = Json::parse(line);
      EXPECT_EQ(schema.faults(item), std::vector<std::string>());
      EXPECT_EQ(object.faults(item["object"]), std::vector<std::string>());
      ids.push_back(item["id"]);
    }
    EXPECT_EQ(batch["arrivals"], count);
    EXPECT_EQ(batch["last"], ids.back());
  }
  for (const Json& line : lines("/api/v1/changes.ndjson")) wanted.push_back(line["id"]);
  EXPECT_EQ(ids, wanted);
  EXPECT_GE(json_at("/stream/")["batches"].size(), 3U) << "an hour each";
}

TEST_F(Batches, AreEqualAtEachCallAndAfterARebuild) {
  edit();
  const Json before = list();
  std::map<std::string, std::string> bytes;
  for (const Json& batch : before["batches"]) {
    for (const char* form : {"jsonl", "jsonl_gz", "xml", "xml_gz"}) bytes[batch[form]] = fetch(batch[form]);
    EXPECT_EQ(gunzipped(bytes[batch["jsonl_gz"]]), bytes[batch["jsonl"]]);
    EXPECT_EQ(gunzipped(bytes[batch["xml_gz"]]), bytes[batch["xml"]]);
  }
  edit(4, "Later, and in another hour.");
  rebuild();
  ASSERT_FALSE(bytes.empty());
  for (const auto& [target, wanted] : bytes) EXPECT_EQ(fetch(target), wanted) << target;
  const Json after = list();
  ASSERT_EQ(after["batches"].size(), before["batches"].size() + 1);
  for (std::size_t i = 0; i < before["batches"].size(); ++i)
    EXPECT_EQ(after["batches"][i], before["batches"][i]);
}

TEST_F(Batches, TheOpenOneIsNotListed) {
  EXPECT_TRUE(json_at("/stream/")["batches"].empty()) << "its hour goes on";
  const Json closed = list();
  ASSERT_EQ(closed["batches"].size(), 1U);
  const std::string name = closed["batches"][0]["name"];
  // A crawl that began and has not ended may bring more of that hour.
  blog.posts = 9;
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  ASSERT_TRUE(archive->begin_crawl({blog.home()}, "{\"v\":1}"));
  ASSERT_TRUE(archive->sink().flush());
  EXPECT_TRUE(json_at("/stream/")["batches"].empty());
  EXPECT_EQ(ask("/stream/" + name + ".jsonl").status, 404);
  ASSERT_TRUE(archive->close());
}

TEST_F(Batches, AreListedInPages) {
  edit();
  edit(4, "A yak came by.");
  list();
  std::vector<std::string> names;
  for (std::string target = "/stream/?limit=1"; !target.empty();) {
    ServeReply reply = ask(target);
    const Json page = Json::parse(reply.body);
    ASSERT_EQ(page["batches"].size(), 1U);
    names.push_back(page["batches"][0]["name"]);
    const auto links = links_of(field_of(reply, "Link"));
    target = links.empty() ? "" : links[0].target;
    EXPECT_EQ(page.contains("next"), !links.empty());
  }
  EXPECT_EQ(names.size(), 3U);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_TRUE(json_at("/stream/?after=" + names.back())["batches"].empty());
}

TEST_F(Batches, AnswerConditionallyAndRefuse) {
  const Json batch = list()["batches"][0];
  const std::string target = batch["xml"];
  const std::string tag = field_of(ask(target), "ETag");
  EXPECT_EQ(ask(target, {{"If-None-Match", tag}}).status, 304);
  const ServeReply moved = ask("/stream/" + batch["name"].get<std::string>() + ".xml");
  EXPECT_EQ(moved.status, 302);
  EXPECT_EQ(field_of(moved, "Location"), target);
  const std::string name = batch["name"];
  const ServeReply other = ask("/stream/" + name + ".0123456789abcdef.xml");
  EXPECT_EQ(other.status, 410);
  EXPECT_EQ(field_of(other, "Link"), "<" + target + ">; rel=\"successor-version\"");
  for (const char* bad : {"nothing", "0000000000-2026053020.zip", "9999999999-2026053020.xml",
                          "0000000000-2026993020.xml", "0000000000-2001010101.xml", "../status", "?after=x"})
    EXPECT_GE(ask(std::string("/stream/") + bad).status, 400) << bad;
}

// What was taken out is missing; the other batches stay as they are.
TEST_F(Batches, LoseOnlyWhatWasTakenOut) {
  blog.posts = 9;
  bench.crawl(blog.home(), quick_options(), std::chrono::hours(48));
  edit(4, "A yak came by.");
  const Json before = list();
  const std::string untouched = fetch(before["batches"][1]["jsonl"]);
  start_run();
  ServeReply done =
      write("POST", "/takedown", "{\"url\":\"" + blog.post_url(4) + "\",\"reason\":\"asked for\"}");
  ASSERT_EQ(done.status, 200) << done.body;
  const Json after = list();
  ASSERT_EQ(before["batches"].size(), 3U);
  ASSERT_EQ(after["batches"].size(), 2U) << "the last one held that post only";
  EXPECT_NE(after["batches"][0]["tag"], before["batches"][0]["tag"]);
  EXPECT_EQ(after["batches"][1], before["batches"][1]) << "another one is untouched";
  EXPECT_EQ(fetch(after["batches"][1]["jsonl"]), untouched);
  EXPECT_EQ(ask(before["batches"][0]["xml"].get<std::string>()).status, 410);
  EXPECT_EQ(fetch(after["batches"][0]["jsonl"]).find(blog.post_path(4) + "\",\"kind\":\"post\""),
            std::string::npos);
}

TEST_F(Batches, XmlIsWellFormedAndHasTheSame) {
  blog.extra_paragraph[3] = "Signs &lt;b&gt; &amp; \xE2\x80\xAE rtl \xF0\x9F\x93\x9A";
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  for (const Json& batch : Json(list()["batches"])) {
    const std::string xml = fetch(batch["xml"]);
    const auto root = read_xml(xml);
    ASSERT_TRUE(root) << to_string(root.error());
    EXPECT_EQ(root->name, "batch");
    EXPECT_EQ(root->ns, "urn:libbfa:stream:1");
    std::istringstream in(fetch(batch["jsonl"]));
    std::size_t at = 0;
    for (std::string line; std::getline(in, line); ++at) {
      const Json item = Json::parse(line);
      ASSERT_LT(at, root->children.size());
      const XmlNode& arrival = root->children[at];
      EXPECT_EQ(arrival.attribute("id"), item["id"].get<std::string>());
      ASSERT_NE(arrival.child("object"), nullptr);
      const XmlNode* const text = arrival.child("object")->child("text");
      EXPECT_EQ(text == nullptr ? "" : text->all_text(), item["object"].value("text", ""));
    }
    EXPECT_EQ(at, root->children.size());
  }
}

TEST_F(Batches, XmlFitsItsSchema) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no xmllint here";
  edit();
  TemporaryDirectory folder;
  std::size_t count = 0;
  for (const Json& batch : Json(list()["batches"])) {
    const std::string file = folder / "batch.xml";
    std::ofstream(file) << fetch(batch["xml"]);
    const std::string command = "xmllint --nonet --noout --schema '" + std::string(BFA_SOURCE_DIR) +
                                "/schemas/stream.xsd' '" + file + "' 2>'" + file + ".log'";
    EXPECT_EQ(std::system(command.c_str()), 0) << std::ifstream(file + ".log").rdbuf();
    ++count;
  }
  EXPECT_EQ(count, 2U);
}

class Feeds : public Streams {
 protected:
  Feed atom(const std::string& query) const {
    ServeReply reply = ask("/feeds/changes.atom" + query);
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(field_of(reply, "Content-Type"), "application/atom+xml; charset=utf-8");
    Findings findings;
    auto feed = parse_feed(reply.body, field_of(reply, "Content-Type"),
                           "http://127.0.0.1:8080/feeds/changes.atom", findings);
    EXPECT_TRUE(feed) << to_string(feed.error());
    EXPECT_TRUE(findings.empty());
    return feed ? std::move(*feed) : Feed();
  }
};

// A misspelt blog must not look like one without news.
TEST_F(Feeds, AnUnknownBlogIsSaid) {
  for (const std::string& address : {std::string("/feeds/changes.atom?blog=other.example"),
                                     std::string("/feeds/changes.json?blog=other.example"),
                                     std::string("/feeds/changes.atom?q=zebra&blog=http://other.example/"),
                                     std::string("/events?after=0&blog=other.example"),
                                     std::string("/events?blog=http%3A%2F%2Fother.example%2F")}) {
    const ServeReply reply = ask(address);
    EXPECT_EQ(reply.status, 404) << address;
    EXPECT_EQ(field_of(reply, "Content-Type"), "application/problem+json") << address;
    EXPECT_NE(reply.body.find("no such blog"), std::string::npos) << reply.body;
  }
  EXPECT_EQ(ask("/changes?blog=other.example").status, 404);
  EXPECT_EQ(ask("/search?q=zebra&blog=other.example").status, 404);
  EXPECT_EQ(ask("/stream/?blog=blog.example").status, 400) << "batches have no filters";
  EXPECT_EQ(ask("/feeds/changes.atom?blog=blog.example").status, 200);
  EXPECT_EQ(ask("/events?blog=http://blog.example/").status, 200);
}

// It has nothing yet, and its news are waited for.
TEST_F(Feeds, ASubscribedBlogIsKnown) {
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    Subscription wanted;
    wanted.url = "http://waiting.example/";
    ASSERT_TRUE(add_subscriptions(*archive, {wanted}, bench.clock.now()));
  }
  EXPECT_EQ(ask("/feeds/changes.atom?blog=http://waiting.example/").status, 200);
  EXPECT_EQ(ask("/events?blog=waiting.example").status, 200);
}

TEST_F(Feeds, HaveTheNewestChangesFirst) {
  edit();
  const Feed all = atom("");
  ASSERT_GT(all.entries.size(), 9U);
  const std::string page = kOrigin + ("/post?url=" + query_escaped(blog.post_url(3)));
  EXPECT_EQ(all.entries[0].link, page + "&version=2");
  EXPECT_EQ(atom("?limit=2").entries.size(), 2U);
  EXPECT_EQ(atom("?kind=comment").entries.size(), 3U);
  EXPECT_TRUE(atom("?tag=nothing").entries.empty());
  const Feed found = atom("?q=zebra");
  ASSERT_EQ(found.entries.size(), 1U);
  EXPECT_EQ(found.entries[0].link, page + "&version=2");
  const Json feed = json_at("/feeds/changes.json?q=zebra");
  EXPECT_EQ(feed["version"], "https://jsonfeed.org/version/1.1");
  ASSERT_EQ(feed["items"].size(), 1U);
  EXPECT_EQ(feed["items"][0]["id"], found.entries[0].id);
}

TEST_F(Feeds, AreConditionalAndRefuse) {
  const ServeReply first = ask("/feeds/changes.atom?q=map");
  EXPECT_EQ(ask("/feeds/changes.atom?q=map", {{"If-None-Match", field_of(first, "ETag")}}).status, 304);
  for (const char* bad :
       {"/feeds/changes.rss", "/feeds/", "/feeds/changes.atom?limit=0", "/feeds/changes.atom?x=1",
        "/feeds/changes.atom?q=a&tag=b", "/feeds/changes.atom?q=a&category=b", "/feeds/changes.atom?q=-a"})
    EXPECT_GE(ask(bad).status, 400) << bad;
  EXPECT_EQ(ask("/feeds/changes.atom?q=" + std::string(1u << 20, 'a')).status, 400);
}

}  // namespace
}  // namespace bfa
