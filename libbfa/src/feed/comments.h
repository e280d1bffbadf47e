// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bfa {

// How blog software in many languages begins the title of a comment feed ("Comments on: ...").
std::span<const std::string_view> comment_feed_title_starts();
// How it begins the title of an entry in one ("By: NAME", "Comment on POST by NAME").
std::span<const std::string_view> comment_entry_title_starts();

}  // namespace bfa
