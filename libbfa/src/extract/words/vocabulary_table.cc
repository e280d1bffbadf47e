// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "extract/words/vocabulary.h"
#include "extract/words/word_slots.h"
#include "extract/words/zones.h"

namespace bfa {
namespace {

struct Word {
  std::string_view word;
  std::uint32_t zones;
};

// Sorted. A name counts when its first word is one of these.
constexpr std::array<Word, 53> kWords{{
    {"bookmarks", kZoneShare},
    {"breadcrumb", kZoneMenu},
    {"breadcrumbs", kZoneMenu},
    {"byline", kZoneMeta},
    {"comment", kZoneComments},
    {"commentaires", kZoneComments},
    {"commentlist", kZoneComments},
    {"comments", kZoneComments},
    {"consent", kZoneSide},
    {"cookie", kZoneSide},
    {"cookies", kZoneSide},
    {"copyright", kZoneFooter},
    {"discussion", kZoneComments},
    {"disqus", kZoneComments},
    {"feedback", kZoneComments},
    {"footer", kZoneFooter},
    {"gdpr", kZoneSide},
    {"kommentar", kZoneComments},
    {"kommentare", kZoneComments},
    {"masthead", kZoneHeader},
    {"menu", kZoneMenu},
    {"meta", kZoneMeta},
    {"metadata", kZoneMeta},
    {"nav", kZoneMenu},
    {"navbar", kZoneMenu},
    {"navigation", kZoneMenu},
    {"newsletter", kZoneSide},
    {"onetrust", kZoneSide},
    {"pager", kZoneMenu},
    {"pagination", kZoneMenu},
    {"popular", kZoneRelated},
    {"postmeta", kZoneMeta},
    {"postmetadata", kZoneMeta},
    {"postnav", kZoneMenu},
    {"promo", kZoneSide},
    {"recent", kZoneRelated},
    {"recommended", kZoneRelated},
    {"related", kZoneRelated},
    {"reply", kZoneComments},
    {"respond", kZoneComments},
    {"responses", kZoneComments},
    {"share", kZoneShare},
    {"sharing", kZoneShare},
    {"sidebar", kZoneSide},
    {"sidenav", kZoneSide},
    {"signature", kZoneSide},
    {"similar", kZoneRelated},
    {"skip", kZoneMenu},
    {"social", kZoneShare},
    {"sponsor", kZoneSide},
    {"subscribe", kZoneSide},
    {"toolbar", kZoneMenu},
    {"trackbacks", kZoneComments},
}};

constexpr WordSlots kWordSlots = word_slots(kWords);

constexpr std::array<std::string_view, 24> kListSegments{
    "archive",  "archives", "author",  "authors", "blog-archive", "categorie", "categories", "category",
    "comments", "etiqueta", "feed",    "feeds",   "index",        "kategorie", "label",      "labels",
    "page",     "search",   "sitemap", "tag",     "tags",         "topics",    "user",       "users"};

constexpr std::array<std::string_view, 26> kForumSegments{
    "bbs",       "board",    "boards",    "comments",   "discuss",   "discussion", "discussions",
    "foren",     "foro",     "foros",     "forum",      "forums",    "fragen",     "messageboard",
    "preguntas", "question", "questions", "showthread", "showtopic", "t",          "talk",
    "thread",    "threads",  "topic",     "viewthread", "viewtopic"};

constexpr std::array<std::string_view, 17> kForumHosts{
    "answers",     "ask",   "bbs",  "board", "boards", "communities", "community",    "discuss", "discussion",
    "discussions", "foren", "foro", "foros", "forum",  "forums",      "messageboard", "talk"};

constexpr std::array<std::string_view, 12> kForumSoftware{"discourse", "flarum",  "fluxbb",    "invision",
                                                          "mybb",      "nodebb",  "phpbb",     "punbb",
                                                          "smf",       "vanilla", "vbulletin", "xenforo"};

struct Role {
  std::string_view role;
  std::uint32_t zones;
};
constexpr std::array<Role, 12> kRoles{{
    {"alert", kZoneIgnored},
    {"alertdialog", kZoneIgnored},
    {"banner", kZoneHeader},
    {"complementary", kZoneAside},
    {"contentinfo", kZoneFooter},
    {"dialog", kZoneIgnored},
    {"form", kZoneForm},
    {"menu", kZoneNav},
    {"menubar", kZoneNav},
    {"navigation", kZoneNav},
    {"search", kZoneForm},
    {"toolbar", kZoneNav},
}};

}  // namespace

std::uint32_t zone_of_role(std::string_view role) noexcept {
  for (const Role& entry : kRoles) {
    if (entry.role == role) return entry.zones;
  }
  return 0;
}

std::uint32_t zones_of_words(std::string_view names) noexcept {
  std::uint32_t zones = 0;
  std::array<char, 16> word{};
  for (std::size_t pos = 0; pos < names.size();) {
    std::size_t length = 0;
    while (pos < names.size() && is_letter(names[pos])) {
      // A capital after a small letter begins a new word ("commentList").
      if (length > 0 && names[pos] <= 'Z' && names[pos - 1] >= 'a') break;
      if (length < word.size()) word[length] = ascii_lower(names[pos]);
      ++length;
      ++pos;
    }
    if (length > 2 && length < word.size()) {
      const std::string_view key(word.data(), length);
      if (const Word* found = find_word(kWords, kWordSlots, key)) zones |= found->zones;
    }
    while (pos < names.size() && static_cast<unsigned char>(names[pos]) > 0x20) ++pos;  // rest of the name
    while (pos < names.size() && static_cast<unsigned char>(names[pos]) <= 0x20) ++pos;
  }
  return zones;
}

namespace {

template <std::size_t N>
bool holds_word(const std::array<std::string_view, N>& words, std::string_view word) {
  std::array<char, 16> small{};
  if (word.size() > small.size()) return false;
  std::transform(word.begin(), word.end(), small.begin(), ascii_lower);
  return std::binary_search(words.begin(), words.end(), std::string_view(small.data(), word.size()));
}

}  // namespace

bool is_forum_segment(std::string_view segment) noexcept {
  return holds_word(kForumSegments, segment);
}

bool is_forum_host(std::string_view label) noexcept {
  return holds_word(kForumHosts, label);
}

bool is_forum_software(std::string_view generator) noexcept {
  std::array<char, 16> word{};
  std::size_t length = 0;
  while (length < std::min(generator.size(), word.size()) && is_letter(generator[length])) {
    word[length] = ascii_lower(generator[length]);
    ++length;
  }
  return std::binary_search(kForumSoftware.begin(), kForumSoftware.end(),
                            std::string_view(word.data(), length));
}

bool is_list_segment(std::string_view segment) noexcept {
  return std::binary_search(kListSegments.begin(), kListSegments.end(), segment);
}

}  // namespace bfa
