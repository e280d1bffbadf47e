// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bfa {

// The trouble of a blog that was visited, and has no post. It is the last of a blog's sentences.
inline constexpr const char* kNoPosts = "no posts";

}  // namespace bfa
