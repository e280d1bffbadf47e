// SPDX-License-Identifier: Apache-2.0
// Addresses: parsing, and canonical form with CDX key (at least a million a second wanted). `copy` is what
// two copies of the text cost, the floor of any form that gives two strings.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bfa/url/canonical.h"

namespace {

const std::vector<std::string>& addresses() {
  static const std::vector<std::string> list = [] {
    std::vector<std::string> out;
    for (int i = 0; i < 64; ++i) {
      const std::string n = std::to_string(i * 37);
      out.push_back("https://blog" + n + ".example.org/2026/01/a-post-with-a-name-" + n + "/");
      out.push_back("http://www.example" + n + ".com/index.php?p=" + n + "&page=2");
      out.push_back("https://Blog.example.net/Tag/caf%C3%A9/?utm_source=feed&id=" + n + "#comment-" + n);
      out.push_back("https://example.co.uk/wp-content/uploads/2026/01/picture-" + n + ".jpg");
    }
    return out;
  }();
  return list;
}

const std::vector<bfa::Url>& urls() {
  static const std::vector<bfa::Url> list = [] {
    std::vector<bfa::Url> out;
    for (const auto& text : addresses()) out.push_back(bfa::Url::parse(text).value());
    return out;
  }();
  return list;
}

void copy(benchmark::State& state) {
  std::size_t i = 0;
  for (auto _ : state) {
    const std::string& text = urls()[i++ % urls().size()].href();
    benchmark::DoNotOptimize(std::string(text));
    benchmark::DoNotOptimize(std::string(text));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(copy);

void canonical_and_surt(benchmark::State& state) {
  std::size_t i = 0;
  for (auto _ : state) {
    const bfa::Url& url = urls()[i++ % urls().size()];
    benchmark::DoNotOptimize(bfa::canonical_url(url));
    benchmark::DoNotOptimize(bfa::surt_key(url.href()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(canonical_and_surt);

void canonical(benchmark::State& state) {
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(bfa::canonical_url(urls()[i++ % urls().size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(canonical);

void parse(benchmark::State& state) {
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(bfa::Url::parse(addresses()[i++ % addresses().size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(parse);

// Escapes of escapes: linear, whatever their depth.
void surt_of_a_storm(benchmark::State& state) {
  std::string text = "http://a.example/%";
  while (text.size() < static_cast<std::size_t>(state.range(0))) text += "25";
  for (auto _ : state) benchmark::DoNotOptimize(bfa::surt_key(text));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(surt_of_a_storm)->Arg(1 << 10)->Arg(1 << 20);

}  // namespace

BENCHMARK_MAIN();
