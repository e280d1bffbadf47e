// SPDX-License-Identifier: Apache-2.0
#pragma once

// For .cc files only: public headers define only the macro BFA_EXPORT.
#define BFA_CONCAT_INNER(a, b) a##b
#define BFA_CONCAT(a, b) BFA_CONCAT_INNER(a, b)

// Returns the error of `expr` (a Status or Result) from the enclosing function, if there is one.
#define BFA_RETURN_IF_ERROR(expr)                            \
  do {                                                       \
    if (auto bfa_status = (expr); !bfa_status.has_value()) { \
      return std::move(bfa_status).error();                  \
    }                                                        \
  } while (false)

// NOLINTBEGIN(bugprone-macro-parentheses): a declaration cannot be in parentheses
// Declares `lhs` from the value of `expr`, or returns its error.
#define BFA_ASSIGN_OR_RETURN(lhs, expr) \
  BFA_ASSIGN_OR_RETURN_IMPL(BFA_CONCAT(bfa_result_, __LINE__), lhs, expr)
#define BFA_ASSIGN_OR_RETURN_IMPL(result, lhs, expr)         \
  auto result = (expr);                                      \
  if (!result.has_value()) return std::move(result).error(); \
  lhs = std::move(result).value()
// NOLINTEND(bugprone-macro-parentheses)
