// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bfa/crawl/crawl.h"

namespace bfa {

// Answers requests from WARC files: the last capture of the URL in them, or kNotFound. Indexes the files
// first (memory: the index). Errors: kNotFound, kIo, kUnsupported.
BFA_EXPORT Result<std::unique_ptr<Fetcher>> make_warc_fetcher(FileSystem& fs,
                                                              const std::vector<std::string>& warc_files);

struct ReplayReport {
  std::uint64_t steps = 0, captures = 0, skipped = 0;
  std::vector<CrawlReport> blogs;
  Findings findings;
};

// Takes the captures of WARC files into an archive through the same steps as a crawl, with their own times,
// oldest first. `blogs`: home pages; empty: every host whose captures hold a feed or a home page. Errors:
// kNotFound, kUnsupported, kIo.
BFA_EXPORT Result<ReplayReport> import_warcs(Archive& archive, FileSystem& fs,
                                             const std::vector<std::string>& warc_files,
                                             const std::vector<std::string>& blogs,
                                             const CrawlOptions& options);

// Makes the store of an archive anew from its own WARC files, step by step in their recorded order and with
// their own times. Gives the same objects, byte for byte. The old store is kept until the new one is whole.
// Errors: kNotFound, kCorrupt, kIo.
BFA_EXPORT Result<ReplayReport> rebuild_archive(const std::string& directory,
                                                const ArchiveOptions& archive_options,
                                                const CrawlOptions& options);

}  // namespace bfa
