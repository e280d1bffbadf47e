// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// The line that publishing systems put before an answer in feeds of comments:
// <p>In reply to <a href="/talk/#comment-1">Ann</a>.</p>
struct ReplyPrefix {
  std::string address;    // canonical, of the comment that is answered
  std::string words;      // around the link, "%s" for it: "In reply to %s."
  std::size_t end = 0;    // of the line in the markup
  bool is_known = false;  // its words are those that a publishing system writes
};

// From a comment's markup: its first paragraph, if it contains one link, to another comment of the same
// page, and few other words. Nothing when it has no such line, or no text after it. Thread-safe.
std::optional<ReplyPrefix> reply_prefix_of(std::string_view markup, const Url& comment);

}  // namespace bfa
