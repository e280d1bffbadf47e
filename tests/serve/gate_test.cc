// SPDX-License-Identifier: Apache-2.0
#include "bfa/serve/server.h"

#include <gtest/gtest.h>

#include <future>

#include "serve/http_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

const std::string kToken = "a-token-of-20-bytes!";

ServeRequest ask(std::string method, std::string target,
                 std::vector<std::pair<std::string, std::string>> headers = {}, std::string body = {}) {
  ServeRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.headers = std::move(headers);
  request.body = std::move(body);
  request.origin = "http://archive.example";
  return request;
}

std::string header(const ServeReply& reply, std::string_view name) {
  for (const auto& [key, value] : reply.headers) {
    if (key == name) return value;
  }
  return {};
}

class TokenGate : public testing::Test {
 protected:
  FakeHandler inner_;
  std::unique_ptr<ServeHandler> gate_ = *make_token_gate(inner_, kToken);

  // The cookie as a browser sends it back.
  std::string logged_in() {
    const ServeReply reply =
        gate_->answer(ask("POST", "/login", {}, "token=a-token-of-20-bytes%21&to=%2Fblog"));
    EXPECT_EQ(reply.status, 303);
    EXPECT_EQ(header(reply, "Location"), "/blog");
    const std::string cookie = header(reply, "Set-Cookie");
    EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos) << cookie;
    EXPECT_EQ(cookie.find(kToken), std::string::npos);
    return cookie.substr(0, cookie.find(';'));
  }
};

TEST_F(TokenGate, LetsProgramsPassByTheTokenOnly) {
  EXPECT_EQ(gate_->answer(ask("GET", "/x", {{"Authorization", "Bearer " + kToken}})).status, 200);
  EXPECT_EQ(gate_->answer(ask("POST", "/x", {{"authorization", "bearer  " + kToken}})).status, 200);
  for (const std::string& wrong : {std::string(), std::string("Bearer"), "Bearer " + kToken + "x",
                                   "Bearer " + kToken.substr(1), "Basic " + kToken, kToken}) {
    const ServeReply reply = gate_->answer(ask("GET", "/x", {{"Authorization", wrong}}));
    EXPECT_EQ(reply.status, 401) << wrong;
    EXPECT_EQ(header(reply, "WWW-Authenticate"), "Bearer realm=\"bfa\"");
  }
  EXPECT_EQ(inner_.seen().size(), 2u);
}

TEST_F(TokenGate, LeadsBrowsersToAForm) {
  const ServeReply led = gate_->answer(ask("GET", "/post?url=a&b", {{"Accept", "text/html,*/*"}}));
  EXPECT_EQ(led.status, 303);
  EXPECT_EQ(header(led, "Location"), "/login?to=%2Fpost%3Furl%3Da%26b");
  const ServeReply form = gate_->answer(ask("GET", "/login?to=%2Fpost%3Furl%3Da%26b"));
  EXPECT_EQ(form.status, 200);
  // With the policy no-referrer browsers send "Origin: null" with the form, which is refused.
  EXPECT_EQ(header(form, "Referrer-Policy"), "same-origin");
  EXPECT_NE(form.body.find("value=\"/post?url=a&amp;b\""), std::string::npos) << form.body;
  EXPECT_EQ(gate_->answer(ask("POST", "/login", {}, "token=wrong")).status, 403);
  EXPECT_EQ(gate_->answer(ask("PUT", "/login")).status, 405);
  EXPECT_TRUE(inner_.seen().empty());
}

// A link on an archived page counts as one of another site, with which browsers send no such cookie.
TEST_F(TokenGate, AsksAgainFromAPageOfItsOwn) {
  const ServeReply again =
      gate_->answer(ask("GET", "//x/?a=\"b", {{"Accept", "text/html"}, {"Sec-Fetch-Site", "cross-site"}}));
  EXPECT_EQ(again.status, 200);
  EXPECT_NE(again.body.find("content=\"0; url=http://archive.example//x/?a=&quot;b\""), std::string::npos)
      << again.body;
  EXPECT_EQ(gate_->answer(ask("GET", "/", {{"Sec-Fetch-Site", "cross-site"}})).status, 401);
  EXPECT_TRUE(inner_.seen().empty());
}

TEST_F(TokenGate, LetsBrowsersPassByTheCookie) {
  const std::string cookie = logged_in();
  EXPECT_EQ(gate_->answer(ask("GET", "/x", {{"Cookie", cookie}})).status, 200);
  EXPECT_EQ(gate_->answer(ask("GET", "/x", {{"Cookie", "a=b; " + cookie + "; c=d"}})).status, 200);
  for (const std::string& wrong :
       {cookie + "0", cookie.substr(0, cookie.size() - 1), "x" + cookie, std::string("=;;=")})
    EXPECT_EQ(gate_->answer(ask("GET", "/x", {{"Cookie", wrong}})).status, 401) << wrong;
  const ServeReply out = gate_->answer(ask("POST", "/logout"));
  EXPECT_NE(header(out, "Set-Cookie").find("Max-Age=0"), std::string::npos);
  ServeRequest tls = ask("POST", "/login", {}, "token=" + kToken);
  tls.origin = "https://archive.example";
  EXPECT_NE(header(gate_->answer(tls), "Set-Cookie").find("; Secure"), std::string::npos);
}

// A page of another site makes a browser send no change, and no login.
TEST_F(TokenGate, RefusesChangesOfOtherOrigins) {
  const std::string cookie = logged_in();
  for (const std::string& origin : {std::string(), std::string("http://evil.example"), std::string("null"),
                                    std::string("http://archive.example.evil.example")})
    EXPECT_EQ(gate_->answer(ask("POST", "/x", {{"Cookie", cookie}, {"Origin", origin}})).status, 403)
        << origin;
  EXPECT_EQ(
      gate_->answer(ask("POST", "/x", {{"Cookie", cookie}, {"Origin", "http://archive.example"}})).status,
      200);
  EXPECT_EQ(
      gate_->answer(ask("POST", "/login", {{"Origin", "http://evil.example"}}, "token=" + kToken)).status,
      403);
}

TEST_F(TokenGate, LogsNobodyOutForOtherOrigins) {
  using Headers = std::vector<std::pair<std::string, std::string>>;
  for (const char* method : {"GET", "POST"}) {
    for (const Headers& headers :
         {Headers{{"Sec-Fetch-Site", "cross-site"}}, Headers{{"Sec-Fetch-Site", "same-site"}},
          Headers{{"Origin", "http://evil.example"}}, Headers{{"Origin", "null"}}}) {
      const ServeReply reply = gate_->answer(ask(method, "/logout", headers));
      EXPECT_EQ(reply.status, 403) << method << headers[0].second;
      EXPECT_EQ(header(reply, "Set-Cookie"), "") << method << headers[0].second;
    }
    for (const Headers& headers :
         {Headers{}, Headers{{"Sec-Fetch-Site", "none"}},
          Headers{{"Sec-Fetch-Site", "same-origin"}, {"Origin", "http://archive.example"}}})
      EXPECT_EQ(gate_->answer(ask(method, "/logout", headers)).status, 200) << method << headers.size();
  }
}

TEST_F(TokenGate, LeadsNowhereElse) {
  for (const char* elsewhere :
       {"http://evil.example/", "//evil.example", "/%5Cevil.example", "%5C%5Cevil", "x",
        "/a%0D%0ASet-Cookie:b", "/%09/evil.example", "/login?to=/login", "", "/%C3%A4"}) {
    const ServeReply reply =
        gate_->answer(ask("POST", "/login", {}, "token=a-token-of-20-bytes%21&to=" + std::string(elsewhere)));
    EXPECT_EQ(header(reply, "Location"), "/") << elsewhere;
  }
}

// Browsers send no cookie with the images and styles of a sandboxed page: a code in their addresses lets them
// pass.
TEST_F(TokenGate, LetsThePartsOfArchivedPagesPass) {
  const auto at = [](const char* day) { return *parse_rfc3339(day); };
  struct Watch final : Clock {
    UtcTime time{};
    UtcTime now() override { return time; }
  } clock;
  clock.time = at("2026-03-01T10:00:00Z");
  const auto gate = *make_token_gate(inner_, kToken, &clock);
  gate->answer(ask("GET", "/web/20260101000000/http://a.example/", {{"Cookie", logged_in()}}));
  const std::string mount = inner_.seen().back().mount;
  ASSERT_TRUE(mount.starts_with("/~")) << mount;
  const std::string part = "/web/20260101000000im_/http://a.example/b.png?c=d";
  EXPECT_EQ(gate->answer(ask("GET", mount + part)).status, 200);
  EXPECT_EQ(inner_.seen().back().target, part);
  EXPECT_EQ(inner_.seen().back().mount, mount);
  const std::size_t passed = inner_.seen().size();
  for (const std::string& other :
       {mount + "/", mount + "/api/v1/blogs", mount + "/search?q=a", mount, mount + "0" + part,
        mount.substr(0, mount.size() - 1) + part, "/~" + part, std::string("/~")})
    EXPECT_EQ(gate->answer(ask("GET", other)).status, 404) << other;
  EXPECT_EQ(gate->answer(ask("POST", mount + part)).status, 404);
  EXPECT_EQ(gate->answer(ask("GET", part)).status, 401);
  clock.time = at("2026-03-02T23:59:59Z");
  EXPECT_EQ(gate->answer(ask("GET", mount + part)).status, 200);
  clock.time = at("2026-03-03T00:00:00Z");
  EXPECT_EQ(gate->answer(ask("GET", mount + part)).status, 404);
  EXPECT_EQ(inner_.seen().size(), passed + 1);
  EXPECT_EQ(gate->answer(ask("GET", "/static/page.0123.css")).status, 200);
  EXPECT_EQ(gate->answer(ask("POST", "/static/page.0123.css")).status, 401);
}

TEST(TokenGateMade, NeedsATokenThatCannotBeGuessed) {
  FakeHandler inner;
  for (const char* bad : {"", "short", "with a space in it here", "control\x01character",
                          "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"})
    EXPECT_FALSE(make_token_gate(inner, bad)) << bad;
}

TEST(LateHandler, WaitsThenSaysSo) {
  LateHandler late(std::chrono::milliseconds(20), "not yet");
  const ServeReply reply = late.answer(ask("GET", "/"));
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(header(reply, "Retry-After"), "2");
  EXPECT_NE(reply.body.find("not yet"), std::string::npos);
  late.set(std::make_unique<FakeHandler>());
  EXPECT_EQ(late.answer(ask("GET", "/")).status, 200);
}

TEST(LateHandler, AnswersWhoWaited) {
  LateHandler late(std::chrono::minutes(10), "not yet");
  auto waiting = std::async(std::launch::async, [&] { return late.answer(ask("GET", "/")).status; });
  late.set(std::make_unique<FakeHandler>());
  EXPECT_EQ(waiting.get(), 200);
  LateHandler never(std::chrono::minutes(10), "not yet");
  auto refused = std::async(std::launch::async, [&] { return never.answer(ask("GET", "/")).status; });
  never.give_up();
  EXPECT_EQ(refused.get(), 503);
}

}  // namespace
}  // namespace bfa
