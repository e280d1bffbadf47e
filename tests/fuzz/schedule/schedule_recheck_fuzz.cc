// SPDX-License-Identifier: Apache-2.0
// What reads as edit rates can be planned with, and is written again as the same bytes.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/schedule/recheck.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(schedule_recheck) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto rates = bfa::EditRates::decode(bytes);
  if (!rates) return 0;
  std::string out;
  if (!rates->encode(out) || out.size() > 80) std::abort();
  std::string_view again = out;
  const auto back = bfa::EditRates::decode(again);
  if (!back || !(*back == *rates) || !again.empty()) std::abort();
  const bfa::ScheduleTime now{std::chrono::seconds(1704067200)};
  bfa::PageHistory page;
  page.published = now - std::chrono::days(30);
  page.first_check = now - std::chrono::days(20);
  page.last_check = now;
  rates->learn(page.published, page.first_check, now, size % 2 == 0);
  const auto due = rates->next_check(page, 0.1);
  if (due < now + std::chrono::hours(6) || due > now + std::chrono::days(365)) std::abort();
  return 0;
}
