// SPDX-License-Identifier: Apache-2.0
// For scripts/train_languages.py evaluate: reads texts from stdin, one a line, and prints for each a line
// with the answers of the parts, between tabs: CLD2's language, whether it is sure (0, 1), its score;
// exttextcat's language; the trigram classifier's language, whether it answers it (0, 1), trigrams, weight,
// the runner-up's weight, that of CLD2's language, what the best usually weighs; detect_language(). "-" is no
// answer.
#include <cstdio>
#include <iostream>
#include <string>

#include "bfa/text/language.h"
#include "text/compact_detector.h"
#include "text/fingerprint_detector.h"
#include "text/trigram_classifier.h"

namespace {

const char* shown(const std::string& language) {
  return language.empty() ? "-" : language.c_str();
}

}  // namespace

int main() {
  for (std::string text; std::getline(std::cin, text);) {
    const bfa::CompactAnswer first = bfa::detect_compact(text);
    const std::string second = bfa::detect_fingerprint(text);
    const bfa::TrigramVerdict third = bfa::classify_trigrams(text, first.language);
    std::printf("%s\t%d\t%.0f\t%s\t%s\t%d\t%zu\t%zu\t%zu\t%zu\t%.0f\t%s\n", shown(first.language),
                first.reliable, first.score, shown(second), shown(std::string(third.language)),
                third.answered, third.trigrams, third.weight, third.runner_up, third.against, third.usual,
                shown(bfa::detect_language(text)));
  }
}
