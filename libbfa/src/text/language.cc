// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/language.h"

// CLD2's header uses FILE without declaring it.
#include <cstdio>
// The order matters.
#include <cld2/public/compact_lang_det.h>

#include <new>

#include "base/guard.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// More text than this does not change the result.
constexpr std::size_t kEnoughBytes = 64 * 1024;

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

std::string detect(std::string_view text) {
  text = text.substr(0, kEnoughBytes);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.remove_suffix(1);
  const std::string clean = is_valid_utf8(text) ? std::string(text) : repair_utf8(text);
  bool reliable = false;
  const CLD2::Language language =
      CLD2::DetectLanguage(clean.data(), static_cast<int>(clean.size()), true, &reliable);
  if (!reliable || language == CLD2::UNKNOWN_LANGUAGE) return {};
  return bcp47(CLD2::LanguageCode(language));
}

}  // namespace

std::string detect_language(std::string_view text) {
  return guarded_or_empty([&] { return detect(text); });
}

}  // namespace bfa
