// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bfa {

// The beginnings of the titles of comment feeds, by blog software in many languages ("Comments on: ...").
std::span<const std::string_view> comment_feed_title_starts();
// The beginnings of the titles of their entries ("By: NAME", "Comment on POST by NAME").
std::span<const std::string_view> comment_entry_title_starts();

}  // namespace bfa
