// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bfa {

// The style sheet of the page.
extern const char* const kReportStyle;

}  // namespace bfa
