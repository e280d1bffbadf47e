// SPDX-License-Identifier: Apache-2.0
// The rule of tags and categories, in each list, feed, stream and search: `tag` finds a value that an object
// has as a tag or as a category, `category` only as a category.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "search/made_index.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class TagsAndCategories : public testing::Test {
 public:
  TagsAndCategories() {
    blogs_.steps(120);
    ArchiveSiteOptions options;
    options.archive = blogs_.path();
    auto made = make_archive_site(options);
    EXPECT_TRUE(made) << to_string(made.error());
    if (made) site_ = std::move(*made);
  }

  std::string ask(const std::string& target) const {
    ServeRequest request;
    request.target = target;
    request.origin = "http://127.0.0.1:8080";
    ServeReply reply = site_->answer(request);
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    std::string body = reply.body;
    while (reply.stream) {
      const auto piece = reply.stream->next();
      EXPECT_TRUE(piece) << to_string(piece.error());
      if (!piece) break;
      body += piece->bytes;
      if (piece->end || piece->bytes.empty()) break;
    }
    return body;
  }

  std::multiset<std::string> items(const std::string& target, const char* list, const char* member) const {
    std::multiset<std::string> out;
    const auto json = Json::parse(ask(target), nullptr, false);
    EXPECT_TRUE(json.is_object()) << target;
    for (const Json& item : json.value(list, Json::array())) out.insert(item.value(member, ""));
    return out;
  }

  // What a filter finds in each interface; without the parts of an interface that has several forms.
  std::multiset<std::string> feed(const std::string& filter) const {
    return items("/feeds/changes.json?limit=200&pages=1&" + filter, "items", "id");
  }
  std::multiset<std::string> changes(const std::string& filter) const {
    return items("/api/v1/changes?limit=1000&pages=1&" + filter, "changes", "id");
  }
  std::multiset<std::string> events(const std::string& filter) const {
    std::multiset<std::string> out;
    const std::string text = ask("/events?after=0&pages=1&" + filter);
    for (auto at = text.find("\nid: "); at != std::string::npos; at = text.find("\nid: ", at + 1))
      out.insert(text.substr(at + 5, text.find('\n', at + 5) - at - 5));
    return out;
  }
  std::multiset<std::string> objects(const std::string& filter) const {
    return items("/api/v1/objects?limit=1000&" + filter, "objects", "url");
  }
  std::multiset<std::string> found(const std::string& rest) const {
    return items("/api/v1/search?limit=100&newest=1&" + rest, "hits", "url");
  }

  MadeBlogs blogs_{7};
  std::unique_ptr<ServeHandler> site_;
};

// News is only ever a category, red only a tag, Music both.
TEST_F(TagsAndCategories, AreFoundByOneRule) {
  for (const auto list : {&TagsAndCategories::feed, &TagsAndCategories::changes, &TagsAndCategories::events,
                          &TagsAndCategories::objects}) {
    const auto find = [&](const char* filter) { return (this->*list)(filter); };
    EXPECT_FALSE(find("category=News").empty());
    EXPECT_EQ(find("tag=News"), find("category=News"));
    EXPECT_FALSE(find("tag=red").empty());
    EXPECT_TRUE(find("category=red").empty());
    const auto as_either = find("tag=Music"), as_category = find("category=Music");
    EXPECT_GT(as_either.size(), as_category.size());
    EXPECT_TRUE(std::includes(as_either.begin(), as_either.end(), as_category.begin(), as_category.end()));
    const auto both = find("tag=red&category=News");
    EXPECT_FALSE(both.empty());
    EXPECT_LT(both.size(), find("category=News").size());
  }
}

TEST_F(TagsAndCategories, AreSearchedByTheSameRule) {
  EXPECT_FALSE(found("q=category:news").empty());
  EXPECT_EQ(found("q=tag:news"), found("q=category:news"));
  EXPECT_EQ(found("tag=news"), found("category=news"));
  EXPECT_EQ(found("q=category:news"), found("category=news"));
  EXPECT_FALSE(found("q=tag:red").empty());
  EXPECT_TRUE(found("q=category:red").empty());
  EXPECT_GT(found("q=tag:music").size(), found("q=category:music").size());
  EXPECT_EQ(found("q=news"), found("q=category:news")) << "words alone look into categories too";
  // A search as a feed.
  EXPECT_FALSE(feed("q=category:news").empty());
  EXPECT_EQ(feed("q=tag:news"), feed("q=category:news"));
}

}  // namespace
}  // namespace bfa
