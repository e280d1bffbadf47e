// SPDX-License-Identifier: Apache-2.0
#include "text/relative_date.h"

#include <array>

namespace bfa {
namespace {

// In the order: en de fr es pt it nl ru uk pl cs sv da nb fi tr hu ro el he ar ja zh ko.
constexpr std::array<UnitWords, 7> kUnitWords = {{
    {RelativeUnit::kSecond,
     "second|sec|sekunde|seconde|segundo|secondo|secondi|секунд|sekund|saniye|sekunti|másodperc|δευτερόλεπτ|"
     "שניות|ثانية|秒|초"},
    {RelativeUnit::kMinute,
     "minute|min|minuto|minuta|minuut|minuten|минут|хвилин|minut|dakika|minuutti|perc|λεπτ|דקות|دقيقة|دقائق|"
     "分|분"},
    {RelativeUnit::kHour,
     "hour|hr|stunde|heure|hora|ora|ore|uur|uren|час|годин|godzin|hodin|timm|time|timer|saat|tunti|tuntia|"
     "óra|órá|ώρ|שעות|ساعة|ساعات|時|时|小时|小時|시간"},
    {RelativeUnit::kDay,
     "day|tag|jour|día|dia|giorn|dag|день|дня|дней|днів|dzień|dni|dny|dnů|dny|dnem|päivä|gün|nap|zile|zi|μέρ|"
     "ημέρ|ימים|يوم|أيام|日|天|일"},
    {RelativeUnit::kWeek,
     "week|woche|semaine|semana|settiman|weken|недел|тиж|tydzień|tygodni|týdn|vecka|veckor|uge|uke|viikko|"
     "hafta|hét|săptămân|εβδομάδ|שבועות|أسبوع|أسابيع|週|周|주"},
    {RelativeUnit::kMonth,
     "month|monat|mois|mes|meses|mês|mesi|maand|месяц|місяц|miesi|měsíc|månad|måned|kuukau|ay|hónap|luni|"
     "lună|μήν|חודשים|شهر|أشهر|月|개월"},
    {RelativeUnit::kYear,
     "year|jahr|an|ans|année|año|ano|anno|anni|jaar|год|года|лет|рок|lat|rok|let|år|vuotta|vuosi|yıl|év|ani|"
     "χρόνι|שנים|سنة|سنوات|年|년"},
}};

}  // namespace

std::span<const UnitWords> relative_unit_words() {
  return kUnitWords;
}

const std::string_view kWordsBefore =
    "|vor|hace|há|ha|för|for|πριν|לפני|منذ|قبل|acum|před|il y a|около|about|circa|etwa|";
const std::string_view kWordsBehind =
    "|ago|fa|geleden|назад|тому|temu|sedan|siden|sitten|önce|atrás|ezelőtt|în urmă|前|전|之前|lalu|trước|";
const std::string_view kWordsToday =
    "|today|heute|hoy|oggi|hoje|vandaag|сегодня|сьогодні|dzisiaj|dziś|dnes|idag|tänään|今日|今天|오늘|bugün|"
    "σήμερα|היום|اليوم|azi|aujourd|";
const std::string_view kWordsYesterday =
    "|yesterday|gestern|ayer|ieri|ontem|gisteren|вчера|вчора|wczoraj|včera|igår|eilen|昨日|昨天|어제|χθες|"
    "χτες|אתמול|أمس|tegnap|";
const std::string_view kWordsOne = "|a|an|one|einer|einem|eine|ein|un|une|una|um|uma|een|jeden|egy|";

}  // namespace bfa
