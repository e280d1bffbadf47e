// SPDX-License-Identifier: Apache-2.0
// A history follows from the times of the captures, not from the order in which they arrive.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "store/object_ledger.h"
#include "store_fixture.h"

namespace bfa {
namespace {

using test::at;
using test::page_url;
using test::post_of;
using What = Committed::Item::What;

// One capture of one page: when, and what it said.
struct Capture {
  int hour = 0;
  std::string text;  // "gone": it answered 404
};

class HistoryOrder : public testing::Test {
 protected:
  void SetUp() override {
    DatabaseOptions options;
    options.path = folder_ / "db";
    options.write = true;
    auto database = Database::open(options);
    ASSERT_TRUE(database);
    database_ = std::move(*database);
  }

  // The step of a capture has the number of its place in the order of times.
  Committed::Item take(const std::string& url, const Capture& capture) {
    ObjectLedger ledger(*database_);
    const auto sequence = static_cast<std::uint64_t>(capture.hour) + 1;
    if (capture.text == "gone") {
      auto item = ledger.mark_gone(object_key(ObjectKind::kPost, url), at(capture.hour), sequence);
      EXPECT_TRUE(item);
      return item && *item ? **item : Committed::Item();
    }
    Seen seen;
    seen.moment = {at(capture.hour), sequence};
    seen.payload = "sha256:" + std::to_string(capture.hour);
    auto item = ledger.observe(post_of(url, capture.text), seen);
    EXPECT_TRUE(item);
    return item ? *item : Committed::Item();
  }

  // "0 new A | 2 content B (3 4) | 5 gone B": each version with its sightings.
  std::string history(const std::string& url) {
    const ObjectRows rows(*database_);
    const auto found = rows.find(object_key(ObjectKind::kPost, url));
    EXPECT_TRUE(found && *found);
    if (!found || !*found) return {};
    std::map<Moment, std::string> lines;
    EXPECT_TRUE(rows.for_each_version(**found, [&](const StoredVersion& stored) -> Result<bool> {
      const Version& version = stored.version;
      lines[{version.observed, version.sequence}] = std::to_string(version.sequence - 1) + " " +
                                                    std::string(verdict_name(stored.verdict)) + " " +
                                                    version.object.text;
      return true;
    }));
    EXPECT_EQ((*found)->head.versions, lines.size());
    std::uint64_t sightings = 0;
    EXPECT_TRUE(rows.for_each_sighting(**found, [&](const Moment& moment) -> Result<bool> {
      ++sightings;
      const auto after = lines.upper_bound(moment);
      EXPECT_NE(after, lines.begin()) << "a sighting before all versions";
      if (after != lines.begin())
        std::prev(after)->second += " (" + std::to_string(moment.sequence - 1) + ")";
      return true;
    }));
    EXPECT_EQ((*found)->head.sightings, sightings);
    std::string out;
    for (const auto& [moment, line] : lines) out += (out.empty() ? "" : " | ") + line;
    return out;
  }

  test::TemporaryDirectory folder_;
  std::unique_ptr<Database> database_;
};

// What a history has to be: the captures in the order of time, equal ones together.
std::string model(const std::vector<Capture>& captures) {
  std::string out, text;
  bool gone = false;
  for (const Capture& capture : captures) {
    const bool is_gone = capture.text == "gone";
    const std::string hour = std::to_string(capture.hour);
    if (!out.empty() && gone == is_gone && (is_gone || text == capture.text)) {
      out += " (" + hour + ")";
      continue;
    }
    const std::string verdict = out.empty() ? "new" : is_gone ? "gone" : gone ? "back" : "content";
    if (!is_gone) text = capture.text;
    out += (out.empty() ? "" : " | ") + hour + " " + verdict + " " + text;
    gone = is_gone;
  }
  return out;
}

TEST_F(HistoryOrder, AnOlderCaptureThatComesLaterIsAnOlderVersion) {
  const std::string url = page_url(1);
  EXPECT_EQ(take(url, {5, "newer text"}).what, What::kNew);
  const Committed::Item older = take(url, {1, "older text"});
  EXPECT_EQ(older.what, What::kRevised);
  ASSERT_TRUE(older.change);
  EXPECT_EQ(older.change->from, at(1));
  EXPECT_EQ(older.change->to, at(5));
  EXPECT_EQ(history(url), "1 new older text | 5 content newer text");
  // Between a version and its later sighting: what was seen again is a version of its own.
  take(url, {9, "newer text"});
  EXPECT_EQ(take(url, {7, "text between"}).what, What::kRevised);
  EXPECT_EQ(history(url),
            "1 new older text | 5 content newer text | 7 content text between | 9 content newer text");
  // A version starts with its first capture.
  EXPECT_EQ(take(url, {6, "text between"}).what, What::kRevised);
  EXPECT_EQ(history(url),
            "1 new older text | 5 content newer text | 6 content text between (7) | 9 content newer text");
}

// The first capture in time comes first, so that the object is known before it is gone.
TEST_F(HistoryOrder, AnyOrderOfArrivalGivesTheHistoryOfTheTimes) {
  std::mt19937 random(4711);
  const std::vector<std::string> texts = {"one text", "another text", "gone", "a third text"};
  for (int round = 0; round < 400; ++round) {
    std::vector<Capture> captures;
    const int count = 2 + static_cast<int>(random() % 8);
    for (int hour = 0; hour < count; ++hour) captures.push_back({hour, texts[random() % texts.size()]});
    if (captures[0].text == "gone") captures[0].text = texts[0];
    std::vector<Capture> arriving = captures;
    std::shuffle(arriving.begin() + 1, arriving.end(), random);
    const std::string url = page_url(round);
    std::string order;
    for (const Capture& capture : arriving) {
      take(url, capture);
      order += std::to_string(capture.hour) + " ";
    }
    ASSERT_EQ(history(url), model(captures)) << "round " << round << ", order " << order;
  }
}

// Without captures of gone pages the first one may come at any time too.
TEST_F(HistoryOrder, TheFirstCaptureMayComeLast) {
  std::mt19937 random(17);
  const std::vector<std::string> texts = {"one text", "another text", "a third text"};
  for (int round = 0; round < 200; ++round) {
    std::vector<Capture> captures;
    for (int hour = 0; hour < 6; ++hour) captures.push_back({hour, texts[random() % texts.size()]});
    std::vector<Capture> arriving = captures;
    std::shuffle(arriving.begin(), arriving.end(), random);
    const std::string url = page_url(round);
    for (const Capture& capture : arriving) take(url, capture);
    ASSERT_EQ(history(url), model(captures)) << "round " << round;
  }
}

// The same bytes, read by another template, are a reading of the version and no version.
TEST_F(HistoryOrder, TheSameBytesReadAnewAreAReading) {
  ObjectLedger ledger(*database_);
  const std::string url = page_url(1);
  Seen first;
  first.moment = {at(1), 10};
  first.payload = "sha256:a";
  ASSERT_TRUE(ledger.observe(post_of(url, "text and a menu"), first));
  // By a step that reads the stored capture again.
  Seen again;
  again.moment = {at(1), 20};
  again.capture = 10;
  again.reading = true;
  DataObject better = post_of(url, "text");
  better.provenance.template_sequence = 15;
  const auto reread = ledger.observe(better, again);
  ASSERT_TRUE(reread);
  EXPECT_EQ(reread->what, What::kReread);
  ASSERT_TRUE(reread->change);
  EXPECT_EQ(reread->change->verdict, Verdict::kReread);
  EXPECT_EQ(reread->change->template_before, 0u);
  EXPECT_EQ(reread->change->template_after, 15u);
  EXPECT_EQ(history(url), "9 new text");
  // By a new capture of equal bytes.
  Seen revisit;
  revisit.moment = {at(30), 31};
  revisit.payload = "sha256:a";
  const auto seen = ledger.observe(post_of(url, "text without a menu"), revisit);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->what, What::kReread);
  EXPECT_EQ(history(url), "9 new text without a menu (30)");
  // Other bytes with another text are a version.
  Seen other;
  other.moment = {at(40), 41};
  other.payload = "sha256:b";
  const auto changed = ledger.observe(post_of(url, "another text"), other);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->what, What::kChanged);
  const ObjectReader reader(*database_);
  const auto versions = reader.versions(object_key(ObjectKind::kPost, url));
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 2u);
  EXPECT_EQ(versions->at(0).readings, 3u);
  const auto readings = reader.readings(object_key(ObjectKind::kPost, url), versions->at(0));
  ASSERT_TRUE(readings);
  ASSERT_EQ(readings->size(), 3u);
  EXPECT_EQ(readings->at(0).object.text, "text and a menu");
  EXPECT_EQ(readings->at(2).object.text, "text without a menu");
}

}  // namespace
}  // namespace bfa
