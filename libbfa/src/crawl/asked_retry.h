// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bfa/crawlmodel/step_result.h"

namespace bfa {

// BlogState::due_reason of a blog that is due only because a user asked to try failed addresses again. Its
// visit fetches these addresses, and is no visit of the blog: when it is next due for all else stays as it
// was.
inline constexpr std::string_view kRetryAsked = "asked to try failed addresses again";

inline bool is_asked_retry(const BlogState& blog) {
  return blog.due_reason == kRetryAsked;
}

}  // namespace bfa
