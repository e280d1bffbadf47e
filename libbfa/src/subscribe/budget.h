// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/schedule/scheduler.h"
#include "bfa/store/archive.h"

namespace bfa {

// Notes the budget of a run, for last_budget(). Errors: those of the archive.
Status note_budget(Archive& archive, const SchedulerOptions& options);

}  // namespace bfa
