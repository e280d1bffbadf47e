// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/warc/merge.h"

namespace bfa {

// Selects captures. The URL conditions (the first five members) are ORed, as are several values of one
// condition; different conditions are ANDed. A capture is a group of adjacent records linked by
// Concurrent-To or by the same URL and date; its response, revisit or resource is tested; if it has none of
// these, its only record.
struct WarcSelection {
  std::vector<std::string> urls;           // equal to WARC-Target-URI, or equal after canonical_url()
  std::vector<std::string> url_prefixes;   // first bytes of WARC-Target-URI
  std::vector<std::string> url_patterns;   // regular expressions of RE2, found in it
  std::vector<std::string> surt_prefixes;  // of surt_key(): "com,example)/blog"
  std::vector<std::string> hosts;          // "blog.example"; "*.example": it and its subdomains
  std::vector<std::string> statuses;       // "404", "4xx", "200-299"
  std::vector<std::string> mimes;          // "text/html", "image/*": of the response, or of a non-HTTP record
  std::vector<std::string> types;          // "response", "revisit", ...
  std::optional<UtcTime> from, until;      // from <= WARC-Date < until
  bool invert = false;                     // select all other captures
};

// What to do with a selected revisit whose original is not selected.
enum class MissingOriginalPolicy : std::uint8_t { kMaterialise, kKeep };

struct WarcFilterOptions {
  MissingOriginalPolicy originals = MissingOriginalPolicy::kMaterialise;
  bool keep_warcinfo = true;
  bool dry_run = false;
};

// Writes the selected captures of the files to one file (rules: merge.h). A revisit whose original is not
// selected, or is in none of the files, is materialised or kept and listed ("original_left_out",
// "original_missing"). Reads each file up to four times. Memory: one bit per record, about 1 KiB per revisit,
// and 100 bytes per record whose capture is elsewhere in the files. Further errors: kInvalidArgument (a
// condition that cannot be parsed).
BFA_EXPORT Result<WarcCopyReport> filter_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                               std::string_view to, const WarcSelection& selection,
                                               const WarcFilterOptions& options = {});

struct WarcRedactOptions {
  std::string reason;         // required; written to the file, on one line
  bool keep_digests = false;  // keep the payload digest, so that others can prove what was removed
  Clock* clock = nullptr;     // for the date of redaction; system_clock() when null
  bool dry_run = false;
};

// Writes all records of the files to one file (rules: merge.h), the selected captures without their blocks:
// each of their records becomes a metadata record with its id, type, date and length, the date and reason of
// redaction and, with keep_digests, its payload digest. `urls` and `url_prefixes` match all spellings of an
// address (fetch_dedup_key). Revisits of these, what refers to them (conversions, metadata) and their further
// segments are redacted too. warcinfo records are never redacted. Reads each file three times. Memory: as
// filter_warcs, and 300 bytes per redacted record. Further errors: kInvalidArgument (no reason, an empty
// selection). Source: docs/formats/warc.md, "Redaction".
BFA_EXPORT Result<WarcCopyReport> redact_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                               std::string_view to, const WarcSelection& selection,
                                               const WarcRedactOptions& options);

}  // namespace bfa
