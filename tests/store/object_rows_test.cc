// SPDX-License-Identifier: Apache-2.0
#include "store/object_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "bfa/object/json.h"
#include "store_fixture.h"

namespace bfa {
namespace {

using test::at;
using test::page_url;
using test::post_of;

std::unique_ptr<Database> open_at(const std::string& path) {
  DatabaseOptions options;
  options.path = path;
  options.write = true;
  auto database = Database::open(options);
  EXPECT_TRUE(database) << to_string(database.error());
  return std::move(*database);
}

template <class T>
T got(Result<T> result) {
  EXPECT_TRUE(result) << to_string(result.error());
  return std::move(*result);
}

void done(const Status& status) {
  EXPECT_TRUE(status) << to_string(status.error());
}

StoredVersion version_of(const DataObject& object, const Moment& moment) {
  StoredVersion out;
  out.version.object = object;
  out.version.observed = moment.time;
  out.version.sequence = moment.sequence;
  out.program = "test 1";
  return out;
}

std::string long_text(int seed) {
  std::string out;
  for (int i = 0; i < 300; ++i) out += "word" + std::to_string((i * 7919) % 1009) + " ";
  return out + std::to_string(seed);
}

class ObjectRowsTest : public ::testing::Test {
 protected:
  void reopen() {
    rows_.reset();
    if (database_) {
      done(database_->write_pending());
      done(database_->close());
    }
    database_ = open_at(folder_ / "db");
    rows_.emplace(*database_);
  }
  void SetUp() override { reopen(); }

  FoundObject begin(const std::string& url, const Moment& moment, const std::string& text) {
    const DataObject object = post_of(url, text);
    return got(rows_->begin(object_key(object), version_of(object, moment)));
  }
  std::vector<StoredVersion> versions(const FoundObject& object) const {
    std::vector<StoredVersion> out;
    done(rows_->for_each_version(object, [&](StoredVersion version) -> Result<bool> {
      out.push_back(std::move(version));
      return true;
    }));
    return out;
  }
  std::vector<Database::Row> all_rows(Family family) const {
    return got(database_->rows(family, {}, {}, 1'000'000));
  }

  test::TemporaryDirectory folder_;
  std::unique_ptr<Database> database_;
  std::optional<ObjectRowWriter> rows_;
};

TEST_F(ObjectRowsTest, HeadsHaveNumbersAndWhatAListingNeeds) {
  DataObject object = post_of(page_url(1), "one");
  object.title = "Title";
  object.status = "active";
  object.language = "de";
  object.published = Timestamp{at(5), TimePrecision::kInstant, std::chrono::minutes(-90)};
  const std::string key = object_key(object);
  got(rows_->begin(key, version_of(object, {at(10), 3})));
  begin(page_url(2), {at(11), 4}, "two");
  reopen();
  const auto found = got(rows_->find(key));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->head.number, 1U);
  EXPECT_EQ(got(rows_->find(object_key(ObjectKind::kPost, page_url(2))))->head.number, 2U);
  EXPECT_EQ(found->head.versions, 1U);
  EXPECT_EQ(found->head.title, "Title");
  EXPECT_EQ(found->head.url, page_url(1));
  EXPECT_EQ(found->head.status, "active");
  EXPECT_EQ(found->head.language, "de");
  ASSERT_TRUE(found->head.published);
  EXPECT_EQ(*found->head.published, *object.published);
  EXPECT_EQ(found->head.published->offset, std::chrono::minutes(-90));
  EXPECT_EQ(found->head.latest, (Moment{at(10), 3}));
  EXPECT_FALSE(got(rows_->find("no such key")));
}

TEST_F(ObjectRowsTest, ASightingTakes24Bytes) {
  FoundObject post = begin(page_url(1) + std::string(200, 'x'), {at(1), 1}, "text");
  EXPECT_TRUE(got(rows_->put_sighting(post, {at(2), 2})));
  EXPECT_FALSE(got(rows_->put_sighting(post, {at(2), 2})));
  EXPECT_TRUE(got(rows_->put_sighting(post, {at(0), 3})));
  EXPECT_EQ(post.head.sightings, 2U);
  EXPECT_EQ(post.head.first_seen, at(0));
  EXPECT_EQ(post.head.last_seen, at(2));
  for (const auto& [key, value] : all_rows(Family::kSightings)) EXPECT_EQ(key.size() + value.size(), 24U);
  EXPECT_EQ(got(rows_->first_sighting_after(post, {at(0), 3})), (Moment{at(2), 2}));
  EXPECT_EQ(got(rows_->last_sighting_before(post, {at(2), 2})), (Moment{at(0), 3}));
  EXPECT_FALSE(got(rows_->first_sighting_after(post, {at(2), 2})));
  EXPECT_TRUE(got(rows_->erase_sighting(post, {at(0), 3})));
  EXPECT_FALSE(got(rows_->erase_sighting(post, {at(0), 3})));
  EXPECT_EQ(post.head.first_seen, at(1));
}

// A hundred small edits of a text: the states are kept as deltas.
TEST_F(ObjectRowsTest, OldStatesAreDeltas) {
  FoundObject post = begin(page_url(1), {at(0), 1}, long_text(0));
  for (int i = 1; i < 100; ++i)
    done(rows_->put_version(
        post, version_of(post_of(page_url(1), long_text(i)), {at(i), static_cast<std::uint64_t>(i) + 1})));
  reopen();
  std::size_t bytes = 0;
  for (const auto& [key, value] : all_rows(Family::kHistory)) bytes += key.size() + value.size();
  for (const auto& [key, value] : all_rows(Family::kLatest)) bytes += key.size() + value.size();
  EXPECT_LT(bytes, 15 * long_text(0).size());
  const auto all = versions(post);
  ASSERT_EQ(all.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)].version.object.text, long_text(i));
}

// The rows say nothing of the order in which versions arrived.
TEST_F(ObjectRowsTest, AnyOrderOfArrivalGivesTheSameRows) {
  const auto fill = [&](const std::string& url, const std::vector<int>& order) {
    FoundObject post;
    for (const int i : order) {
      const StoredVersion version =
          version_of(post_of("https://a.example/", long_text(i)), {at(i), static_cast<std::uint64_t>(i)});
      if (post.key.empty()) {
        post = got(rows_->begin(object_key(ObjectKind::kPost, url), version));
      } else {
        done(rows_->put_version(post, version));
      }
    }
    return post;
  };
  std::vector<int> order(70);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  const FoundObject first = fill(page_url(1), order);
  std::reverse(order.begin(), order.end());
  fill(page_url(2), order);
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  fill(page_url(3), order);
  std::map<std::string, std::vector<std::string>> rows;
  for (const auto& [key, value] : all_rows(Family::kHistory))
    rows[key.substr(0, 8)].push_back(key.substr(8) + value);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.begin()->second, std::next(rows.begin())->second);
  EXPECT_EQ(rows.begin()->second, rows.rbegin()->second);
  EXPECT_EQ(first.head.latest, (Moment{at(69), 69}));
}

TEST_F(ObjectRowsTest, FindsVersionsByTime) {
  FoundObject post = begin(page_url(1), {at(10), 1}, "ten");
  done(rows_->put_version(post, version_of(post_of(page_url(1), "thirty"), {at(30), 2})));
  done(rows_->put_version(post, version_of(post_of(page_url(1), "twenty"), {at(20), 3})));
  const auto text = [](const std::optional<StoredVersion>& version) {
    return version ? version->version.object.text : std::string("-");
  };
  EXPECT_EQ(text(got(rows_->version_at_or_before(post, {at(9), 9}))), "-");
  EXPECT_EQ(text(got(rows_->version_at_or_before(post, {at(10), 1}))), "ten");
  EXPECT_EQ(text(got(rows_->version_at_or_before(post, {at(20), 2}))), "ten");
  EXPECT_EQ(text(got(rows_->version_at_or_before(post, {at(29), 9}))), "twenty");
  EXPECT_EQ(text(got(rows_->version_at_or_before(post, {at(99), 9}))), "thirty");
  EXPECT_EQ(text(got(rows_->next_version(post, {at(10), 1}))), "twenty");
  EXPECT_EQ(text(got(rows_->next_version(post, {at(30), 2}))), "-");
  EXPECT_EQ(text(got(rows_->version(post, {at(20), 3}))), "twenty");
  EXPECT_EQ(text(got(rows_->version(post, {at(20), 4}))), "-");
  EXPECT_EQ(text(got(rows_->latest(post.key))), "thirty");
  EXPECT_EQ(post.head.versions, 3U);
}

TEST_F(ObjectRowsTest, AReadingReplacesTheStateAndKeepsTheOldOne) {
  FoundObject post = begin(page_url(1), {at(10), 1}, long_text(1));
  done(rows_->put_version(post, version_of(post_of(page_url(1), long_text(2)), {at(20), 2})));
  done(rows_->add_reading(post, {at(10), 1}, {post_of(page_url(1), long_text(11)), 5, "test 2"}));
  done(rows_->add_reading(post, {at(10), 1}, {post_of(page_url(1), long_text(12)), 6, "test 3"}));
  const auto all = got(rows_->readings(post, {at(10), 1}));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].object.text, long_text(1));
  EXPECT_EQ(all[0].sequence, 1U);
  EXPECT_EQ(all[0].program, "test 1");
  EXPECT_EQ(all[1].object.text, long_text(11));
  EXPECT_EQ(all[2].object.text, long_text(12));
  EXPECT_EQ(all[2].sequence, 6U);
  EXPECT_EQ(all[2].program, "test 3");
  const auto current = got(rows_->version(post, {at(10), 1}));
  EXPECT_EQ(current->version.object.text, long_text(12));
  EXPECT_EQ(current->version.readings, 3U);
  EXPECT_EQ(got(rows_->as_first_read(post, *current)).version.object.text, long_text(1));
  EXPECT_EQ(post.head.versions, 2U);
  EXPECT_EQ(got(rows_->readings(post, {at(20), 2})).size(), 1U);
  EXPECT_TRUE(got(rows_->readings(post, {at(21), 2})).empty());
  EXPECT_EQ(rows_->add_reading(post, {at(1), 1}, {}).error().code, Code::kNotFound);
}

// Random inserts, replacements, readings and removals, compared with a plain map.
TEST_F(ObjectRowsTest, AgreesWithAModel) {
  using Readings = std::map<std::uint64_t, std::string>;  // by step
  std::mt19937 random(11);
  std::map<Moment, Readings> model;
  FoundObject post = begin(page_url(1), {at(500), 1}, long_text(0));
  model[{at(500), 1}][1] = long_text(0);
  for (int i = 1; i <= 600; ++i) {
    const unsigned what = static_cast<unsigned>(random() % 10);
    auto chosen = std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
    const auto step = static_cast<std::uint64_t>(i) + 1;
    if (what < 6) {
      const Moment moment{at(static_cast<int>(random() % 1000)), step};
      done(rows_->put_version(post, version_of(post_of(page_url(1), long_text(i)), moment)));
      model[moment][step] = long_text(i);
    } else if (what < 8) {
      done(rows_->add_reading(post, chosen->first, {post_of(page_url(1), long_text(i)), step, "test 2"}));
      chosen->second[step] = long_text(i);
    } else if (model.size() > 1) {
      done(rows_->erase_version(post, chosen->first));
      model.erase(chosen);
    } else {
      EXPECT_EQ(rows_->erase_version(post, chosen->first).error().code, Code::kInvalidArgument);
    }
    if (i % 97 == 0) reopen();
    ASSERT_EQ(post.head.versions, model.size());
    ASSERT_EQ(post.head.latest, model.rbegin()->first);
    ASSERT_EQ(post.head.first_seen, model.begin()->first.time);
  }
  const auto all = versions(post);
  ASSERT_EQ(all.size(), model.size());
  auto expected = model.begin();
  for (const auto& version : all) {
    EXPECT_EQ(version.version.observed, expected->first.time);
    EXPECT_EQ(version.version.object.text, expected->second.rbegin()->second);
    EXPECT_EQ(version.version.readings, expected->second.size());
    const auto alone = got(rows_->version(post, expected->first));
    EXPECT_EQ(alone->version.object.text, version.version.object.text);
    Readings readings;
    for (const auto& reading : got(rows_->readings(post, expected->first)))
      readings[reading.sequence] = reading.object.text;
    EXPECT_EQ(readings, expected->second);
    ++expected;
  }
  std::size_t older = 0;
  for (const auto& entry : model) older += entry.second.size() - 1;
  EXPECT_EQ(all_rows(Family::kReadings).size(), older);
}

TEST_F(ObjectRowsTest, AMovedObjectIsFoundUnderBothKeys) {
  FoundObject post = begin(page_url(1), {at(1), 1}, "text");
  const std::string second = object_key(ObjectKind::kPost, page_url(2));
  const std::string third = object_key(ObjectKind::kPost, page_url(3));
  done(rows_->move(post.key, second));
  done(rows_->move(post.key, third));
  reopen();
  for (const auto& key : {post.key, second, third}) {
    const auto found = got(rows_->find(key));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->key, third);
    EXPECT_EQ(found->head.number, 1U);
    EXPECT_EQ(got(rows_->latest(key))->version.object.text, "text");
  }
  std::size_t listed = 0;
  done(rows_->for_each_head({}, {}, [&](const FoundObject&) -> Result<bool> { return ++listed > 0; }));
  EXPECT_EQ(listed, 1U);
  done(rows_->move(third, post.key));
  EXPECT_EQ(got(rows_->find(second))->key, post.key);
  begin(page_url(4), {at(1), 2}, "other");
  EXPECT_EQ(rows_->move(post.key, object_key(ObjectKind::kPost, page_url(4))).error().code,
            Code::kInvalidArgument);
  EXPECT_EQ(rows_->move("no such key", third).error().code, Code::kNotFound);
}

TEST_F(ObjectRowsTest, MergingKeepsAllOfBoth) {
  FoundObject old = begin(page_url(1), {at(1), 1}, long_text(1));
  done(rows_->put_version(old, version_of(post_of(page_url(1), long_text(3)), {at(3), 3})));
  done(rows_->add_reading(old, {at(1), 1}, {post_of(page_url(1), long_text(10)), 9, "test 2"}));
  got(rows_->put_sighting(old, {at(5), 5}));
  FoundObject fresh = begin(page_url(2), {at(2), 2}, long_text(2));
  done(rows_->merge(old.key, fresh.key));
  reopen();
  const auto both = got(rows_->find(old.key));
  EXPECT_EQ(both->key, fresh.key);
  EXPECT_EQ(both->head.versions, 3U);
  EXPECT_EQ(both->head.sightings, 1U);
  EXPECT_EQ(both->head.first_seen, at(1));
  EXPECT_EQ(both->head.last_seen, at(5));
  const auto all = versions(*both);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].version.object.text, long_text(10));
  EXPECT_EQ(all[1].version.object.text, long_text(2));
  EXPECT_EQ(all[2].version.object.text, long_text(3));
  EXPECT_EQ(got(rows_->readings(*both, {at(1), 1})).front().object.text, long_text(1));
  EXPECT_EQ(all_rows(Family::kHistory).size(), 3U);
  EXPECT_EQ(all_rows(Family::kLatest).size(), 1U);
  EXPECT_EQ(all_rows(Family::kReadings).size(), 1U);
}

DataObject comment_on(const std::string& post, const std::string& id) {
  DataObject out;
  out.kind = ObjectKind::kComment;
  out.url = post + "#" + id;
  out.post = post;
  out.id = id;
  return out;
}

TEST_F(ObjectRowsTest, HeadsOfPostsCountTheirComments) {
  const auto add = [&](const DataObject& comment, std::uint64_t step) {
    got(rows_->begin(object_key(comment), version_of(comment, {at(1), step})));
  };
  add(comment_on(page_url(1), "a"), 1);  // before its post
  const FoundObject post = begin(page_url(1), {at(1), 2}, "text");
  EXPECT_EQ(post.head.comments, 1U);
  add(comment_on(page_url(1), "b"), 3);
  std::string twin = page_url(1);
  twin.replace(0, 5, "http");
  add(comment_on(twin, "c"), 4);
  reopen();
  EXPECT_EQ(got(rows_->find(post.key))->head.comments, 3U);
  EXPECT_EQ(got(rows_->comment_keys(page_url(1))).size(), 3U);
  // Under its new address it keeps them.
  const std::string moved = object_key(ObjectKind::kPost, page_url(7));
  done(rows_->move(post.key, moved));
  auto found = got(rows_->find(moved));
  done(rows_->put_version(*found, version_of(post_of(page_url(7), "text"), {at(9), 9})));
  EXPECT_EQ(found->head.comments, 3U);
  EXPECT_EQ(got(rows_->comment_keys(page_url(7))).size(), 3U);
  add(comment_on(page_url(7), "d"), 10);
  EXPECT_EQ(got(rows_->find(post.key))->head.comments, 4U);
}

TEST_F(ObjectRowsTest, DamagedRowsAreErrors) {
  FoundObject post = begin(page_url(1), {at(1), 1}, long_text(1));
  for (int i = 2; i < 6; ++i)
    done(rows_->put_version(
        post, version_of(post_of(page_url(1), long_text(i)), {at(i), static_cast<std::uint64_t>(i)})));
  reopen();
  const auto rows = all_rows(Family::kHistory);
  for (const auto& [key, value] : rows) {
    for (std::size_t size = 0; size < value.size(); size += 3) {
      database_->put(Family::kHistory, key, value.substr(0, size));
      const Status status =
          rows_->for_each_version(post, [](const StoredVersion&) -> Result<bool> { return true; });
      if (!status) {
        EXPECT_EQ(status.error().code, Code::kCorrupt);
      }
    }
    database_->put(Family::kHistory, key, value);
  }
  EXPECT_EQ(versions(post).size(), 5U);
  for (const std::string& bytes : {std::string(), std::string("\x01"), std::string("\x02\xFF\xFF")}) {
    database_->put(Family::kHeads, post.key, bytes);
    EXPECT_EQ(rows_->find(post.key).error().code, Code::kCorrupt);
  }
  // Keys that lead to each other.
  database_->put(Family::kHeads, post.key, std::string("\x03") + post.key);
  EXPECT_EQ(rows_->find(post.key).error().code, Code::kCorrupt);
}

}  // namespace
}  // namespace bfa
