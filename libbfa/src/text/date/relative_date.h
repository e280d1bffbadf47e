// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/date/date_tokens.h"

namespace bfa {

// How one language counts back from now: forms divided by '|', each "<unit><count>:<form>". Units: y m w d h
// n (minute) s, or a weekday (0: Sunday); count "#" is written "#" in the form.
struct RelativeForms {
  std::string_view language;
  std::string_view forms;
};
extern const RelativeForms kRelativeForms[];
extern const std::size_t kRelativeFormsCount;

struct FoundRelative {
  Timestamp time;
  bool approximate = false;  // counted in weeks, months or years
  std::size_t end = 0;       // tokens
};

// Finds such forms at any place of a text: "3 days ago", "vor 2 Stunden 5 Minuten", "yesterday at 5 pm",
// "last Monday". Forms without a number are also words of running text ("now"): they are used only in short
// texts.
class RelativeDates {
 public:
  // Tokens and language must outlive it.
  RelativeDates(const DateTokens& tokens, std::string_view language, UtcTime now);

  std::optional<FoundRelative> at(std::size_t pos) const;

 private:
  struct Match;
  std::optional<Match> form_at(std::size_t pos, bool words_count) const;
  bool has_plainer_window(std::size_t pos) const;

  const DateTokens& tokens_;
  const std::string_view language_;
  const UtcTime now_;
  std::ptrdiff_t words_ = 0;
  // Of a line, a bit for each token: a number in words begins there; it is "about" or the like.
  std::uint64_t numbers_ = 0, abouts_ = 0;
};

// The last day before `now`'s that is `weekday`, 1 for Sunday.
UtcTime last_weekday(UtcTime now, int weekday);

}  // namespace bfa
