// SPDX-License-Identifier: Apache-2.0
// /web/, /view: archived pages as answers to requests.
#include <gtest/gtest.h>

#include "bfa/io/compress.h"
#include "bfa/serve/archive_site.h"
#include "replay/captured_site.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr const char* kFirst = "2026-01-02T03:04:05Z";
constexpr const char* kSecond = "2026-02-02T03:04:05Z";

constexpr std::uint64_t kFilmBytes = 3'000'000;

class WebPages : public testing::Test {
 protected:
  // Read only: made once.
  static void SetUpTestSuite() {
    made = std::make_unique<CapturedSite>();
    CapturedSite& site = *made;
    const std::string page =
        "<!DOCTYPE html><title>A page</title><link rel=stylesheet href=/s.css><script>evil()</script><p "
        "onclick=evil()>Words of ";
    site.put(
        "http://a.example/", kFirst, page + "January <img src=/p.png><img src=/lost.png><a href=/next>n</a>",
        "text/html; charset=utf-8", 200,
        {{"Set-Cookie", "a=b"}, {"X-Frame-Options", "DENY"}, {"Content-Security-Policy", "default-src *"}});
    site.put("http://a.example/", kSecond, page + "February");
    site.put("http://a.example/p.png", "2026-01-05T00:00:00Z", "PNGPNGPNG", "image/png");
    site.put("http://a.example/s.css", "2026-01-01T00:00:00Z", "body{background:url(p.png)}", "text/css");
    site.put("http://a.example/gone", kFirst, "<p>Gone words", "text/html", 404);
    site.put_redirect("http://a.example/old", "http://a.example/new", kFirst, "<p>New place");
    site.put("http://a.example/odd", kFirst, "", "", 302, {{"Location", "javascript:f('<b>')"}});
    site.put("http://a.example/pic.svg", kFirst, read_fixture("replay/broken.svg"), "image/svg+xml");
    site.put("http://a.example/feed", kFirst, read_fixture("replay/feed.xml"), "application/rss+xml");
    site.put("http://a.example/x", kFirst, read_fixture("replay/page.xhtml"), "application/xhtml+xml");
    site.put("http://a.example/film", kFirst, std::string(kFilmBytes, 'f'), "video/mp4");
    DataObject object;
    object.url = "http://a.example/made";
    object.kind = ObjectKind::kPost;
    object.title = "Made";
    object.html = "<p>Words of an object</p>";
    site.put_object(object, kFirst);
    site.close();
    ArchiveSiteOptions options;
    options.archive = site.path();
    options.replay_port = 81;
    auto opened = make_archive_site(options);
    ASSERT_TRUE(opened) << to_string(opened.error());
    handler = std::move(*opened);
  }
  static void TearDownTestSuite() {
    handler.reset();
    made.reset();
  }

  static ServeReply get(const std::string& target, ServeRequest request = {}) {
    if (!handler) return {};
    request.target = target;
    request.origin = "http://127.0.0.1:80";
    return handler->answer(request);
  }
  static ServeRequest browser() {
    ServeRequest request;
    request.headers.emplace_back("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    return request;
  }
  static std::string field(const ServeReply& reply, std::string_view name) {
    std::string value;
    for (const auto& [key, text] : reply.headers) {
      if (key == name) value += (value.empty() ? "" : "|") + text;
    }
    return value;
  }

  static inline std::unique_ptr<CapturedSite> made;
  static inline std::unique_ptr<ServeHandler> handler;
};

TEST_F(WebPages, ShowACaptureWithItsPolicy) {
  const auto reply = get("/web/20260102030405/http://a.example/");
  EXPECT_EQ(reply.status, 200);
  EXPECT_NE(reply.body.find("Words of January"), std::string::npos) << reply.body;
  EXPECT_EQ(reply.body.find("evil()"), std::string::npos);
  EXPECT_NE(reply.body.find("/web/20260102030405im_/http://a.example/p.png"), std::string::npos);
  EXPECT_NE(reply.body.find("/web/20260102030405cs_/http://a.example/s.css"), std::string::npos);
  EXPECT_NE(reply.body.find("data-missing-src=\"http://a.example/lost.png\""), std::string::npos);
  EXPECT_NE(reply.body.find("<a href=\"/web/20260102030405/http://a.example/next\">"), std::string::npos);
  EXPECT_TRUE(
      field(reply, "Content-Security-Policy").starts_with("sandbox; default-src 'none'; img-src 'self'"));
  EXPECT_EQ(field(reply, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(field(reply, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(field(reply, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(field(reply, "Memento-Datetime"), "Fri, 02 Jan 2026 03:04:05 GMT");
  EXPECT_EQ(field(reply, "X-Archive-Orig-X-Frame-Options"), "DENY");
  EXPECT_EQ(field(reply, "X-Archive-Orig-Content-Security-Policy"), "default-src *");
  EXPECT_EQ(field(reply, "X-Archive-Orig-Set-Cookie") + field(reply, "Set-Cookie") +
                field(reply, "X-Frame-Options"),
            "");
}

TEST_F(WebPages, TheBannerSaysHowFarApartThePartsLie) {
  const auto body = get("/web/20260102030405/http://a.example/").body;
  EXPECT_NE(body.find("3 parts, captured from <time datetime=\"2026-01-01T00:00:00Z\">"), std::string::npos)
      << body;
  EXPECT_NE(body.find("they lie 4 days apart; <strong>1 not archived</strong>"), std::string::npos) << body;
  EXPECT_NE(body.find("<a href=\"/web/20260202030405/http://a.example/\""), std::string::npos);
  EXPECT_NE(body.find("all 2 captures"), std::string::npos);
  EXPECT_EQ(get("/web/20260102030405mp_/http://a.example/").body.find("all 2 captures"), std::string::npos);
}

struct Case {
  const char* name;
  const char* target;
  int status;
  const char* location;  // or a text of the body
};
class WebAddresses : public WebPages, public testing::WithParamInterface<Case> {};
TEST_P(WebAddresses, Answer) {
  const auto reply = get(GetParam().target);
  EXPECT_EQ(reply.status, GetParam().status) << reply.body;
  if (reply.status == 302) {
    EXPECT_EQ(field(reply, "Location"), GetParam().location);
  } else {
    EXPECT_NE(reply.body.find(GetParam().location), std::string::npos) << reply.body;
  }
}
INSTANTIATE_TEST_SUITE_P(
    House, WebAddresses,
    testing::Values(
        Case{"Newest", "/web/http://a.example/", 302, "/web/20260202030405/http://a.example/"},
        Case{"Nearest", "/web/20260110/http://a.example/", 302, "/web/20260102030405/http://a.example/"},
        Case{"NearestLater", "/web/2027/http://a.example/", 302, "/web/20260202030405/http://a.example/"},
        Case{"Year", "/web/2025/http://a.example/", 302, "/web/20260102030405/http://a.example/"},
        Case{"OddDigits", "/web/20261/http://a.example/", 302, "/web/20260202030405/http://a.example/"},
        Case{"KeepsModifier", "/web/2026id_/http://a.example/", 302,
             "/web/20260102030405id_/http://a.example/"},
        Case{"OneSlash", "/web/20260102030405/http:/a.example/", 200, "Words of January"},
        Case{"NoScheme", "/web/20260102030405/a.example/", 200, "Words of January"},
        Case{"OtherScheme", "/web/20260102030405/https://www.a.example/", 200, "Words of January"},
        Case{"Encoded", "/web/20260102030405/http%3A%2F%2Fa.example%2F", 200, "Words of January"},
        Case{"PartNearest", "/web/20260102030405im_/http://a.example/p.png", 200, "PNGPNGPNG"},
        Case{"Sheet", "/web/20260102030405cs_/http://a.example/s.css", 200,
             "/web/20260101000000im_/http://a.example/p.png"},
        Case{"Redirect", "/web/20260102030405/http://a.example/old", 302,
             "/web/20260102030405/http://a.example/new"},
        Case{"Gone", "/web/20260102030405/http://a.example/gone", 404, "Gone words"},
        Case{"Unknown", "/web/20260102030405/http://b.example/", 404, "no capture of http://b.example/"},
        Case{"Feed", "/web/20260102030405/http://a.example/feed", 200, "FEED SET"},
        Case{"Xhtml", "/web/20260102030405/http://a.example/x", 200, "XHTML SET"},
        Case{"ThreeDigits", "/web/202/http://a.example/", 400, "4 to 14"},
        Case{"FifteenDigits", "/web/202601020304056/http://a.example/", 400, "4 to 14"},
        Case{"Modifier", "/web/2026zz_/http://a.example/", 400, "unknown modifier"},
        Case{"NoAddress", "/web/2026/", 400, "an http or https address"},
        Case{"Script", "/web/2026/javascript:f()", 400, "an http or https address"}),
    [](const auto& row) { return std::string(row.param.name); });

// Such a redirect is not followed, and not hidden either.
TEST_F(WebPages, SayWhereAnOddRedirectLed) {
  const auto page = get("/web/20260102030405/http://a.example/odd", browser());
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find("javascript:f('&lt;b&gt;')"), std::string::npos) << page.body;
  EXPECT_TRUE(field(page, "Location").empty());
  EXPECT_TRUE(field(page, "Content-Security-Policy").starts_with("sandbox;"));
  EXPECT_EQ(get("/web/20260102030405im_/http://a.example/odd").status, 404);
  EXPECT_EQ(get("/web/20260102030405id_/http://a.example/odd").status, 302);
}

TEST_F(WebPages, CountOneCaptureAsOne) {
  const auto one = get("/web/20260102030405/http://a.example/gone");
  EXPECT_NE(one.body.find(">1 capture</a>"), std::string::npos) << one.body;
  EXPECT_NE(get("/web/20260102030405/http://a.example/").body.find(">all 2 captures</a>"), std::string::npos);
}

TEST_F(WebPages, ImpossibleDatesAreTheNearestOnes) {
  EXPECT_EQ(field(get("/web/20269999999999/http://a.example/"), "Location"),
            "/web/20260202030405/http://a.example/");
  EXPECT_EQ(field(get("/web/0000/http://a.example/"), "Location"), "/web/20260102030405/http://a.example/");
}

TEST_F(WebPages, RawBytesAreThoseReceived) {
  const auto reply = get("/web/20260102030405id_/http://a.example/");
  EXPECT_NE(reply.body.find("<script>evil()</script>"), std::string::npos);
  EXPECT_TRUE(field(reply, "Content-Security-Policy").starts_with("sandbox;"));
  EXPECT_EQ(field(reply, "Content-Disposition"), "attachment");
  EXPECT_EQ(field(reply, "Content-Type"), "text/html; charset=utf-8");
}

TEST_F(WebPages, LargeMediaAreStreamed) {
  auto reply = get("/web/20260102030405oe_/http://a.example/film");
  ASSERT_TRUE(reply.stream);
  EXPECT_EQ(reply.length, kFilmBytes);
  std::uint64_t bytes = 0;
  for (bool end = false; !end;) {
    const auto piece = reply.stream->next();
    ASSERT_TRUE(piece);
    EXPECT_EQ(piece->bytes.find_first_not_of('f'), std::string::npos);
    bytes += piece->bytes.size();
    end = piece->end;
  }
  EXPECT_EQ(bytes, kFilmBytes);
}

TEST_F(WebPages, PicturesThatCouldLoadPartsAreShownAsPictures) {
  const auto page = get("/web/20260102030405/http://a.example/pic.svg", browser());
  EXPECT_NE(page.body.find("<img src=\"/web/20260102030405im_/http://a.example/pic.svg\""),
            std::string::npos);
  EXPECT_EQ(page.body.find("foreign"), std::string::npos);
  const auto part = get("/web/20260102030405im_/http://a.example/pic.svg");
  EXPECT_EQ(field(part, "Content-Type"), "image/svg+xml");
  EXPECT_EQ(field(part, "Content-Disposition"), "attachment");
  const auto feed = get("/web/20260102030405/http://a.example/feed", browser());
  EXPECT_EQ(field(feed, "Content-Type"), "text/plain; charset=utf-8");
}

TEST_F(WebPages, AreTheOnlyOnesAtTheReplayOrigin) {
  ServeRequest request = browser();
  request.replay_origin = true;
  EXPECT_EQ(get("/web/20260102030405mp_/http://a.example/", request).status, 200);
  EXPECT_EQ(get("/view?url=http://a.example/", request).status, 404);
}

TEST_F(WebPages, AFrameShowsThePageAtTheOtherOrigin) {
  const auto reply = get("/view?ts=2026&url=http%3A%2F%2Fa.example%2F", browser());
  EXPECT_EQ(reply.status, 200);
  EXPECT_NE(reply.body.find("<iframe sandbox=\"\" title=\"the archived page\" "
                            "src=\"http://127.0.0.1:81/web/20260102030405mp_/http://a.example/\">"),
            std::string::npos)
      << reply.body;
  EXPECT_NE(reply.body.find("/wacz?url=http%3A%2F%2Fa.example%2F"), std::string::npos);
  EXPECT_EQ(reply.body.find("<script"), std::string::npos);
  EXPECT_EQ(field(reply, "Memento-Datetime"), "");
}

TEST_F(WebPages, PutTogetherPagesAreNoMementos) {
  const auto reply = get("/rebuilt/20260303/http://a.example/made");
  EXPECT_EQ(reply.status, 200);
  EXPECT_NE(reply.body.find("<strong>Put together, not captured:</strong>"), std::string::npos) << reply.body;
  EXPECT_NE(reply.body.find("Words of an object"), std::string::npos);
  EXPECT_EQ(field(reply, "Memento-Datetime") + field(reply, "Link"), "");
  EXPECT_TRUE(field(reply, "Content-Security-Policy").starts_with("sandbox;"));
  EXPECT_EQ(get("/rebuilt/20260303/http://a.example/nothing").status, 404);
  EXPECT_EQ(get("/rebuilt/20260303im_/http://a.example/made").status, 400);
  EXPECT_NE(get("/web/2026/http://a.example/made", browser())
                .body.find("/rebuilt/20260101000000/http://a.example/made"),
            std::string::npos);
  EXPECT_EQ(get("/timemap/link/http://a.example/made").body.find("rebuilt"), std::string::npos);
}

// A feed or a picture is captured, and has nothing to put together: "no capture" would not be true.
TEST_F(WebPages, NothingIsPutTogetherOfAFeedOrAPicture) {
  for (const char* url : {"http://a.example/feed", "http://a.example/p.png"}) {
    const auto reply = get(std::string("/rebuilt/20260303/") + url, browser());
    EXPECT_EQ(reply.status, 404);
    EXPECT_EQ(reply.body.find("No capture"), std::string::npos) << reply.body;
    EXPECT_NE(reply.body.find("It has captures of it"), std::string::npos) << reply.body;
    EXPECT_NE(reply.body.find(std::string("/web/*/") + url), std::string::npos) << reply.body;
  }
  EXPECT_NE(get("/rebuilt/2026/http://a.example/never", browser()).body.find("No capture"),
            std::string::npos);
}

TEST_F(WebPages, HostileAddressesStayText) {
  const auto reply = get("/web/2026/http://b.example/<script>f()</script>\"'", browser());
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(reply.body.find("<script"), std::string::npos);
}

}  // namespace
}  // namespace bfa
