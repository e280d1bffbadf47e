// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/check/check.h"
#include "check/check_log.h"
#include "check/store_reader.h"

namespace bfa {

// Takes the problems of the log in their order, and says what they mean together.
void finish_report(CheckLog& log, const SampleChoice& sample, CheckReport& report);

// Records the result in the archive if that changes nothing else there. Otherwise says in the report why not.
// `fs` may be null.
void record_result(const std::string& directory, FileSystem* fs, Clock& clock, CheckReport& report);

}  // namespace bfa
