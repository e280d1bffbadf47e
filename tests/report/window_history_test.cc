// SPDX-License-Identifier: Apache-2.0
// When the windows of a feed at two visits show that nothing came and went between them.
#include "report/window_history.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

// An entry for each letter: 'a' is of day 1, 'b' of day 2, ...; capitals have no date.
std::vector<FeedEntry> window(const std::string& letters, int days_later = 0) {
  std::vector<FeedEntry> out;
  for (const char letter : letters) {
    FeedEntry entry;
    entry.id = entry.link = std::string("https://blog.example/") + letter;
    if (letter >= 'a')
      entry.published = Timestamp{
          UtcTime(std::chrono::days(20'000 + letter - 'a' + days_later)), TimePrecision::kInstant, {}};
    out.push_back(entry);
  }
  return out;
}

struct Case {
  const char* what;
  std::vector<std::string> states;
  bool overflow;  // at the last one
};

TEST(WindowHistory, Cases) {
  const Case cases[] = {
      {"the first state", {"cba"}, false},
      {"the same", {"cba", "cba"}, false},
      {"one new", {"edcba", "fedcb"}, false},
      {"one known is left", {"edcba", "ihgfe"}, false},
      {"all are new", {"edcba", "jihgf"}, true},
      {"an old one stays on top, all others are new", {"aedcb", "aihgf"}, true},
      {"an old one stays on top, and the windows overlap", {"aedcb", "ahgfe"}, false},
      {"the newest was taken down", {"edcba", "fdcba"}, false},
      {"old ones come back, with nothing new", {"edcba", "jihgf", "edcba"}, false},
      {"an old one comes back among new ones", {"edcba", "jihgf", "onmlb"}, true},
      {"an older state again, and then the newer", {"edcba", "fedcb", "edcba", "fedcb"}, false},
      {"without dates one known entry is enough", {"EDCBA", "IHGFA"}, false},
      {"without dates, all new", {"EDCBA", "JIHGF"}, true},
      {"an empty state between", {"edcba", "", "fedcb"}, false},
  };
  for (const Case& each : cases) {
    WindowHistory history;
    bool overflow = false;
    for (const auto& state : each.states) overflow = history.take(window(state));
    EXPECT_EQ(overflow, each.overflow) << each.what;
  }
}

// Some feeds date all entries anew at each poll.
TEST(WindowHistory, DatesThatMove) {
  WindowHistory history;
  EXPECT_FALSE(history.take(window("cba")));
  EXPECT_FALSE(history.take(window("dcb", 10)));
  EXPECT_TRUE(history.take(window("hgf", 20)));
}

TEST(WindowHistory, ManyEntries) {
  WindowHistory history;
  std::vector<FeedEntry> entries(20'000);
  for (int state = 0; state < 3; ++state) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i].id = std::to_string(static_cast<std::size_t>(state) * 30'000 + i);
      entries[i].published = Timestamp{UtcTime(std::chrono::seconds(i % 1000))};
    }
    EXPECT_EQ(history.take(entries), state > 0);
  }
}

}  // namespace
}  // namespace bfa
