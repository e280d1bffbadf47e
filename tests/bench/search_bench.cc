// SPDX-License-Identifier: Apache-2.0
// The search index of a made archive: how fast it is made, how large it is, and what searches and lists cost,
// beside FTS5 alone on the same index. The archive is that of made_archive.h; BFA_BENCH_POSTS says how many
// posts it has (default 2000), BFA_BENCH_CACHE=FOLDER keeps it for the next run.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"
#include "made_archive.h"
#include "made_queries.h"
#include "must.h"
#include "search/query_parser.h"
#include "search/sqlite.h"

namespace {

using namespace bfa;  // NOLINT(google-build-using-namespace): a program
using bench::must;
using enum bench::Class;
using bench::Class;
using bench::kNames;

constexpr int kQueries = 60;

std::size_t posts() {
  const char* const text = std::getenv("BFA_BENCH_POSTS");
  return text != nullptr ? std::strtoul(text, nullptr, 10) : 2'000;
}

// The archive, made once.
class MadeArchive {
 public:
  MadeArchive() {
    const char* const cache = std::getenv("BFA_BENCH_CACHE");
    keep_ = cache != nullptr;
    path_ = bench::made_archive(keep_ ? std::string(cache) : std::filesystem::temp_directory_path().string(),
                                posts());
    archive_ = must(Archive::open(path_, {}));
    must(archive_->for_each_object({}, [&](const std::string& key, const ObjectSummary&) {
      for (const auto& version : must(archive_->versions(key))) {
        text_bytes_ += version.object.text.size();
        ++versions_;
      }
      return true;
    }));
  }
  ~MadeArchive() {
    archive_.reset();
    std::error_code error;
    if (!keep_) std::filesystem::remove_all(path_, error);
  }
  const Archive& operator*() const { return *archive_; }
  double text_bytes() const { return static_cast<double>(text_bytes_); }
  double versions() const { return static_cast<double>(versions_); }

 private:
  std::string path_;
  bool keep_ = false;
  std::unique_ptr<Archive> archive_;
  std::uint64_t text_bytes_ = 0, versions_ = 0;
};

const MadeArchive& made() {
  static const MadeArchive archive;
  return archive;
}

const SearchIndex& index() {
  static const std::unique_ptr<SearchIndex> opened = must(SearchIndex::open(*made()));
  return *opened;
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// Runs each query once, after a first one that warms the connection, and gives the times of all.
void measure(benchmark::State& state, const std::function<std::uint64_t(int)>& query, int count = kQueries) {
  query(0);
  std::vector<double> wall, cpu;
  double hits = 0;
  for (auto unused : state) {
    for (int i = 0; i < count; ++i) {
      const double before = thread_seconds();
      const auto start = std::chrono::steady_clock::now();
      hits += static_cast<double>(query(i));
      wall.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
      cpu.push_back((thread_seconds() - before) * 1000);
    }
  }
  for (auto* times : {&wall, &cpu}) std::sort(times->begin(), times->end());
  const auto at = [](const std::vector<double>& times, double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  state.counters["p50_ms"] = at(wall, 0.5);
  state.counters["p95_ms"] = at(wall, 0.95);
  state.counters["cpu_p95_ms"] = at(cpu, 0.95);
  state.counters["found"] = hits / static_cast<double>(wall.size());
}

void make_index(benchmark::State& state) {
  must(SearchIndex::remove(*made()));
  const double before = thread_seconds();
  std::string file;
  for (auto unused : state) file = must(SearchIndex::open(*made()))->file();
  const double versions = made().versions();
  state.counters["versions_per_s"] = benchmark::Counter(versions, benchmark::Counter::kIsRate);
  state.counters["versions_per_cpu_s"] = versions / (thread_seconds() - before);
  state.counters["bytes_a_text_byte"] =
      static_cast<double>(std::filesystem::file_size(file)) / made().text_bytes();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_mb"] = static_cast<double>(usage.ru_maxrss) / 1024;
}
BENCHMARK(make_index)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();

std::string query_text(Class kind, int number) {
  return bench::query_text(kind, number, posts());
}

void search(benchmark::State& state, bool newest, const SearchQuery& base = {}) {
  const auto kind = static_cast<Class>(state.range(0));
  state.SetLabel(kNames[kind]);
  measure(state, [&](int i) {
    SearchQuery query = base;
    query.text = query_text(kind, i);
    query.newest = newest;
    return must(index().search(*made(), query)).versions;
  });
}
void search_best(benchmark::State& state) {
  search(state, false);
}
void search_newest(benchmark::State& state) {
  search(state, true);
}
// FTS5 alone: the first 20 rows, ranked or newest first, without counting, objects and snippets.
void raw_fts5(benchmark::State& state) {
  const auto kind = static_cast<Class>(state.range(0));
  const bool newest = state.range(1) != 0;
  state.SetLabel(std::string(kNames[kind]) + (newest ? ", newest" : ", ranked"));
  static const auto connection = must(SqliteConnection::open(index().file()));
  SearchAnalyser analyser;
  measure(state, [&](int i) {
    SearchQuery query;
    query.text = query_text(kind, i);
    const auto parsed = must(parse_search(query, {}, analyser, {}));
    auto row = must(SqliteStatement::prepare(
        *connection, newest ? "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT 20"
                            : "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 20"));
    row.bind(1, parsed.expression);
    std::uint64_t rows = 0;
    while (must(row.step())) ++rows;
    return rows;
  });
}
BENCHMARK(search_best)->DenseRange(kCommon, kField)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(search_newest)->DenseRange(kCommon, kField)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(raw_fts5)
    ->ArgsProduct({{kCommon, kFrequent, kRare, kPhrase, kPrefix, kHanPair}, {0, 1}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// A common word with each filter.
void search_filter(benchmark::State& state) {
  SearchQuery query;
  static constexpr const char* kFilters[] = {"blog", "changed", "month published", "captured", "author"};
  if (state.range(0) == 0) query.blog_host = "blog3.example";
  if (state.range(0) == 1) query.changed = true;
  if (state.range(0) == 2) query.published_from = "2010-03", query.published_to = "2010-04";
  if (state.range(0) == 3) {
    query.since = *parse_rfc3339("2024-01-02T00:00:00Z");
    query.until = *query.since + std::chrono::hours(24);
  }
  if (state.range(0) == 4) query.author = "Author 7";
  const char* const name = kFilters[state.range(0)];
  measure(state, [&](int i) {
    query.text = query_text(kCommon, i);
    return must(index().search(*made(), query)).versions;
  });
  state.SetLabel(name);
}
BENCHMARK(search_filter)->DenseRange(0, 4)->Iterations(1)->Unit(benchmark::kMillisecond);

void list(benchmark::State& state) {
  static constexpr const char* kLists[] = {"newest",    "of a blog",        "by tag",  "by tag and blog",
                                           "changed",   "at, of a blog",    "at, all", "edited",
                                           "last page", "language, changed"};
  const auto which = state.range(0);
  ObjectListQuery query;
  query.kind = ObjectKind::kPost;
  if (which == 1 || which == 3 || which == 5) query.blog_host = "blog3.example";
  if (which == 2 || which == 3) query.tag = bench::word_at(105);
  if (which == 4) query.order = ObjectListQuery::Order::kChanged;
  if (which == 5 || which == 6) query.at = *parse_rfc3339("2024-01-20T00:00:00Z");
  if (which == 7) query.edited = true;
  if (which == 8) query.oldest_first = true, query.published_from = "2018";
  if (which == 9) {
    query.language = "ja";
    query.order = ObjectListQuery::Order::kChanged;
  }
  measure(state, [&](int) {
    const auto page = must(index().list_objects(query));
    query.after = page.next;
    return page.objects.size();
  });
  state.SetLabel(kLists[which]);
}
BENCHMARK(list)->DenseRange(0, 9)->Iterations(1)->Unit(benchmark::kMillisecond);

void counts(benchmark::State& state) {
  static constexpr const char* kCounts[] = {"days of a blog", "days",     "blogs",
                                            "tags",           "arrivals", "find arrival"};
  const auto which = state.range(0);
  const auto some = must(index().list_arrivals({}));
  ArrivalListQuery arrivals;
  measure(state, [&](int i) -> std::uint64_t {
    switch (which) {
      case 0:
        return must(index().count_days("blog3.example")).size();
      case 1:
        return must(index().count_days("")).size();
      case 2:
        return must(index().count_blogs()).size();
      case 3:
        return must(index().count_values("", ValueField::kTag, 100)).size();
      case 4: {
        const auto page = must(index().list_arrivals(arrivals));
        arrivals.after = page.empty() ? 0 : page.back().sequence;
        return page.size();
      }
      default:
        return must(index().find_arrival(some[static_cast<std::size_t>(i) % some.size()].id)) ? 1 : 0;
    }
  });
  state.SetLabel(kCounts[which]);
}
BENCHMARK(counts)->DenseRange(0, 5)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
