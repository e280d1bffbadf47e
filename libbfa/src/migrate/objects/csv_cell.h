// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// What csv_cell() changed.
struct CsvChange {
  bool guarded = false;   // an apostrophe stands before it
  bool repaired = false;  // it had bytes that are not UTF-8, or NUL
};

// Appends a cell as RFC 4180, section 2, has it: in quotes if it has a comma, a quote or a line end; quotes
// doubled. Unless `exact`, a cell that a spreadsheet would run as a formula gets an apostrophe in front: one
// that begins, after white space, with = + - @ (or their full-width forms), or with an apostrophe, so that
// taking one apostrophe away gives the value back in all cases. Text that is not UTF-8 becomes U+FFFD; NUL,
// which readers refuse, is left out. Thread-safe.
CsvChange append_csv_cell(std::string& row, std::string_view value, bool exact);

}  // namespace bfa
