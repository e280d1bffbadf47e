// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "text/date_tokens.h"

namespace bfa {
namespace {

enum class Unit { kSecond, kMinute, kHour, kDay, kWeek, kMonth, kYear };

struct UnitWords {
  Unit unit;
  std::string_view
      words;  // divided by '|'; a word counts when it begins so and is at most three letters longer
};

// In the order: en de fr es pt it nl ru uk pl cs sv da nb fi tr hu ro el he ar ja zh ko.
constexpr std::array<UnitWords, 7> kUnits = {{
    {Unit::kSecond,
     "second|sec|sekunde|seconde|segundo|secondo|secondi|секунд|sekund|saniye|sekunti|másodperc|δευτερόλεπτ|"
     "שניות|ثانية|秒|초"},
    {Unit::kMinute,
     "minute|min|minuto|minuta|minuut|minuten|минут|хвилин|minut|dakika|minuutti|perc|λεπτ|דקות|دقيقة|دقائق|"
     "分|분"},
    {Unit::kHour,
     "hour|hr|stunde|heure|hora|ora|ore|uur|uren|час|годин|godzin|hodin|timm|time|timer|saat|tunti|tuntia|"
     "óra|órá|ώρ|שעות|ساعة|ساعات|時|时|小时|小時|시간"},
    {Unit::kDay,
     "day|tag|jour|día|dia|giorn|dag|день|дня|дней|днів|dzień|dni|dny|dnů|dny|dnem|päivä|gün|nap|zile|zi|μέρ|"
     "ημέρ|ימים|يوم|أيام|日|天|일"},
    {Unit::kWeek,
     "week|woche|semaine|semana|settiman|weken|недел|тиж|tydzień|tygodni|týdn|vecka|veckor|uge|uke|viikko|"
     "hafta|hét|săptămân|εβδομάδ|שבועות|أسبوع|أسابيع|週|周|주"},
    {Unit::kMonth,
     "month|monat|mois|mes|meses|mês|mesi|maand|месяц|місяц|miesi|měsíc|månad|måned|kuukau|ay|hónap|luni|"
     "lună|μήν|חודשים|شهر|أشهر|月|개월"},
    {Unit::kYear,
     "year|jahr|an|ans|année|año|ano|anno|anni|jaar|год|года|лет|рок|lat|rok|let|år|vuotta|vuosi|yıl|év|ani|"
     "χρόνι|שנים|سنة|سنوات|年|년"},
}};

constexpr std::string_view kBefore =
    "|vor|hace|há|ha|för|for|πριν|לפני|منذ|قبل|acum|před|il y a|около|about|circa|etwa|";
constexpr std::string_view kBehind =
    "|ago|fa|geleden|назад|тому|temu|sedan|siden|sitten|önce|atrás|ezelőtt|în urmă|前|전|之前|lalu|trước|";
constexpr std::string_view kToday =
    "|today|heute|hoy|oggi|hoje|vandaag|сегодня|сьогодні|dzisiaj|dziś|dnes|idag|tänään|今日|今天|오늘|bugün|"
    "σήμερα|היום|اليوم|azi|aujourd|";
constexpr std::string_view kYesterday =
    "|yesterday|gestern|ayer|ieri|ontem|gisteren|вчера|вчора|wczoraj|včera|igår|eilen|昨日|昨天|어제|χθες|"
    "χτες|אתמול|أمس|tegnap|";
constexpr std::string_view kOne = "|a|an|one|einer|einem|eine|ein|un|une|una|um|uma|een|jeden|egy|";

bool listed(std::string_view list, std::string_view word) {
  return !word.empty() && list.find("|" + std::string(word) + "|") != std::string_view::npos;
}

// `whole`: only the word itself, not what begins with it.
std::optional<Unit> unit_of(std::string_view word, bool whole) {
  std::optional<Unit> found;
  std::size_t longest = 0;
  for (const auto& [unit, words] : kUnits) {
    for (std::size_t begin = 0; begin <= words.size();) {
      const auto end = std::min(words.find('|', begin), words.size());
      const auto stem = words.substr(begin, end - begin);
      begin = end + 1;
      const bool exact = word == stem;
      const bool letters =
          !stem.empty() && static_cast<unsigned char>(stem[0]) < 0xE3;  // not Han, kana, Hangul
      const bool inflected =
          !whole && letters && stem.size() >= 3 && word.starts_with(stem) && word.size() <= stem.size() + 6;
      if ((exact || inflected) && stem.size() > longest) {
        longest = stem.size();
        found = unit;
      }
    }
  }
  return found;
}

Timestamp moved_back(UtcTime now, Unit unit, int count) {
  using std::chrono::days;
  const auto today = std::chrono::floor<days>(now);
  switch (unit) {
    case Unit::kSecond:
      return {now - std::chrono::seconds(count), TimePrecision::kInstant};
    case Unit::kMinute:
      return {now - std::chrono::minutes(count), TimePrecision::kInstant};
    case Unit::kHour:
      return {now - std::chrono::hours(count), TimePrecision::kInstant};
    case Unit::kDay:
      return {UtcTime(today - days(count)), TimePrecision::kDay};
    case Unit::kWeek:
      return {UtcTime(today - days(7 * count)), TimePrecision::kDay};
    case Unit::kMonth:
    case Unit::kYear:
      break;
  }
  const std::chrono::year_month_day day(today);
  const std::chrono::months months(unit == Unit::kMonth ? count : 12 * count);
  const std::chrono::year_month moved = std::chrono::year_month(day.year(), day.month()) - months;
  auto result = moved / day.day();
  if (!result.ok()) result = moved / std::chrono::last;
  return {UtcTime(std::chrono::sys_days(result)),
          unit == Unit::kYear ? TimePrecision::kYear : TimePrecision::kMonth};
}

// The words at `pos` joined up to `count`: Han words have several tokens.
std::string joined(const DateTokens& tokens, std::size_t pos, std::size_t count, bool spaces) {
  std::string out;
  for (std::size_t i = pos; i < pos + count && i < tokens.size(); ++i) {
    if (tokens[i].kind != DateToken::Kind::kWord) return {};
    if (spaces && !out.empty()) out += ' ';
    out += tokens[i].word;
  }
  return out;
}

bool listed_at(std::string_view list, const DateTokens& tokens, std::size_t pos, std::size_t& length) {
  for (length = 3; length > 0; --length)
    if (pos + length <= tokens.size() &&
        (listed(list, joined(tokens, pos, length, true)) || listed(list, joined(tokens, pos, length, false))))
      return true;
  return false;
}

// "yesterday", "gestern um 17 Uhr".
std::optional<Timestamp> named_day(const DateTokens& tokens, std::size_t& pos, UtcTime now) {
  std::size_t length = 0;
  const bool yesterday = listed_at(kYesterday, tokens, pos, length);
  if (!yesterday && !listed_at(kToday, tokens, pos, length)) return std::nullopt;
  const auto day = std::chrono::floor<std::chrono::days>(now) - std::chrono::days(yesterday ? 1 : 0);
  pos += length;
  return Timestamp{UtcTime(day), TimePrecision::kDay};
}

}  // namespace

std::optional<Timestamp> relative_at(const DateTokens& tokens, std::size_t& pos, UtcTime now) {
  if (auto day = named_day(tokens, pos, now)) return day;
  std::size_t at = pos, length = 0;
  const bool before = listed_at(kBefore, tokens, at, length);
  if (before) at += length;
  if (at >= tokens.size()) return std::nullopt;
  const bool number = tokens[at].is_number() && tokens[at].digits <= 4;
  if (!number && !listed(kOne, tokens[at].word)) return std::nullopt;
  const int count = number ? tokens[at].value : 1;
  ++at;
  std::optional<Unit> unit;
  for (std::size_t n = 2; n > 0 && !unit; --n) {
    if (at + n > tokens.size()) continue;
    unit = unit_of(joined(tokens, at, n, false), n > 1);
    if (unit) at += n;
  }
  if (!unit) return std::nullopt;
  const bool behind = listed_at(kBehind, tokens, at, length);
  if (behind) at += length;
  if (!before && !behind) return std::nullopt;
  pos = at;
  return moved_back(now, *unit, count);
}

}  // namespace bfa
