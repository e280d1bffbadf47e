// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/crawl/replay.h"
#include "bfa/crawl/step.h"
#include "bfa/store/archive.h"

namespace bfa {

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
