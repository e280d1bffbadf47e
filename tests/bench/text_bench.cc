// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <string>

#include "bfa/text/charset.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "bfa/text/word_diff.h"
#include "bfa/url/canonical.h"
#include "text/bigram.h"

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

}  // namespace

BENCHMARK_MAIN();
