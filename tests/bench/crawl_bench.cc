// SPDX-License-Identifier: Apache-2.0
// A whole crawl without a network: into memory, and into an archive (WARC, store, syncs), for growing blogs.
// The rate of the second against the first is what keeping things safe costs; a rate that does not fall with
// the blog's size is what growth costs. Counter: pages a second.
#include <benchmark/benchmark.h>

#include <string>

#include "bfa/crawl/crawl.h"
#include "bfa/crawl/memory.h"
#include "bfa/store/archive.h"
#include "fixtures.h"
#include "sample_blog.h"

namespace {

bfa::CrawlOptions options() {
  bfa::CrawlOptions made;
  made.threads = 1;
  return made;
}

void count_pages(benchmark::State& state, std::uint64_t pages) {
  state.counters["pages"] = benchmark::Counter(static_cast<double>(pages), benchmark::Counter::kIsRate);
}

void crawl_to_memory(benchmark::State& state) {
  const bfa::test::SampleBlog blog("http://blog.example", static_cast<int>(state.range(0)), 20);
  std::uint64_t pages = 0;
  for (auto _ : state) {
    bfa::test::SampleFetcher fetcher;
    fetcher.serve(blog);
    bfa::MemoryCrawl memory;
    const auto reports = bfa::crawl_into(memory, memory.view(), memory, fetcher, {blog.home()}, options());
    if (!reports || reports->at(0).error) return state.SkipWithError("the crawl failed");
    pages += reports->at(0).fetched;
  }
  count_pages(state, pages);
}

void crawl_to_archive(benchmark::State& state) {
  const bfa::test::SampleBlog blog("http://blog.example", static_cast<int>(state.range(0)), 20);
  std::uint64_t pages = 0;
  for (auto _ : state) {
    const bfa::test::TemporaryDirectory folder;
    bfa::test::SampleFetcher fetcher;
    fetcher.serve(blog);
    bfa::ArchiveOptions archive_options;
    archive_options.mode = bfa::ArchiveOptions::Mode::kWrite;
    archive_options.create = true;
    const auto archive = bfa::Archive::open(folder / "archive", archive_options);
    if (!archive) return state.SkipWithError("the archive does not open");
    const auto reports = bfa::crawl_blogs(**archive, fetcher, {blog.home()}, options());
    if (!reports || reports->at(0).error) return state.SkipWithError("the crawl failed");
    pages += reports->at(0).fetched;
  }
  count_pages(state, pages);
}

// The frontier alone: a task added, handed out and taken off again.
void frontier_tasks(benchmark::State& state) {
  const bfa::test::TemporaryDirectory folder;
  bfa::ArchiveOptions archive_options;
  archive_options.mode = bfa::ArchiveOptions::Mode::kWrite;
  archive_options.create = true;
  const auto archive = bfa::Archive::open(folder / "archive", archive_options);
  if (!archive) return state.SkipWithError("the archive does not open");
  bfa::Frontier& frontier = (*archive)->frontier();
  std::uint64_t number = 0;
  for (auto _ : state) {
    bfa::CrawlTask task;
    task.blog = "http://blog.example/";
    task.url = *bfa::Url::parse("http://blog.example/" + std::to_string(number++));
    const auto added = frontier.add(task);
    const auto next = frontier.next(bfa::system_clock().now(), {});
    if (!added || !next || !*next || !frontier.done(**next))
      return state.SkipWithError("the frontier failed");
    if (number % 64 == 0 && !(*archive)->sink().flush()) return state.SkipWithError("the flush failed");
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

BENCHMARK(crawl_to_memory)->Arg(50)->Arg(200)->Arg(650)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(crawl_to_archive)->Arg(50)->Arg(200)->Arg(650)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(frontier_tasks);
