// SPDX-License-Identifier: Apache-2.0
#include "extract/words/comment_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/words/prefix_filter.h"
#include "extract/words/word_slots.h"

namespace bfa {
namespace {

struct Word {
  std::string_view word;
  std::uint32_t marks;
};

// Sorted by word. Words of names, as systems for blogs and for comments write them.
constexpr std::array<Word, 109> kWords{{
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
                             [](const Word& a, const Word& b) { return a.word < b.word; }));

constexpr std::array<Word, 13> kProperties{{
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

// Stems of the word for a comment or an answer, case folded, in headings of discussions.
constexpr std::array<std::string_view, 44> kHeadingStems{
    "comment",
    "kommentar",
    "kommentti",
    "komment\xc3\xa1r",
    "koment",
    "comentario",
    "comentari",
    "coment\xc3\xa1rio",
    "commenti",
    "commento",
    "reactie",
    "r\xc3\xa9"
    "action",
    "reaction",
    "r\xc3\xa9ponse",
    "response",
    "replies",
    "reply to",
    "respuesta",
    "resposta",
    "rispost",
    "antworten",
    "thoughts on",
    "thought on",
    "discussion",
    "opmerking",
    "hozz\xc3\xa1sz\xc3\xb3l\xc3\xa1s",
    "yorum",
    "trackback",
    "pingback",
    "\xd0\xba\xd0\xbe\xd0\xbc\xd0\xbc\xd0\xb5\xd0\xbd\xd1\x82",  // komment
    "\xd0\xba\xd0\xbe\xd0\xbc\xd0\xb5\xd0\xbd\xd1\x82",          // koment
    "\xd0\xbe\xd1\x82\xd0\xb7\xd1\x8b\xd0\xb2",                  // otzyv
    "\xd0\xb2\xd1\x96\xd0\xb4\xd0\xb3\xd1\x83\xd0\xba",          // vidhuk
    "\xcf\x83\xcf\x87\xcf\x8c\xce\xbb\xce\xb9",                  // scholi
    "\xd8\xaa\xd8\xb9\xd9\x84\xd9\x8a\xd9\x82",                  // ta'liq
    "\xd7\xaa\xd7\x92\xd7\x95\xd7\x91",                          // teguv
    "\xe8\xaf\x84\xe8\xae\xba",                                  // pinglun
    "\xe8\xa9\x95\xe8\xab\x96",                                  // the same, traditional
    "\xe7\x95\x99\xe8\xa8\x80",                                  // liuyan
    "\xe5\x9b\x9e\xe6\x87\x89",                                  // huiying
    "\xe5\x9b\x9e\xe5\xa4\x8d",                                  // huifu
    "\xe8\xbf\xb4\xe9\x9f\xbf",                                  // huixiang
    "\xe3\x82\xb3\xe3\x83\xa1\xe3\x83\xb3\xe3\x83\x88",          // komento
    "\xeb\x8c\x93\xea\xb8\x80",                                  // daetgeul
};

// Words that some languages have there for comments, and articles have in their headings too: "3 Gedanken
// zu", "Un pensiero su". They count behind a number, or behind the article that stands for one.
constexpr std::array<std::string_view, 26> kCountedStems{
    "gedanken zu",
    "gedanke zu",
    "gedachten over",
    "gedachte over",
    "r\xc3\xa9"
    "flexion",
    "pens\xc3\xa9"
    "es sur",
    "pensieri su",
    "pensiero su",
    "pensamiento",
    "pensamento",
    "ideas sobre",
    "idea sobre",
    "ideias sobre",
    "ideia sobre",
    "opiniones sobre",
    "tankar om",
    "tanker om",
    "svar p\xc3\xa5",
    "vastausta",
    "ajatusta",
    "przemy\xc5\x9ble",
    "my\xc5\xa1lenk",
    "d\xc3\xbc\xc5\x9f\xc3\xbcnce",
    "\xd0\xbe\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82",  // otvet
    "\xe6\x9d\xa1\xe5\x9b\x9e",                  // tiao hui
    "\xec\x83\x9d\xea\xb0\x81",                  // saenggak
};

// What the button to answer a comment says, case folded.
constexpr std::array<std::string_view, 26> kReplies{
    "reply",
    "reply to this",
    "reply to this comment",
    "reply to comment",
    "quote",
    "r\xc3\xa9pondre",
    "antworten",
    "rispondi",
    "responder",
    "citar",
    "beantwoorden",
    "reageer",
    "svar",
    "svara",
    "vastaa",
    "odpowiedz",
    "odpov\xc4\x9b"
    "d\xc4\x9bt",
    "v\xc3\xa1lasz",
    "yan\xc4\xb1tla",
    "\xd0\xbe\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82\xd0\xb8\xd1\x82\xd1\x8c",                  // otvetit'
    "\xd0\xb2\xd1\x96\xd0\xb4\xd0\xbf\xd0\xbe\xd0\xb2\xd1\x96\xd1\x81\xd1\x82\xd0\xb8",  // vidpovisty
    "\xe5\x9b\x9e\xe5\xa4\x8d",                                                          // huifu
    "\xe5\x9b\x9e\xe8\xa6\x86",                                                          // huifu, traditional
    "\xe8\xbf\x94\xe4\xbf\xa1",                                                          // henshin
    "\xeb\x8b\xb5\xea\xb8\x80",                                                          // dapgeul
    "\xd7\x94\xd7\xa9\xd7\x91",                                                          // hashev
};

// What other buttons below comments say, case folded.
constexpr std::array<std::string_view, 26> kActions{
    "link to this comment",
    "link to this",
    "link",
    "permalink",
    "perma link",
    "permanent link",
    "permalien",
    "edit",
    "delete",
    "report",
    "report this",
    "flag",
    "like",
    "share",
    "show",
    "hide",
    "#",
    "\xc2\xb6",
    "\xe2\x80\xa2",
    "|",
    "effacer",
    "l\xc3\xb6schen",
    "bearbeiten",
    "elimina",
    "eliminar",
    "excluir",
};

// What stands between a name and what it says.
constexpr std::array<std::string_view, 59> kSayings{
    "a \xc3\xa9"
    "crit",
    "a dit",
    "commented",
    "dice",
    "disse",
    "escribi\xc3\xb3",
    "geschrieben",
    "ha detto",
    "kirjoitti",
    "meint",
    "napisa\xc5\x82",
    "pisze",
    "responded",
    "said",
    "sagt",
    "sagte",
    "says",
    "schreef",
    "schreibt",
    "schrieb",
    "scrive",
    "scrive:",
    "skrev",
    "writes",
    "wrote",
    "zegt",
    "dit",
    "dijo",
    "diz",
    "comenta",
    "coment\xc3\xb3",
    "responde",
    "respondi\xc3\xb3",
    "respondeu",
    "antwortet",
    "antwortete",
    "r\xc3\xa9pond",
    "a r\xc3\xa9pondu",
    "a comment\xc3\xa9",
    "zei",
    "reageerde",
    "s\xc3\xa4ger",
    "sier",
    "siger",
    "sanoo",
    "m\xc3\xb3wi",
    "napsal",
    "napsala",
    "\xc3\xadrta",
    "diyor ki",
    "\xd0\xb3\xd0\xbe\xd0\xb2\xd0\xbe\xd1\x80\xd0\xb8\xd1\x82",
    "\xd0\xbf\xd0\xb8\xd1\x88\xd0\xb5\xd1\x82",
    "\xd0\xbd\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81\xd0\xb0\xd0\xbb",
    "\xd0\xbd\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81\xd0\xb0\xd0\xbb\xd0\xb0",
    "\xd0\xbf\xd0\xb8\xd1\x88\xd0\xb5",
    "ha scritto",
    "ha risposto",
    "replied",
    "replies"};

// What a button says, less numbers and brackets around it; empty for what is longer than a button.
std::string button_text(std::string_view line) {
  if (line.size() > 40) return {};
  std::string folded = fold_case(line);
  const auto edge = [](char c) {
    return c == ' ' || c == '(' || c == ')' || c == '[' || c == ']' || c == '.' || c == ':' || c == '|' ||
           is_digit(c);
  };
  while (folded.size() > 1 && edge(folded.back())) folded.pop_back();
  std::size_t begin = 0;
  while (begin + 1 < folded.size() && edge(folded[begin])) ++begin;
  folded.erase(0, begin);
  return folded;
}

enum HeadingStem : int { kSaysComments, kCountsThem };

const StemBegins& heading_begins() {
  static const StemBegins begins = [] {
    StemBegins all;
    all.add(kHeadingStems, kSaysComments);
    all.add(kCountedStems, kCountsThem);
    return all;
  }();
  return begins;
}

const StemBegins& reply_begins() {
  static const StemBegins begins = [] {
    StemBegins all;
    all.add(kReplies);
    return all;
  }();
  return begins;
}

template <class List>
bool stands_in(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

std::uint32_t marks_of_name(std::string_view name) noexcept {
  std::uint32_t marks = 0;
  std::array<char, 16> word{};
  for (std::size_t pos = 0; pos < name.size();) {
    std::size_t length = 0;
    while (pos < name.size() && is_letter(name[pos])) {
      // A capital after a small letter begins a new word ("commentList").
      if (length > 0 && name[pos] <= 'Z' && name[pos - 1] >= 'a') break;
      if (length < word.size()) {
        word[length] = ascii_lower(name[pos]);
      }
      ++length;
      ++pos;
    }
    if (length > 0 && length < word.size()) {
      const std::string_view key(word.data(), length);
      const Word* found = find_word(kWords, kWordSlots, key);
      marks |= found != nullptr ? found->marks : static_cast<std::uint32_t>(kMarkOther);
    }
    while (pos < name.size() && !is_letter(name[pos])) ++pos;
  }
  // "text-sm", "content-center": how a text looks, not whose it is.
  const bool looks = name.starts_with("text-") || name.starts_with("content-");
  return looks && (marks & kMarkOther) ? static_cast<std::uint32_t>(kMarkOther) : marks;
}

std::uint32_t marks_of_property(std::string_view itemprop) noexcept {
  const Word* found = find_word(kProperties, kPropertySlots, itemprop);
  return found != nullptr ? found->marks : 0;
}

std::uint32_t marks_of_names(std::string_view names) noexcept {
  std::uint32_t marks = 0;
  for (std::size_t pos = 0; pos < names.size();) {
    std::size_t end = pos;
    while (end < names.size() && static_cast<unsigned char>(names[end]) > 0x20) ++end;
    if (end > pos) {
      marks |= marks_of_name(names.substr(pos, end - pos)) | marks_of_property(names.substr(pos, end - pos));
    }
    pos = end + 1;
  }
  return marks;
}

bool may_be_comment_heading(std::string_view text) noexcept {
  return heading_begins().may_stand_in(text);
}

bool is_comment_heading(std::string_view line) {
  if (line.size() < 3 || line.size() > 160 || !may_be_comment_heading(line)) return false;
  const bool counted = has_digit(line);
  return heading_begins().any_of(fold_case(line), [counted](int stem, std::size_t at) {
    // Counted, or the word and little else before it.
    if (stem == kSaysComments) return counted || at <= 24;
    return counted ? at <= 12 : at >= 2 && at <= 6;
  });
}

bool may_begin_reply_action(std::string_view line) noexcept {
  return reply_begins().may_begin(line);
}

bool is_comment_action(std::string_view line) {
  const std::string button = button_text(line);
  return stands_in(kActions, button) || stands_in(kReplies, button);
}

bool is_reply_action(std::string_view line) {
  return stands_in(kReplies, button_text(line));
}

bool is_saying(std::string_view word) noexcept {
  return std::find(kSayings.begin(), kSayings.end(), word) != kSayings.end();
}

}  // namespace bfa
