// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bfa/report/report.h"

namespace bfa {

// make_report() that ends with kUnavailable soon after `wanted` returns false.
Result<ArchiveReport> make_report_while(const Archive& archive, const ReportOptions& options,
                                        const std::function<bool()>& wanted);

}  // namespace bfa
