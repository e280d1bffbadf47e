// SPDX-License-Identifier: Apache-2.0
#include "crawl/past/scope.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

struct AdmitRow {
  const char* name;
  const char* base;
  const char* url;
  const char* admitted;  // null: outside
};

class ScopeAdmit : public testing::TestWithParam<AdmitRow> {};

TEST_P(ScopeAdmit, MatchesRow) {
  const auto scope = Scope::of(GetParam().base);
  ASSERT_TRUE(scope);
  const auto got = scope->admit(*Url::parse(GetParam().url));
  if (GetParam().admitted == nullptr) {
    EXPECT_FALSE(got) << got->href();
    return;
  }
  ASSERT_TRUE(got);
  EXPECT_EQ(got->href(), GetParam().admitted);
}

INSTANTIATE_TEST_SUITE_P(
    House_Scope, ScopeAdmit,
    testing::Values(
        AdmitRow{"Same", "http://a.example/", "http://a.example/x/", "http://a.example/x/"},
        AdmitRow{"SchemeTwin", "http://a.example/", "https://a.example/x", "http://a.example/x"},
        AdmitRow{"WwwTwin", "https://www.a.example/", "http://a.example/x", "https://www.a.example/x"},
        AdmitRow{"FragmentGoes", "http://a.example/", "http://a.example/x#c-1", "http://a.example/x"},
        AdmitRow{"QueryStays", "http://a.example/", "http://a.example/?p=12", "http://a.example/?p=12"},
        AdmitRow{"CaseStays", "http://a.example/", "http://a.example/Foo", "http://a.example/Foo"},
        AdmitRow{"DoubledSlash", "http://a.example/", "http://a.example//2021/x/",
                 "http://a.example/2021/x/"},
        AdmitRow{"OtherHost", "http://a.example/", "http://b.a.example/x", nullptr},
        AdmitRow{"OtherPort", "http://a.example:8080/", "http://a.example:8081/x", nullptr},
        AdmitRow{"OutsideFolder", "http://a.example/blog/", "http://a.example/shop/", nullptr},
        AdmitRow{"NameWithSamePrefix", "http://a.example/blog/", "http://a.example/blogger/", nullptr},
        AdmitRow{"FolderWithoutSlash", "http://a.example/blog/", "http://a.example/blog",
                 "http://a.example/blog"},
        AdmitRow{"OtherScheme", "http://a.example/", "ftp://a.example/x", nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ScopeBase, IsTheFolderOfTheHomePage) {
  EXPECT_EQ(Scope::base_of(*Url::parse("http://a.example")), "http://a.example/");
  EXPECT_EQ(Scope::base_of(*Url::parse("http://a.example/blog/index.html")), "http://a.example/blog/");
  EXPECT_EQ(Scope::base_of(*Url::parse("http://a.example/blog/?page=1")), "http://a.example/blog/");
}

TEST(ScopeOf, RefusesWhatIsNotWeb) {
  const auto scope = Scope::of("file:///etc/passwd");
  ASSERT_FALSE(scope);
  EXPECT_EQ(scope.error().code, Code::kInvalidArgument);
}

struct FollowRow {
  const char* name;
  const char* url;
  bool worth;
};

class WorthFollowing : public testing::TestWithParam<FollowRow> {};

TEST_P(WorthFollowing, MatchesRow) {
  EXPECT_EQ(worth_following(*Url::parse(GetParam().url), StepOptions{}), GetParam().worth);
}

INSTANTIATE_TEST_SUITE_P(
    House_Traps, WorthFollowing,
    testing::Values(FollowRow{"Page", "http://a.example/2026/03/title.html", true},
                    FollowRow{"NoExtension", "http://a.example/about", true},
                    FollowRow{"DotInTitle", "http://a.example/version-1.2-is-out", true},
                    FollowRow{"Image", "http://a.example/a/b.JPG", false},
                    FollowRow{"Archive", "http://a.example/a.tar.gz", false},
                    FollowRow{"Feed", "http://a.example/rss.xml", false},
                    FollowRow{"DotInFolder", "http://a.example/v1.zip/page", true},
                    FollowRow{"GoesRound", "http://a.example/tags/tags/tags/x", false},
                    FollowRow{"YearTwice", "http://a.example/2026/2026/x", true},
                    FollowRow{"OneEmptySegment", "http://a.example/web//b", true},
                    FollowRow{"SlashesThatMultiply", "http://a.example/blog///archives.html", false},
                    FollowRow{"TooDeep", "http://a.example/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v",
                              false}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(WorthFollowingLength, RefusesEndlessAddresses) {
  EXPECT_FALSE(worth_following(*Url::parse("http://a.example/" + std::string(2500, 'x')), StepOptions{}));
}

}  // namespace
}  // namespace bfa
