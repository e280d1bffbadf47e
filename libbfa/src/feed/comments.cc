// SPDX-License-Identifier: Apache-2.0
#include "feed/comments.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "feed/build.h"

namespace bfa {
namespace {

// "#comment-12", "#c12", "#IDComment12", "?showComment=12": the address of one comment on a page.
bool is_comment_address(std::string_view url) {
  const std::string lower = ascii_lower_case(url);
  if (lower.find("showcomment=") != std::string::npos || lower.find("replytocom=") != std::string::npos) {
    return true;
  }
  const std::size_t hash = lower.find('#');
  if (hash == std::string::npos) return false;
  const std::string_view fragment = std::string_view(lower).substr(hash + 1);
  for (const std::string_view start : {"comment", "idcomment", "isso-", "komment", "respond"}) {
    if (fragment.starts_with(start)) return true;
  }
  return fragment.size() > 1 && fragment[0] == 'c' &&
         std::all_of(fragment.begin() + 1, fragment.end(), is_digit);
}

// "?p=12&feed=rss2": WordPress' comments of one post, where it has no readable addresses.
bool is_feed_of_numbered_post(std::string_view url) {
  const std::size_t mark = url.find('?');
  if (mark == std::string_view::npos) return false;
  bool has_feed = false, has_post = false;
  for (std::string_view rest = url.substr(mark + 1); !rest.empty();) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view name = pair.substr(0, equals);
    has_feed = has_feed || name == "feed";
    if (name == "p" || name == "page_id")
      has_post = has_post || (equals + 1 < pair.size() && is_digit(pair[equals + 1]));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return has_feed && has_post;
}

template <class Starts>
bool starts_with_any(std::string_view text, const Starts& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [text](std::string_view start) { return text.starts_with(start); });
}

}  // namespace

bool is_comment_feed_address(std::string_view url) {
  std::string lower = ascii_lower_case(url);
  lower = lower.substr(0, lower.find('#'));
  constexpr std::array<std::string_view, 13> kParts{
      "/comments/feed", "/comments/default", "/feeds/comments", "feed=comments", "/comments/rss",
      "/comments/atom", "comments.rss",      "comments.atom",   "comments.xml",  "comments-rss",
      "comments_feed",  "/comment-feed",     "/feed/comments"};
  if (std::any_of(kParts.begin(), kParts.end(),
                  [&](std::string_view part) { return lower.find(part) != std::string::npos; })) {
    return true;
  }
  if (is_feed_of_numbered_post(lower)) return true;
  for (const std::string_view end : {"/comments", "/comments/", "/comments.json", "/comments/index.xml"}) {
    if (lower.ends_with(end)) return true;
  }
  return false;
}

bool is_comment_feed_title(std::string_view title) {
  const std::string folded = fold_case(collapse_space(title));
  if (starts_with_any(folded, comment_feed_title_starts())) return true;
  // "Example (raquo) Comments Feed", "Example >> Post Comments Feed", "Kommentare (RSS)".
  for (const std::string_view word :
       {"comments feed", "comment feed", "kommentar-feed", "kommentare (rss)", "flux des commentaires",
        "feed dei commenti", "comments (rss)", "comments (atom)"}) {
    if (folded.find(word) != std::string::npos) return true;
  }
  const bool names_comments = folded.ends_with("comments") || folded.ends_with("kommentare") ||
                              folded.ends_with("commentaires") || folded.ends_with("comentarios");
  return names_comments || std::any_of(comment_feed_title_starts().begin(), comment_feed_title_starts().end(),
                                       [&](std::string_view start) {
                                         return start.size() > 6 && folded.find(" " + std::string(start) +
                                                                                " ") != std::string::npos;
                                       });
}

bool is_comment_feed(const Feed& feed, std::string_view base) {
  const bool by_address = is_comment_feed_address(base) || is_comment_feed_address(feed.self);
  const bool by_title = is_comment_feed_title(feed.title);
  const std::size_t count = feed.entries.size();
  if (count == 0) return by_address || by_title;
  std::size_t anchored = 0, replies = 0, titled = 0;
  for (const FeedEntry& entry : feed.entries) {
    if (is_comment_address(entry.link) || is_comment_address(entry.id)) ++anchored;
    if (!entry.in_reply_to.empty()) ++replies;
    if (starts_with_any(fold_case(entry.title), comment_entry_title_starts())) ++titled;
  }
  // The entries decide. Titles alone never decide, because posts, too, have titles like "By: ..." and
  // "Comments on ...".
  if (anchored * 5 >= count * 4 || replies * 5 >= count * 4) return true;
  if (by_address) return true;
  return by_title && (titled * 5 >= count * 4 || (anchored + replies) * 2 >= count);
}

}  // namespace bfa
