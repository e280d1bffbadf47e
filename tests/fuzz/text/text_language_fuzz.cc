// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: the same answer twice, a tag, and no part reads past what it was given.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bfa/text/language.h"
#include "fuzz/fuzz_target.h"
#include "text/fingerprint_detector.h"
#include "text/trigram_classifier.h"

BFA_FUZZ_TARGET(text_language) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string found = bfa::detect_language(text);
  if (found != bfa::detect_language(text)) std::abort();
  if (found.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != std::string::npos)
    std::abort();
  const bfa::TrigramVerdict verdict = bfa::classify_trigrams(text, found);
  if (verdict.runner_up > verdict.weight || verdict.against > verdict.weight) std::abort();
  if (verdict.trigrams > 2 * size + 1) std::abort();
  bfa::detect_fingerprint(text);
  return 0;
}
