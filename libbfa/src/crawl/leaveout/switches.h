// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "bfa/store/archive.h"

namespace bfa {

// The steps of the pipeline that a crawl can leave out: media, comments, extraction (StepOptions). What an
// archive lacks by that is in a note of each blog, until a crawl with the step has read the stored pages
// again. A rebuild lacks nothing but media, and forgets the notes.

// Takes out of a result what is not to be stored, or not to be asked for.
void leave_out(const StepOptions& options, StepResult& result);

// Tasks that read the stored pages of a known blog, if this crawl has a step that an earlier one left out.
// Errors: those of the archive.
Result<std::vector<CrawlTask>> unread_pages(const Archive& archive, const BlogState& blog,
                                            std::uint64_t crawl, const StepOptions& options);

// Keeps what the archive lacks of a blog whose crawl ended. `whole`: nothing is left to do. Errors: those of
// the archive.
Status note_left_out(Archive& archive, const std::string& home, bool whole, const StepOptions& options);

}  // namespace bfa
