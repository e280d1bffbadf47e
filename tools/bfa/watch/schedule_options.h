// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "args.h"
#include "bfa/schedule/scheduler.h"
#include "command.h"

namespace bfa::tool {

// --budget and --alpha, of run and schedule.
void add_schedule_options(Args& args, SchedulerOptions& schedule);
// Errors: kInvalidArgument.
Status check_schedule_options(const SchedulerOptions& schedule);

// A part of the command "schedule".
int cmd_schedule_explain(const Arguments& arguments);

}  // namespace bfa::tool
