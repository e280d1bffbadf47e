// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

// clang-format off
// What says whose name follows, whatever the line is. Lower case.
constexpr std::size_t kLabels = 29;  // the first ones
constexpr std::array<std::string_view, 97> kSigning{
    "autor:", "author:", "auteur:", "autore:", "author：", "автор:", "аутор:", "forfatter:", "författare:",
    "szerző:", "írta:", "yazar:", "συντάκτης:", "tác giả:", "نویسنده:", "penulis:", "höfundur:",
    "autorius:", "avtor:", "作者:", "作者：", "文:", "文：", "投稿者:", "投稿者：", "著者:", "著者：", "글쓴이:", "작성자:",
    "geschrieben von", "veröffentlicht von", "verfasst von", "gepostet von", "erstellt von",
    "eingestellt von", "posted by", "written by", "published by", "submitted by", "words by",
    "publicado por", "escrito por", "postado por", "enviado por", "publié par", "écrit par", "posté par",
    "rédigé par", "proposé par", "pubblicato da", "scritto da", "postato da", "inserito da",
    "geplaatst door", "geschreven door", "gepost door", "skrivet av", "publicerat av", "postat av",
    "upplagd av", "skrevet af", "skrevet av", "publiceret af", "publisert av", "indsendt af",
    "napisane przez", "opublikowane przez", "dodane przez", "publicat de", "scris de", "postat de",
    "publicat per", "escrit per", "diposting oleh", "ditulis oleh", "đăng bởi", "viết bởi", "נכתב על ידי",
    "بواسطة", "بقلم", "نوشته شده توسط", "опубликовано", "опубликовал", "написал", "публикувано от",
    "kirjoittanut", "kirjoittaja", "napsal", "vložil", "napísal", "pridal", "objavio", "objavil",
    "parašė", "közzétette", "gönderen", "yazan",
};

// ... in a place that is a byline's.
constexpr std::array<std::string_view, 14> kBefore{
    "by:", "by", "von", "par", "por", "di", "door", "av", "af", "от", "od", "przez", "oleh", "由",
};

// What follows a name.
constexpr std::array<std::string_view, 8> kSigningBehind{
    "發表於", "发表于", "發佈於", "发布于", "が投稿", "さんの投稿", "tarafından", "님이 작성",
};
constexpr std::array<std::string_view, 29> kStarts{
    "by ", "posted ", "published ", "written ", "publié ", "posté ", "écrit ", "veröffentlicht ",
    "geschrieben ", "publicado ", "escrito ", "pubblicato ", "scritto ", "geplaatst ", "gepubliceerd ",
    "publicerat ", "publicerad ", "skrevet ", "publisert ", "opublikowano ", "zveřejněno ",
    "publikováno ", "vloženo ", "опубликовано ", "добавлено ", "publicat ", "yayınlan", "közzétéve ",
    "julkaistu ",
};
// clang-format on

// clang-format off
constexpr std::array<std::string_view, 15> kBetween = {
    ", and ",
    ", ",
    "; ",
    " & ",
    " and ",
    " und ",
    " et ",
    " y ",
    " e ",
    " och ",
    " og ",
    " en ",
    " \xd0\xb8 ",
    "\xe3\x80\x81",
    "\xef\xbc\x8c",
};
// clang-format on

constexpr std::array<std::string_view, 2> kAuthorFolders = {
    "/author/",
    "/authors/",
};

}  // namespace

std::span<const std::string_view> byline_words() noexcept {
  return kBefore;
}
std::span<const std::string_view> signing_phrases() noexcept {
  return kSigning;
}
std::span<const std::string_view> author_labels() noexcept {
  return std::span(kSigning).first(kLabels);
}
std::span<const std::string_view> plain_signing_phrases() noexcept {
  return std::span(kSigning).subspan(kLabels);
}
std::span<const std::string_view> signing_phrases_behind() noexcept {
  return kSigningBehind;
}
std::span<const std::string_view> byline_starts() noexcept {
  return kStarts;
}
std::span<const std::string_view> name_separators() noexcept {
  return kBetween;
}
std::span<const std::string_view> author_folders() noexcept {
  return kAuthorFolders;
}

}  // namespace bfa
