// SPDX-License-Identifier: Apache-2.0
// Learning against the size of the pages (it must be linear), and extraction of one page.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"

namespace {

std::string text_of_post(int seed, int paragraphs) {
  std::string out;
  unsigned state = static_cast<unsigned>(seed) * 2654435761u + 1;
  for (int p = 0; p < paragraphs; ++p) {
    out += "<p>";
    for (int w = 0; w < 60; ++w) {
      state = state * 1664525u + 1013904223u;
      for (unsigned k = 0; k < 3 + (state >> 28); ++k)
        out += static_cast<char>('a' + (state >> (2 * k)) % 26);
      out += w % 17 == 0 ? " <a href=/x>link</a> " : " ";
    }
    out += "</p>";
  }
  return out;
}

struct Blog {
  bfa::Feed feed;
  std::vector<std::unique_ptr<bfa::HtmlDocument>> docs;
  bfa::TrainingSet set;

  explicit Blog(int paragraphs, int posts = 10) {
    for (int i = 0; i < posts; ++i) {
      bfa::FeedEntry entry;
      entry.title = "Post with the number " + std::to_string(i);
      entry.content = text_of_post(i, paragraphs);
      entry.authors = {"Ada Fox"};
      feed.entries.push_back(entry);
      std::string html =
          "<html><head><title>" + entry.title + "</title></head><body><div id=main><h1>" + entry.title +
          "</h1><p class=by>by <span class=who>Ada Fox</span></p><div class=story>" + entry.content +
          "</div></div><aside>" + text_of_post(99, paragraphs / 4) + "</aside></body></html>";
      bfa::Findings findings;
      docs.push_back(std::make_unique<bfa::HtmlDocument>(bfa::HtmlDocument::parse(html, findings).value()));
    }
    set.blog = bfa::Url::parse("http://blog.example/").value();
    set.feed = &feed;
    for (int i = 0; i < posts; ++i) {
      const auto n = static_cast<std::size_t>(i);
      const bfa::Url url =
          bfa::Url::parse("http://blog.example/2024/post-" + std::to_string(i) + "/").value();
      set.pages.push_back({url, docs[n].get(), &feed.entries[n], n + 1, {}});
    }
  }
};

void BM_Learn(benchmark::State& state) {
  const Blog blog(static_cast<int>(state.range(0)));
  const auto strategy = bfa::make_ensemble_strategy();
  for (auto _ : state) benchmark::DoNotOptimize(strategy->learn(blog.set));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_Learn)
    ->RangeMultiplier(2)
    ->Range(8, 512)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

// A blog of 15 entries, by each method alone and by all.
void BM_LearnMethod(benchmark::State& state, const char* method) {
  const Blog blog(12, 15);
  const auto strategy = bfa::make_strategy(method);
  for (auto _ : state) benchmark::DoNotOptimize(strategy->learn(blog.set));
}
BENCHMARK_CAPTURE(BM_LearnMethod, dice, "dice")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_LearnMethod, keypath, "keypath")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_LearnMethod, density, "density")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_LearnMethod, ensemble, "ensemble")->Unit(benchmark::kMillisecond);

// Learning against the number of pages of a blog.
void BM_LearnPages(benchmark::State& state) {
  const Blog blog(4, static_cast<int>(state.range(0)));
  const auto strategy = bfa::make_ensemble_strategy();
  for (auto _ : state) benchmark::DoNotOptimize(strategy->learn(blog.set));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_LearnPages)
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

// Blogs learned in parallel: strategies have no state, so threads share only the memory allocator.
void BM_LearnBlogs(benchmark::State& state) {
  static const Blog kBlog(12, 15);
  const auto strategy = bfa::make_ensemble_strategy();
  for (auto _ : state) benchmark::DoNotOptimize(strategy->learn(kBlog.set));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_LearnBlogs)->Threads(1)->Threads(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void BM_Extract(benchmark::State& state) {
  const Blog blog(static_cast<int>(state.range(0)));
  const auto strategy = bfa::make_ensemble_strategy();
  const bfa::Template learned = strategy->learn(blog.set).value();
  const bfa::PageInput input{blog.set.pages[0].url, blog.set.blog, blog.docs[0].get(), nullptr, "", {}};
  for (auto _ : state) benchmark::DoNotOptimize(strategy->extract(&learned, input));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_Extract)
    ->RangeMultiplier(4)
    ->Range(8, 512)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity(benchmark::oN);

void BM_ExtractGeneric(benchmark::State& state) {
  const Blog blog(32);
  const auto strategy = bfa::make_generic_strategy();
  const bfa::PageInput input{blog.set.pages[0].url, blog.set.blog, blog.docs[0].get(), nullptr, "", {}};
  for (auto _ : state) benchmark::DoNotOptimize(strategy->extract(nullptr, input));
}
BENCHMARK(BM_ExtractGeneric)->Unit(benchmark::kMicrosecond);

// A page without a feed, from about 10 KB to about 10 MB, by each method that needs none.
void BM_ExtractAlone(benchmark::State& state, const char* method, const char* address) {
  std::string html = "<html><head><title>Alone</title></head><body><div class=main>";
  for (int i = 0; i < static_cast<int>(state.range(0)); ++i)
    html +=
        "<div class=post><div class=text>" + text_of_post(i, 4) + "</div><p><a href=/u>Like</a></p></div>";
  html += "</div></body></html>";
  bfa::Findings findings;
  const bfa::HtmlDocument doc = bfa::HtmlDocument::parse(html, findings).value();
  const auto strategy = bfa::make_strategy(method);
  const bfa::Url url = bfa::Url::parse(address).value();
  const bfa::PageInput input{url, url, &doc, nullptr, "", {}};
  for (auto _ : state) benchmark::DoNotOptimize(strategy->extract(nullptr, input));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(html.size()));
}
BENCHMARK_CAPTURE(BM_ExtractAlone, generic, "generic", "http://blog.example/2024/a/")
    ->RangeMultiplier(10)
    ->Range(6, 6000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_ExtractAlone, thread, "generic", "http://forum.example/threads/a/")
    ->RangeMultiplier(10)
    ->Range(6, 6000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_ExtractAlone, dom, "dom", "http://blog.example/2024/a/")
    ->RangeMultiplier(10)
    ->Range(6, 6000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_ExtractAlone, www, "www++", "http://blog.example/2024/a/")
    ->RangeMultiplier(10)
    ->Range(6, 6000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
