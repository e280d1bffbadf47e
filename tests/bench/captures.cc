// SPDX-License-Identifier: Apache-2.0
// TimeGate, TimeMap and CDX answers over many captures, beside the index alone, by two clients at a time and
// without sockets: bench_captures [CAPTURES]. The archive is a small one; the rows are put into its index:
// half of them are captures of one address, the others of an address each.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/serve/archive_site.h"
#include "bfa/store/archive.h"
#include "bfa/url/canonical.h"
#include "must.h"
#include "search/capture_blocks.h"
#include "search/sqlite.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using bfa::bench::must;

constexpr const char* kPage = "http://blog.example/page/";
constexpr std::int64_t kFirst = 1'700'000'000'000'000;  // microseconds

void make_archive(const std::string& path) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  const auto archive = must(Archive::open(path, options));
  must(archive->close());
  (void)must(SearchIndex::open(*must(Archive::open(path, {}))));
}

void put(SqliteConnection& connection, SqliteStatement& row, const std::string& url, std::int64_t number) {
  row.bind(1, surt_key(url))
      .bind(2, kFirst + number * 60'000'000)
      .bind(3, number + 1)
      .bind(4, "")
      .bind(5, url);
  row.bind(6, std::int64_t{200}).bind(7, "text/html").bind(8, "sha256:" + std::string(64, 'a'));
  row.bind(9, "bfa-20260131T000000Z-00001.warc.gz").bind(10, number * 5000).bind(11, std::int64_t{4321});
  must(row.bind(12, std::int64_t{0}).run());
  must(note_capture(connection, {surt_key(url), kFirst + number * 60'000'000, number + 1, {}}));
}

void fill_index(const std::string& file, std::int64_t captures) {
  const auto connection = must(SqliteConnection::open(file));
  must(connection->run("BEGIN IMMEDIATE"));
  auto row = must(SqliteStatement::prepare(
      *connection,
      "INSERT INTO capture(key, time, step, redirect, url, status, mime, digest, file, offset, length, "
      "revisit, hop) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,0)"));
  for (std::int64_t i = 0; i < captures / 2; ++i) put(*connection, row, kPage, i);
  for (std::int64_t i = captures / 2; i < captures; ++i)
    put(*connection, row, "http://blog.example/post/" + std::to_string(i) + "/", i);
  must(connection->run("COMMIT"));
}

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Milliseconds of each call, by two threads.
void measure(const char* name, int calls, const std::function<std::size_t(int)>& call) {
  std::vector<double> times[2];
  std::size_t bytes = 0;
  const auto run = [&](int client) {
    for (int i = 0; i < calls; ++i) {
      const auto start = std::chrono::steady_clock::now();
      const std::size_t got = call(client * 1000 + i);
      if (client == 0) bytes = got;
      times[client].push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  std::vector<double> all = times[0];
  all.insert(all.end(), times[1].begin(), times[1].end());
  std::sort(all.begin(), all.end());
  std::printf("%-44s %5zu calls  p50 %9.3f ms  p95 %9.3f ms  %10zu bytes  peak %.0f MB\n", name, all.size(),
              all[all.size() / 2], all[all.size() * 95 / 100], bytes, megabytes());
  std::fflush(stdout);
}

class Bench {
 public:
  Bench(const std::string& path, std::int64_t captures) : captures_(captures) {
    ArchiveSiteOptions options;
    options.archive = path;
    site_ = must(make_archive_site(options));
    archive_ = must(Archive::open(path, {}));
    index_ = must(SearchIndex::open(*archive_));
  }

  void run() {
    measure("index: nearest of one key", 500, [&](int i) { return raw(one_key(i), 1); });
    measure("TimeGate", 500, [&](int i) { return ask("/timegate/" + std::string(kPage), date_of(i), true); });
    measure("TimeGate of an address with one capture", 500, [&](int i) {
      return ask("/timegate/http://blog.example/post/" + std::to_string(captures_ / 2 + i) + "/", "", true);
    });
    measure("index: first 256 of one key", 500, [&](int) { return raw(key_range(), 256); });
    measure("TimeMap (link), first byte", 200,
            [&](int) { return ask("/timemap/link/" + std::string(kPage), "", true); });
    measure("TimeMap (json), first byte", 200,
            [&](int) { return ask("/timemap/json/" + std::string(kPage), "", true); });
    measure("CDX exact, first byte", 200,
            [&](int) { return ask("/cdx?output=json&url=" + std::string(kPage), "", true); });
    measure("CDX prefix, first byte", 200,
            [&](int) { return ask("/cdx?output=json&url=blog.example/*", "", true); });
    measure("CDX prefix, page in the middle, first byte", 50, [&](int) {
      return ask("/cdx?url=blog.example/*&pageSize=1&page=" + std::to_string(captures_ / 6000), "", true);
    });
    measure("CDX, last of all (limit=-1)", 200,
            [&](int) { return ask("/cdx?limit=-1&url=blog.example/*", "", false); });
    measure("CDX closest, limit=1", 200,
            [&](int) { return ask("/cdx?limit=1&closest=2024&url=" + std::string(kPage), "", false); });
    measure("index: all captures", 2, [&](int) { return raw(all_range(), SIZE_MAX); });
    measure("CDX prefix, all rows as text", 2,
            [&](int) { return ask("/cdx?url=blog.example/*", "", false); });
    measure("CDXJ prefix, all rows", 2, [&](int) { return ask("/index?url=blog.example/*", "", false); });
    measure("CDX prefix, a filter that none passes", 2,
            [&](int) { return ask("/cdx?url=blog.example/*&filter=statuscode:404", "", false); });
    measure("CDX prefix, collapse=urlkey", 2,
            [&](int) { return ask("/cdx?url=blog.example/*&collapse=urlkey", "", false); });
    measure("TimeMap (link), all mementos", 2,
            [&](int) { return ask("/timemap/link/" + std::string(kPage), "", false); });
  }

 private:
  std::string date_of(int i) const {
    const std::int64_t place = (i * 7919) % (captures_ / 2);
    return format_http_date(UtcTime(std::chrono::microseconds(kFirst + place * 60'000'000)));
  }
  CaptureRange key_range() const {
    CaptureRange range;
    range.first = surt_key(kPage);
    return range;
  }
  CaptureRange one_key(int i) const {
    CaptureRange range = key_range();
    range.from = UtcTime(std::chrono::microseconds(kFirst + ((i * 7919) % (captures_ / 2)) * 60'000'000));
    return range;
  }
  static CaptureRange all_range() {
    CaptureRange range;
    range.last = "\xff";
    return range;
  }
  std::size_t raw(const CaptureRange& range, std::size_t most) const {
    std::size_t bytes = 0, count = 0;
    must(index_->for_each_capture(range, [&](const IndexedCapture& capture) {
      bytes += capture.url.size();
      return ++count < most;
    }));
    return bytes;
  }
  // Up to the first byte, or to the end.
  std::size_t ask(const std::string& target, const std::string& date, bool first) const {
    ServeRequest request;
    request.target = target;
    request.origin = "http://127.0.0.1:8080";
    if (!date.empty()) request.headers.emplace_back("Accept-Datetime", date);
    ServeReply reply = site_->answer(request);
    if (reply.status >= 400) {
      std::fprintf(stderr, "%s: %d %s\n", target.c_str(), reply.status, reply.body.c_str());
      std::exit(1);
    }
    std::size_t bytes = reply.body.size();
    while (reply.stream) {
      const auto piece = must(reply.stream->next());
      bytes += piece.bytes.size();
      if (piece.end || (first && bytes > 0)) break;
    }
    return bytes;
  }

  const std::int64_t captures_;
  std::unique_ptr<ServeHandler> site_;
  std::unique_ptr<Archive> archive_;
  std::unique_ptr<SearchIndex> index_;
};

}  // namespace
}  // namespace bfa

int main(int argc, char** argv) {
  const std::int64_t captures = argc > 1 ? std::atoll(argv[1]) : 100'000;
  if (captures < 10'000) {
    std::fprintf(stderr, "usage: bench_captures [CAPTURES, at least 10000]\n");
    return 2;
  }
  const bfa::test::TemporaryDirectory folder;
  const std::string path = folder / "archive";
  bfa::make_archive(path);
  bfa::fill_index(path + "/index/search.sqlite", captures);
  std::printf("%lld captures\n", static_cast<long long>(captures));
  bfa::Bench(path, captures).run();
  return 0;
}
