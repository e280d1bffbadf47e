// SPDX-License-Identifier: Apache-2.0
// What is read as a date can be written and, for feeds, read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "bfa/text/prose_date.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(text_date) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto time = bfa::parse_feed_date(text)) {
    const auto written = bfa::format_timestamp(*time);
    const auto year = written.substr(0, written.find('-', 1));
    if (year.size() == 4 && written[0] != '-' && !bfa::parse_timestamp(written)) std::abort();
  }
  for (const char* language : {"", "en", "de", "ja"}) {
    const auto date = bfa::find_prose_date(text, language, bfa::UtcTime{});
    if (date && bfa::format_timestamp(date->time).empty()) std::abort();
  }
  return 0;
}
