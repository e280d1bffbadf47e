// SPDX-License-Identifier: Apache-2.0
#include "bfa/url/canonical.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* input;
  const char* want;
};

class Canonical : public testing::TestWithParam<Row> {};
TEST_P(Canonical, MatchesRow) {
  const Url canonical = canonical_url(Url::parse(GetParam().input).value());
  EXPECT_EQ(canonical.href(), GetParam().want);
  EXPECT_EQ(canonical_url(canonical), canonical) << "not stable";
  EXPECT_EQ(Url::parse(canonical.href()).value(), canonical) << "not a serialisation";
}
INSTANTIATE_TEST_SUITE_P(
    House_Url, Canonical,
    testing::Values(
        Row{"KeepsCaseAndOrder", "http://a.example/Foo?b=2&a=1&B=3", "http://a.example/Foo?b=2&a=1&B=3"},
        Row{"KeepsTrailingSlash", "http://a.example/x/", "http://a.example/x/"},
        Row{"KeepsFragment", "http://a.example/x?utm_source=f#c1", "http://a.example/x#c1"},
        Row{"DropsTracking", "http://a.example/?utm_source=feed&p=5&fbclid=x", "http://a.example/?p=5"},
        Row{"TrackingCase", "http://a.example/?UTM_Medium=feed", "http://a.example/"},
        Row{"KeepsNamesThatOnlyBeginAlike", "http://a.example/?gclidx=1", "http://a.example/?gclidx=1"},
        Row{"KeepsEmptyParameters", "http://a.example/?a&&b=", "http://a.example/?a&&b="},
        Row{"DropsEmptyQuery", "http://a.example/x?", "http://a.example/x"},
        Row{"DropsUserinfo", "http://me:pw@a.example/x", "http://a.example/x"},
        Row{"KeepsPort", "http://a.example:8080/x", "http://a.example:8080/x"},
        Row{"DropsJsessionid", "http://a.example/x;jsessionid=1A2B?p=1", "http://a.example/x?p=1"},
        Row{"DropsPhpsessid", "http://a.example/?PHPSESSID=abc&p=1", "http://a.example/?p=1"},
        Row{"DropsHexSid", "http://a.example/?sid=0123456789abcdef0123456789abcdef", "http://a.example/"},
        Row{"KeepsShortSid", "http://a.example/?sid=12", "http://a.example/?sid=12"},
        Row{"DropsAspNet", "http://a.example/(S(4hqa0555fwsecu455xqckv45))/m.aspx",
            "http://a.example/m.aspx"},
        Row{"KeepsIndexFile", "http://a.example/index.html", "http://a.example/index.html"},
        Row{"LeavesOtherSchemes", "mailto:a@b.example?utm_source=x", "mailto:a@b.example?utm_source=x"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Canonical, Options) {
  const Url url = Url::parse("http://u@a.example/b/index.php?utm_source=x#f").value();
  CanonicalOptions all_kept{.drop_fragment = false,
                            .drop_tracking = false,
                            .drop_session_ids = false,
                            .drop_userinfo = false,
                            .drop_index_file = false,
                            .drop_empty_query = false};
  EXPECT_EQ(canonical_url(url, all_kept), url);
  CanonicalOptions stripped;
  stripped.drop_fragment = true;
  stripped.drop_index_file = true;
  EXPECT_EQ(canonical_url(url, stripped).href(), "http://a.example/b/");
}

class Surt : public testing::TestWithParam<Row> {};
TEST_P(Surt, MatchesRow) {
  EXPECT_EQ(surt_key(GetParam().input), GetParam().want);
}
INSTANTIATE_TEST_SUITE_P(
    House_Cdx, Surt,
    testing::Values(Row{"Plain", "http://blog.example.org/2026/Post", "org,example,blog)/2026/post"},
                    Row{"Www", "https://www2.example.org/", "org,example)/"},
                    Row{"NoScheme", "example.org/x", "org,example)/x"},
                    Row{"NoSchemeWithPort", "example.org:8080/x", "org,example:8080)/x"},
                    Row{"NoPath", "http://example.org", "org,example)/"},
                    Row{"Port", "http://example.org:80/x", "org,example)/x"},
                    Row{"OddPort", "https://example.org:80/x", "org,example:80)/x"},
                    Row{"TrailingSlash", "http://example.org/x/", "org,example)/x"},
                    Row{"SortedQuery", "http://example.org/?b=2&a=1&b=1", "org,example)/?a=1&b=1&b=2"},
                    Row{"EmptyParameterFirst", "http://example.org/?a=1&", "org,example)/?&a=1"},
                    Row{"Fragment", "http://example.org/x#y?z", "org,example)/x"},
                    Row{"Userinfo", "http://u:p@example.org/", "org,example)/"},
                    Row{"Unescaped", "http://example.org/%257Ea", "org,example)/~a"},
                    Row{"Dots", "http://..example...org./a/../b//c", "org,example)/b/c"},
                    Row{"Address", "http://10.0.0.1/", "1,0,0,10)/"},
                    Row{"Session", "http://example.org/a;jsessionid=1?phpsessid=2&x=1", "org,example)/a?x=1"},
                    Row{"TwoSchemes", "http://https://example.org/x", "org,example)/x"},
                    Row{"Dns", "dns:example.org", "org,example)"},
                    Row{"Mail", "mailto:a@b.example", "mailto:a@b.example"},
                    Row{"Urn", "urn:uuid:1234", "urn:uuid:1234"}, Row{"Empty", "", "-"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Canonical, EveryRuleCanBeSwitched) {
  const Url url =
      Url::parse("http://u:p@www.example.org/a;jsessionid=1/index.html?utm_source=x&b=1#c").value();
  CanonicalOptions none;
  none.drop_tracking = none.drop_session_ids = none.drop_userinfo = none.drop_empty_query = false;
  EXPECT_EQ(canonical_url(url, none), url);
  CanonicalOptions all;
  all.drop_fragment = all.drop_index_file = all.drop_www = all.unify_scheme = true;
  EXPECT_EQ(canonical_url(url, all).href(), "https://example.org/a/?b=1");
  CanonicalOptions one = none;
  one.drop_www = true;
  EXPECT_EQ(canonical_url(Url::parse("http://www.example.org/").value(), one).href(), "http://example.org/");
  EXPECT_EQ(canonical_url(Url::parse("http://www.org/").value(), one).href(), "http://www.org/");
  one = none;
  one.unify_scheme = true;
  EXPECT_EQ(canonical_url(Url::parse("http://example.org/").value(), one).href(), "https://example.org/");
  EXPECT_EQ(canonical_url(Url::parse("http://example.org:8080/").value(), one).href(),
            "http://example.org:8080/");
}

TEST(House_Surt, EscapesOfEscapesCostNoMoreThanText) {
  std::string deep = "http://example.org/%";
  for (int i = 0; i < 500'000; ++i) deep += "25";
  EXPECT_EQ(surt_key(deep), "org,example)/%25");
  // "%2525%2541%%341" is "%25%41%41", that is "%AA", that is the byte AA.
  EXPECT_EQ(surt_key("http://example.org/%2525%2541%%341"), "org,example)/%aa");
}

TEST(House_Surt, PythonDialectKeepsDns) {
  EXPECT_EQ(surt_key("dns:example.org", SurtDialect::kPython), "dns:example.org");
}

TEST(House_FetchDedupKey, FoldsTwins) {
  const auto key = [](const char* url) { return fetch_dedup_key(Url::parse(url).value()); };
  EXPECT_EQ(key("https://www.example.org/a/index.html"), key("http://example.org/a/#x"));
  EXPECT_EQ(key("http://example.org/caf%c3%a9"), key("http://example.org/caf\u00E9"));
  EXPECT_EQ(key("http://example.org/%7Eme"), key("http://example.org/~me"));
  EXPECT_EQ(key("http://example.org//blog///a//"), key("http://example.org/blog/a/"));
  EXPECT_NE(key("http://example.org/?u=a//b"), key("http://example.org/?u=a/b"));
  EXPECT_NE(key("http://example.org/a"), key("http://example.org/a/"));
  EXPECT_NE(key("http://example.org/a%2Fb"), key("http://example.org/a/b"));
  EXPECT_NE(key("http://example.org/A"), key("http://example.org/a"));
  EXPECT_NE(key("http://example.org:81/"), key("http://example.org/"));
  EXPECT_NE(key("http://www.org/"), key("http://org/"));
}

TEST(House_Domain, RegisteredAndReversed) {
  EXPECT_EQ(registered_domain("a.blog.example.co.uk"), "example.co.uk");
  EXPECT_EQ(registered_domain("example.org."), "example.org");
  EXPECT_EQ(registered_domain("co.uk"), "co.uk");
  EXPECT_EQ(registered_domain("me.blogspot.com"), "me.blogspot.com");
  EXPECT_EQ(registered_domain("a.b.c.ck"), "b.c.ck");  // *.ck
  EXPECT_EQ(registered_domain("x.www.ck"), "www.ck");  // !www.ck
  EXPECT_EQ(registered_domain("me.github.io"), "me.github.io");
  EXPECT_EQ(registered_domain("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(registered_domain("[::1]"), "[::1]");
  EXPECT_EQ(registered_domain("localhost"), "localhost");
  EXPECT_EQ(reversed_host("blog.example.com"), "com.example.blog");
  EXPECT_EQ(reversed_host("localhost"), "localhost");
  EXPECT_EQ(reversed_host("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(reversed_host("[::1]"), "[::1]");
  EXPECT_EQ(reversed_host(""), "");
  EXPECT_EQ(reversed_host("a..b"), "b..a");
}

}  // namespace
}  // namespace bfa
