// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "bfa/crawl/step.h"
#include "bfa/store/archive.h"

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
  std::uint64_t repeated = 0;      // steps whose number came twice, and that have another one now
  std::uint64_t lost_objects = 0;  // of a rebuild: accepted loss
  std::string accepted_loss;       // of a rebuild: what is missing, in words; empty: nothing
  std::uint64_t known = 0;         // captures of an import that the archive had: same URL, date and payload
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
// the recorded times. The objects are the same, byte for byte. A blog whose captures came by several runs,
// one of them an import, is taken anew as one import of its captures would take it: the order of imports
// makes no difference (docs/crawl.md, "Imports"). The old store is kept until the new one is complete. Needs
// the files in warc/ only: bfa.toml is made again. What cannot be read in them is a finding. When the old
// store can be read and has objects or captures that the new one would lack, nothing is written and the error
// is kDenied, unless `accept_loss` is the number of these objects (of the captures, when no object would be
// lost). Errors: kNotFound, kCorrupt, kDenied, kInvalidArgument (a recorded strategy that is unknown), kIo.
BFA_EXPORT Result<ReplayReport> rebuild_archive(const std::string& directory,
                                                const ArchiveOptions& archive_options,
                                                const CrawlOptions& options,
                                                std::optional<std::uint64_t> accept_loss = {});

// Opens an archive as Archive::open. With kWrite it first applies the steps that are whole in the WARC files
// and that the store lacks, because a crawl was killed or because the store is older than the files: objects,
// tasks, templates, blogs and decisions are then as if the steps had been committed. Nothing is fetched.
// `step`: options for reading pages; recorded settings replace them. `report`: what was applied; may be null.
// The caller owns the archive. Errors: those of Archive::open; kCorrupt when the store is not the one of the
// WARC files (the message has the command to run); kIo. Thread-safe for different directories.
BFA_EXPORT Result<std::unique_ptr<Archive>> open_archive(const std::string& directory,
                                                         const ArchiveOptions& options,
                                                         const StepOptions& step = {},
                                                         ReplayReport* report = nullptr);

}  // namespace bfa
