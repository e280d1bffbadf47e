// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// A regular expression that a user gives for URLs. Its time is linear in the URL, whatever the expression,
// and its memory is bounded. Thread-safe. The syntax is RE2's: no backreferences, no look-around.
class UrlPattern {
 public:
  // Errors: kInvalidArgument with the expression in `where`: not a valid expression, or it needs too much
  // memory.
  static Result<UrlPattern> compile(const std::string& expression);

  UrlPattern(UrlPattern&&) noexcept;
  UrlPattern& operator=(UrlPattern&&) noexcept;
  ~UrlPattern();

  // True if some part of the URL matches.
  bool is_found_in(std::string_view url) const;

 private:
  struct Impl;
  explicit UrlPattern(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
