// SPDX-License-Identifier: Apache-2.0
// Pages as a server of archived pages gives them: where addresses lead, what is marked, and that of hostile
// pages nothing runs and nothing asks other hosts.
#include "replay/rewrite/served_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "bfa/html/content.h"
#include "bfa/text/charset.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

ServedPlaces places_with(std::function<bool(const Url&)> captured) {
  return {"/web/", "20260102030405", "", std::move(captured)};
}

bool is_known(const Url& url) {
  return url.host() == "a.example" && url.path().find("missing") == std::string_view::npos;
}

ServedPage written(const std::string& html, const std::string& links = "") {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  auto places = places_with(is_known);
  places.links = links;
  return write_served_page(*doc, html, *Url::parse("http://a.example/dir/"), places);
}

std::string body_of(const ServedPage& page) {
  return page.html.substr(page.start, page.html.find("</body>") - page.start);
}

struct Rewrite {
  const char* name;
  const char* in;
  const char* out;
};
class Served : public testing::TestWithParam<Rewrite> {};
TEST_P(Served, IsWrittenAs) {
  const auto page = written(std::string("<body>") + GetParam().in);
  EXPECT_EQ(body_of(page), GetParam().out);
  EXPECT_TRUE(page.left_out.empty()) << page.left_out;
}
#define W "/web/20260102030405"
INSTANTIATE_TEST_SUITE_P(
    House, Served,
    testing::Values(
        Rewrite{"Link", "<a href=../b?c=d#e target=_blank ping=/p>y</a>",
                "<a href=\"" W "/http://a.example/b?c=d#e\">y</a>"},
        Rewrite{"ForeignLink", "<a href=//b.example/>y</a>", "<a href=\"" W "/http://b.example/\">y</a>"},
        Rewrite{"Fragment", "<a href=#top>y</a>", "<a href=\"#top\">y</a>"},
        Rewrite{"Mail", "<a href=mailto:a@b.example>y</a>", "<a>y</a>"},
        Rewrite{"ScriptLink", "<a href='java\nscript:x()'>a</a>", "<a>a</a>"},
        Rewrite{"Image", "<img src=/p.png crossorigin>", "<img src=\"" W "im_/http://a.example/p.png\">"},
        Rewrite{"MissingImage", "<img src=/missing.png>",
                "<img data-missing-src=\"http://a.example/missing.png\">"},
        Rewrite{"Srcset", "<img src=/missing.png srcset='/p.png 2x, /missing.png 3x'>",
                "<img srcset=\"" W "im_/http://a.example/p.png 2x\">"},
        Rewrite{"Lazy", "<img src=data:image/gif;base64,R0 data-src=/p.png>",
                "<img src=\"" W "im_/http://a.example/p.png\" data-src=\"/p.png\">"},
        Rewrite{"LazySet", "<img data-srcset='/p.png 2x'>",
                "<img data-srcset=\"/p.png 2x\" srcset=\"" W "im_/http://a.example/p.png 2x\">"},
        Rewrite{"Media", "<video src=/v poster=/p><track src=/t></video>",
                "<video src=\"" W "oe_/http://a.example/v\" poster=\"" W
                "im_/http://a.example/p\"><track src=\"" W "oe_/http://a.example/t\"></video>"},
        Rewrite{"Frame", "<iframe src=/f srcdoc='<script>x()</script>' allow=camera></iframe>",
                "<iframe src=\"" W "if_/http://a.example/f\" sandbox=\"\"></iframe>"},
        Rewrite{"ForeignFrame", "<iframe src=http://b.example/f></iframe>",
                "<span class=\"bfa-missing\" data-missing-src=\"http://b.example/f\">frame, not archived: "
                "b.example</span>"},
        Rewrite{"Form", "<form action=/x method=post><button formaction=/y>b</button></form>",
                "<form method=\"post\"><button>b</button></form>"},
        Rewrite{"Noscript", "<noscript><img src=/p.png></noscript>",
                "<img src=\"" W "im_/http://a.example/p.png\">"},
        Rewrite{"Plugin", "<object data=x.swf><param name=a>old</object><embed src=x.swf>", "old"},
        Rewrite{"StyleAttribute", "<p style='background:u\\72l(/p.png)'>",
                "<p style=\"background:url(&quot;" W "im_/http://a.example/p.png&quot;)\"></p>"},
        Rewrite{"Paint", "<svg><rect fill='url(http://b.example/x#p)'/></svg>",
                "<svg><rect fill=\"url(&quot;data:,&quot;)\"></rect></svg>"},
        Rewrite{"Cite", "<q cite=/c>q</q>", "<q cite=\"" W "/http://a.example/c\">q</q>"},
        Rewrite{"SvgStyle", "<svg><style>a{b:'&lt;'}</style></svg>",
                "<svg><style>a{b:'&lt;'}</style></svg>"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Served, ResolvesAgainstTheBaseFirst) {
  const auto page = written("<base href=/other/><a href=x>y</a><img src=z>");
  EXPECT_EQ(body_of(page), "<a href=\"" W "/http://a.example/other/x\">y</a><img src=\"" W
                           "im_/http://a.example/other/z\">");
}

TEST(Served, KeepsFramedReadersInFrames) {
  EXPECT_EQ(body_of(written("<body><a href=x>y</a>", "mp_")),
            "<a href=\"" W "mp_/http://a.example/dir/x\">y</a>");
}

TEST(Served, RefreshBecomesALink) {
  const auto page = written("<meta http-equiv=refresh content='0;url=/next'><body>text");
  EXPECT_NE(page.html.find("<a href=\"" W "/http://a.example/next\">"), std::string::npos) << page.html;
  EXPECT_EQ(page.html.find("refresh"), std::string::npos);
}

TEST(Served, LinksOfTheHead) {
  const auto page = written(
      "<link rel=stylesheet href=/s.css integrity=x><link rel=stylesheet href=/missing.css><link rel=preload "
      "href=/s.css as=style><link rel=canonical href=/c><link rel='prefetch\nstylesheet' "
      "href=http://b.example/>");
  EXPECT_NE(page.html.find("<link rel=\"stylesheet\" href=\"" W "cs_/http://a.example/s.css\">"),
            std::string::npos)
      << page.html;
  EXPECT_NE(page.html.find("data-missing-src=\"http://a.example/missing.css\""), std::string::npos);
  EXPECT_NE(page.html.find("<link rel=\"canonical\" href=\"" W "/http://a.example/c\">"), std::string::npos);
  EXPECT_EQ(page.html.find("preload"), std::string::npos);
  EXPECT_EQ(page.missing, 2U);
}

struct Sheet {
  const char* name;
  const char* in;
  const char* out;
};
class ServedCss : public testing::TestWithParam<Sheet> {};
TEST_P(ServedCss, LeadsTo) {
  std::uint64_t missing = 0;
  EXPECT_EQ(
      write_served_css(GetParam().in, *Url::parse("http://a.example/s/"), places_with(is_known), missing),
      GetParam().out);
}
#define P(x) "url(\"" W x "\")"
INSTANTIATE_TEST_SUITE_P(
    Css3, ServedCss,
    testing::Values(
        Sheet{"Plain", "a{b:url(x.png)}", "a{b:" P("im_/http://a.example/s/x.png") "}"},
        Sheet{"Import", "@import 'x.css' screen;", "@import " P("cs_/http://a.example/s/x.css") " screen;"},
        Sheet{"EscapedImport", "@\\69mport \"x.css\";", "@\\69mport " P("cs_/http://a.example/s/x.css") ";"},
        Sheet{"EscapedUrl", "a{b:\\75\\000072\\6c(x)}", "a{b:" P("im_/http://a.example/s/x") "}"},
        Sheet{"ImageSet", "a{b:image-set(\"x\" 1x,'y' 2x)}",
              "a{b:image-set(" P("im_/http://a.example/s/x") " 1x," P("im_/http://a.example/s/y") " 2x)}"},
        Sheet{"StringsElsewhere", "a{b:foo(\"x\");c:'y'}", "a{b:foo(\"x\");c:'y'}"},
        Sheet{"ImageSetEnds", "a{b:image-set(url(x) 1x);c:'y'}",
              "a{b:image-set(" P("im_/http://a.example/s/x") " 1x);c:'y'}"},
        Sheet{"Missing", "a{b:url(http://b.example/)}", "a{b:url(\"data:,\")}"},
        Sheet{"DataImage", "a{b:url(data:image/png,x)}", "a{b:url(\"data:image/png,x\")}"},
        Sheet{"DataSheet", "@import url(data:text/css,x);", "@import url(\"data:,\");"},
        // A string ends at a form feed too.
        Sheet{"FormFeed", "a{b:'x\fc:url(http://b.example/)}", "a{b:'x\nc:url(\"data:,\")}"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ServedCheck, KnowsWhatIsNotSafe) {
  for (const char* html :
       {"<script>f()</script>", "<p onclick=f()>", "<a href=http://b.example/>x</a>",
        "<img src=//b.example/x>", "<img srcset='/web/1/x 1x, http://b.example/ 2x'>",
        "<form action=/x></form>", "<base href=/web/>", "<meta http-equiv=refresh content=0>",
        "<iframe srcdoc=x></iframe>", "<p style='a:u\\72l(http://b.example/)'>",
        "<style>@import 'http://b.example/'</style>", "<svg><set attributeName=href to=x /></svg>",
        "<a href=data:image/png,x>x</a>", "<svg><rect fill='url(//b.example/#x)'/></svg>",
        "<object></object>"})
    EXPECT_FALSE(is_served_safely(html, "/web/")) << html;
  for (const char* html :
       {"<p>http://b.example/</p>", "<a href=/web/1/http://b.example/>x</a>", "<a href=#x>x</a>",
        "<img src=data:image/png,x>", "<style>a{b:url(\"/web/1/x\")}</style>", ""})
    EXPECT_TRUE(is_served_safely(html, "/web/")) << html;
}

std::vector<std::string> hostile_pages() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::data_folder() + "/replay")) {
    if (const auto name = file.path().filename().string(); name.ends_with("html")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Looks for itself: no value names the foreign host but where text is kept, or behind our prefix.
void expect_no_foreign(const std::string& html, const std::string& name) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  for (HtmlDocument::NodeId node = 0; node < doc->size(); ++node) {
    EXPECT_NE(doc->tag(node), "script") << name;
    for (const auto& attribute : doc->attributes(node)) {
      EXPECT_FALSE(attribute.name.starts_with("on")) << name << attribute.name;
      if (attribute.name.starts_with("data-") || attribute.name == "title" || attribute.name == "content" ||
          attribute.name == "actiontype")
        continue;
      std::string value(attribute.value);
      for (std::size_t at; (at = value.find(W)) != std::string::npos;) {
        value.erase(at, std::min(value.find_first_of(" \"", at), value.size()) - at);
      }
      if (attribute.name == "src" && value.starts_with("data:image/")) continue;
      EXPECT_EQ(value.find("foreign"), std::string::npos)
          << name << ": " << attribute.name << "=" << attribute.value;
      EXPECT_EQ(value.find("script:"), std::string::npos)
          << name << ": " << attribute.name << "=" << attribute.value;
    }
  }
}

class HostilePage : public testing::TestWithParam<std::string> {};
TEST_P(HostilePage, RunsNothingAndAsksNoOtherHost) {
  const std::string bytes = test::read_fixture("replay/" + GetParam());
  Findings findings;
  const auto text = decode_text(bytes, "", CharsetContext::kHtml, findings);
  for (const bool all : {false, true}) {
    std::string source = text.text;
    for (int round = 0; round < 3; ++round) {
      const auto doc = HtmlDocument::parse(source, findings, {}, text.encoding);
      const auto places = places_with([&](const Url&) { return all; });
      const auto page = write_served_page(*doc, source, *Url::parse("http://foreign.example/"), places);
      EXPECT_TRUE(is_served_safely(page.html, "/web/")) << page.html;
      expect_no_foreign(page.html, GetParam());
      if (source == text.text && GetParam().ends_with(".html") && GetParam() != "frames.html") {
        EXPECT_NE(page.html.find(" SET"), std::string::npos);
      }
      source = page.html;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(House, HostilePage, testing::ValuesIn(hostile_pages()), [](const auto& row) {
  std::string name = row.param.substr(0, row.param.find('.'));
  std::replace(name.begin(), name.end(), '_', 'X');
  return name;
});

TEST(HostilePage, ManyImagesAndMuchText) {
  std::string html = "<body>";
  for (int i = 0; i < 10'000; ++i) html += "<img src=http://foreign.example/" + std::to_string(i) + ".png>";
  const auto page = written(html);
  EXPECT_EQ(page.missing, 10'000U);
  EXPECT_TRUE(page.left_out.empty());
  const auto large = written("<body>" + std::string(12u << 20, 'x') + "<script>f()</script>");
  EXPECT_TRUE(large.left_out.empty());
  std::string deep = "<body>";
  for (int i = 0; i < 20'000; ++i) deep += "<div><b>";
  EXPECT_TRUE(is_served_safely(written(deep + "deep").html, "/web/"));
}

}  // namespace
}  // namespace bfa
