// SPDX-License-Identifier: Apache-2.0
// Static pages from captures: which content stays, where links lead, and that no script runs.
#include <cstdlib>

#include "bfa/html/content.h"
#include "bfa/html/document.h"
#include "migrate/output/site_names.h"
#include "migrate_testing.h"
#include "replay/rewrite/css_links.h"
#include "replay/rewrite/inert_markup.h"
#include "replay/rewrite/static_page.h"

namespace {

using bfa::SiteNames;
using bfa::Url;
using bfa::test::MigrateTest;

std::string page(const std::string& html) {
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(html, findings);
  bfa::SitePlaces places;
  places.captured = [](const Url& url) -> std::optional<std::string> {
    if (url.without_fragment().href() == "http://a.example/b") return "b.html";
    if (url.path() == "/p.png") return "p.png";
    return std::nullopt;
  };
  std::string out = bfa::write_static_page(*doc, html, *Url::parse("http://a.example/dir/"), places).html;
  const std::size_t body = out.find("<body");
  return out.substr(out.find('>', body) + 1, out.find("</body>") - out.find('>', body) - 1);
}

struct Mutation {
  const char* name;
  const char* in;
};

// Markup that is harmless as it stands, and is not when a browser parses what was written of it.
class StaticMutation : public testing::TestWithParam<Mutation> {};
TEST_P(StaticMutation, RunsNothingWhenItIsParsedAgain) {
  bfa::Findings findings;
  const std::string html = std::string("<p>before</p>") + GetParam().in + "<p>after</p>";
  const auto doc = bfa::HtmlDocument::parse(html, findings);
  bfa::SitePlaces places;
  places.captured = [](const Url&) { return std::nullopt; };
  const Url url = *Url::parse("http://a.example/");
  EXPECT_TRUE(bfa::is_inert(bfa::clean_html(*doc, 0, url))) << bfa::clean_html(*doc, 0, url);
  std::string out = bfa::write_static_page(*doc, html, url, places).html;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(bfa::is_inert(out)) << out;
    EXPECT_NE(out.find("before"), std::string::npos);
    const auto again = bfa::HtmlDocument::parse(out, findings);
    out = bfa::write_static_page(*again, out, url, places).html;
  }
}
INSTANTIATE_TEST_SUITE_P(
    House, StaticMutation,
    testing::Values(
        Mutation{
            "Glyph",
            "<math><mtext><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=f()&gt;\">"},
        Mutation{"GlyphStyle",
                 "<math><mtext><mglyph><style><img src=1 onerror=f()></style></mglyph></mtext></math>"},
        Mutation{"Table",
                 "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 "
                 "onerror=f()&gt;\">"},
        Mutation{"Form", "<form><math><mtext></form><form><mglyph><style></math><img src onerror=f()>"},
        Mutation{"SvgStyle", "<svg><style><img src=1 onerror=f()></style></svg>"},
        Mutation{"SvgTitle", "<svg></p><style><a id=\"</style><img src=1 onerror=f()>\">"},
        Mutation{"ForeignObject",
                 "<svg><foreignObject><math><mtext><style><b title=\"</style><img src=1 "
                 "onerror=f()>\"></svg>"},
        Mutation{"Annotation", "<math><annotation-xml encoding=\"text/html\"><style><img src=1 onerror=f()>"},
        Mutation{"NoScript", "<noscript><p title=\"</noscript><img src=1 onerror=f()>\">"},
        Mutation{"Xmp", "<xmp><p title=\"</xmp><img src=1 onerror=f()>\">"},
        Mutation{"Textarea", "<textarea></p><img title=\"</textarea><img src=1 onerror=f()>\">"},
        Mutation{"Select", "<select><style><img src=1 onerror=f()></style></select>"},
        Mutation{"Template", "<template><img src=1 onerror=f()></template>"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(InertMarkup, KnowsWhatRuns) {
  for (const char* html :
       {"<script>f()</script>", "<img src=1 onerror=f()>", "<a href=\" java\nscript:f()\">x</a>",
        "<svg><a xlink:href=\"javascript:f()\"/></svg>", "<iframe srcdoc=\"x\"></iframe>",
        "<object data=x></object>", "<svg><set attributeName=href to=\"javascript:f()\"/></svg>",
        "<a href=\"data:text/html,x\">x</a>"})
    EXPECT_FALSE(bfa::is_inert(html)) << html;
  for (const char* html : {"<p>one onerror=f() javascript:</p>", "<img src=\"data:image/png;base64,AA==\">",
                           "<a href=\"https://a.example/javascript:\">x</a>", "<style>a{}</style>", ""})
    EXPECT_TRUE(bfa::is_inert(html)) << html;
}

struct Rewrite {
  const char* name;
  const char* in;
  const char* out;
};
class StaticPage : public testing::TestWithParam<Rewrite> {};
TEST_P(StaticPage, IsWrittenAs) {
  EXPECT_EQ(page(std::string("<body>") + GetParam().in), GetParam().out);
}
INSTANTIATE_TEST_SUITE_P(
    House, StaticPage,
    testing::Values(
        Rewrite{"CapturedLink", "<a href=../b#x>y</a>", "<a href=\"b.html#x\">y</a>"},
        Rewrite{"OtherLink", "<a href=/c?d>y</a>", "<a href=\"http://a.example/c?d\">y</a>"},
        Rewrite{"Fragment", "<a href=#top>y</a>", "<a href=\"#top\">y</a>"},
        Rewrite{"Image", "<img src=/p.png alt='a \"b\"'>", "<img src=\"p.png\" alt=\"a &quot;b&quot;\">"},
        Rewrite{"MissingImage", "<img src=/q.png>", "<img data-missing-src=\"http://a.example/q.png\">"},
        Rewrite{"LazyImage", "<img data-src=/p.png>", "<img data-src=\"/p.png\" src=\"p.png\">"},
        Rewrite{"Srcset", "<img srcset='/p.png 2x, /q.png 3x'>", "<img srcset=\"p.png 2x\">"},
        Rewrite{"Script", "a<script>alert(1)</script>b", "ab"},
        Rewrite{"Handler", "<p onclick=x()>a</p>", "<p>a</p>"},
        Rewrite{"ScriptLink", "<a href='java\nscript:x()'>a</a>", "<a>a</a>"},
        Rewrite{"DataLink", "<a href='data:text/html,<script>x()</script>'>a</a>", "<a>a</a>"},
        Rewrite{"Form", "<form action=/x method=post></form>", "<form method=\"post\"></form>"},
        Rewrite{"Frame", "<iframe src=/b srcdoc='<script>x()</script>'></iframe>",
                "<iframe src=\"b.html\"></iframe>"},
        Rewrite{"Plugin", "<object data=x.swf>old</object><embed src=x.swf>", ""},
        Rewrite{"Noscript", "<noscript><img src=/p.png></noscript>", "<img src=\"p.png\">"},
        Rewrite{"Template", "<template><script>x()</script></template>a", "a"},
        Rewrite{"Style", "<p style='background:url(/p.png)'>",
                "<p style=\"background:url(&quot;p.png&quot;)\"></p>"},
        Rewrite{"StyleEnd", "<style>a{b:'<\\/style><script>'}</style>",
                "<style>a{b:'<\\/style><script>'}</style>"},
        Rewrite{"Text", "a &amp;lt; b &lt;script&gt;", "a &amp;lt; b &lt;script&gt;"},
        Rewrite{"Xmp", "<xmp><b onclick=x()></xmp>", "<pre>&lt;b onclick=x()&gt;</pre>"},
        Rewrite{"Pre", "<pre>\n\nx</pre>", "<pre>\n\nx</pre>"},
        Rewrite{"SvgScript", "<svg><script>x()</script><use href='/p.png#i'/></svg>",
                "<svg><use href=\"p.png\"></use></svg>"}),
    [](const auto& row) { return std::string(row.param.name); });

struct Css {
  const char* name;
  const char* in;
  const char* out;
};
class StaticCss : public testing::TestWithParam<Css> {};
TEST_P(StaticCss, LeadsTo) {
  EXPECT_EQ(bfa::rewrite_css(GetParam().in, [](const std::string& url) { return "[" + url + "]"; }),
            GetParam().out);
}
INSTANTIATE_TEST_SUITE_P(
    Css3, StaticCss,
    testing::Values(Css{"Plain", "a{b:url(x.png)}", "a{b:url(\"[x.png]\")}"},
                    Css{"Quoted", "a{b:URL( 'x y.png' )}", "a{b:url(\"[x y.png]\")}"},
                    Css{"Escaped", "a{b:url(x\\29 y)}", "a{b:url(\"[x)y]\")}"},
                    Css{"Import", "@import 'x.css' screen;", "@import url(\"[x.css]\") screen;"},
                    Css{"ImportUrl", "@import url(x.css);", "@import url(\"[x.css]\");"},
                    Css{"Data", "a{b:url(data:image/png,x)}", "a{b:url(\"data:image/png,x\")}"},
                    Css{"Fragment", "a{b:url(#i)}", "a{b:url(\"#i\")}"},
                    Css{"Comment", "a{/* url(x) */b:c}", "a{ b:c}"},
                    Css{"String", "a{b:'url(x)'}", "a{b:'url(x)'}"},
                    Css{"OtherName", "a{b:xurl(y)}", "a{b:xurl(y)}"},
                    Css{"Open", "a{b:url(x", "a{b:url(\"[x]\")"}, Css{"OpenComment", "a/*", "a "}),
    [](const auto& row) { return std::string(row.param.name); });

struct SiteName {
  const char* name;
  const char* url;
  const char* type;
  const char* file;
};
class StaticName : public testing::TestWithParam<SiteName> {};
TEST_P(StaticName, IsSafe) {
  EXPECT_EQ(SiteNames().name_for(*Url::parse(GetParam().url), GetParam().type), GetParam().file);
}
INSTANTIATE_TEST_SUITE_P(
    House, StaticName,
    testing::Values(
        SiteName{"Home", "http://a.example/", "text/html", "pages/a.example/index.html"},
        SiteName{"Page", "http://a.example/b", "text/html", "pages/a.example/b.html"},
        SiteName{"Php", "http://a.example/b.php", "text/html", "pages/a.example/b.php.html"},
        SiteName{"Image", "http://a.example/b.JPEG", "image/jpeg", "pages/a.example/b.JPEG"},
        SiteName{"Disguised", "http://a.example/b.html", "image/png", "pages/a.example/b.html.png"},
        SiteName{"Unknown", "http://a.example/b.exe", "application/x-thing", "pages/a.example/b.exe.bin"},
        SiteName{"Escapes", "http://a.example/%2e%2e%2f%C3%A9", "text/html", "pages/a.example/_.._.html"},
        SiteName{"Hidden", "http://a.example/.htaccess", "text/plain", "pages/a.example/_.htaccess.txt"},
        SiteName{"Device", "http://a.example/con", "text/html", "pages/a.example/_con.html"},
        SiteName{"Port", "http://a.example:8080/", "text/html", "pages/a.example_8080/index.html"},
        SiteName{"NoHost", "urn:a/b", "text/html", "pages/urn/a/b.html"},
        SiteName{"NothingButScheme", "urn:", "text/html", "pages/urn.html"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_StaticNames, DoNotCollide) {
  SiteNames names;
  std::set<std::string> seen;
  for (const char* url :
       {"http://a.example/b", "http://a.example/B", "http://a.example/b.html", "http://a.example/b?c",
        "http://a.example/b?C", "http://a.example/b.html/c", "https://a.example/b"}) {
    std::string name = names.name_for(*Url::parse(url), "text/html");
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_TRUE(seen.insert(name).second) << url;
    for (const auto& other : seen)
      EXPECT_FALSE(name.starts_with(other + "/") || other.starts_with(name + "/")) << url;
  }
}

TEST(RelativePath, LeadsFromFileToFile) {
  EXPECT_EQ(bfa::relative_path("pages/a/b/c.html", "pages/a/d.html"), "../d.html");
  EXPECT_EQ(bfa::relative_path("pages/a/c.html", "pages/a/d.html"), "d.html");
  EXPECT_EQ(bfa::relative_path("pages/ab/c.html", "pages/ac/d.html"), "../ac/d.html");
}

class House_StaticSite : public MigrateTest {
 protected:
  std::string put_mirror() {
    put("m/a.example/index.html",
        "<!DOCTYPE html><meta charset=iso-8859-1><title>Caf\xe9</title><link rel=stylesheet href=s.css>"
        "<script>document.title='ran'</script><h1>Caf\xe9</h1><a href=/post/>post</a><img src=p.png>");
    put("m/a.example/post/index.html", "<!DOCTYPE html><title>Post</title><p>text <a href=..>home</a>");
    put("m/a.example/s.css", "h1 { background: url(p.png) }");
    put("m/a.example/p.png", "\x89PNG\r\n\x1a\n");
    return folder_ / "m";
  }
};

TEST_F(House_StaticSite, ReadsFromDisk) {
  const auto report = migrate(put_mirror(), "site", options(bfa::MigrationTarget::kStatic));
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(report->pages, 2u);
  const std::string home = read("site/pages/a.example/index.html");
  EXPECT_TRUE(home.starts_with("<!DOCTYPE html>\n"));
  EXPECT_NE(home.find("<meta charset=\"utf-8\">"), std::string::npos);
  EXPECT_NE(home.find("<h1>Caf\xc3\xa9</h1>"), std::string::npos);
  EXPECT_NE(home.find("href=\"post/index.html\""), std::string::npos);
  EXPECT_NE(home.find("src=\"p.png\""), std::string::npos);
  EXPECT_EQ(home.find("<script"), std::string::npos);
  EXPECT_NE(read("site/pages/a.example/s.css").find("url(\"p.png\")"), std::string::npos);
  EXPECT_NE(read("site/pages/a.example/post/index.html").find("href=\"../index.html\""), std::string::npos);
  EXPECT_NE(read("site/index.html").find("<a href=\"pages/a.example/index.html\">Caf\xc3\xa9</a>"),
            std::string::npos);
}

TEST_F(House_StaticSite, SameCapturesGiveTheSameFiles) {
  const std::string mirror = put_mirror();
  ASSERT_TRUE(migrate(mirror, "one", options(bfa::MigrationTarget::kStatic)));
  ASSERT_TRUE(migrate(mirror, "two", options(bfa::MigrationTarget::kStatic)));
  EXPECT_EQ(std::system(("diff -r " + (folder_ / "one") + " " + (folder_ / "two")).c_str()), 0);
}

TEST_F(House_StaticSite, OpensInABrowserAndRunsNothing) {
  if (std::system("chromium --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no chromium here";
  ASSERT_TRUE(migrate(put_mirror(), "site", options(bfa::MigrationTarget::kStatic)));
  const std::string command =
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir=" + (folder_ / "profile") +
      " --dump-dom file://" + (folder_ / "site/pages/a.example/index.html") + " > " + (folder_ / "dom.html") +
      " 2>/dev/null";
  if (std::system(command.c_str()) != 0) GTEST_SKIP() << "chromium did not run";
  const std::string dom = read("dom.html");
  EXPECT_NE(dom.find("<title>Caf\xc3\xa9</title>"), std::string::npos);
  EXPECT_NE(dom.find("<h1>Caf\xc3\xa9</h1>"), std::string::npos);
}

}  // namespace
