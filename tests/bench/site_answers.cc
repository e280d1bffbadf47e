// SPDX-License-Identifier: Apache-2.0
// Times the answers of a site over an archive, without sockets: two threads ask each address COUNT times.
//
// Usage: bench_site ARCHIVE COUNT TARGET...
// A line of JSON for each target: status, bytes, median, 95th percentile and greatest time in ms. bench_store
// makes archives of any size (tests/bench/store/scale.cc).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bfa/serve/archive_site.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// A stream is read to its end, or until it has nothing more to say.
std::pair<int, std::size_t> ask(bfa::ServeHandler& site, const std::string& target) {
  bfa::ServeRequest request;
  request.target = target;
  request.origin = "http://127.0.0.1:1";
  bfa::ServeReply reply = site.answer(request);
  std::size_t bytes = reply.body.size();
  while (reply.stream) {
    const auto piece = reply.stream->next();
    if (!piece) std::exit(1);
    bytes += piece->bytes.size();
    if (piece->end || piece->bytes.empty()) break;
  }
  return {reply.status, bytes};
}

void measure(bfa::ServeHandler& site, const std::string& target, int count) {
  const auto [status, bytes] = ask(site, target);
  std::vector<double> times[2];
  std::vector<std::thread> threads;
  for (std::vector<double>& own : times) {
    threads.emplace_back([&] {
      for (int i = 0; i < count; ++i) {
        const auto start = Clock::now();
        ask(site, target);
        own.push_back(milliseconds_since(start));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<double> all = times[0];
  all.insert(all.end(), times[1].begin(), times[1].end());
  std::sort(all.begin(), all.end());
  std::printf(
      "{\"target\":\"%s\",\"status\":%d,\"bytes\":%zu,\"p50_ms\":%.2f,\"p95_ms\":%.2f,\"max_ms\":%.2f}\n",
      target.c_str(), status, bytes, all[all.size() / 2], all[all.size() * 95 / 100], all.back());
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 3 ? std::atoi(argv[2]) : 0;
  if (count < 1) return std::fputs("usage: bench_site ARCHIVE COUNT TARGET...\n", stderr), 2;
  bfa::ArchiveSiteOptions options;
  options.archive = argv[1];
  const auto start = Clock::now();
  const auto site = bfa::make_archive_site(options);
  if (!site) return std::fprintf(stderr, "bench_site: %s\n", bfa::to_string(site.error()).c_str()), 1;
  std::printf("{\"opened_ms\":%.0f}\n", milliseconds_since(start));
  for (int i = 3; i < argc; ++i) measure(**site, argv[i], count);
  return 0;
}
