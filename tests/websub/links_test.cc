// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "bfa/html/document.h"
#include "bfa/websub/subscriber.h"

namespace bfa::test {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct LinkCase {
  std::string value;
  std::vector<HeaderLink> links;
};

TEST(WebSubLinks, ReadsLinkHeaders) {
  const std::vector<LinkCase> cases = {
      {"<https://h.example/>; rel=hub", {{"https://h.example/", {"hub"}}}},
      {"<a>; rel=\"hub\", <b>;rel=self", {{"a", {"hub"}}, {"b", {"self"}}}},
      {"<a>; rel=\"self HUB\"", {{"a", {"self", "hub"}}}},
      {"< a >;title=\"x, <y>; rel=hub\" ; REL = hub", {{"a", {"hub"}}}},
      {"<a>; title=\"q\\\"\"; rel=hub", {{"a", {"hub"}}}},
      {"<a,b;c>; rel=hub", {{"a,b;c", {"hub"}}}},
      {"<a>; rel=hub; rel=self", {{"a", {"hub"}}}},  // the first counts
      {"<a>; rel=hub; anchor=\"/other\"", {}},
      {"<a>", {}},
      {"a; rel=hub", {}},
      {"<a; rel=hub", {}},
      {"<a>; rel=\"hub", {{"a", {"hub"}}}},
      {",,, <a>;;rel=hub,", {{"a", {"hub"}}}},
      {"", {}},
  };
  for (const LinkCase& one : cases) EXPECT_EQ(parse_link_header(one.value), one.links) << one.value;
}

TEST(WebSubLinks, ReadsNoMoreThanItShould) {
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "<a>; rel=hub, ";
  EXPECT_EQ(parse_link_header(many).size(), 64U);
  EXPECT_TRUE(parse_link_header(std::string(1u << 20, '<')).empty());
  EXPECT_TRUE(parse_link_header("<a>" + std::string(1u << 20, ';')).empty());
}

struct HubCase {
  std::string what;
  Headers headers;
  std::vector<std::string> hubs;  // of the feed
  std::string self;
  HubLinks links;
};

TEST(WebSubLinks, FindsHubsOfFeeds) {
  const std::string url = "https://a.example/feed/";
  const std::vector<HubCase> cases = {
      {"none", {}, {}, "https://a.example/feed/", {}},
      {"feed",
       {},
       {"https://h.example/"},
       "https://a.example/atom",
       {"https://a.example/atom", {"https://h.example/"}}},
      {"no self: the address", {}, {"https://h.example/"}, "", {url, {"https://h.example/"}}},
      {"headers win",
       {{"link", "<https://g.example/>; rel=hub, </top>; rel=self"}},
       {"https://h.example/"},
       "https://a.example/atom",
       {"https://a.example/top", {"https://g.example/"}}},
      {"the topic of the feed where headers have none",
       {{"Link", "<https://g.example/>; rel=hub"}},
       {},
       "https://a.example/atom",
       {"https://a.example/atom", {"https://g.example/"}}},
      {"several, each once",
       {{"Link", "<https://g.example/>; rel=hub"},
        {"Link", "<https://g.example/#x>; rel=hub, <//k.example>; rel=hub"}},
       {},
       "",
       {url, {"https://g.example/", "https://k.example/"}}},
      {"no http", {{"Link", "<ftp://g.example/>; rel=hub, <javascript:1>; rel=hub"}}, {}, "", {}},
      {"too long", {{"Link", "<https://g.example/" + std::string(3000, 'x') + ">; rel=hub"}}, {}, "", {}},
      {"at most four",
       {},
       {"https://1/", "https://2/", "https://3/", "https://4/", "https://5/"},
       "",
       {url, {"https://0.0.0.1/", "https://0.0.0.2/", "https://0.0.0.3/", "https://0.0.0.4/"}}},
  };
  for (const HubCase& one : cases) {
    Feed feed;
    feed.hubs = one.hubs;
    feed.self = one.self;
    EXPECT_EQ(find_hubs(url, one.headers, &feed), one.links) << one.what;
  }
  EXPECT_EQ(find_hubs("no address", {}, nullptr), HubLinks{});
}

TEST(WebSubLinks, FindsHubsOfPages) {
  Findings findings;
  const auto page = HtmlDocument::parse(
      "<head><link rel='hub' href='https://h.example/'><link rel=self href=/></head>"
      "<body><link rel=hub href='https://bad.example/'></body>",
      findings);
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(find_hubs_of_page("https://a.example/x", {}, *page),
            (HubLinks{"https://a.example/", {"https://h.example/"}}));
  const Headers headers = {{"Link", "<https://g.example/>; rel=hub"}};
  EXPECT_EQ(find_hubs_of_page("https://a.example/x", headers, *page),
            (HubLinks{"https://a.example/x", {"https://g.example/"}}));
}

}  // namespace
}  // namespace bfa::test
