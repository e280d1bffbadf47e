// SPDX-License-Identifier: Apache-2.0
// Writing over the REST interface: who may, and what the run of the archive is handed.
#include "api_site.h"
#include "bfa/subscribe/subscriptions.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class RestWriting : public ApiSite {
 protected:
  void SetUp() override {
    ApiSite::SetUp();
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    ASSERT_TRUE(add_subscriptions(*archive, {{blog.home(), {}, {}, {}}}, bench.clock.now()));
    ASSERT_TRUE(archive->close());
  }
};

constexpr const char* kNew = "{\"url\":\"http://new.example/\",\"feeds\":[\"http://new.example/f.xml\"]}";

TEST_F(RestWriting, NeedsTheTokenAndNoOtherOrigin) {
  start_run();
  const std::string bearer = std::string("Bearer ") + kToken;
  const std::pair<std::string, std::string> json_type{"Content-Type", "application/json"};
  struct Row {
    const char* name;
    Headers headers;
    int status;
  };
  const Row rows[] = {
      {"NoToken", {json_type}, 401},
      {"WrongToken", {json_type, {"Authorization", "Bearer another token"}}, 401},
      {"BeginningOfIt", {json_type, {"Authorization", "Bearer a token"}}, 401},
      {"MoreThanIt", {json_type, {"Authorization", bearer + " "}, {"Authorization", "x"}}, 202},
      {"EmptyToken", {json_type, {"Authorization", "Bearer "}}, 401},
      {"Basic", {json_type, {"Authorization", "Basic YTphIHRva2Vu"}}, 401},
      {"CookieAlone", {json_type, {"Cookie", std::string("token=") + kToken}}, 401},
      {"OtherOrigin", {json_type, {"Authorization", bearer}, {"Origin", "http://evil.example"}}, 403},
      {"OtherPort", {json_type, {"Authorization", bearer}, {"Origin", "http://127.0.0.1:9999"}}, 403},
      {"OpaqueOrigin", {json_type, {"Authorization", bearer}, {"Origin", "null"}}, 403},
      {"CrossSite", {json_type, {"Authorization", bearer}, {"Sec-Fetch-Site", "cross-site"}}, 403},
      {"SameSite", {json_type, {"Authorization", bearer}, {"Sec-Fetch-Site", "same-site"}}, 403},
      {"FormBody", {{"Authorization", bearer}, {"Content-Type", "text/plain"}}, 415},
      {"NoType", {{"Authorization", bearer}}, 415},
      {"OwnOrigin", {json_type, {"Authorization", bearer}, {"Origin", kOrigin}}, 202},
      {"SchemeInAnyCase", {json_type, {"Authorization", std::string("bearer ") + kToken}}, 202},
      {"WithCharset", {{"Content-Type", "application/json; charset=utf-8"}, {"Authorization", bearer}}, 202},
  };
  std::size_t taken = 0;
  for (const Row& row : rows) {
    ServeReply reply = send("POST", "/blogs", kNew, row.headers);
    EXPECT_EQ(reply.status, row.status) << row.name << reply.body;
    EXPECT_EQ(field_of(reply, "Access-Control-Allow-Origin"), "");
    EXPECT_EQ(field_of(reply, "WWW-Authenticate").empty(), row.status != 401) << row.name;
    if (row.status == 202) ++taken;
  }
  EXPECT_EQ(queued().size(), taken) << "what was refused is not queued";
}

TEST_F(RestWriting, IsOffWithoutAToken) {
  start_run();
  ServedBlog::open();
  ServeReply reply = write("POST", "/blogs", kNew);
  EXPECT_EQ(reply.status, 405);
  EXPECT_NE(reply.body.find("without a token"), std::string::npos);
  EXPECT_EQ(field_of(reply, "Allow"), "GET, HEAD");
}

TEST_F(RestWriting, NeedsARun) {
  ServeReply reply = write("POST", "/blogs", kNew);
  EXPECT_EQ(reply.status, 409);
  EXPECT_NE(reply.body.find("bfa run"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(bench.path() + "/queue"));
}

TEST_F(RestWriting, HandsItToTheRun) {
  start_run();
  const auto request = [&](const std::string& method, const std::string& target, const std::string& body) {
    ServeReply reply = write(method, target, body);
    EXPECT_EQ(reply.status, 202) << reply.body;
    auto waiting = queued();
    EXPECT_EQ(waiting.size(), 1U);
    if (waiting.empty()) return RunRequest();
    std::filesystem::remove(waiting[0].path);
    return waiting[0].wanted;
  };
  const RunRequest added = request("POST", "/blogs", kNew);
  ASSERT_EQ(added.add.size(), 1U);
  EXPECT_EQ(added.add[0].url, "http://new.example/");
  EXPECT_EQ(added.add[0].feeds, std::vector<std::string>{"http://new.example/f.xml"});
  EXPECT_EQ(request("POST", "/blogs/poll", "{\"url\":\"http://blog.example/\"}").poll,
            std::vector<std::string>{blog.home()});
  EXPECT_EQ(request("POST", "/blogs/poll", "{\"url\":\"http://blog.example/feed.xml\"}").poll.size(), 1U);
  const RunRequest retried =
      request("POST", "/blogs/retry", "{\"url\":\"http://blog.example/\",\"failure\":\"unavailable\"}");
  ASSERT_EQ(retried.retry.size(), 1U);
  EXPECT_EQ(retried.retry[0].reason, "unavailable");
  for (const bool by_delete : {false, true}) {
    const RunRequest ended =
        by_delete
            ? request("DELETE", "/blogs/http%3A%2F%2Fblog.example%2F?reason=closed", "")
            : request("POST", "/blogs/remove", "{\"url\":\"http://blog.example/\",\"reason\":\"closed\"}");
    ASSERT_EQ(ended.end.size(), 1U);
    EXPECT_EQ(ended.end[0].url, blog.home());
    EXPECT_EQ(ended.end[0].reason, "closed");
  }
}

TEST_F(RestWriting, RefusesBodiesWithASentence) {
  start_run();
  struct Row {
    const char* target;
    std::string body;
    int status;
  };
  const Row rows[] = {
      {"/blogs", "", 400},
      {"/blogs", "no json", 400},
      {"/blogs", "[]", 400},
      {"/blogs", "{}", 400},
      {"/blogs", "{\"url\":7}", 400},
      {"/blogs", "{\"url\":\"file:///etc/passwd\"}", 400},
      {"/blogs", "{\"url\":\"javascript:alert(1)\"}", 400},
      {"/blogs", "{\"url\":\"http://a.example/\",\"feeds\":\"x\"}", 400},
      {"/blogs", "{\"url\":\"http://a.example/\",\"feeds\":[1]}", 400},
      {"/blogs", "{\"url\":\"http://a.example/\",\"feeds\":[\"notaurl\"]}", 400},
      {"/blogs", "{\"url\":\"http://a.example/\",\"feeds\":[\"ftp://a.example/f.xml\"]}", 400},
      {"/blogs", "{\"url\":\"http://a.example/" + std::string(1u << 20, 'a') + "\"}", 400},
      {"/blogs", std::string(100'000, '['), 400},
      {"/blogs/poll", "{\"url\":\"http://unknown.example/\"}", 404},
      {"/blogs/remove", "{\"url\":\"http://unknown.example/\"}", 404},
      {"/takedown", "{\"url\":\"http://a.example/\"}", 400},
      {"/takedown", "{\"reason\":\"x\"}", 400},
      {"/takedown", "{\"url\":\"http://a.example/\",\"blog\":\"http://a.example/\",\"reason\":\"x\"}", 400},
      {"/takedown", "{\"url\":\"http://a.example/\",\"reason\":\"x\",\"dry_run\":\"no\"}", 400},
      {"/takedown", "{\"url\":\"http://a.example/none\",\"reason\":\"x\"}", 404},
  };
  for (const Row& row : rows) {
    ServeReply reply = write("POST", row.target, row.body);
    EXPECT_EQ(reply.status, row.status) << row.target << row.body.substr(0, 80) << reply.body;
    EXPECT_EQ(field_of(reply, "Content-Type"), "application/problem+json");
    EXPECT_LT(reply.body.size(), 2000U) << row.target;
  }
  EXPECT_TRUE(queued().empty());
}

// The run's lock is held, the archive's is free: as when the run has closed it.
TEST_F(RestWriting, TakesDownAPageForAllReaders) {
  start_run();
  const std::string url = blog.post_url(3);
  const std::string body = "{\"url\":\"" + url + "\",\"reason\":\"asked for\"";
  ServeReply dry = write("POST", "/takedown", body + ",\"dry_run\":true}");
  ASSERT_EQ(dry.status, 200) << dry.body;
  EXPECT_EQ(Json::parse(dry.body)["event"], "would-remove");
  EXPECT_EQ(json("/objects/one?url=" + encoded_post(3))["url"], url);
  ServeReply done = write("POST", "/takedown", body + "}");
  ASSERT_EQ(done.status, 200) << done.body;
  const Json report = Json::parse(done.body);
  EXPECT_EQ(report["event"], "removed");
  EXPECT_GE(report["captures"], 1);
  await_index();
  const Json gone = json("/objects/one?url=" + encoded_post(3), 410);
  EXPECT_NE(gone["title"].get<std::string>().find("asked for"), std::string::npos) << gone;
  // Each address that had it says when and why it went; one that was never there is only not found.
  for (const std::string kind :
       {"/web/", "/web/2026/", "/web/2026id_/", "/web/2026im_/", "/view?url=", "/rebuilt/", "/rebuilt/2026/",
        "/timegate/", "/timemap/link/", "/timemap/json/", "/post/timegate/", "/post/timemap/link/",
        "/wacz?url=", "/post?url=", "/api/v1/objects/one?url=", "/api/v1/versions?url=", "/web/*/",
        "/captures?url="}) {
    for (const char* accept : {"text/html", "*/*"}) {
      ServeReply reply = ask(kind + url, {{"Accept", accept}});
      EXPECT_EQ(reply.status, 410) << kind << reply.body;
      EXPECT_NE(reply.body.find("asked for"), std::string::npos) << kind << reply.body;
      EXPECT_NE(reply.body.find(format_rfc3339(bench.clock.now()).substr(0, 10)), std::string::npos)
          << kind << reply.body;
      EXPECT_EQ(ask(kind + blog.post_url(99), {{"Accept", accept}}).status, 404) << kind;
    }
  }
  EXPECT_NE(json("/captures?url=" + encoded_post(3), 410)["title"].get<std::string>().find("asked for"),
            std::string::npos);
  EXPECT_TRUE(json("/captures?url=" + encoded_post(99))["captures"].empty());
  // Its words may be in a captured feed still: no page is put together from them.
  const std::string words = blog.article(3).substr(3, 30);
  ServeReply home = ask("/rebuilt/" + blog.home());
  EXPECT_EQ(home.status, 200);
  EXPECT_EQ(home.body.find(words), std::string::npos) << home.body;
  EXPECT_NE(home.body.find(blog.article(4).substr(3, 30)), std::string::npos) << home.body;
  for (const Json& line : lines("/api/v1/objects.ndjson?kind=post")) EXPECT_NE(line["url"], url);
  for (const Json& line : lines("/api/v1/changes.ndjson")) EXPECT_NE(line["url"], url);
}

}  // namespace
}  // namespace bfa
