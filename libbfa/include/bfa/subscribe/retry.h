// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/finding.h"
#include "bfa/store/archive.h"

namespace bfa {

// What failed in an archive, and trying it again.

// Which failures are meant.
struct RetryQuery {
  // Home pages of blogs (all that failed of them) and failed addresses; empty: all of the archive.
  std::vector<std::string> addresses;
  // Part of a failure's message in any case of letters, or the name of its code ("unavailable"); empty: any.
  std::string reason;
  bool media = true;  // images and style sheets, too
  // Addresses that answered 404 or 410, too: an answer, and no failure. Of failed_addresses() only.
  bool absent = false;
};

// The failures with one reason: most of them first, each list in the order of blogs and addresses.
struct FailureGroup {
  Code code = Code::kInternal;
  std::string message;
  std::vector<FailedTask> failures;
};

struct FailureReport {
  std::vector<FailureGroup> groups;
  std::uint64_t media_left_out = 0;  // with `media` off
  std::uint64_t absent = 0;          // that answered 404 or 410 when they were asked for last
  Findings unknown;                  // addresses of the query at which nothing failed: `where` has each
};

// The addresses whose last visit failed. Cost: one scan of the failures, which are in memory then, and one
// of the captures.
// Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<FailureReport> failed_addresses(const Archive& archive, const RetryQuery& query);

struct RetryReport {
  std::uint64_t due = 0;           // addresses that the next visit of their blog tries again
  std::uint64_t waiting = 0;       // that the next visit tries anyway
  std::uint64_t local = 0;         // failures of work without a fetch, such as learning: nothing to ask for
  std::uint64_t joined = 0;        // of blogs that were joined into another, which are not visited
  std::vector<std::string> blogs;  // home pages of those with an address that is due
  Findings unknown;                // as in FailureReport
};

// Makes failed addresses due: a visit of their blogs is due at `now`, and asks for these addresses. It is no
// visit of the blog for anything else (CrawlOptions::due_only), and when the blog is next due for all else
// stays as it was. Failures stay listed until their address answers. An address that waits is not added
// twice. Durable when it returns. A rebuild of the store forgets which addresses were asked for; the failures
// stay. The archive is open for writing; one thread at a time. Errors: those of Archive, kInvalidArgument
// (open for reading).
BFA_EXPORT Result<RetryReport> retry_failed(Archive& archive, const RetryQuery& query, UtcTime now);

}  // namespace bfa
