// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/warc/merge.h"

namespace bfa {

// Which captures are meant. Each kind of condition that is given must hold; of several values of one kind,
// and of the first five kinds together, one is enough. A capture is what stands side by side and belongs
// together (Concurrent-To, or the same URL and date); its response, revisit or resource is what is looked at,
// else its only record.
struct WarcSelection {
  std::vector<std::string> urls;           // as WARC-Target-URI has it, or the same after canonical_url()
  std::vector<std::string> url_prefixes;   // bytes at the beginning of the WARC-Target-URI
  std::vector<std::string> url_patterns;   // ECMAScript expressions found in its first 2,000 bytes
  std::vector<std::string> surt_prefixes;  // of surt_key(): "com,example)/blog"
  std::vector<std::string> hosts;          // "blog.example"; "*.example": it and what is under it
  std::vector<std::string> statuses;       // "404", "4xx", "200-299"
  std::vector<std::string> mimes;          // "text/html", "image/*": of the HTTP answer, else of the record
  std::vector<std::string> types;          // "response", "revisit", ...
  std::optional<UtcTime> from, until;      // WARC-Date not before `from`, before `until`
  bool invert = false;                     // the captures that are not meant
};

// What becomes of a revisit that is selected and whose original is not.
enum class MissingOriginalPolicy : std::uint8_t { kMaterialise, kKeep };

struct WarcFilterOptions {
  MissingOriginalPolicy originals = MissingOriginalPolicy::kMaterialise;
  bool keep_warcinfo = true;
  bool dry_run = false;
};

// The selected captures of the files in one file (rules: merge.h). A revisit whose original falls out, or
// stands in none of the files, is materialised or kept and listed ("original_left_out",
// "original_missing"). Reads each file up to four times. Memory: a bit a record, about 1 KiB a revisit, and
// 100 bytes for a record that belongs to a capture elsewhere in the files. Errors besides: kInvalidArgument
// (a condition that cannot be read).
BFA_EXPORT Result<WarcCopyReport> filter_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                               const std::string& to, const WarcSelection& selection,
                                               const WarcFilterOptions& options = {});

struct WarcRedactOptions {
  std::string reason;         // required; goes into the file, on one line
  bool keep_digests = false;  // keep the payload digest, which lets others prove what it was
  Clock* clock = nullptr;     // for the date of redaction; system_clock() when null
  bool dry_run = false;
};

// All records of the files in one file (rules: merge.h), those of the selected captures without their blocks:
// each becomes a metadata record that names its id, type, date and length, the date and reason of redaction
// and, if wanted, its payload digest. Captures whose revisit points at one of these are redacted too.
// warcinfo records never are. Reads each file three times. Memory: as filter_warcs, and 300 bytes a redacted
// record. Errors besides: kInvalidArgument (no reason, an empty selection). Source: docs/formats/warc.md,
// "Redaction".
BFA_EXPORT Result<WarcCopyReport> redact_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                               const std::string& to, const WarcSelection& selection,
                                               const WarcRedactOptions& options);

}  // namespace bfa
