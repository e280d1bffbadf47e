// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>

#include "serve/data/site_context.h"

namespace bfa {

// The archive of a site, kept current beside its writer. Thread-safe.
class ServedArchive {
 public:
  // Errors: those of Archive::open and SearchIndex::open. `options` must outlive it.
  static Result<std::unique_ptr<ServedArchive>> open(const ArchiveSiteOptions& options);
  virtual ~ServedArchive() = default;
  // The newest state; the store is asked at most once in ArchiveSiteOptions::fresh. Errors: kUnavailable with
  // a sentence while the store is made anew, kIo, kCorrupt.
  virtual Result<SiteContext> current() = 0;
};

}  // namespace bfa
