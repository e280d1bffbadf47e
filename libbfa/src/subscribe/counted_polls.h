// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "bfa/store/archive.h"

namespace bfa {

// The answers to polls that were counted and not recorded (CrawlOptions::keep_empty_polls): a note for each
// feed until record() writes them into the archive as decisions "unrecorded-polls", one a blog. Then WARC
// tells how often each feed was asked, and that it was as before. One thread.
class CountedPolls {
 public:
  struct Count {
    std::uint64_t answers = 0;
    UtcTime first{}, last{};
  };

  // Takes the notes of an earlier session. Errors: those of the archive.
  Status load(const Archive& archive);
  // An answer came. Errors: those of the archive.
  Status add(Archive& archive, const std::string& home, const std::string& feed, UtcTime time);
  // Errors: those of the archive; then the notes stay.
  Status record(Archive& archive, UtcTime now);

 private:
  std::map<std::pair<std::string, std::string>, Count> counts_;  // by blog and feed
};

}  // namespace bfa
