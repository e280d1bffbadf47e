// SPDX-License-Identifier: Apache-2.0
// Lists, counts and calendars of the index, compared with what the archive says when it is read whole.
#include "bfa/search/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "bfa/notify/change_feed.h"
#include "bfa/url/url.h"
#include "search/catalogue_rows.h"
#include "search/made_index.h"
#include "search/sums_of_days.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::string host_of(const DataObject& object) {
  const auto url = Url::parse(object.url);
  return url ? std::string(url->host()) : std::string();
}

bool has(const std::vector<std::string>& values, const std::string& wanted) {
  return wanted.empty() || std::find(values.begin(), values.end(), wanted) != values.end();
}

std::vector<std::string> listed_categories(const DataObject& object) {
  const auto at = object.attributes.find("categories");
  return at == object.attributes.end() ? std::vector<std::string>() : split_lines(at->second);
}

// Whether the content of an object changed (by then): that its page went or came back is no edit.
bool is_edited(const Archive& archive, const std::string& key, const std::optional<UtcTime>& at) {
  const auto changes = got(archive.changes(key));
  return std::any_of(changes.begin(), changes.end(), [&](const Change& change) {
    return change.verdict == Verdict::kContent && (!at || change.to <= *at);
  });
}

// The keys that a query should give, by the archive.
std::set<std::string> expected(const Archive& archive, const ObjectListQuery& query) {
  std::map<std::string, ObjectSummary> now;
  EXPECT_TRUE(archive.for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
    now[key] = summary;
    return true;
  }));
  std::set<std::string> keys;
  ObjectQuery objects;
  objects.at = query.at;
  EXPECT_TRUE(archive.for_each_object(objects, [&](const std::string& key, const ObjectSummary& summary) {
    const DataObject& object = summary.latest;
    if (query.at && object.status == "gone") return true;
    if (query.kind && listed_kind(object) != *query.kind) return true;
    if (!query.blog_host.empty() && host_of(object) != query.blog_host) return true;
    const auto categories = listed_categories(object);
    if (!has(object.authors, query.author) || !has(categories, query.category)) return true;
    if (!has(object.tags, query.tag) && !has(categories, query.tag)) return true;
    if (!query.language.empty() && object.language != query.language) return true;
    if (!query.post.empty() && object.post != query.post) return true;
    if (query.gone && now[key].latest.status != "gone") return true;
    if (query.edited && !is_edited(archive, key, query.at)) return true;
    const auto& date = now[key].latest.published;
    const std::int64_t published = date_code(date);
    if (!query.published_from.empty() && (!date || date->utc < parse_timestamp(query.published_from)->utc))
      return true;
    if (!query.published_to.empty() &&
        (published == kUnknownDate || published >= got(date_limit(query.published_to)).value()))
      return true;
    keys.insert(key);
    return true;
  }));
  return keys;
}

class Catalogue : public testing::TestWithParam<unsigned> {
 protected:
  Catalogue() : blogs(GetParam()) { blogs.steps(120); }

  std::unique_ptr<SearchIndex> index(bool anew = false) {
    if (anew) {
      EXPECT_TRUE(SearchIndex::remove(blogs.archive()));
    }
    return got(SearchIndex::open(blogs.archive()));
  }

  ObjectListQuery any_query() {
    static const char* const kDays[] = {"2019", "2025-12", "2026-01-02", "2026-01-03T00:00:00Z", "2027"};
    const ObjectKind kinds[] = {ObjectKind::kPost, ObjectKind::kPage, ObjectKind::kComment, kPingback};
    ObjectListQuery query;
    const auto maybe = [&](int of) { return blogs.any(of) == 0; };
    if (maybe(2)) query.kind = kinds[blogs.any(4)];
    if (maybe(3)) query.blog_host = MadeBlogs::host(blogs.any(4));
    if (maybe(4)) query.author = maybe(2) ? "Ann" : "Cy";
    if (maybe(4)) query.tag = std::vector{"rare", "red", "Music", "News"}[blogs.any(4)];
    if (maybe(6)) query.category = maybe(5) ? "None" : "Music";
    if (maybe(6)) query.language = "de";
    if (maybe(8)) query.post = MadeBlogs::url_of(blogs.any(3), blogs.any(12));
    if (maybe(5)) query.published_from = kDays[blogs.any(5)];
    if (maybe(5)) query.published_to = kDays[blogs.any(5)];
    if (maybe(3)) query.at = blogs.now() - std::chrono::seconds(blogs.any(2'500'000));
    query.edited = maybe(6);
    query.gone = maybe(6);
    query.order = static_cast<ObjectListQuery::Order>(blogs.any(3));
    query.oldest_first = maybe(2);
    query.limit = 1 + static_cast<std::size_t>(blogs.any(9));
    return query;
  }

  // All pages of a list; says whether they are in order.
  std::vector<ListedObject> pages(const SearchIndex& index, ObjectListQuery query) {
    std::vector<ListedObject> out;
    do {
      ObjectList list = got(index.list_objects(query));
      EXPECT_LE(list.objects.size(), query.limit);
      EXPECT_TRUE(list.next.empty() || list.objects.size() == query.limit);
      for (auto& object : list.objects) out.push_back(std::move(object));
      query.after = list.next;
    } while (!query.after.empty());
    return out;
  }

  MadeBlogs blogs;
};

TEST_P(Catalogue, ListsWhatTheArchiveHas) {
  const auto index = this->index();
  std::size_t filled = 0;
  for (int i = 0; i < 150; ++i) {
    const ObjectListQuery query = any_query();
    const std::set<std::string> wanted = expected(blogs.archive(), query);
    const auto found = pages(*index, query);
    std::set<std::string> keys;
    for (const auto& object : found) EXPECT_TRUE(keys.insert(object.key).second) << "twice";
    EXPECT_EQ(keys, wanted) << "query " << i << " of seed " << GetParam() << " at "
                            << (query.at ? format_rfc3339(*query.at) : "now") << " order "
                            << static_cast<int>(query.order);
    filled += wanted.empty() ? 0 : 1;
    for (std::size_t k = 1; k < found.size(); ++k) {
      const auto& a = found[query.oldest_first ? k - 1 : k];
      const auto& b = found[query.oldest_first ? k : k - 1];
      if (query.order == ObjectListQuery::Order::kKey) {
        EXPECT_LT(found[k - 1].key, found[k].key);
      } else if (query.order == ObjectListQuery::Order::kChanged && !query.at) {
        EXPECT_LE(a.changed, b.changed);
      } else if (query.order == ObjectListQuery::Order::kChanged) {
        EXPECT_LE(std::chrono::floor<std::chrono::seconds>(a.changed),
                  std::chrono::floor<std::chrono::seconds>(b.changed));
      } else if (!query.at && !a.published.empty()) {
        EXPECT_LE(date_code(std::optional(*parse_timestamp(a.published))),
                  date_code(std::optional(*parse_timestamp(b.published))));
      }
    }
  }
  EXPECT_GT(filled, 60U);
}

TEST_P(Catalogue, SaysWhatAnObjectIs) {
  const auto index = this->index();
  ObjectListQuery query;
  for (const bool past : {false, true}) {
    if (past) query.at = blogs.now() - std::chrono::hours(200);
    for (const auto& listed : pages(*index, query)) {
      const auto versions = got(blogs.archive().versions(listed.key));
      const auto version = past ? *got(blogs.archive().version_at(listed.key, *query.at)) : versions.back();
      const DataObject& object = version.object;
      EXPECT_EQ(listed.url, object.url);
      EXPECT_EQ(listed.title, object.title);
      EXPECT_EQ(listed.kind, object.kind);
      EXPECT_EQ(listed.blog_host, host_of(object));
      EXPECT_EQ(listed.post, object.post);
      EXPECT_EQ(listed.published, object.published ? format_timestamp(*object.published) : "");
      EXPECT_EQ(listed.status, object.status);
      EXPECT_EQ(listed.authors, object.authors);
      EXPECT_EQ(listed.tags, object.tags);
      EXPECT_EQ(listed.categories, categories_of(object));
      EXPECT_EQ(listed.first_seen, versions.front().observed);
      EXPECT_EQ(listed.changed, version.observed);
      EXPECT_EQ(listed.versions, past ? listed.version : versions.size());
      EXPECT_EQ(versions.at(listed.version - 1).sequence, version.sequence);
    }
  }
}

TEST_P(Catalogue, CountsWhatTheArchiveHas) {
  const auto index = this->index();
  const UtcTime since = blogs.now() - std::chrono::hours(200);
  std::map<std::string, BlogCounts> blogs_by_host;
  std::map<std::string, std::map<std::string, std::array<std::uint64_t, 3>>> days;
  std::map<std::string, std::uint64_t> tags;
  ASSERT_TRUE(blogs.archive().for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
    const DataObject& object = summary.latest;
    BlogCounts& blog = blogs_by_host[host_of(object)];
    blog.versions += summary.versions;
    if (object.kind == ObjectKind::kPage) ++blog.pages;
    if (object.kind == ObjectKind::kComment)
      ++(listed_kind(object) == kPingback ? blog.pingbacks : blog.comments);
    if (!blog.first_seen || summary.first_seen < *blog.first_seen) blog.first_seen = summary.first_seen;
    if (object.kind != ObjectKind::kPost) return true;
    ++blog.posts;
    blog.edited += is_edited(blogs.archive(), key, {}) ? 1 : 0;
    blog.new_posts += summary.first_seen >= since ? 1 : 0;
    blog.gone += object.status == "gone" ? 1 : 0;
    for (const auto& tag : object.tags) ++tags[tag];
    if (const auto day = day_of(object.published)) ++days[host_of(object)][day_text(*day)][0];
    for (const auto& change : got(blogs.archive().changes(key))) {
      if (change.verdict == Verdict::kContent) ++days[host_of(object)][day_text(day_of(change.to))][1];
    }
    return true;
  }));
  ASSERT_TRUE(blogs.archive().for_each_capture([&](const Capture& capture) {
    DataObject page;
    page.url = capture.final_url;
    ++days[host_of(page)][day_text(day_of(capture.time))][2];
    return true;
  }));
  for (const auto& blog : got(index->count_blogs(since))) {
    const BlogCounts& wanted = blogs_by_host[blog.host];
    EXPECT_EQ(blog.posts, wanted.posts) << blog.host;
    EXPECT_EQ(blog.pages, wanted.pages);
    EXPECT_EQ(std::pair(blog.comments, blog.pingbacks), std::pair(wanted.comments, wanted.pingbacks));
    EXPECT_EQ(blog.edited, wanted.edited);
    EXPECT_EQ(blog.new_posts, wanted.new_posts);
    EXPECT_EQ(blog.gone, wanted.gone);
    EXPECT_EQ(blog.versions, wanted.versions);
    EXPECT_EQ(blog.first_seen, wanted.first_seen);
    std::map<std::string, std::array<std::uint64_t, 3>> found;
    for (const auto& day : got(index->count_days(blog.host)))
      found[day.day] = {day.posts, day.edits, day.captures};
    EXPECT_EQ(found, days[blog.host]) << blog.host;
    expect_sums_of_days(*index, blog.host);
  }
  std::map<std::string, std::uint64_t> found;
  std::uint64_t before = UINT64_MAX;
  for (const auto& [tag, posts] : got(index->count_values("", ValueField::kTag, 100))) {
    found[tag] = posts;
    EXPECT_LE(posts, before);
    before = posts;
  }
  EXPECT_EQ(found, tags);
  EXPECT_TRUE(got(index->count_values("nowhere.example", ValueField::kTag, 100)).empty());
}

// All arrivals of a query, read in small parts.
std::vector<std::string> in_parts(const SearchIndex& index, ArrivalListQuery query) {
  std::vector<std::string> out;
  query.limit = 5;
  for (auto part = got(index.list_arrivals(query)); !part.empty(); part = got(index.list_arrivals(query))) {
    for (const auto& arrival : part) out.push_back(arrival.id);
    query.after = part.back().sequence;
  }
  return out;
}

TEST_P(Catalogue, ListsArrivalsAsTheyCame) {
  const auto index = this->index();
  for (const bool pages : {false, true}) {
    ArrivalQuery all;
    all.pages = pages;
    std::vector<std::string> wanted;
    ASSERT_TRUE(for_each_arrival(blogs.archive(), all, [&](const Arrival& arrival) {
      std::set<std::string> fields;
      for (const ChangeReason& reason : arrival.change.reasons)
        if (reason.field != "object") fields.insert(reason.field);  // "object": a first version
      wanted.push_back(
          arrival_id(arrival) + " " + std::string(verdict_name(arrival.change.verdict)) + " " +
          arrival.change.url + " " + arrival.title + " " + std::to_string(arrival.version) +
          std::accumulate(fields.begin(), fields.end(), std::to_string(arrival.change.similarity)));
      return true;
    }));
    std::vector<std::string> found;
    ArrivalListQuery query;
    query.pages = pages;
    query.limit = 7;
    for (;;) {
      const auto part = got(index->list_arrivals(query));
      if (part.empty()) break;
      for (const auto& arrival : part) {
        found.push_back(arrival.id + " " + std::string(verdict_name(arrival.verdict)) + " " + arrival.url +
                        " " + arrival.title + " " + std::to_string(arrival.version) +
                        std::accumulate(arrival.fields.begin(), arrival.fields.end(),
                                        std::to_string(arrival.similarity)));
        EXPECT_EQ(got(index->find_arrival(arrival.id)), arrival.sequence);
      }
      query.after = part.back().sequence;
    }
    EXPECT_EQ(found, wanted);
    query.newest_first = true;
    query.after = 0;
    const auto backwards = in_parts(*index, query);
    ASSERT_EQ(backwards.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_TRUE(wanted[wanted.size() - 1 - i].starts_with(backwards[i]));
  }
  EXPECT_EQ(got(index->find_arrival("urn:uuid:00000000-0000-8000-8000-000000000000")), std::nullopt);
}

// `tag` finds what stands as a tag or as a category, `category` only the latter; both of what is there now.
TEST_P(Catalogue, ArrivalsOfTagsAndCategories) {
  const auto index = this->index();
  std::map<std::string, DataObject> now;
  ASSERT_TRUE(blogs.archive().for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
    now[key] = summary.latest;
    return true;
  }));
  std::size_t filled = 0;
  for (const char* const tag : {"", "red", "Music", "News", "none"}) {
    for (const char* const category : {"", "red", "Music", "News"}) {
      for (const char* const host : {"", "blog1.example"}) {
        ArrivalListQuery query;
        query.blog_host = host;
        query.pages = true;
        query.limit = 10'000;
        std::vector<std::string> wanted, found;
        for (const auto& arrival : got(index->list_arrivals(query))) {
          const DataObject& object = now[arrival.key];
          const auto categories = listed_categories(object);
          if (has(categories, category) && (has(object.tags, tag) || has(categories, tag)))
            wanted.push_back(arrival.id);
        }
        query.tag = tag;
        query.category = category;
        for (const auto& arrival : got(index->list_arrivals(query))) found.push_back(arrival.id);
        EXPECT_EQ(found, wanted) << tag << " " << category << " " << host;
        EXPECT_EQ(in_parts(*index, query), wanted) << tag << " " << category << " " << host;
        query.newest_first = true;
        std::reverse(wanted.begin(), wanted.end());
        EXPECT_EQ(in_parts(*index, query), wanted) << tag << " " << category << " " << host;
        filled += found.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(filled, 15U);
}

// The same rows, whether the index grew with the archive or was made at its end.
TEST_P(Catalogue, GrowsAsItIsMadeAnew) {
  const auto dump = [&](const SearchIndex& index) {
    std::vector<std::string> out;
    for (const auto order : {ObjectListQuery::Order::kPublished, ObjectListQuery::Order::kKey}) {
      ObjectListQuery query;
      query.order = order;
      query.limit = 1000;
      std::vector<std::string> lines;
      for (const auto& object : got(index.list_objects(query)).objects)
        lines.push_back(object.key + object.title + object.status + std::to_string(object.version) + " " +
                        std::to_string(object.versions));
      std::sort(lines.begin(), lines.end());
      out.insert(out.end(), lines.begin(), lines.end());
    }
    for (const auto& blog : got(index.count_blogs())) {
      out.push_back(blog.host + " " + std::to_string(blog.posts) + " " + std::to_string(blog.versions) + " " +
                    std::to_string(blog.gone) + " " + blog.newest_post + " " +
                    (blog.last_changed ? format_rfc3339(*blog.last_changed) : ""));
    }
    expect_sums_of_days(index, "");
    for (const auto& day : got(index.count_days("")))
      out.push_back(day.day + " " + std::to_string(day.posts) + " " + std::to_string(day.edits) + " " +
                    std::to_string(day.captures));
    for (const auto field :
         {ValueField::kAuthor, ValueField::kTag, ValueField::kCategory, ValueField::kLanguage}) {
      for (const auto& [name, posts] : got(index.count_values("", field, 1000)))
        out.push_back(name + " " + std::to_string(posts));
    }
    ArrivalListQuery arrivals;
    arrivals.limit = 10'000;
    for (const auto& arrival : got(index.list_arrivals(arrivals)))
      out.push_back(arrival.id + " " + std::string(verdict_name(arrival.verdict)) + " " +
                    std::to_string(arrival.similarity));
    arrivals.newest_first = true;
    arrivals.tag = "Music";
    for (const auto& arrival : got(index.list_arrivals(arrivals))) out.push_back(arrival.id);
    return out;
  };
  const auto grown = index();
  for (int i = 0; i < 12; ++i) {
    blogs.steps(5);
    got(grown->update(blogs.archive()));
  }
  const auto before = dump(*grown);
  const auto made = index(true);
  EXPECT_EQ(before, dump(*made));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Catalogue, testing::Values(1U, 2U, 3U, 4U));

TEST(CatalogueMarks, AreOfTheirListOnly) {
  MadeBlogs blogs(5);
  blogs.steps(30);
  const auto index = got(SearchIndex::open(blogs.archive()));
  ObjectListQuery query;
  query.limit = 2;
  const std::string next = got(index->list_objects(query)).next;
  ASSERT_FALSE(next.empty());
  for (const std::string& mark :
       {std::string("x"), std::string("p."), std::string("p.1"), std::string("c.1.2"), std::string("p.1.2x"),
        std::string("p.a.b"), std::string(10'000, '1')}) {
    query.after = mark;
    const auto list = index->list_objects(query);
    ASSERT_FALSE(list) << mark.substr(0, 20);
    EXPECT_EQ(list.error().code, Code::kInvalidArgument);
  }
  query.order = ObjectListQuery::Order::kKey;
  query.after = next;
  EXPECT_FALSE(index->list_objects(query));
  query.after.clear();
  query.published_from = "yesterday";
  const auto list = index->list_objects(query);
  ASSERT_FALSE(list);
  EXPECT_NE(list.error().message.find("not a date"), std::string::npos);
}

// What arrives between two pages shifts nothing.
TEST(CatalogueMarks, StayWhenObjectsArrive) {
  MadeBlogs blogs(6);
  blogs.steps(60);
  const auto index = got(SearchIndex::open(blogs.archive()));
  ObjectListQuery query;
  query.kind = ObjectKind::kPost;
  query.order = ObjectListQuery::Order::kChanged;
  query.limit = 5;
  const auto whole = [&] {
    ObjectListQuery all = query;
    all.limit = 1000;
    all.after.clear();
    std::vector<std::string> keys;
    for (const auto& object : got(index->list_objects(all)).objects) keys.push_back(object.key);
    return keys;
  };
  const auto before = whole();
  const ObjectList first = got(index->list_objects(query));
  blogs.steps(1);
  got(index->update(blogs.archive()));
  query.after = first.next;
  const ObjectList second = got(index->list_objects(query));
  ASSERT_EQ(second.objects.size(), 5U);
  std::vector<std::string> expected(before.begin() + 5, before.end());
  // One that changed meanwhile stands on the first page now.
  const auto now = whole();
  std::erase_if(expected, [&](const std::string& key) {
    return std::find(now.begin(), now.begin() + 5, key) != now.begin() + 5;
  });
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(second.objects[i].key, expected[i]);
}

}  // namespace
}  // namespace bfa
