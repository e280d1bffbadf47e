// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/check_log.h"
#include "check/store_reader.h"

namespace bfa {

// Goes through all objects with all of their versions and readings: each row is read, and each version has
// its capture. Tells which captures and objects the problems of the log affect.
Status check_objects(const Database& database, const SampleChoice& sample, const CheckOptions& options,
                     CheckLog& log, CheckReport& counts);

}  // namespace bfa
