// SPDX-License-Identifier: Apache-2.0
// Where entries of feeds lead.
#include "api_site.h"
#include "serve/data/query_string.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class FeedLinks : public ApiSite {};

// RFC 4287 section 4.2.7.2: alternate, via, related. Each address is there.
TEST_F(FeedLinks, LeadToTheArchivesPagesAndToTheWeb) {
  edit();
  const std::string url = blog.post_url(3), query = "?url=" + query_escaped(url);
  const std::string text = ask("/feeds/changes.atom?q=zebra").body;
  const auto links = [&](const std::string& rel) {
    const std::size_t at = text.find("<link rel=\"" + rel + "\" href=\"", text.find("<entry>"));
    if (at == std::string::npos) return std::string();
    const std::size_t begin = text.find("href=\"", at) + 6;
    std::string address = text.substr(begin, text.find('"', begin) - begin);
    for (auto amp = address.find("&amp;"); amp != std::string::npos; amp = address.find("&amp;"))
      address.replace(amp, 5, "&");
    return address;
  };
  EXPECT_EQ(links("alternate"), kOrigin + ("/post" + query) + "&version=2");
  EXPECT_EQ(links("via"), url);
  EXPECT_EQ(links("related"), kOrigin + ("/post/diff" + query) + "&from=1&to=2");
  const Json item = json_at("/feeds/changes.json?q=zebra")["items"][0];
  EXPECT_EQ(item["url"], links("alternate"));
  EXPECT_EQ(item["external_url"], url);
  for (const char* feed : {"/feeds/changes.json?pages=1&limit=200", "/feeds/changes.json?kind=comment"}) {
    const Json items = json_at(feed)["items"];
    EXPECT_FALSE(items.empty());
    for (const Json& each : items) {
      const std::string address = each["url"];
      ASSERT_TRUE(address.starts_with(kOrigin)) << address;
      const ServeReply reply = ask(address.substr(std::string(kOrigin).size()), {{"Accept", "text/html"}});
      EXPECT_EQ(reply.status, 200) << address;
    }
  }
  EXPECT_EQ(ask(links("related").substr(std::string(kOrigin).size())).status, 200);
}

}  // namespace
}  // namespace bfa
