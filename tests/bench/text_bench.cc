// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <string>

#include "bfa/text/charset.h"
#include "bfa/text/language.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "bfa/text/word_diff.h"
#include "bfa/url/canonical.h"
#include "text/bigram.h"
#include "text/compact_detector.h"
#include "text/fingerprint_detector.h"
#include "text/trigram_classifier.h"

namespace {

std::string prose(std::size_t bytes, bool accents) {
  std::string text;
  for (unsigned i = 1; text.size() < bytes; ++i) {
    for (unsigned k = i * 2654435761u; k > 1000; k /= 17) text += static_cast<char>('a' + k % 26);
    text += accents && i % 4 == 0 ? "\u00E9 " : " ";
  }
  return text;
}

void add_text(benchmark::State& state) {
  const std::string text = prose(64 * 1024, state.range(0) != 0);
  for (auto _ : state) {
    bfa::BigramSet set;
    set.add_text(text);
    benchmark::DoNotOptimize(set);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(add_text)->Arg(0)->Arg(1);

void dice_of_sets(benchmark::State& state) {
  bfa::BigramSet a, b;
  a.add_text(prose(2000, false));
  b.add_text(prose(4000, false));
  for (auto _ : state) benchmark::DoNotOptimize(bfa::dice(a, b));
}
BENCHMARK(dice_of_sets);

void validate_utf8(benchmark::State& state) {
  const std::string text = prose(1 << 20, state.range(0) != 0);
  for (auto _ : state) benchmark::DoNotOptimize(bfa::is_valid_utf8(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(validate_utf8)->Arg(0)->Arg(1);

void decode(benchmark::State& state) {
  const std::string text = prose(1 << 20, true);
  const char* label = state.range(0) == 0 ? "utf-8" : "koi8-r";
  for (auto _ : state) {
    bfa::Findings findings;
    benchmark::DoNotOptimize(bfa::decode_text(text, label, bfa::CharsetContext::kHtml, findings));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(decode)->Arg(0)->Arg(1);

void find_date(benchmark::State& state) {
  const std::string text = prose(400, false) + "Posted on January 31, 2026 at 5:04 pm";
  for (auto _ : state) benchmark::DoNotOptimize(bfa::find_prose_date(text, "en", {}));
}
BENCHMARK(find_date);

void diff_one_word(benchmark::State& state) {
  const std::string before = prose(20000, false);
  std::string after = before;
  after.replace(10000, 5, "other");
  for (auto _ : state) benchmark::DoNotOptimize(bfa::word_diff(before, after));
}
BENCHMARK(diff_one_word);

void resolve(benchmark::State& state) {
  const auto base = bfa::Url::parse("https://blog.example.org/2026/01/a-post/").value();
  for (auto _ : state)
    benchmark::DoNotOptimize(bfa::Url::parse("../../02/next-post/?utm_source=x#c1", &base));
}
BENCHMARK(resolve);

// Texts of so many letters in a language of CLD2's, and in one that it lacks (Luxembourgish).
const char* const kEnglish =
    "Yesterday we went to the sea with our friends. The weather was very fine and we ate fresh bread with "
    "cheese. In the evening we came home again and told everything to the children. ";
const char* const kLuxembourgish =
    "G\u00EBschter si mir mat eise Fr\u00EBnn op d'Mier gefuer. D'Wieder war ganz sch\u00E9in, a mir hunn "
    "fr\u00EBscht Brout mat K\u00E9is giess. Owes si mir er\u00EBm heemkomm an hunn de Kanner alles "
    "erzielt. ";

std::string story(const char* part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text.substr(0, bytes);
}

void language_first(benchmark::State& state) {
  const std::string text = story(kEnglish, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(bfa::detect_compact(text));
}
BENCHMARK(language_first)->Arg(200)->Arg(5000);

void language_whole(benchmark::State& state) {
  const std::string text = story(kEnglish, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(bfa::detect_language(text));
}
BENCHMARK(language_whole)->Arg(200)->Arg(5000);

void language_beyond_whole(benchmark::State& state) {
  const std::string text = story(kLuxembourgish, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(bfa::detect_language(text));
}
BENCHMARK(language_beyond_whole)->Arg(200)->Arg(5000);

void language_trigrams(benchmark::State& state) {
  const std::string text = story(kLuxembourgish, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(bfa::classify_trigrams(text));
}
BENCHMARK(language_trigrams)->Arg(200)->Arg(5000);

void language_fingerprint(benchmark::State& state) {
  const std::string text = story(kLuxembourgish, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(bfa::detect_fingerprint(text));
}
BENCHMARK(language_fingerprint)->Arg(200)->Arg(5000);

}  // namespace

BENCHMARK_MAIN();
