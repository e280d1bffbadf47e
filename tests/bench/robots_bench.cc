// SPDX-License-Identifier: Apache-2.0
// robots.txt of 100 rules: at most a microsecond an address. `prefixes` is the floor: 100 comparisons of
// prefixes and nothing else.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bfa/http/robots.h"

namespace {

std::vector<std::string> patterns() {
  std::vector<std::string> out;
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    out.push_back(i % 10 == 0   ? "/*/print-" + n + "$"
                  : i % 10 == 5 ? "/tag/*?page=" + n
                                : "/private/area-" + n + "/");
  }
  return out;
}

std::string file() {
  std::string text = "User-agent: otherbot\nDisallow: /\n\nUser-agent: *\n";
  for (const auto& pattern : patterns()) text += "Disallow: " + pattern + "\n";
  return text;
}

const std::vector<std::string> kAddresses = {
    "https://blog.example.org/2026/01/a-post-with-a-name/", "https://blog.example.org/private/area-42/x.html",
    "https://blog.example.org/tag/books/?page=3",
    "https://blog.example.org/wp-content/uploads/2026/01/picture.jpg"};

void prefixes(benchmark::State& state) {
  const auto list = patterns();
  std::size_t i = 0;
  for (auto _ : state) {
    const std::string path = kAddresses[i++ % kAddresses.size()].substr(24);
    std::size_t hits = 0;
    for (const auto& pattern : list) hits += path.starts_with(pattern) ? 1 : 0;
    benchmark::DoNotOptimize(hits);
  }
}
BENCHMARK(prefixes);

void match(benchmark::State& state) {
  bfa::Findings findings;
  const auto rules = bfa::RobotsRules::parse(file(), findings);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(rules.allowed("libbfa", kAddresses[i++ % kAddresses.size()]));
}
BENCHMARK(match);

void parse(benchmark::State& state) {
  const std::string text = file();
  for (auto _ : state) {
    bfa::Findings findings;
    benchmark::DoNotOptimize(bfa::RobotsRules::parse(text, findings));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(parse);

}  // namespace

BENCHMARK_MAIN();
