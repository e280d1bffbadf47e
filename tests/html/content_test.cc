// SPDX-License-Identifier: Apache-2.0
#include "bfa/html/content.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "html/content_walks.h"

namespace bfa {
namespace {

HtmlDocument parse(std::string_view html) {
  Findings findings;
  auto doc = HtmlDocument::parse(html, findings);
  EXPECT_TRUE(doc);
  return std::move(doc).value();
}

Url url(std::string_view text) {
  auto parsed = Url::parse(text);
  EXPECT_TRUE(parsed);
  return std::move(parsed).value();
}

const char* const kPage = "https://blog.example/2026/post.html";

struct LinkRow {
  const char* name;
  const char* html;
  LinkKind kind;
  const char* url;  // empty: no link
  const char* text;
};
class HtmlLinks : public testing::TestWithParam<LinkRow> {};
TEST_P(HtmlLinks, MatchesRow) {
  const HtmlDocument doc = parse(GetParam().html);
  const auto links = links_of(doc, 0, url(kPage));
  if (*GetParam().url == '\0') {
    EXPECT_TRUE(links.empty());
    return;
  }
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].kind, GetParam().kind);
  EXPECT_EQ(links[0].url, GetParam().url);
  EXPECT_EQ(links[0].text, GetParam().text);
}
INSTANTIATE_TEST_SUITE_P(
    House, HtmlLinks,
    testing::Values(
        LinkRow{"Relative", "<a href='../x?a=1&amp;b=2#f'> the\n <b>text</b> </a>", LinkKind::kLink,
                "https://blog.example/x?a=1&b=2#f", "the text"},
        LinkRow{"Area", "<map><area href=/a alt=Alt></map>", LinkKind::kLink, "https://blog.example/a",
                "Alt"},
        LinkRow{"ImageInside", "<a href=/a><img alt=Pic></a>", LinkKind::kLink, "https://blog.example/a",
                "Pic"},
        LinkRow{"ImageAfterAnEmptyOne", "<a href=/a><img alt=''><img alt=Pic></a>", LinkKind::kLink,
                "https://blog.example/a", "Pic"},
        LinkRow{"LabelOnly", "<a href=/a aria-label=Next title=Other><svg><title>x</title></svg></a>",
                LinkKind::kLink, "https://blog.example/a", "Next"},
        LinkRow{"TitleOnly", "<a href=/a title=' T '></a>", LinkKind::kLink, "https://blog.example/a", "T"},
        LinkRow{"BlocksInside", "<a href=/a><h2>One</h2><p>two<br>three</p></a>", LinkKind::kLink,
                "https://blog.example/a", "One two three"},
        LinkRow{"HiddenInside",
                "<a href=/a>a<style>p{}</style><span hidden>b</span><i style='display:none'>c</i> d</a>",
                LinkKind::kLink, "https://blog.example/a", "a d"},
        LinkRow{"LineBreaksInside", "<a href='/a\n b'>x</a>", LinkKind::kLink, "https://blog.example/a%20b",
                "x"},
        LinkRow{"Script", "<a href='javascript:alert(1)'>x</a>", LinkKind::kLink, "", ""},
        LinkRow{"Mail", "<a href='mailto:a@b.example'>x</a>", LinkKind::kLink, "", ""},
        LinkRow{"NoHref", "<a name=x>x</a>", LinkKind::kLink, "", ""},
        LinkRow{"Broken", "<a href='http://[bad/'>x</a>", LinkKind::kLink, "", ""},
        LinkRow{"Image", "<img src=i.png alt='An image'>", LinkKind::kImage,
                "https://blog.example/2026/i.png", "An image"},
        LinkRow{"Srcset", "<img src=s.png srcset='m.png 300w, l.png 1200w, k.png 600w'>", LinkKind::kImage,
                "https://blog.example/2026/l.png", ""},
        LinkRow{"SrcsetDensity", "<img srcset='a.png, b.png 2x,c.png 1.5x'>", LinkKind::kImage,
                "https://blog.example/2026/b.png", ""},
        LinkRow{"SrcsetCommaInUrl", "<img srcset='w_1,h_2/a.png 1x, w_2,h_4/b.png 2x'>", LinkKind::kImage,
                "https://blog.example/2026/w_2,h_4/b.png", ""},
        LinkRow{"Lazy", "<img src='data:image/gif;base64,R0lGOD' data-src=/real.jpg>", LinkKind::kImage,
                "https://blog.example/real.jpg", ""},
        LinkRow{"DataOnly", "<img src='data:image/gif;base64,R0lGOD'>", LinkKind::kImage, "", ""},
        LinkRow{"Audio", "<audio src=a.mp3></audio>", LinkKind::kAudio, "https://blog.example/2026/a.mp3",
                ""},
        LinkRow{"AudioSource", "<audio><source src=a.ogg></audio>", LinkKind::kAudio,
                "https://blog.example/2026/a.ogg", ""},
        LinkRow{"VideoSource", "<video><source src=a.webm></video>", LinkKind::kVideo,
                "https://blog.example/2026/a.webm", ""},
        LinkRow{"PictureSource", "<picture><source srcset='a.webp 1x'></picture>", LinkKind::kImage,
                "https://blog.example/2026/a.webp", ""},
        LinkRow{"Iframe", "<iframe src='//video.example/e/1'></iframe>", LinkKind::kEmbed,
                "https://video.example/e/1", ""},
        LinkRow{"Embed", "<embed src=x.swf>", LinkKind::kEmbed, "https://blog.example/2026/x.swf", ""},
        LinkRow{"Object", "<object data=x.pdf></object>", LinkKind::kEmbed, "https://blog.example/2026/x.pdf",
                ""},
        LinkRow{"Stylesheet", "<link rel=stylesheet href=s.css>", LinkKind::kStylesheet,
                "https://blog.example/2026/s.css", ""},
        LinkRow{"ScriptElement", "<script src=/s.js></script>", LinkKind::kScript,
                "https://blog.example/s.js", ""},
        LinkRow{"Feed",
                "<link rel='Alternate' type='application/RSS+xml; charset=utf-8' title='All posts' href=/f>",
                LinkKind::kFeed, "https://blog.example/f", "All posts"},
        LinkRow{"Canonical", "<link rel=canonical href=/c>", LinkKind::kCanonical, "https://blog.example/c",
                ""},
        LinkRow{"Icon", "<link rel='shortcut icon' href=/i.ico>", LinkKind::kIcon,
                "https://blog.example/i.ico", ""},
        LinkRow{"Preconnect", "<link rel=preconnect href=https://x.example>", LinkKind::kLink, "", ""}),
    [](const auto& row) { return std::string(row.param.name); });

struct LazyRow {
  const char* name;
  const char* image;  // attributes
  const char* url;
};
class LazyImages : public testing::TestWithParam<LazyRow> {};
TEST_P(LazyImages, HaveTheirRealAddress) {
  const HtmlDocument doc = parse("<img " + std::string(GetParam().image) + ">");
  const auto links = links_of(doc, 0, url(kPage));
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].url, GetParam().url);
}
INSTANTIATE_TEST_SUITE_P(
    House, LazyImages,
    testing::Values(
        LazyRow{"DataSrc", "src=/blank.gif data-src=/r.jpg", "https://blog.example/r.jpg"},
        LazyRow{"LazySrc", "src=/blank.gif data-lazy-src=/r.jpg", "https://blog.example/r.jpg"},
        LazyRow{"Original", "src=/blank.gif data-original=/r.jpg", "https://blog.example/r.jpg"},
        LazyRow{"OrigFile", "src=/s.jpg data-orig-file=/r.jpg", "https://blog.example/r.jpg"},
        LazyRow{"Srcset", "src=/s.jpg data-srcset='/m.jpg 300w, /r.jpg 900w'", "https://blog.example/r.jpg"},
        LazyRow{"LazySrcset", "srcset='data:image/gif;base64,R0 1w' data-lazy-srcset='/r.jpg 2x'",
                "https://blog.example/r.jpg"},
        LazyRow{"Lazyload", "src=/dummy.png data-lazyload=//blog.example/r.jpg",
                "https://blog.example/r.jpg"},
        LazyRow{"Echo", "src=/blank.gif data-echo=/r.jpg", "https://blog.example/r.jpg"},
        LazyRow{"Mirage", "data-cfsrc=/r.jpg", "https://blog.example/r.jpg"},
        LazyRow{"FlagIsNoAddress", "src=/r.jpg data-lazy=true data-image='an image/of sorts'",
                "https://blog.example/r.jpg"},
        LazyRow{"BadSrcset", "src=/r.jpg srcset='/x.jpg 300 w'", "https://blog.example/r.jpg"},
        LazyRow{"EmptyLazy", "src=/r.jpg data-src='' data-srcset=' '", "https://blog.example/r.jpg"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(HtmlLinksOf, NoscriptImagesAreSeen) {
  const HtmlDocument doc = parse("<body><noscript><img src=n.png></noscript>");
  ASSERT_EQ(links_of(doc, 0, url(kPage)).size(), 1u);
}

TEST(HtmlLinksOf, SkipAndOrder) {
  const HtmlDocument doc =
      parse("<div><a href=/1>a</a><nav><a href=/2>b</a></nav><a href=/3 rel='NoFollow ugc'>c</a>");
  const auto links = links_of(doc, doc.find_first("div"), url(kPage),
                              [&](HtmlDocument::NodeId n) { return doc.tag(n) == "nav"; });
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].url, "https://blog.example/1");
  EXPECT_EQ(links[1].url, "https://blog.example/3");
  EXPECT_EQ(links[1].rel, "nofollow ugc");
  EXPECT_EQ(doc.tag(links[1].node), "a");
}

TEST(HtmlLinksOf, LongAnchorTextIsCutAtACharacter) {
  std::string html = "<a href=/x>";
  for (int i = 0; i < 600; ++i) html += "\xC3\xA9";
  const HtmlDocument doc = parse(html);
  const auto links = links_of(doc, 0, url(kPage));
  ASSERT_EQ(links.size(), 1u);
  EXPECT_LE(links[0].text.size(), 1000u);
  EXPECT_EQ(links[0].text.size() % 2, 0u);
}

struct BaseRow {
  const char* name;
  const char* html;
  const char* base;
};
class HtmlBase : public testing::TestWithParam<BaseRow> {};
TEST_P(HtmlBase, MatchesRow) {
  EXPECT_EQ(base_url(parse(GetParam().html), url(kPage)).href(), GetParam().base);
}
INSTANTIATE_TEST_SUITE_P(
    House, HtmlBase,
    testing::Values(BaseRow{"None", "<p>", kPage},
                    BaseRow{"Absolute", "<base href='https://o.example/d/'>", "https://o.example/d/"},
                    BaseRow{"Relative", "<base href='/d/'>", "https://blog.example/d/"},
                    BaseRow{"TargetOnly", "<base target=_blank><base href=/e/>", "https://blog.example/e/"},
                    BaseRow{"NotHttp", "<base href='data:text/plain,x'>", kPage}),
    [](const auto& row) { return std::string(row.param.name); });

struct CleanRow {
  const char* name;
  const char* html;
  const char* clean;
};
class HtmlClean : public testing::TestWithParam<CleanRow> {};
TEST_P(HtmlClean, MatchesRow) {
  const HtmlDocument doc = parse(GetParam().html);
  EXPECT_EQ(clean_html(doc, doc.find_first("body"), url(kPage)), GetParam().clean);
}
INSTANTIATE_TEST_SUITE_P(
    House, HtmlClean,
    testing::Values(
        CleanRow{"Handlers", "<p onclick='x()' class=c id=i style='color:red'>a</p>", "<p>a</p>"},
        CleanRow{"Scripts", "<p>a<script>x</script><style>y</style></p>", "<p>a</p>"},
        CleanRow{"Links", "<a href='../a?x=1&amp;y' target=_blank title='\"T\"'>a</a>",
                 "<a href=\"https://blog.example/a?x=1&amp;y\" title=\"&quot;T&quot;\">a</a>"},
        CleanRow{"ScriptLinks", "<a href=' jAvascript:x()'>a</a><a href='data:text/html,x'>b</a>",
                 "<a>a</a><a>b</a>"},
        CleanRow{"Mail", "<a href='mailto:a@b.example'>a</a>", "<a href=\"mailto:a@b.example\">a</a>"},
        CleanRow{"Images", "<img src=a.png alt='' onerror=x()><img src='data:image/gif,x'>",
                 "<img src=\"https://blog.example/2026/a.png\" alt=\"\">"},
        CleanRow{"LazyImages", "<img src='data:image/gif,x' data-src=/b.jpg>",
                 "<img src=\"https://blog.example/b.jpg\">"},
        CleanRow{"Escapes", "<p>1 &lt; 2 &amp; 3 &gt; 2 \"</p>", "<p>1 &lt; 2 &amp; 3 &gt; 2 \"</p>"},
        CleanRow{"UnknownElements", "<font color=red><x-y>a</x-y></font>", "a"},
        CleanRow{"WhiteSpace", "<p>a\n\n   b</p>\n\n<p>c</p>", "<p>a b</p> <p>c</p>"},
        CleanRow{"Pre", "<pre>\n\n a\n  b</pre>", "<pre>\n\n a\n  b</pre>"},
        CleanRow{"Forms", "<form action=/x><p>a</p><input name=q><button>b</button></form>",
                 "<section><p>a</p></section>"},
        CleanRow{"Video", "<video src=v.mp4 autoplay><source src=w.webm><p>no video</p></video>",
                 "<video src=\"https://blog.example/2026/v.mp4\" controls=\"\">"
                 "<source src=\"https://blog.example/2026/w.webm\"></video>"},
        CleanRow{"Picture", "<picture><source srcset=a.webp><img src=a.png></picture>",
                 "<img src=\"https://blog.example/2026/a.png\">"},
        CleanRow{"Iframe", "a<iframe src=https://x.example></iframe>b",
                 "a<a href=\"https://x.example/\"></a>b"},
        CleanRow{"Formula", "<math display=block onclick=x()><mfrac><mi>a</mi><mn>2</mn></mfrac></math>",
                 "<math display=\"block\"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>"},
        CleanRow{"TexScripts", "a <script type='math/tex; mode=display'> x<y </script>",
                 "a <math display=\"block\" alttext=\"x&lt;y\"></math>"},
        CleanRow{"Footnotes", "<p id=p>a<a href='#f'>1</a></p><p id=f>note</p>",
                 "<p>a<a href=\"https://blog.example/2026/post.html#f\">1</a></p><p id=\"f\">note</p>"},
        CleanRow{"Tables", "<table border=1><tr><td colspan=2 bgcolor=red>a</table>",
                 "<table><tbody><tr><td colspan=\"2\">a</td></tr></tbody></table>"},
        CleanRow{"Lists", "<ol start=3 type=a><li value=4>a</ol>",
                 "<ol start=\"3\"><li value=\"4\">a</li></ol>"},
        CleanRow{"Language", "<p lang=ar dir=rtl>a</p>", "<p dir=\"rtl\" lang=\"ar\">a</p>"},
        CleanRow{"Hidden", "a<p hidden>b</p><p style='display:none'>c</p>", "a"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(HtmlCleanHtml, KnownLinksChangeNothing) {
  const HtmlDocument doc = parse(
      "<base href=/b/><p><a href=c>c</a><a href='mailto:x@a.example'>m</a><a href='javascript:x()'>j</a>"
      "<a href='http://%'>bad</a><a name=n>n</a><a href='#n'>t</a><img src=i.png alt=i><img alt=none>"
      "<img src='data:image/png;base64,AAAA'><img srcset='s.png 2x, l.png 3x' src=p.png>"
      "<picture><source srcset=w.webp><img src=q.png></picture>"
      "<video src=v.mp4 poster=f.jpg><source src=v.webm></video><audio src=a.mp3></audio>"
      "<iframe src='//e.example/x'></iframe><a href=d><img src=k.png></a><i hidden><a href=h>h</a></i>");
  const Url base = base_url(doc, url(kPage));
  const std::vector<HtmlLink> links = walk_links(doc, 0, base, {});
  const std::string clean = walk_clean(doc, 0, base, {}, links);
  EXPECT_EQ(clean, clean_html(doc, 0, base));
  for (const char* part : {"href=\"https://blog.example/b/c\"", "mailto:x@a.example", "/b/l.png", "/b/k.png"})
    EXPECT_NE(clean.find(part), std::string::npos) << part;
}

TEST(HtmlCleanHtml, FlagsLeaveOutWhatFiltersDo) {
  const HtmlDocument doc = parse("<p>a <b>b</b> <a href=/x>c</a><img src=/i.png></p><p>d</p>");
  const Url base = url(kPage);
  for (HtmlDocument::NodeId cut = 1; cut < doc.size(); ++cut) {
    std::vector<std::uint8_t> flags(doc.size(), 0);
    flags[cut] = 1;
    const NodeFilter filter = [&](HtmlDocument::NodeId n) { return n == cut; };
    EXPECT_EQ(walk_text(doc, 0, {nullptr, flags.data()}), text_of(doc, 0, filter));
    EXPECT_EQ(walk_links(doc, 0, base, {nullptr, flags.data()}).size(),
              links_of(doc, 0, base, filter).size());
    EXPECT_EQ(walk_clean(doc, 0, base, {nullptr, flags.data()}, std::nullopt),
              clean_html(doc, 0, base, filter));
  }
}

TEST(HtmlCleanHtml, TablePartsAsRoot) {
  const HtmlDocument doc = parse("<table><tr><td>a</td><td>b</td></tr></table>");
  const std::string clean = clean_html(doc, doc.find_first("tr"), url(kPage));
  EXPECT_EQ(html_to_text(clean), "a\tb");
  EXPECT_EQ(html_to_text(clean_html(doc, doc.find_first("td"), url(kPage))), "a");
}

TEST(HtmlCleanHtml, SkipLeavesSubtreesOut) {
  const HtmlDocument doc = parse("<div><p>a</p><p class=ad>b</p></div>");
  const auto clean = clean_html(doc, doc.find_first("div"), url(kPage),
                                [&](HtmlDocument::NodeId n) { return doc.attribute(n, "class") == "ad"; });
  EXPECT_EQ(clean, "<div><p>a</p></div>");
}

TEST(HtmlCleanHtml, CleaningTwiceChangesNothing) {
  const HtmlDocument doc = parse(
      "<body><h1 id=top>a</h1><p>b <a href=/x>c</a><a href='#top'>up</a><iframe src=/e></iframe>"
      "<pre>\n x</pre><ul><li>d<ul><li>e</ul></ul><table><tr><td>f");
  const std::string once = clean_html(doc, 0, url(kPage));
  EXPECT_EQ(clean_html(parse(once), 0, url(kPage)), once);
}

}  // namespace
}  // namespace bfa
