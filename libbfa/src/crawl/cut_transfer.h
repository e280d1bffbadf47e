// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "crawl/captures/cut_of.h"
#include "crawl/step_context.h"

namespace bfa {

// The attribute of an object that was read from a cut transfer.
inline constexpr const char* kTruncatedAttribute = "truncated";

// True when objects are read from a cut answer all the same: the same bytes came three times, so the length
// that the server states is wrong; or it cannot be fetched again (an import, a limit of its size) and the
// archive has no whole capture of it. Errors: those of the view.
Result<bool> is_read_cut(const StepContext& context, const Exchange& exchange);

// Ends the step as cut: its bytes are kept, and it is tried again.
void fail_as_cut(StepContext& context, std::string message);

// Why a whole answer with a 2xx or 304 status is not what was asked for: 206 (Partial Content), or 304 (Not
// Modified) to a request without a condition. Nothing when it is. Errors: those of the view.
Result<std::optional<std::string>> unasked_of(const StepContext& context, const Exchange& exchange);

}  // namespace bfa
