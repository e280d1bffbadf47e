// SPDX-License-Identifier: Apache-2.0
#include "extract/words/comment_name_table.h"

#include <algorithm>
#include <array>

#include "extract/words/comment_words.h"
#include "extract/words/word_slots.h"

namespace bfa {
namespace {

// Sorted by word. Words of names, as systems for blogs and for comments write them.
constexpr std::array<MarkedWord, 109> kWords{{
    {"action", kMarkAction},
    {"actions", kMarkAction},
    {"answers", kMarkList | kMarkReplies},
    {"area", kMarkList},
    {"author", kMarkAuthor | kMarkPart},
    {"avatar", kMarkPart | kMarkAction},
    {"block", 0},
    {"body", kMarkText},
    {"box", 0},
    {"by", kMarkAuthor | kMarkPart},
    {"byline", kMarkPart},
    {"children", kMarkList | kMarkReplies},
    {"cmt", kMarkComment},
    {"comentario", kMarkComment},
    {"comentarios", kMarkComment | kMarkList},
    {"comment", kMarkComment},
    {"commentaire", kMarkComment},
    {"commentaires", kMarkComment | kMarkList},
    {"commentary", kMarkComment},
    {"commentator", kMarkAuthor | kMarkPart},
    {"commentauthor", kMarkComment | kMarkAuthor | kMarkPart},
    {"commentblock", kMarkComment},
    {"commentbody", kMarkComment | kMarkText},
    {"commentcontent", kMarkComment | kMarkText | kMarkPart},
    {"commentdate", kMarkComment | kMarkDate | kMarkPart},
    {"commenter", kMarkAuthor | kMarkPart},
    {"commenti", kMarkComment | kMarkList},
    {"commentitem", kMarkComment},
    {"commentlist", kMarkComment | kMarkList},
    {"commentmeta", kMarkComment | kMarkPart},
    {"commentmetadata", kMarkComment | kMarkDate | kMarkPart},
    {"commento", kMarkComment},
    {"comments", kMarkComment | kMarkList},
    {"commentslist", kMarkComment | kMarkList},
    {"commenttext", kMarkComment | kMarkText | kMarkPart},
    {"container", 0},
    {"content", kMarkText | kMarkPart},
    {"count", kMarkPart},
    {"date", kMarkDate | kMarkPart},
    {"datetime", kMarkDate | kMarkPart},
    {"delete", kMarkAction},
    {"details", kMarkPart},
    {"discussion", kMarkComment | kMarkList},
    {"disqus", kMarkComment},
    {"dsq", kMarkComment},
    {"edit", kMarkAction},
    {"feedback", kMarkComment | kMarkList},
    {"follow", kMarkList | kMarkReplies},
    {"foot", kMarkPart},
    {"footer", kMarkPart},
    {"form", kMarkPart | kMarkAction},
    {"gravatar", kMarkPart | kMarkAction},
    {"head", kMarkPart},
    {"header", kMarkPart},
    {"heading", kMarkPart},
    {"holder", kMarkList},
    {"icon", kMarkPart},
    {"info", kMarkPart},
    {"isso", kMarkComment},
    {"item", 0},
    {"kommentar", kMarkComment},
    {"kommentare", kMarkComment | kMarkList},
    {"like", kMarkAction},
    {"likes", kMarkAction},
    {"link", kMarkPart},
    {"links", kMarkPart | kMarkAction},
    {"list", kMarkList},
    {"main", 0},
    {"message", kMarkText | kMarkPart},
    {"meta", kMarkPart},
    {"metadata", kMarkPart},
    {"moderation", kMarkAction | kMarkPart},
    {"name", kMarkAuthor | kMarkPart},
    {"nav", kMarkAction},
    {"navigation", kMarkAction},
    {"nick", kMarkAuthor | kMarkPart},
    {"nickname", kMarkAuthor | kMarkPart},
    {"number", kMarkPart | kMarkAction},
    {"permalink", kMarkPart | kMarkAction},
    {"ping", kMarkPing},
    {"pingback", kMarkPing},
    {"pings", kMarkPing | kMarkList},
    {"poster", kMarkAuthor | kMarkPart},
    {"rating", kMarkAction},
    {"reactie", kMarkComment},
    {"reacties", kMarkComment | kMarkList},
    {"replies", kMarkComment | kMarkList | kMarkReplies},
    {"reply", kMarkAction},
    {"respond", kMarkAction},
    {"response", kMarkComment},
    {"responses", kMarkComment | kMarkList},
    {"section", kMarkList},
    {"text", kMarkText | kMarkPart},
    {"thread", kMarkList},
    {"time", kMarkDate | kMarkPart},
    {"timestamp", kMarkDate | kMarkPart},
    {"title", kMarkPart},
    {"toggle", kMarkAction},
    {"toolbar", kMarkAction},
    {"trackback", kMarkPing},
    {"trackbacks", kMarkPing | kMarkList},
    {"user", kMarkAuthor | kMarkPart},
    {"username", kMarkAuthor | kMarkPart},
    {"vcard", kMarkAuthor | kMarkPart},
    {"vote", kMarkAction},
    {"votes", kMarkAction},
    {"webmention", kMarkComment},
    {"webmentions", kMarkComment | kMarkList},
    {"wrote", kMarkPart},
}};

static_assert(std::is_sorted(kWords.begin(), kWords.end(),
                             [](const MarkedWord& a, const MarkedWord& b) { return a.word < b.word; }));

constexpr std::array<MarkedWord, 13> kProperties{{
    {"author", kMarkAuthor | kMarkPart | kMarkStrong},
    {"commentText", kMarkText | kMarkPart | kMarkStrong},
    {"commentTime", kMarkDate | kMarkPart | kMarkStrong},
    {"creator", kMarkAuthor | kMarkPart | kMarkStrong},
    {"dateCreated", kMarkDate | kMarkPart | kMarkStrong},
    {"datePublished", kMarkDate | kMarkPart | kMarkStrong},
    {"dt-published", kMarkDate | kMarkPart | kMarkStrong},
    {"e-content", kMarkText | kMarkPart | kMarkStrong},
    {"fn", kMarkAuthor | kMarkPart | kMarkStrong},
    {"p-author", kMarkAuthor | kMarkPart | kMarkStrong},
    {"p-content", kMarkText | kMarkPart | kMarkStrong},
    {"p-name", kMarkAuthor | kMarkPart},
    {"text", kMarkText | kMarkPart | kMarkStrong},
}};

constexpr WordSlots kWordSlots = word_slots(kWords);
constexpr WordSlots kPropertySlots = word_slots(kProperties);

}  // namespace

const MarkedWord* find_comment_word(std::string_view word) noexcept {
  return find_word(kWords, kWordSlots, word);
}

const MarkedWord* find_comment_property(std::string_view property) noexcept {
  return find_word(kProperties, kPropertySlots, property);
}

}  // namespace bfa
