// SPDX-License-Identifier: Apache-2.0
// Titles that blog software gives to comment feeds and their entries, in lower case, by language.
#include <array>

#include "feed/comments.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 31> kFeedTitles{"comments on",
                                                       "comments for",
                                                       "comment feed",
                                                       "comments feed",
                                                       "latest comments",
                                                       "recent comments",
                                                       "kommentare zu",
                                                       "kommentare für",
                                                       "kommentar-feed",
                                                       "commentaires sur",
                                                       "commentaires pour",
                                                       "comentarios en",
                                                       "comentarios de",
                                                       "comentarios para",
                                                       "comentários em",
                                                       "comentários sobre",
                                                       "comentários para",
                                                       "commenti a",
                                                       "commenti per",
                                                       "commenti su",
                                                       "reacties op",
                                                       "kommentarer till",
                                                       "kommentarer til",
                                                       "komentarze do",
                                                       "komentáře",
                                                       "комментарии",
                                                       "коментарі",
                                                       "評論",
                                                       "评论",
                                                       "へのコメント",
                                                       "yorumlar"};

constexpr std::array<std::string_view, 19> kEntryTitles{
    "by:",        "comment on",  "comment by",      "von:",  "kommentar zu",  "kommentar von",
    "par :",      "par:",        "commentaire sur", "por:",  "comentario en", "comentário em",
    "di:",        "commento su", "commenti su",     "door:", "reactie op",    "от:",
    "комментарий"};

}  // namespace

std::span<const std::string_view> comment_feed_title_starts() {
  return kFeedTitles;
}
std::span<const std::string_view> comment_entry_title_starts() {
  return kEntryTitles;
}

}  // namespace bfa
