// SPDX-License-Identifier: Apache-2.0
#include "text/compact_detector.h"

// CLD2's header uses FILE without declaring it, and an enumeration without its constants.
#include <cstdio>
// The order matters.
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

namespace bfa {
namespace {

// CLD2 has its own language codes; these differ from BCP 47.
std::string bcp47(std::string_view code) {
  if (code == "iw") return "he";
  if (code == "jw") return "jv";
  if (code == "in") return "id";
  if (code == "mo") return "ro";
  if (code == "sh") return "sr-Latn";
  if (code == "tl") return "fil";
  return std::string(code == "no" ? "nb" : code);
}

}  // namespace

CompactAnswer detect_compact(std::string_view text) {
  const CLD2::CLDHints no_hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language best[3] = {};
  int percent[3] = {}, text_bytes = 0;
  double score[3] = {};
  bool reliable = false;
  const CLD2::Language language =
      CLD2::ExtDetectLanguageSummary(text.data(), static_cast<int>(text.size()), true, &no_hints, 0, best,
                                     percent, score, nullptr, &text_bytes, &reliable);
  CompactAnswer answer;
  if (language == CLD2::UNKNOWN_LANGUAGE) return answer;
  answer.language = bcp47(CLD2::LanguageCode(language));
  answer.reliable = reliable;
  for (int i = 0; i < 3; ++i)
    if (best[i] == language) answer.score = score[i];
  return answer;
}

}  // namespace bfa
