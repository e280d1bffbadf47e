// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// An address that answered 404 or 410 when it was asked for last: an answer, and no failure.
struct AbsentAddress {
  std::string blog;  // its home page; empty: of no blog
  std::string url;
  TaskKind kind = TaskKind::kPage;
  int status = 0;
  UtcTime time{};
};

// All of an archive, by address. What may well be absent is left out: robots.txt, sitemaps, feeds, and the
// addresses that cannot exist. Cost: one scan of the captures; of those that answered so, their addresses are
// in memory. Thread-safe. Errors: those of Archive and of `visit`.
Status for_each_absent(const Archive& archive, const std::function<Status(AbsentAddress address)>& visit);

}  // namespace bfa
