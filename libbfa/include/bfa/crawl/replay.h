// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bfa/crawl/crawl.h"

namespace bfa {

// A fetcher that answers requests from WARC files with the last capture of the URL; kNotFound if they have
// no capture of it. Indexes the files first (memory: about 150 bytes a capture). `fs` must outlive it.
// Errors: kNotFound, kIo, kUnsupported.
BFA_EXPORT Result<std::unique_ptr<Fetcher>> make_warc_fetcher(FileSystem& fs,
                                                              const std::vector<std::string>& warc_files);

// What a rebuild reads otherwise than the version that wrote the archive did, by the last versions of
// objects.
struct RereadDates {
  std::uint64_t offsets = 0;       // dates that have the offset that they were written with now
  std::uint64_t instants = 0;      // local times that are instants now
  std::uint64_t others = 0;        // dates that differ otherwise
  std::vector<std::string> zones;  // by which local times became instants; of several that agree the first
};

struct ReplayReport {
  std::uint64_t steps = 0, captures = 0, skipped = 0;
  std::uint64_t known = 0;  // captures of an import that the archive had: same URL, date and payload
  std::vector<CrawlReport> blogs;
  RereadDates reread;  // of a rebuild
  Findings findings;
};

// Imports the captures of WARC files through the same steps as a crawl, with their own times, oldest first.
// Captures that the archive has are left out, so an import that was killed can be repeated. Captures that
// cannot be read are in `findings`.
// `blogs`: home pages; empty: every host with a capture of a feed or of a home page. The archive is open for
// writing. Errors: kNotFound, kInvalidArgument, kUnsupported, kIo.
BFA_EXPORT Result<ReplayReport> import_warcs(Archive& archive, FileSystem& fs,
                                             const std::vector<std::string>& warc_files,
                                             const std::vector<std::string>& blogs,
                                             const CrawlOptions& options);

// Makes the store of an archive again from its own WARC files, step by step in the recorded order and with
// the recorded times. The objects are the same, byte for byte. The old store is kept until the new one is
// complete. Errors: kNotFound, kCorrupt, kInvalidArgument (a recorded strategy that is unknown), kIo.
BFA_EXPORT Result<ReplayReport> rebuild_archive(const std::string& directory,
                                                const ArchiveOptions& archive_options,
                                                const CrawlOptions& options);

}  // namespace bfa
