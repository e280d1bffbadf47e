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
constexpr std::size_t kLeastTrigrams =
    100;                           // about as many letters: pieces of programs are like any language
constexpr double kLeastFit = 0.7;  // of the weight that a text in the language has on average

// By how much the best language has to lead, a trigram, in quarters of a bit.
struct Lead {
  double others;  // before each other language
  double first;   // before CLD2's answer, where CLD2 is sure
};
constexpr Lead kAlone{0.8, 2.0};   // the classifier alone says so
constexpr Lead kAgreed{0.2, 1.5};  // exttextcat says so too
constexpr double kLeadWhereFirstIsSure = 0.6;

// Below it CLD2's sure answer may be a language that it has in place of one that it lacks (Icelandic for
// Faroese, German for Luxembourgish). For English the limit is lower: names, code and other languages' words
// make many English texts score low.
constexpr double kDoubtful = 1000, kDoubtfulEnglish = 500;

double lead_over(const TrigramVerdict& verdict, std::size_t weight) {
  return static_cast<double>(verdict.weight - weight) / static_cast<double>(verdict.trigrams);
}

bool leads(const TrigramVerdict& verdict, bool first_is_sure, bool agreed) {
  const Lead& needed = agreed ? kAgreed : kAlone;
  if (!first_is_sure) return lead_over(verdict, verdict.runner_up) >= needed.others;
  return lead_over(verdict, verdict.runner_up) >= (agreed ? kAgreed.others : kLeadWhereFirstIsSure) &&
         lead_over(verdict, verdict.against) >= needed.first;
}

// The language of a text for which CLD2 has no answer or a doubtful one: one that CLD2 lacks, or empty.
std::string language_beyond_first(std::string_view text, const CompactAnswer& first) {
  const TrigramVerdict verdict = classify_trigrams(text, first.language);
  if (!verdict.answered || verdict.trigrams < kLeastTrigrams) return {};
  if (static_cast<double>(verdict.weight) < kLeastFit * verdict.usual) return {};
  if (first.reliable && verdict.against == 0) return {};  // not related: one word in ten of another script
  const bool english = first.reliable && first.language == "en";
  if (!leads(verdict, first.reliable, true)) return {};  // whatever exttextcat says
  if (!english && leads(verdict, first.reliable, false)) return std::string(verdict.language);
  return detect_fingerprint(text) == verdict.language ? std::string(verdict.language) : std::string();
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
