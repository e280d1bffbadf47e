// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/url/url.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// The fields of a comment, read from its element.
struct CommentFields {
  std::string author, text, html;
  std::optional<Timestamp> published;
  bool relative_date = false;  // "3 days ago": another date at each visit
  std::string fragment;        // of its address on the page, without "#"; may be empty
  bool elsewhere = false;      // its address is on another page: this is a list of recent comments
  std::int64_t parent = -1;    // index of the comment that it answers; -1: the post
  bool ping = false;
};

struct CommentReadContext {
  const Url* page_url = nullptr;
  const Url* base = nullptr;  // the base of relative links
  std::string_view language;
  UtcTime now{};
  std::vector<std::string> addresses;  // further ones of the page, from its head ("/?p=12")
};

// "Pingback: Title" ("Ping : Title" in French), or the excerpt that pings carry: "[...] words [...]". Such
// text is what the software of another site sent, on a page and in a feed of comments.
bool reads_like_ping(std::string_view text);

// Reads all items of a page, in their order. Cost: linear in the page.
std::vector<CommentFields> read_comment_items(const PageIndex& page, const std::vector<CommentItem>& items,
                                              const CommentReadContext& context);

}  // namespace bfa
