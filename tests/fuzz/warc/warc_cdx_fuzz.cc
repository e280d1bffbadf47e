// SPDX-License-Identifier: Apache-2.0
// Index lines of any kind, lookups, and request bodies: an entry that is read and written again is the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bfa/warc/cdx.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/one_file.h"
#include "warc/index/post_query.h"

BFA_FUZZ_TARGET(warc_cdx) {
  const std::string input(data, data + size);
  bfa::fuzz::OneFile fs(input);
  bfa::Findings findings;
  // Errors are expected everywhere; they must only be reported.
  (void)bfa::read_cdx(
      fs, "fuzz",
      [](const bfa::CdxEntry& entry) {
        if (entry.key.empty() || entry.timestamp.empty()) return true;
        const auto again = bfa::parse_cdxj(bfa::format_cdxj(entry));
        if (!again || again->key != entry.key || again->timestamp != entry.timestamp ||
            again->offset != entry.offset) {
          std::abort();
        }
        const auto third = bfa::parse_cdxj(bfa::format_cdxj(*again));
        if (!third || *third != *again) std::abort();
        return true;
      },
      findings)
      .ok();
  for (const char* path : {"fuzz.cdxj", "fuzz.idx"}) {
    const auto index = bfa::CdxIndex::open(fs, path);
    if (index)
      (void)(*index)
          ->find("com,", bfa::CdxIndex::Match::kPrefix, [](const bfa::CdxEntry&) { return true; })
          .ok();
  }
  for (const char* type :
       {"application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"}) {
    if (bfa::request_body_query(type, input).size() > 4096) std::abort();
  }
  return 0;
}
