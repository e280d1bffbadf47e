// SPDX-License-Identifier: Apache-2.0
// The REST interface and the streams over archives that are empty, odd, damaged, or being made anew.
#include <filesystem>

#include "api_site.h"
#include "bfa/feed/feed.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

const char* const kLists[] = {"/api/v1",         "/api/v1/blogs",         "/api/v1/objects",
                              "/api/v1/changes", "/api/v1/search?q=word", "/api/v1/templates",
                              "/api/v1/stats",   "/api/v1/stats?full=1",  "/api/v1/status",
                              "/stream/",        "/feeds/changes.json",   "/api/v1/values?field=tag"};

class EmptyArchive : public ApiSite {
 protected:
  void SetUp() override {
    ASSERT_TRUE(open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock)->close());
    open_site();
  }
};

TEST_F(EmptyArchive, AnswersWithEmptyLists) {
  for (const char* target : kLists)
    EXPECT_EQ(json_at(target)["v"].is_null(), std::string(target) == "/feeds/changes.json") << target;
  for (const char* target : {"/api/v1/objects.ndjson", "/api/v1/versions.ndjson", "/api/v1/changes.ndjson"})
    EXPECT_TRUE(lines(target).empty()) << target;
  ServeReply feed = ask("/feeds/changes.atom");
  Findings findings;
  EXPECT_TRUE(parse_feed(feed.body, "application/atom+xml", "http://127.0.0.1/", findings));
  // Events wait for the first arrival.
  ServeReply events = ask("/events");
  ASSERT_TRUE(events.stream);
  EXPECT_EQ(got(events.stream->next()).bytes, "retry: 2000\n\n");
  EXPECT_EQ(got(events.stream->next()).bytes, "");
  bench.crawl(blog.home(), quick_options());
  EXPECT_NE(got(events.stream->next()).bytes.find("event: object\nid: urn:uuid:"), std::string::npos);
}

class OddArchive : public ApiSite {
 protected:
  void SetUp() override {
    blog.pages[blog.post_path(7)] = page_of(std::string(10'000, 'T') + " \xE2\x80\xAE drawkcab");
    blog.pages[blog.post_path(6)] =
        page_of("Bell \x07 escape \x1b[31m &lt;script&gt;alert(1)&lt;/script&gt; &amp; \"quotes\"");
    blog.pages[blog.post_path(5)] = page_of("Bytes \xff\xfe that are no UTF-8 \xed\xa0\x80");
    ApiSite::SetUp();
  }

  std::string page_of(const std::string& title) const {
    return "<!DOCTYPE html><html><head><title>" + title +
           " - Shelf Notes</title></head><body class=\"plain\">" +
           "<div id=\"top\"><a href=\"/\">Shelf Notes</a></div><div id=\"main\"><h2 class=\"title\">" +
           title + "</h2><p class=\"date\">31 February 9999, 25:61</p><div class=\"entry\">" +
           blog.article(40) + "</div></div></body></html>";
  }
};

TEST_F(OddArchive, TitlesAreTextOnly) {
  std::string all;
  for (const char* target : kLists) {
    ServeReply reply = ask(target);
    const std::string body = body_of(reply);
    EXPECT_EQ(reply.status, 200) << target;
    EXPECT_TRUE(is_valid_utf8(body)) << target;
    EXPECT_TRUE(nlohmann::json::accept(body)) << target;
    all += body;
  }
  for (const char* target : {"/api/v1/objects.ndjson?full=1", "/api/v1/changes.ndjson"})
    EXPECT_FALSE(lines(target).empty());
  ServeReply feed = ask("/feeds/changes.atom");
  Findings findings;
  const auto parsed = parse_feed(feed.body, "application/atom+xml", "http://127.0.0.1/", findings);
  ASSERT_TRUE(parsed);
  EXPECT_GE(parsed->entries.size(), 8U);
  bench.clock.advance(std::chrono::hours(2));
  for (const Json& batch : Json(json_at("/stream/")["batches"])) {
    ServeReply reply = ask(batch["xml"]);
    const std::string xml = body_of(reply);
    EXPECT_TRUE(is_valid_utf8(xml));
    EXPECT_EQ(xml.find('\x1b'), std::string::npos);
  }
  // An event is one line of data, whatever a title holds.
  ServeReply events = ask("/events?after=0&form=changes");
  got(events.stream->next());
  const std::string text = got(events.stream->next()).bytes;
  EXPECT_NE(text.find("data: {"), std::string::npos);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    EXPECT_TRUE(line.empty() || line.starts_with("event: ") || line.starts_with("id: ") ||
                line.starts_with("data: "));
}

class DamagedArchive : public ApiSite {};

TEST_F(DamagedArchive, MissingWarcFilesDoNotMatterToLists) {
  edit();
  for (const auto& file : std::filesystem::directory_iterator(bench.path() + "/warc")) {
    if (file.path().filename().string().ends_with(".warc.gz")) std::filesystem::remove(file.path());
  }
  for (const char* target : kLists) EXPECT_EQ(ask(target).status, 200) << target;
  const Json list = json("/versions?url=" + encoded_post(3))["versions"];
  EXPECT_EQ(list.size(), 2U);
  EXPECT_FALSE(list[0]["provenance"]["warc"]["file"].get<std::string>().empty()) << "which file is missing";
  EXPECT_EQ(json("/diff?url=" + encoded_post(3))["verdict"], "content");
}

TEST_F(DamagedArchive, AParameterThatIsGivenTwiceIsRefused) {
  const Json problem = json("/search?q=zebra&q=lion", 400);
  EXPECT_EQ(problem["title"], "the parameter 'q' is given more than once");
  EXPECT_EQ(ask("/api/v1/objects?blog=&blog=").status, 400);
}

TEST_F(DamagedArchive, AStoreThatIsMadeAnewIsAPauseWithASentence) {
  ServeReply events = ask("/events");
  ASSERT_TRUE(events.stream);
  got(events.stream->next());
  std::filesystem::rename(bench.path() + "/store", bench.path() + "/store.away");
  for (const char* target :
       {"/api/v1/objects", "/api/v1/blogs", "/stream/", "/feeds/changes.atom", "/events"}) {
    ServeReply reply = ask(target);
    EXPECT_EQ(reply.status, 503) << target << reply.body;
    EXPECT_FALSE(field_of(reply, "Retry-After").empty()) << target;
    EXPECT_NE(reply.body.find("made anew"), std::string::npos) << reply.body;
  }
  const auto waiting = got(events.stream->next());
  EXPECT_FALSE(waiting.end) << "an open stream waits";
  EXPECT_GT(waiting.wait.count(), 0);
  std::filesystem::rename(bench.path() + "/store.away", bench.path() + "/store");
  EXPECT_EQ(ask("/api/v1/objects").status, 200);
  EXPECT_FALSE(got(events.stream->next()).end);
}

}  // namespace
}  // namespace bfa
