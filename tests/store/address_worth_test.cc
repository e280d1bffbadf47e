// SPDX-License-Identifier: Apache-2.0
#include "crawlmodel/address_worth.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

namespace bfa {
namespace {

AddressShape shape(const std::string& path, bool post = false) {
  const auto url = Url::parse("https://blog.example" + path);
  EXPECT_TRUE(url) << path;
  return AddressShape::of(url.value_or(Url()), post);
}

double distance(const std::string& a, const std::string& b) {
  return AddressShape::distance(shape(a), shape(b));
}

TEST(AddressShape, AddressesOfOneFormAreEqual) {
  const struct {
    const char *a, *b;
    bool equal;
  } rows[] = {
      {"/2014/05/", "/2019/11/", true},
      {"/tag/red", "/tag/blue/", true},
      {"/tag/red", "/category/red", false},
      {"/page/2/", "/page/7/", true},
      {"/page/2/", "/page/12/", false},
      {"/page2/", "/page17/", true},
      {"/page2/", "/note2/", false},
      {"/about", "/contact", true},
      {"/about", "/a-long-name-of-a-post", false},
      {"/a-long-name-of-a-post/feed", "/another-long-name-of-one/feed", true},
      {"/index.php?page=2", "/index.php?page=9", true},
      {"/index.php?page=2", "/index.php?tag=9", false},
      {"/?a=1&b=2", "/?b=3&a=4", true},
      {"/a.html", "/a.xml", false},
      {"/", "", true},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(shape(row.a) == shape(row.b), row.equal) << row.a << " " << row.b;
    EXPECT_EQ(shape(row.a).hash() == shape(row.b).hash(), row.equal) << row.a << " " << row.b;
    EXPECT_EQ(distance(row.a, row.b) == 0, row.equal) << row.a << " " << row.b;
  }
  EXPECT_FALSE(shape("/a", true) == shape("/a", false));
}

TEST(AddressShape, DistanceIsSymmetricAndNearForWhatDiffersLittle) {
  EXPECT_DOUBLE_EQ(distance("/tag/red", "/category/red"), distance("/category/red", "/tag/red"));
  EXPECT_LT(distance("/tag/red", "/category/red"), distance("/tag/red", "/2014/05/"));
  EXPECT_LT(distance("/page/2", "/page/12"), distance("/page/2", "/a/b/c/d"));
  EXPECT_LE(distance("/a?x=1", "/2014/05/11/9/8/7/6/5"), 1);
}

TEST(AddressShape, LongAndOddPathsAreCut) {
  const AddressShape odd = shape("//a///b/" + std::string(300, 'x') + "/1/2/3/4/5/6/7/8?=&&=x&a");
  EXPECT_EQ(odd.segments, AddressShape::kSegments);
  EXPECT_NE(odd.hash(), 0U);
}

TEST(AddressWorth, WhatLedToPostsGoesFirstAndWhatIsUnknownBeforeWhatDisappointed) {
  AddressWorth worth;
  const auto page = worth.form_of(shape("/page/2/"));
  const auto tag = worth.form_of(shape("/tag/red/"));
  const auto unknown = worth.form_of(shape("/2014/05/"));
  const auto post = worth.form_of(shape("/2014/05/a-long-name-of-a-post/", true));
  worth.learn(shape("/page/3/"), false, 6);
  for (int i = 0; i < 3; ++i) worth.learn(shape("/tag/blue/"), false, 0);
  EXPECT_GT(worth.score(post), worth.score(page));
  EXPECT_GT(worth.score(page), worth.score(unknown));
  EXPECT_GT(worth.score(unknown), worth.score(tag));
}

// The rule of the paper: an address that was never seen is worth what the nearest ones were.
TEST(AddressWorth, AnUnknownFormHasTheWorthOfItsNeighbours) {
  AddressWorth worth;
  for (int i = 0; i < 4; ++i) worth.learn(shape("/archive/2014/05/"), false, 8);
  for (int i = 0; i < 4; ++i) worth.learn(shape("/member/some-person/"), false, 0);
  const auto near_good = worth.form_of(shape("/archive/2014/5/"));
  const auto near_bad = worth.form_of(shape("/members/some-person/"));
  EXPECT_GT(worth.score(near_good), worth.score(near_bad));
  EXPECT_GT(worth.score(near_good), 0.6);
  EXPECT_LT(worth.score(near_bad), 0.3);
}

TEST(AddressWorth, AnExhaustedFormLosesItsWorth) {
  AddressWorth worth;
  const auto tag = worth.form_of(shape("/tag/a"));
  for (int i = 0; i < 20; ++i) worth.learn(shape("/tag/b"), false, 5);
  const double before = worth.score(tag);
  for (int i = 0; i < 20; ++i) worth.learn(shape("/tag/c"), false, 0);
  EXPECT_GT(before, 0.7);
  EXPECT_LT(worth.score(tag), 0.4);
}

TEST(AddressWorth, APatternThatCallsOtherPagesPostsLosesItsWorth) {
  AddressWorth worth;
  const auto form = worth.form_of(shape("/wiki/a-page-of-it", true));
  EXPECT_GT(worth.score(form), 0.9);
  for (int i = 0; i < 40; ++i) worth.learn(shape("/wiki/a-page-of-it", true), false, 0);
  EXPECT_LT(worth.score(form), 0.6);
}

TEST(AddressWorth, CreditCountsOnlyForKnownForms) {
  AddressWorth worth;
  const auto list = worth.form_of(shape("/list/"));
  worth.credit(shape("/list/"));  // no example yet
  worth.learn(shape("/list/"), false, 0);
  const double before = worth.score(list);
  for (int i = 0; i < 5; ++i) worth.credit(shape("/list/"));
  EXPECT_GT(worth.score(list), before);
  worth.credit(shape("/nowhere/at/all"));
}

// 5,000 forms take no more memory than kForms: the others are counted with the nearest one.
TEST(AddressWorth, MemoryIsBounded) {
  AddressWorth worth;
  std::set<std::uint64_t> names;
  for (int i = 0; i < 5000; ++i) {
    std::string folder = "f";
    for (int n = i; n > 0; n /= 26) folder += static_cast<char>('a' + n % 26);
    names.insert(worth.form_of(shape("/" + folder + "/x")));
    worth.learn(shape("/" + folder + "/y"), i % 2 == 0, i % 7);
  }
  EXPECT_EQ(names.size(), AddressWorth::kForms);
  for (const auto name : names) {
    EXPECT_GE(worth.score(name), 0);
    EXPECT_LE(worth.score(name), 1);
  }
  EXPECT_EQ(worth.score(12345), 0);
}

}  // namespace
}  // namespace bfa
