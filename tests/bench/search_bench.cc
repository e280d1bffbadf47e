// SPDX-License-Identifier: Apache-2.0
// The search index of a made archive: how fast it is made, how large it is, and what searches and lists cost,
// beside FTS5 alone on the same index. Posts with 3 versions each; BFA_BENCH_POSTS says how many (default
// 2000), BFA_BENCH_CACHE=FOLDER keeps the archive for the next run. Words have the frequencies of Zipf's law.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/text/utf8.h"
#include "must.h"
#include "search/query_parser.h"
#include "search/sqlite.h"

namespace {

using namespace bfa;
using bench::must;

constexpr int kBlogs = 20, kVersions = 3, kQueries = 60;
constexpr std::size_t kVocabulary = 60'000, kCharacters = 2'500;

// Ranks with the frequencies of Zipf's law.
class Zipf {
 public:
  explicit Zipf(std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sums_.push_back(sum += 1 / static_cast<double>(i + 1));
  }
  std::size_t operator()(std::mt19937_64& random) const {
    const double at = std::uniform_real_distribution<double>(0, sums_.back())(random);
    return static_cast<std::size_t>(std::lower_bound(sums_.begin(), sums_.end(), at) - sums_.begin());
  }

 private:
  std::vector<double> sums_;
};

class Words {
 public:
  Words() {
    std::mt19937_64 random(7);
    static const char* const kEnds[] = {"", "", "", "s", "ing", "ed", "er"};
    for (std::size_t i = 0; i < kVocabulary; ++i) {
      std::string word;
      const std::size_t syllables = 1 + (i > 60 ? 1U : 0U) +
                                    static_cast<std::size_t>(std::log10(static_cast<double>(i + 1)) / 1.5) +
                                    random() % 2;
      for (std::size_t k = 0; k < syllables; ++k) {
        word += "bcdfghjklmnprstvwz"[random() % 18];
        word += "aeiou"[random() % 5];
        if (random() % 2 == 0) word += "nrstl"[random() % 5];
      }
      words_.push_back(word + kEnds[random() % 7]);
    }
  }
  const std::string& word(std::mt19937_64& random) const { return words_[words_of_(random)]; }
  const std::string& at(std::size_t rank) const { return words_[rank]; }
  std::string character(std::mt19937_64& random) const {
    std::string out;
    append_code_point(out, static_cast<char32_t>(0x4e00 + characters_of_(random) * 7));
    return out;
  }

 private:
  std::vector<std::string> words_;
  Zipf words_of_{kVocabulary}, characters_of_{kCharacters};
};

const Words& words() {
  static const Words all;
  return all;
}

std::string made_text(std::mt19937_64& random, bool han, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (han) {
      out += words().character(random);
      if (random() % 15 == 0) out += "\xe3\x80\x82";
    } else {
      out += words().word(random);
      out += random() % 12 == 0 ? ". " : " ";
    }
  }
  return out;
}

// About 6 % of the words become others.
std::string edited(std::mt19937_64& random, const std::string& text, bool han) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = han ? at + 3 : std::min(text.find(' ', at), text.size() - 1) + 1;
    const bool other = random() % 16 == 0;
    out += !other ? text.substr(at, end - at) : han ? words().character(random) : words().word(random) + " ";
    at = end;
  }
  return out;
}

StepResult step_of(const DataObject& post, UtcTime time) {
  StepResult step;
  step.task.kind = TaskKind::kPage;
  step.task.stage = Stage::kPost;
  step.task.url = *Url::parse(post.url);
  step.task.blog = step.task.url.origin() + "/";
  step.task.crawl = 1;
  Exchange exchange;
  exchange.url = post.url;
  exchange.started = time;
  exchange.protocol = "http/1.1";
  exchange.request = Blob("GET / HTTP/1.1\r\n\r\n");
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  Findings findings;
  exchange.head = *parse_response_head(head, findings);
  exchange.response = Blob(head + post.text.substr(0, 60));
  step.exchanges.push_back(std::move(exchange));
  step.objects.push_back({post, time, 0});
  return step;
}

DataObject made_post(std::mt19937_64& random, std::size_t number) {
  DataObject post;
  post.kind = ObjectKind::kPost;
  const std::string home = "https://blog" + std::to_string(number % kBlogs) + ".example/";
  post.url = home + "posts/" + words().word(random) + "-" + std::to_string(number);
  const bool han = number % 10 == 0;
  post.language = han ? "ja" : "en";
  post.title = made_text(random, han, han ? 12 : 6);
  post.authors = {"Author " + std::to_string(random() % 50)};
  post.tags = {words().at(100 + random() % 300), words().at(100 + random() % 30)};
  const auto day = std::chrono::days(12'000 + random() % 6'000);
  post.published = Timestamp{UtcTime(day), TimePrecision::kDay, {}};
  post.text = made_text(random, han, han ? 900 : 480);
  return post;
}

std::size_t posts() {
  const char* const text = std::getenv("BFA_BENCH_POSTS");
  return text != nullptr ? std::strtoul(text, nullptr, 10) : 2'000;
}

// The archive, made once.
class MadeArchive {
 public:
  MadeArchive() {
    const char* const cache = std::getenv("BFA_BENCH_CACHE");
    folder_ = cache != nullptr ? std::string(cache) : std::filesystem::temp_directory_path().string();
    path_ = folder_ + "/bench-search-" + std::to_string(posts());
    keep_ = cache != nullptr;
    if (!std::filesystem::exists(path_ + "/made")) make();
    archive_ = must(Archive::open(path_, {}));
    must(archive_->for_each_object({}, [&](const std::string& key, const ObjectSummary&) {
      for (const auto& version : must(archive_->versions(key))) text_bytes_ += version.object.text.size();
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
  const std::string& path() const { return path_; }

 private:
  void make() {
    std::filesystem::remove_all(path_);
    ArchiveOptions options;
    options.mode = ArchiveOptions::Mode::kWrite;
    options.create = true;
    const auto archive = must(Archive::open(path_, options));
    UtcTime time = *parse_rfc3339("2024-01-01T00:00:00Z");
    for (int version = 0; version < kVersions; ++version) {
      for (std::size_t i = 0; i < posts(); ++i) {
        std::mt19937_64 random(i);
        DataObject post = made_post(random, i);
        for (int k = 0; k < version; ++k) post.text = edited(random, post.text, i % 10 == 0);
        time += std::chrono::seconds(100);
        must(archive->sink().commit(step_of(post, time)));
      }
    }
    must(archive->sink().flush());
    must(archive->close());
    if (std::FILE* const mark = std::fopen((path_ + "/made").c_str(), "w"); mark != nullptr)
      std::fclose(mark);
  }

  std::string folder_, path_;
  bool keep_ = false;
  std::unique_ptr<Archive> archive_;
  std::uint64_t text_bytes_ = 0;
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
  const double versions = static_cast<double>(posts()) * kVersions;
  state.counters["versions_per_s"] = benchmark::Counter(versions, benchmark::Counter::kIsRate);
  state.counters["versions_per_cpu_s"] = versions / (thread_seconds() - before);
  state.counters["bytes_a_text_byte"] =
      static_cast<double>(std::filesystem::file_size(file)) / made().text_bytes();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_mb"] = static_cast<double>(usage.ru_maxrss) / 1024;
}
BENCHMARK(make_index)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();

enum Class { kCommon, kFrequent, kRare, kTwo, kPhrase, kPrefix, kHanPair, kHanFive, kField };
constexpr const char* kNames[] = {"commonest", "frequent", "rare",  "two words", "phrase",
                                  "prefix",    "han 2",    "han 5", "title"};

std::string query_text(Class kind, int number) {
  std::mt19937_64 random(static_cast<std::uint64_t>(1000 * kind + number));
  const auto n = static_cast<std::size_t>(number);
  switch (kind) {
    case kCommon:
      return words().at(n % 40);
    case kFrequent:
      return words().at(100 + 10 * n);
    case kRare:
      return words().at(10'000 + 500 * n);
    case kTwo:
      return words().word(random) + " " + words().word(random);
    case kPhrase:
      return "\"" + words().at(n % 20) + " " + words().at((n * 7) % 60) + "\"";
    case kPrefix:
      return words().at(200 + 31 * n).substr(0, 3) + "*";
    case kHanPair:
      return words().character(random) + words().character(random);
    case kHanFive: {
      std::mt19937_64 of_a_post((10 * n) % posts());
      return collapse_space(made_post(of_a_post, (10 * n) % posts()).text).substr(0, 15);
    }
    case kField:
      return "title:" + words().at(20 + n);
  }
  return {};
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
  if (which == 2 || which == 3) query.tag = words().at(105);
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
