// SPDX-License-Identifier: Apache-2.0
#include "html/path_key.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "bfa/html/document.h"
#include "bfa/html/path_rule.h"
#include "html/flat_tree.h"

namespace bfa {
namespace {

HtmlDocument parse(std::string_view html) {
  Findings findings;
  return HtmlDocument::parse(html, findings).value();
}

struct NameRow {
  const char* name;
  bool stable;
};
class NameHashes : public testing::TestWithParam<NameRow> {};
TEST_P(NameHashes, AreStableWithoutDigits) {
  EXPECT_EQ(hash_of_name(GetParam().name).stable, GetParam().stable);
}
INSTANTIATE_TEST_SUITE_P(House, NameHashes,
                         testing::Values(NameRow{"", false}, NameRow{"post", true}, NameRow{"post-12", false},
                                         NameRow{"9", false}, NameRow{"entry-content single", true},
                                         NameRow{"entry-content single0", false},
                                         NameRow{"entry-co0tent single", false}, NameRow{":/;", true},
                                         NameRow{"\xc3\xa9t\xc3\xa9", true},
                                         NameRow{"\xd0\xb1\xd0\xbb\xd0\xbe\xd0\xb3", true}));

TEST(NameHashes, TellLengthsApart) {
  EXPECT_NE(hash_of_name("post").hash, hash_of_name(std::string_view("post\0", 5)).hash);
  EXPECT_NE(hash_of_name("entry-content").hash, hash_of_name("entry-contents").hash);
}

TEST(PathKeys, AreEqualWhereRulesAre) {
  const HtmlDocument a = parse(
      "<body><div class=post><p>a</p><p id=p1 class=lead>b</p></div><div class=post id=main><p>c</p></div>");
  const HtmlDocument b = parse("<body><h1>d</h1><div class=post><p class='x1'>e</p></div>");
  std::size_t compared = 0;
  for (const HtmlDocument* left : {&a, &b}) {
    for (const HtmlDocument* right : {&a, &b}) {
      for (HtmlDocument::NodeId m = 1; m < left->size(); ++m) {
        for (HtmlDocument::NodeId n = 1; n < right->size(); ++n) {
          if (!left->is_element(m) || !right->is_element(n)) continue;
          const bool same = PathRule::for_node(*left, m).xpath() == PathRule::for_node(*right, n).xpath();
          EXPECT_EQ(HtmlAccess::tree(*left).keys[m] == HtmlAccess::tree(*right).keys[n], same)
              << m << ' ' << n;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(PathRules, FindElementsOfANameBehindOneWithin) {
  const HtmlDocument doc = parse(
      "<body><div class=a><div class=a><p>1</p></div><p>2</p></div><div class=b><p>3</p></div>"
      "<div class=a><p>4</p></div><p>5</p>");
  const auto texts = [&doc](const char* xpath) {
    std::string out;
    for (const HtmlDocument::NodeId n : PathRule::parse(xpath).value().match(doc)) out += doc.text(n + 1);
    return out;
  };
  EXPECT_EQ(texts("//div[@class='a']/p"), "124");
  EXPECT_EQ(texts("//div[@class='b']/p"), "3");
  EXPECT_EQ(texts("//p"), "12345");
  EXPECT_EQ(texts("//div[@class='c']/p"), "");
  EXPECT_EQ(texts("/html/body/p"), "5");
}

// Names of 16 bytes that are made to have one hash: each is added in as much time as any other.
TEST(NameHashCost, NamesOfOneHashAreNotWalkedForEach) {
  constexpr std::size_t kNames = 150'000;
  const auto mix = [](std::uint64_t seed, std::uint64_t word) {
    seed = (seed ^ word) * 0xD6E8FEB86659FD93u;
    return seed ^ (seed >> 32);
  };
  std::vector<std::string> values(kNames, std::string(16, 'x'));
  for (std::size_t i = 0; i < kNames; ++i) {
    const std::uint64_t first = 0x6161616161616161u + i;
    const std::uint64_t second = mix(16, first) ^ 0x5555555555555555u;
    std::memcpy(values[i].data(), &first, sizeof first);
    std::memcpy(values[i].data() + sizeof first, &second, sizeof second);
  }
  ASSERT_EQ(hash_of_name(values[0]).hash, hash_of_name(values[kNames - 1]).hash);
  FlatTree tree;
  tree.clear();
  for (std::size_t i = 0; i < kNames; ++i) {
    const std::uint32_t name = tree.add_name(values[i], static_cast<FlatTree::NodeId>(i));
    ASSERT_EQ(tree.names[name].value, values[i]);
  }
  EXPECT_EQ(tree.find_name(values[0]), 1u);
  EXPECT_EQ(tree.names[tree.find_name(values[7])].value, values[7]);
}

// The arrays of a page serve the next one of its thread.
TEST(HtmlDocuments, KeepNothingOfThePageBefore) {
  const std::string one = "<body class=first data-own=1><p id=a>one</p><x-y>two</x-y>";
  const std::string other = "<title>t</title><div class=second><a href=/>three</a>";
  const auto told = [](const HtmlDocument& doc) {
    std::string out;
    for (HtmlDocument::NodeId n = 0; n < doc.size(); ++n) {
      out += '(';
      out += doc.tag(n);
      out += doc.text(n);
      for (const HtmlAttribute& attribute : doc.attributes(n)) {
        out += ' ';
        out += attribute.name;
        out += '=';
        out += attribute.value;
      }
      out += ' ' + std::to_string(doc.parent(n)) + ' ' + std::to_string(doc.end(n)) + ')';
    }
    return out;
  };
  const std::string first = told(parse(one));
  EXPECT_NE(first.find("data-own=1"), std::string::npos);
  EXPECT_EQ(told(parse(other)).find("first"), std::string::npos);
  EXPECT_EQ(told(parse(one)), first);
  HtmlDocument moved = parse(other);
  moved = parse(one);
  EXPECT_EQ(told(moved), first);
  EXPECT_EQ(HtmlDocument().size(), 1u);
}

}  // namespace
}  // namespace bfa
