// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

// What is before a name in a byline. Lower case; the longest first.
constexpr std::array<std::string_view, 30> kBefore{"geschrieben von",
                                                   "publicado por",
                                                   "posted by",
                                                   "written by",
                                                   "published by",
                                                   "publié par",
                                                   "scritto da",
                                                   "écrit par",
                                                   "escrito por",
                                                   "postado por",
                                                   "posté par",
                                                   "autor:",
                                                   "author:",
                                                   "auteur:",
                                                   "автор:",
                                                   "作者:",
                                                   "作者：",
                                                   "文:",
                                                   "by:",
                                                   "by",
                                                   "von",
                                                   "par",
                                                   "por",
                                                   "di",
                                                   "door",
                                                   "av",
                                                   "af",
                                                   "от",
                                                   "od",
                                                   "kirjoittaja"};

constexpr std::array<std::string_view, 4> kStarts = {
    "by ",
    "posted ",
    "published ",
    "written by ",
};

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
