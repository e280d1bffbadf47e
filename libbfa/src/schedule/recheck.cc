// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/recheck.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/guard.h"
#include "schedule/state_bytes.h"

namespace bfa {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr float kMostCount = 1e9F;
constexpr double kDay = 86'400;
constexpr double kMemory = 730;  // days
// Weights of the priors, in edits: of all blogs for the level of a blog, of the level for the rate of an age,
// and of the rates for a page.
constexpr double kLevelWeight = 2, kAgeWeight = 4, kPageWeight = 1;
constexpr double kCommentWeight = 0.1;  // of an edit, a comment; chosen, not fitted
constexpr double kMostComments = 20;
constexpr double kLeastInterval = 0.25, kMostInterval = 365;  // days
constexpr int kHalvings = 40;

// The ends of the ages, in days; the last one has none.
constexpr std::array<double, kEditAges> kEnds{0.25, 1, 7, 30, 90, 365, HUGE_VAL};

double days_between(ScheduleTime from, ScheduleTime to) {
  return (static_cast<double>(to.time_since_epoch().count()) -
          static_cast<double>(from.time_since_epoch().count())) /
         kDay;
}

// How many days between two ages lie in each class.
std::array<double, kEditAges> days_by_age(double from, double to) {
  std::array<double, kEditAges> out{};
  double begin = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = std::max(0.0, std::min(to, kEnds[i]) - std::max(from, begin));
    begin = kEnds[i];
  }
  return out;
}

// The expected waiting, at age `to`, of the edits since age `from`: the integral of the rate times the time
// that is left.
double waiting_between(const EditTable& rates, double from, double to) {
  double sum = 0, begin = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double first = std::max(from, begin), last = std::min(to, kEnds[i]);
    if (last > first) sum += rates[i] * (last - first) * (to - (first + last) / 2);
    begin = kEnds[i];
  }
  return sum;
}

double age_at(const PageHistory& page, ScheduleTime time) {
  return std::max(0.0, days_between(std::min(page.published, page.first_check), time));
}

}  // namespace

EditTable EditRates::rates() const noexcept {
  double expected = 0;
  for (std::size_t i = 0; i < prior_.size(); ++i) expected += static_cast<double>(prior_[i]) * days_[i];
  const double found = std::accumulate(changes_.begin(), changes_.end(), 0.0);
  const double level = (kLevelWeight + found) / (kLevelWeight + expected);
  EditTable out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double rate = std::max(1e-7, level * prior_[i]);
    out[i] = static_cast<float>((kAgeWeight + changes_[i]) / (kAgeWeight / rate + days_[i]));
  }
  return out;
}

void EditRates::learn(ScheduleTime published, ScheduleTime from, ScheduleTime to, bool changed) noexcept {
  if (to <= from) return;
  const std::int64_t at =
      std::clamp<std::int64_t>(to.time_since_epoch().count(), -kFurthestTime, kFurthestTime);
  const auto fade = [](std::int64_t seconds) {
    return std::exp(-static_cast<double>(seconds) / kDay / kMemory);
  };
  double weight = 1;
  if (at > until_) {
    const double left = until_ == 0 ? 0 : fade(at - until_);
    for (float& value : days_) value = static_cast<float>(value * left);
    for (float& value : changes_) value = static_cast<float>(value * left);
    until_ = at;
  } else {
    weight = fade(until_ - at);
  }
  const ScheduleTime born = std::min(published, from);
  const auto days = days_by_age(days_between(born, from), days_between(born, to));
  const EditTable rates = this->rates();
  double expected = 0;
  for (std::size_t i = 0; i < days.size(); ++i) expected += days[i] * rates[i];
  for (std::size_t i = 0; i < days.size(); ++i) {
    const auto add = [&](float& count, double value) {
      count = std::min(kMostCount, static_cast<float>(count + weight * value));
    };
    add(days_[i], days[i]);
    if (changed && expected > 0) add(changes_[i], days[i] * rates[i] / expected);
  }
}

double EditRates::edits_per_day(std::chrono::seconds age) const noexcept {
  const double days = static_cast<double>(age.count()) / kDay;
  const auto at = std::upper_bound(kEnds.begin(), kEnds.end() - 1, days) - kEnds.begin();
  return rates()[static_cast<std::size_t>(at)];
}

double EditRates::page_factor(const PageHistory& page) const noexcept {
  const EditTable rates = this->rates();
  const auto days = days_by_age(age_at(page, page.first_check), age_at(page, page.last_check));
  double expected = 0;
  for (std::size_t i = 0; i < days.size(); ++i) expected += days[i] * rates[i];
  const double comments = kCommentWeight * std::min(kMostComments, static_cast<double>(page.comments));
  return (kPageWeight + static_cast<double>(page.changes) + comments) / (kPageWeight + expected);
}

double EditRates::waiting(const PageHistory& page, ScheduleTime now) const noexcept {
  if (now <= page.last_check) return 0;
  return page_factor(page) * waiting_between(rates(), age_at(page, page.last_check), age_at(page, now));
}

ScheduleTime EditRates::next_check(const PageHistory& page, double price) const noexcept {
  if (!(price > 0)) price = 0;
  const EditTable rates = this->rates();
  const double factor = page_factor(page), age = age_at(page, page.last_check);
  double low = kLeastInterval, high = kMostInterval;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (factor * waiting_between(rates, age, age + middle) < price ? low : high) = middle;
  }
  return page.last_check + std::chrono::seconds(static_cast<std::int64_t>(std::ceil(high * kDay - 1e-3)));
}

Status EditRates::encode(std::string& out) const {
  return guarded(
      [&]() -> Status {
        append_number(out, kVersion);
        append_time(out, until_);
        for (const float value : days_) append_float(out, value);
        for (const float value : changes_) append_float(out, value);
        return Status();
      },
      "edit rates");
}

Result<EditRates> EditRates::decode(std::string_view& bytes) {
  StateReader reader(bytes);
  if (const std::uint64_t version = reader.number(UINT32_MAX); reader.ok() && version != kVersion) {
    return Error{Code::kUnsupported,
                 "edit rates of version " + std::to_string(version) + "; this one reads 1",
                 {},
                 -1};
  }
  EditRates rates;
  rates.until_ = reader.time();
  for (float& value : rates.days_) value = reader.count(kMostCount);
  for (float& value : rates.changes_) value = reader.count(kMostCount);
  if (!reader.ok()) return Error{Code::kTruncated, "the bytes of edit rates are cut or out of range", {}, -1};
  bytes = reader.rest();
  return rates;
}

}  // namespace bfa
