// SPDX-License-Identifier: Apache-2.0
#include "schedule/season.h"

#include <numeric>

namespace bfa {
namespace {

constexpr std::int64_t kHour = 3600;
constexpr int kDays = 7, kHours = 24;

// Weights of the priors, in items: how many of a feed's own items count as much as the prior does.
constexpr float kHourWeight = 8, kSharpHourWeight = 80, kDayWeight = 40, kWeekWeight = 600, kPartWeight = 15;

template <std::size_t N>
void make_mean_one(std::array<float, N>& values) noexcept {
  const float sum = std::accumulate(values.begin(), values.end(), 0.0F);
  const float factor = static_cast<float>(N) / sum;
  for (float& value : values) value *= factor;
}

// The shape in which hour of day and day of week do not depend on each other.
WeekShape product_shape(const std::array<float, kHours>& by_hour, const std::array<float, kDays>& by_day,
                        float total) noexcept {
  WeekShape shape{};
  std::array<float, kHours> hour{};
  for (int h = 0; h < kHours; ++h) {
    // People do not publish on the minute: a count tells about the neighbouring hours, too.
    const auto at = [&](int offset) { return by_hour[(h + offset + kHours) % kHours]; };
    const float smooth = (at(-2) + 2 * at(-1) + 3 * at(0) + 2 * at(1) + at(2)) / 9;
    const float broad = (kHourWeight * kHourPrior[h] + kHours * smooth) / (kHourWeight + total);
    // A machine does: with many items a feed's own hours count as they are.
    hour[h] = (kSharpHourWeight * broad + kHours * by_hour[h]) / (kSharpHourWeight + total);
  }
  for (int d = 0; d < kDays; ++d) {
    const float day = (kDayWeight * kDayPrior[d] + kDays * by_day[d]) / (kDayWeight + total);
    for (int h = 0; h < kHours; ++h) shape[d * kHours + h] = day * hour[h];
  }
  make_mean_one(shape);
  return shape;
}

}  // namespace

int hour_of_week(std::int64_t seconds) noexcept {
  // 1970-01-01 was a Thursday.
  const std::int64_t hour =
      (seconds >= 0 ? seconds : seconds - (kHour - 1)) / kHour + std::int64_t{3} * kHours;
  return static_cast<int>(((hour % kWeekHours) + kWeekHours) % kWeekHours);
}

WeekShape week_shape(const std::array<std::uint16_t, kWeekHours>& counts) noexcept {
  // Called twice for each decision: loops without divisions.
  std::array<float, kWeekHours + 2> items;  // with the hours before and after the week
  std::array<float, kHours> by_hour{};
  std::array<float, kDays> by_day{};
  float total = 0;
  for (std::size_t d = 0, i = 0; d < kDays; ++d) {
    for (std::size_t h = 0; h < kHours; ++h, ++i) {
      const float count = static_cast<float>(counts[i]) / 16;
      items[i + 1] = count;
      by_hour[h] += count;
      by_day[d] += count;
    }
    total += by_day[d];
  }
  items[0] = items[kWeekHours];
  items[kWeekHours + 1] = items[1];
  WeekShape shape = product_shape(by_hour, by_day, total);
  const float own = kWeekHours / (4 * (kWeekWeight + total)), prior = kWeekWeight / (kWeekWeight + total);
  for (std::size_t i = 0; i < kWeekHours; ++i) {
    shape[i] = prior * shape[i] + own * (items[i] + 2 * items[i + 1] + items[i + 2]);
  }
  make_mean_one(shape);
  return shape;
}

HourShape hour_shape(const std::array<std::uint16_t, kHourParts>& counts) noexcept {
  float total = 0;
  for (const std::uint16_t count : counts) total += static_cast<float>(count) / 16;
  HourShape shape{};
  for (int i = 0; i < kHourParts; ++i) {
    const float items = static_cast<float>(counts[i]) / 16;
    shape[i] = (kPartWeight + kHourParts * items) / (kPartWeight + total);
  }
  return shape;
}

int second_of_hour(std::int64_t seconds) noexcept {
  return static_cast<int>(((seconds % kHour) + kHour) % kHour);
}

}  // namespace bfa
