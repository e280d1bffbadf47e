// SPDX-License-Identifier: Apache-2.0
// Which objects under two addresses are one that moved.
#include "crawl/moves/judge_move.h"

#include <gtest/gtest.h>

#include "crawl/moves/move_candidates.h"

namespace bfa {
namespace {

using std::chrono::hours;

constexpr UtcTime kBegin{std::chrono::seconds(1'600'000'000)};

// `words` words that no other seed has.
std::string text(int seed, int words = 120) {
  std::string out;
  for (int i = 0; i < words; ++i) {
    auto x = static_cast<unsigned>(seed * 7919 + i * 104729);
    x = (x ^ (x >> 13U)) * 0x5bd1e995U;
    std::string word;
    for (unsigned k = 0; k < 4 + x % 5; ++k) word += static_cast<char>('a' + (x >> (3 * k)) % 26);
    out += word + (i % 12 == 11 ? ". " : " ");
  }
  return out;
}

// The first `share` hundredths of a text, and another one behind it.
std::string edited(const std::string& from, int share, int seed) {
  const std::size_t kept = from.size() * static_cast<std::size_t>(share) / 100;
  return from.substr(0, kept) + text(seed, 200).substr(0, from.size() - kept);
}

std::optional<Timestamp> day(int number) {
  if (number == 0) return std::nullopt;
  return Timestamp{UtcTime(std::chrono::seconds(1'500'000'000)) + hours(24 * 10 * number),
                   TimePrecision::kDay};
}

struct Case {
  const char* name;
  MoveEvidence evidence;
  std::string old_title, old_text;
  int old_day;
  const char* old_path;
  std::string new_title, new_text;
  int new_day;
  const char* new_path;
  bool moved;
};

MoveSide side(const std::string& title, const std::string& body, int published, const std::string& path) {
  DataObject object;
  object.kind = ObjectKind::kPost;
  object.url = "https://blog.example" + path;
  object.title = title;
  object.text = body;
  object.published = day(published);
  MoveSide made(std::move(object));
  made.first_seen = made.last_seen = made.last_changed = kBegin;
  return made;
}

class JudgeMove : public testing::TestWithParam<Case> {};

TEST_P(JudgeMove, ByBothSides) {
  const Case& c = GetParam();
  const MoveSide old = side(c.old_title, c.old_text, c.old_day, c.old_path);
  MoveSide now = side(c.new_title, c.new_text, c.new_day, c.new_path);
  now.first_seen = kBegin + hours(24);
  const MoveJudgement judged = judge_move(old, now, c.evidence);
  EXPECT_EQ(judged.moved, c.moved) << judged.reason;
}

constexpr auto kSentOn = MoveEvidence::kSentOn;
constexpr auto kCanonical = MoveEvidence::kCanonical;
constexpr auto kLeft = MoveEvidence::kLeft;

INSTANTIATE_TEST_SUITE_P(
    Rules, JudgeMove,
    testing::Values(
        // The old address sends on.
        Case{"redirect", kSentOn, "A walk", text(1), 1, "/2020/01/walk.html", "A walk", text(1), 1, "/walk/",
             true},
        Case{"redirect_and_edited", kSentOn, "A walk", text(1), 1, "/a/", "A walk", edited(text(1), 50, 2), 1,
             "/b/", true},
        Case{"redirect_new_title", kSentOn, "Silmarilion", text(1), 1, "/a/", "Silmarillion",
             edited(text(1), 90, 2), 1, "/b/", true},
        Case{"redirect_no_dates", kSentOn, "A walk", text(1), 0, "/a/", "A walk", text(1), 0, "/b/", true},
        Case{"redirect_short_note", kSentOn, "Hello", "Hi.", 1, "/a/", "Hello", "Hi.", 1, "/b/", true},
        Case{"redirect_to_another_post", kSentOn, "A walk", text(1), 1, "/a/", "A swim", text(2), 2, "/b/",
             false},
        Case{"redirect_to_a_newer_edition", kSentOn, "Best books", text(1), 1, "/2019/", "Best books",
             edited(text(1), 20, 3), 9, "/2020/", false},
        Case{"redirect_of_a_later_page", kSentOn, "A walk", "", 1, "/walk/2/", "A walk", text(1), 1, "/walk/",
             false},
        Case{"redirect_short_to_another", kSentOn, "Hello", "Hi.", 1, "/a/", "Goodbye", "Hi.", 2, "/b/",
             false},
        Case{"redirect_to_the_translation", kSentOn, "Ein Spaziergang", text(4), 1, "/de/walk/", "A walk",
             text(5), 1, "/en/walk/", false},
        // Its page names another one as the canonical.
        Case{"canonical", kCanonical, "A walk", text(1), 1, "/a/", "A walk", text(1), 1, "/b/", true},
        Case{"canonical_of_another_post", kCanonical, "A walk", text(1), 1, "/a/", "A swim", text(2), 1,
             "/b/", false},
        Case{"canonical_of_another_date", kCanonical, "Hits", text(1), 1, "/a/", "Hits", text(1), 4, "/b/",
             false},
        // The old address is gone.
        Case{"gone_same", kLeft, "A walk", text(1), 1, "/2020/01/2020-01-01-walk.html", "A walk", text(1), 1,
             "/2020/01/walk.html", true},
        Case{"gone_same_no_dates", kLeft, "A walk", text(1), 0, "/old/walk/", "A walk", text(1), 0,
             "/new/walk/", true},
        Case{"gone_and_edited", kLeft, "A walk", text(1), 1, "/a/", "A walk", edited(text(1), 65, 2), 1,
             "/b/", true},
        Case{"gone_new_title", kLeft, "A walk", text(1), 1, "/a/", "The walk", text(1), 1, "/b/", true},
        Case{"gone_short_note", kLeft, "Hello", "Hi.", 1, "/x/hello/", "Hello", "Hi.", 1, "/y/hello/", true},
        Case{"gone_short_notes_of_two_days", kLeft, "Hello", "Hi.", 1, "/x/hello/", "Hello", "Hi.", 2,
             "/y/hello/", false},
        Case{"gone_short_note_without_date", kLeft, "Hello", "Hi.", 0, "/x/hello/", "Hello", "Hi.", 0,
             "/y/hello/", false},
        Case{"gone_same_title_only", kLeft, "Links", text(1), 1, "/a/", "Links", text(2), 2, "/b/", false},
        Case{"gone_same_title_same_day", kLeft, "Links", text(1), 1, "/a/", "Links", text(2), 1, "/b/",
             false},
        Case{"gone_copied_text", kLeft, "A walk", text(1), 1, "/a/", "From the archive", text(1), 7, "/b/",
             false},
        Case{"gone_series", kLeft, "Open thread", edited(text(1), 95, 2), 1, "/1/open-thread/", "Open thread",
             edited(text(1), 95, 3), 2, "/2/open-thread/", false},
        Case{"gone_series_without_dates", kLeft, "Open thread 12", edited(text(1), 88, 2), 0,
             "/open-thread-12/", "Open thread 13", edited(text(1), 88, 3), 0, "/open-thread-13/", false},
        Case{"gone_translation", kLeft, "Ein Spaziergang", text(4), 1, "/de/walk/", "A walk", text(5), 1,
             "/en/walk/", false},
        Case{"gone_no_text", kLeft, "", "", 1, "/a/", "", "", 1, "/b/", false}),
    [](const auto& each) { return each.param.name; });

TEST(JudgeMove, TwoAddressesThatShowedItAtOneTimeAreCopies) {
  const MoveSide old = side("A walk", text(1), 1, "/a/");
  MoveSide now = side("A walk", text(1), 1, "/b/");
  now.first_seen = kBegin - hours(1);
  EXPECT_FALSE(judge_move(old, now, kLeft).moved);
  EXPECT_FALSE(judge_move(old, now, kCanonical).moved);
  EXPECT_FALSE(judge_move(old, now, kSentOn).moved);
  MoveSide lasting = old;  // it answered for a while beside the new one, without a change
  lasting.last_seen = kBegin + hours(9);
  now.first_seen = kBegin + hours(3);
  EXPECT_TRUE(judge_move(lasting, now, kSentOn).moved);
  EXPECT_FALSE(judge_move(lasting, now, kLeft).moved);
}

TEST(TextPrint, SimilarityIgnoresSpaceAndTypography) {
  EXPECT_EQ(similarity(TextPrint("He said \"no\" - twice"),
                       TextPrint("He  said\n\xE2\x80\x9Cno\xE2\x80\x9D \xE2\x80\x93 twice")),
            1);
  EXPECT_EQ(similarity(TextPrint(text(1)), TextPrint(text(2))), 0);
  EXPECT_NEAR(similarity(TextPrint(text(1)), TextPrint(edited(text(1), 50, 2))), 0.5, 0.03);
  EXPECT_EQ(similarity(TextPrint(""), TextPrint("")), 1);
  EXPECT_EQ(similarity(TextPrint("abc"), TextPrint("")), 0);
  EXPECT_EQ(similarity(TextPrint("abc"), TextPrint("abc")), 1);
  EXPECT_EQ(similarity(TextPrint("abc"), TextPrint("abd")), 0);
}

TEST(TextPrint, TheSketchAloneIsTheSame) {
  for (const std::string& each : {std::string(), std::string("abc"), text(1), edited(text(2), 50, 2)})
    EXPECT_EQ(TextPrint::sketch_of(each), TextPrint(each).sketch());
}

MoveSide later(MoveSide made) {
  made.first_seen += hours(24);
  return made;
}

TEST(MoveCandidates, EachObjectThatLeftFindsItsOwn) {
  MoveCandidates candidates;
  for (int i = 1; i <= 200; ++i) {
    const std::string number = std::to_string(i);
    candidates.add_left(side("Post " + number, text(i), i, "/2020/01/post-" + number + ".html"));
    candidates.add_present(later(side("Post " + number, text(i), i, "/post-" + number + "/")));
  }
  const auto pairs = candidates.match();
  ASSERT_EQ(pairs.size(), 200u);
  for (const auto& pair : pairs) {
    const std::string name = pair.from.substr(pair.from.rfind('/') + 1);
    EXPECT_EQ(pair.to, "https://blog.example/" + name.substr(0, name.size() - 5) + "/");
  }
}

TEST(MoveCandidates, WhatFitsTwoEquallyWellIsNotJoined) {
  MoveCandidates two_present;
  two_present.add_left(side("A walk", text(1), 0, "/old/"));
  two_present.add_present(later(side("A walk", text(1), 0, "/one/")));
  two_present.add_present(later(side("A walk", text(1), 0, "/two/")));
  EXPECT_TRUE(two_present.match().empty());

  MoveCandidates two_left;
  two_left.add_left(side("A walk", text(1), 0, "/one/"));
  two_left.add_left(side("A walk", text(1), 0, "/two/"));
  two_left.add_present(later(side("A walk", text(1), 0, "/new/")));
  EXPECT_TRUE(two_left.match().empty());

  MoveCandidates by_name;  // the name in the address decides
  by_name.add_left(side("A walk", text(1), 0, "/old/walk/"));
  by_name.add_present(later(side("A walk", text(1), 0, "/new/walk/")));
  by_name.add_present(later(side("A walk", text(1), 0, "/copy/of-it/")));
  ASSERT_EQ(by_name.match().size(), 1u);
  EXPECT_EQ(by_name.match().front().to, "https://blog.example/new/walk/");
}

// A thousand untitled posts with the same first words: no object is compared with all the others.
TEST(MoveCandidates, CommonTitlesMakeNoCandidates) {
  MoveCandidates candidates;
  for (int i = 1; i <= 1000; ++i) {
    candidates.add_left(side("Untitled", text(i), 0, "/a/" + std::to_string(i) + "/"));
    candidates.add_present(later(side("Untitled", text(i), 0, "/b/" + std::to_string(i) + "/")));
  }
  EXPECT_EQ(candidates.match().size(), 1000u);
}

}  // namespace
}  // namespace bfa
