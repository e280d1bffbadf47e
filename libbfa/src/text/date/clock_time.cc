// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "text/date/date_tokens.h"

namespace bfa {
namespace {

struct Zone {
  std::string_view name;
  int minutes;
};

constexpr std::array<Zone, 82> kZones = {
    {{"z", 0},      {"ut", 0},     {"utc", 0},    {"gmt", 0},     {"wet", 0},     {"est", -300},
     {"edt", -240}, {"et", -300},  {"cst", -360}, {"cdt", -300},  {"ct", -360},   {"mst", -420},
     {"mdt", -360}, {"mt", -420},  {"pst", -480}, {"pdt", -420},  {"pt", -480},   {"ast", -240},
     {"adt", -180}, {"at", -240},  {"nst", -210}, {"ndt", -150},  {"akst", -540}, {"akdt", -480},
     {"hst", -600}, {"hdt", -540}, {"brt", -180}, {"brst", -120}, {"art", -180},  {"clt", -240},
     {"cot", -300}, {"pet", -300}, {"west", 60},  {"bst", 60},    {"cet", 60},    {"cest", 120},
     {"met", 60},   {"mest", 120}, {"mez", 60},   {"mesz", 120},  {"eet", 120},   {"eest", 180},
     {"sast", 120}, {"idt", 180},  {"trt", 180},  {"msk", 180},   {"msd", 240},   {"pkt", 300},
     {"ist", 330},  {"wib", 420},  {"hkt", 480},  {"sgt", 480},   {"awst", 480},  {"jst", 540},
     {"kst", 540},  {"aest", 600}, {"aedt", 660}, {"nzst", 720},  {"nzdt", 780},  {"acst", 570},
     {"acdt", 630}, {"wita", 480}, {"wit", 540},  {"pht", 480},   {"phst", 480},  {"myt", 480},
     {"ict", 420},  {"npt", 345},  {"uyt", -180}, {"vet", -240},  {"bot", -240},  {"ect", -300},
     {"sst", -660}, {"chst", 600}, {"eat", 180},  {"cat", 120},   {"wat", 60},    {"irst", 210},
     {"gst", 240},  {"uzt", 300},  {"yekt", 300}, {"krat", 420}}};

constexpr int kMorning = 0x000FFF, kAfternoon = 0xFFF000;  // a bit an hour

bool mark_at(const DateTokens& tokens, std::size_t pos, char32_t mark) {
  return pos < tokens.size() && tokens[pos].is_mark(mark);
}

bool number_at(const DateTokens& tokens, std::size_t pos, int max) {
  return pos < tokens.size() && tokens[pos].is_number() && tokens[pos].digits <= 2 &&
         tokens[pos].value >= 0 && tokens[pos].value <= max;
}

bool word_in(const DateTokens& tokens, std::size_t pos, std::initializer_list<std::string_view> words) {
  return pos < tokens.size() && tokens[pos].kind == DateToken::Kind::kWord &&
         std::find(words.begin(), words.end(), tokens[pos].word) != words.end();
}

// "+0100", "-08:00", "+1".
std::optional<int> offset_at(const DateTokens& tokens, std::size_t& pos) {
  const bool ahead = mark_at(tokens, pos, U'+');
  const bool behind = mark_at(tokens, pos, U'-') || mark_at(tokens, pos, 0x2212);
  if (!(ahead || behind) || pos + 1 >= tokens.size() || !tokens[pos + 1].is_number() ||
      tokens[pos + 1].spaced)
    return std::nullopt;
  const DateToken& number = tokens[pos + 1];
  if (number.digits > 4 || number.digits == 3) return std::nullopt;
  int minutes = number.digits == 4 ? number.value / 100 * 60 + number.value % 100 : number.value * 60;
  std::size_t next = pos + 2;
  if (number.digits <= 2 && mark_at(tokens, next, U':')) {
    if (!number_at(tokens, next + 1, 59)) return std::nullopt;
    minutes += tokens[next + 1].value;
    next += 2;
  }
  if (minutes > 24 * 60) return std::nullopt;
  pos = next;
  return ahead ? minutes : -minutes;
}

// "pm", "p.m.", "p. m.", "in the evening"; moves past it. Returns its hours; 0: none.
int period_at(const DateTokens& tokens, std::size_t& pos, std::string_view language) {
  std::string words;  // two or more of them, joined
  int found = 0;
  std::size_t end = pos;
  for (std::size_t i = pos; i < tokens.size() && i < pos + 6; ++i) {
    if (tokens[i].is_mark(U'.') || tokens[i].is_mark(U'\'') || tokens[i].is_mark(0x2019) ||
        tokens[i].is_mark(0x05F4) || tokens[i].is_mark(U'"')) {
      if (found != 0 && end == i) end = i + 1;
      continue;
    }
    if (tokens[i].kind != DateToken::Kind::kWord) break;
    if (i > pos && words.empty()) words = tokens[pos].word;
    if (i > pos) words += tokens[i].word;
    const std::string& joined = i == pos ? tokens[i].word : words;
    if (joined.size() > 1 && !may_begin_period(joined)) break;
    const bool short_half = i == pos && !tokens[i].spaced && (joined == "a" || joined == "p");
    const int hours = short_half ? (joined == "a" ? kMorning : kAfternoon) : period_hours(joined, language);
    if (hours != 0) {
      found = hours;
      end = i + 1;
    }
  }
  if (found != 0) pos = end;
  return found;
}

// The hour on the clock of 24 that `hour` of 12 is in a part of the day; -1 when it contradicts itself.
int hour_in(int hour, int hours) {
  if (hour > 12) return hour;
  const int early = hour % 12, late = early + 12;
  const bool may_be_early = (hours >> early & 1) != 0, may_be_late = (hours >> late & 1) != 0;
  if (may_be_early != may_be_late) return may_be_early ? early : late;
  if ((hours & kAfternoon) == 0) return early;
  if ((hours & kMorning) == 0) return late;
  return hour;
}

// Words that mean hours, minutes, seconds after their number.
bool hour_word(const DateTokens& tokens, std::size_t pos) {
  return word_in(tokens, pos,
                 {"h", "hs", "hrs", "uhr", "\u6642", "\u65F6", "\u70B9", "\u9EDE", "\uC2DC", "heures",
                  "heure", "\u0447", "gi\u1EDD"});
}
bool minute_word(const DateTokens& tokens, std::size_t pos) {
  return word_in(tokens, pos,
                 {"m", "min", "\u5206", "\uBD84", "\u062F\u0642\u06CC\u0642\u0647", "ph\u00FAt"});
}
bool second_word(const DateTokens& tokens, std::size_t pos) {
  return word_in(tokens, pos, {"s", "\u79D2", "\uCD08", "\u062B\u0627\u0646\u06CC\u0647", "gi\u00E2y"});
}
// "and", as Persian joins hours, minutes and seconds.
bool and_word(const DateTokens& tokens, std::size_t pos) {
  return word_in(tokens, pos, {"\u0648"});
}

// "10 and 58 minutes and 4 seconds".
bool spoken_at(const DateTokens& tokens, std::size_t& pos, ClockTime& clock) {
  if (!number_at(tokens, pos, 23) || !and_word(tokens, pos + 1) || !number_at(tokens, pos + 2, 59) ||
      !minute_word(tokens, pos + 3))
    return false;
  clock.hour = tokens[pos].value;
  clock.minute = tokens[pos + 2].value;
  pos += 4;
  if (and_word(tokens, pos) && number_at(tokens, pos + 1, 60) && second_word(tokens, pos + 2)) {
    clock.second = tokens[pos + 1].value;
    pos += 3;
  }
  return true;
}

// "17:04:09.250", "17h04", "5" before "pm"; `complete`: it can only be a time.
bool digits_at(const DateTokens& tokens, std::size_t& pos, ClockTime& clock, bool& complete) {
  if (!number_at(tokens, pos, 24)) return false;
  clock.hour = tokens[pos++].value;
  complete = false;
  if (hour_word(tokens, pos)) {
    complete = true;
    ++pos;
    if (number_at(tokens, pos, 59) && !mark_at(tokens, pos + 1, U'/')) clock.minute = tokens[pos++].value;
    if (minute_word(tokens, pos)) ++pos;
    if (number_at(tokens, pos, 60) && second_word(tokens, pos + 1)) {
      clock.second = tokens[pos].value;
      pos += 2;
    }
    return true;
  }
  const bool colon = mark_at(tokens, pos, U':') || mark_at(tokens, pos, 0xFF1A);
  const bool dot = mark_at(tokens, pos, U'.');
  if (!(colon || dot) || !number_at(tokens, pos + 1, 59) || tokens[pos + 1].digits != 2 ||
      tokens[pos + 1].spaced)
    return true;
  if (dot && mark_at(tokens, pos + 2, U'.') && pos + 3 < tokens.size() && tokens[pos + 3].is_number())
    return true;
  complete = colon || (dot && pos >= 1);
  clock.minute = tokens[pos + 1].value;
  pos += 2;
  if ((mark_at(tokens, pos, U':') || mark_at(tokens, pos, 0xFF1A)) && number_at(tokens, pos + 1, 60)) {
    clock.second = tokens[pos + 1].value;
    pos += 2;
    if ((mark_at(tokens, pos, U'.') || mark_at(tokens, pos, U',')) && pos + 1 < tokens.size() &&
        tokens[pos + 1].is_number() && !tokens[pos + 1].spaced) {
      int micro = tokens[pos + 1].value;
      for (int digits = tokens[pos + 1].digits; digits < 6 && micro >= 0; ++digits) micro *= 10;
      for (int digits = tokens[pos + 1].digits; digits > 6; --digits) micro /= 10;
      clock.microsecond = std::max(micro, 0);
      pos += 2;
    }
  }
  return true;
}

}  // namespace

std::optional<int> zone_at(const DateTokens& tokens, std::size_t& pos) {
  if (auto offset = offset_at(tokens, pos)) return offset;
  std::size_t next = pos;
  if (mark_at(tokens, next, U'(')) ++next;
  if (next >= tokens.size() || tokens[next].kind != DateToken::Kind::kWord) return std::nullopt;
  const auto zone =
      std::find_if(kZones.begin(), kZones.end(), [&](const Zone& z) { return z.name == tokens[next].word; });
  if (zone == kZones.end()) return std::nullopt;
  ++next;
  if (zone->minutes == 0 && zone->name != "z")
    if (const auto offset = offset_at(tokens, next)) {
      pos = next;
      return offset;
    }
  pos = next;
  return zone->minutes;
}

std::optional<ClockTime> clock_at(const DateTokens& tokens, std::size_t& pos, std::string_view language) {
  ClockTime clock;
  std::size_t next = pos;
  int hours = period_at(tokens, next, language);  // before the time, as Korean and Chinese have it
  bool complete = spoken_at(tokens, next, clock);
  if (!complete && !digits_at(tokens, next, clock, complete)) return std::nullopt;
  if (hours == 0) {
    // A bare number is a time only before international words: "5 pm", but not "5 me".
    if (complete || word_in(tokens, next, {"am", "pm", "a", "p"})) hours = period_at(tokens, next, language);
  } else if (!complete) {
    return std::nullopt;
  }
  if (hours == 0 && !complete) return std::nullopt;
  if (hours != 0) clock.hour = hour_in(clock.hour, hours);
  if (clock.hour > 23) return std::nullopt;
  if (word_in(tokens, next, {"uhr", "hs", "hrs", "h"})) ++next;
  std::size_t zone_pos = next;
  clock.zone = zone_at(tokens, zone_pos);
  pos = clock.zone ? zone_pos : next;
  return clock;
}

}  // namespace bfa
