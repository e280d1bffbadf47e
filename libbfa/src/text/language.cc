// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/language.h"

#include "base/guard.h"
#include "bfa/text/utf8.h"
#include "text/compact_detector.h"
#include "text/fingerprint_detector.h"
#include "text/trigram_classifier.h"

namespace bfa {
namespace {

// More text than this does not change the result.
constexpr std::size_t kEnoughBytes = 64 * 1024;

// The limits are measured: docs/languages.md. No answer is better than a wrong one.
// As many trigrams as letters: short pieces of programs are like any language.
constexpr std::size_t kLeastTrigrams = 100;
// Of the weight that a text in the language has on average. A text that is far from all other languages, or
// that exttextcat takes for the same, may be less typical. Latin has to be typical: "Lorem ipsum" is made of
// its words.
constexpr double kLeastFit = 0.7, kLeastFitAgreed = 0.5, kLeastFitOfLatin = 0.75;
constexpr double kLeastFitFarFromOthers = 0.4, kLeastFitFarAgreed = 0.35;

// By how much the best language has to lead, a trigram, in quarters of a bit: before each other language, and
// before CLD2's answer where CLD2 is sure.
constexpr double kLead = 0.6, kLeadBeforeSure = 0.5, kLeadAgreed = 0.2, kFarFromOthers = 2.5;
constexpr double kLeadBeforeFirst = 1;

// Below it CLD2's sure answer may be a language that it has in place of one that it lacks (Icelandic for
// Faroese, German for Luxembourgish). English takes more to be doubted: names and code make many English
// texts score low.
constexpr double kDoubtful = 1000, kDoubtfulEnglish = 700;
constexpr double kLeadBeforeEnglish = 4;

bool fits(const TrigramVerdict& verdict, double lead, bool agreed) {
  double least = agreed ? kLeastFitAgreed : kLeastFit;
  if (lead >= kFarFromOthers) least = agreed ? kLeastFitFarAgreed : kLeastFitFarFromOthers;
  if (verdict.language == "la") least = kLeastFitOfLatin;
  return static_cast<double>(verdict.weight) >= least * verdict.usual;
}

bool leads_before(const TrigramVerdict& verdict, const CompactAnswer& first) {
  const double lead =
      static_cast<double>(verdict.weight - verdict.against) / static_cast<double>(verdict.trigrams);
  return lead >= (first.language == "en" ? kLeadBeforeEnglish : kLeadBeforeFirst);
}

// The language of a text for which CLD2 has no answer or a doubtful one: one that CLD2 lacks, or empty.
std::string language_beyond_first(std::string_view text, const CompactAnswer& first) {
  const TrigramVerdict verdict = classify_trigrams(text, first.language);
  if (!verdict.answered || verdict.trigrams < kLeastTrigrams) return {};
  const double lead =
      static_cast<double>(verdict.weight - verdict.runner_up) / static_cast<double>(verdict.trigrams);
  if (lead < kLeadAgreed || !fits(verdict, lead, true)) return {};
  if (first.reliable && !leads_before(verdict, first)) return {};
  const bool alone = lead >= (first.reliable ? kLeadBeforeSure : kLead) && fits(verdict, lead, false);
  return alone || detect_fingerprint(text) == verdict.language ? std::string(verdict.language)
                                                               : std::string();
}

std::string detect(std::string_view text) {
  if (text.size() > kEnoughBytes) {
    text = text.substr(0, kEnoughBytes);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.remove_suffix(1);
    text.remove_suffix(text.empty() ? 0 : 1);
  }
  const std::string clean = is_valid_utf8(text) ? std::string(text) : repair_utf8(text);
  CompactAnswer first = detect_compact(clean);
  if (first.reliable && first.score > (first.language == "en" ? kDoubtfulEnglish : kDoubtful))
    return std::move(first.language);
  std::string beyond = language_beyond_first(clean, first);
  if (beyond.empty() && first.reliable) return std::move(first.language);
  return beyond;
}

}  // namespace

std::string detect_language(std::string_view text) {
  return guarded_or_empty([&] { return detect(text); });
}

}  // namespace bfa
