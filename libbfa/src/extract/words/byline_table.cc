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

}  // namespace

std::span<const std::string_view> byline_words() noexcept {
  return kBefore;
}

}  // namespace bfa
