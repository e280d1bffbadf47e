// SPDX-License-Identifier: Apache-2.0
#include "bfa/object/filters.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

TEST(TimeBound, EndsWithAllThatADateSays) {
  const struct {
    const char *date, *end;
  } rows[] = {{"2012", "2013-01-01T00:00:00Z"},
              {"2012-04", "2012-05-01T00:00:00Z"},
              {"2012-12", "2013-01-01T00:00:00Z"},
              {"2012-02-29", "2012-03-01T00:00:00Z"},
              {"2012-04-30T23:59:59", "2012-05-01T00:00:00Z"},
              {"2012-04-30T10:00:00+02:00", "2012-04-30T08:00:01Z"},
              {"2012-04-30T10:00:00.5Z", "2012-04-30T10:00:00.500001Z"}};
  for (const auto& row : rows) {
    const UtcTime end = end_of(*parse_timestamp(row.date));
    EXPECT_EQ(end, *parse_rfc3339(row.end)) << row.date;
    EXPECT_EQ(last_instant_of(*parse_timestamp(row.date)), end - std::chrono::microseconds(1)) << row.date;
  }
}

}  // namespace
}  // namespace bfa
