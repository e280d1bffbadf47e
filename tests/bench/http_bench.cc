// SPDX-License-Identifier: Apache-2.0
// Requests a second of the network fetcher against a server in a separate process, compared with the bare
// transfer library that keeps nothing; the queues of many hosts; the parsers. `cpu_us`: processor time of
// this process (all of its threads) a request.
#include <benchmark/benchmark.h>
#include <curl/curl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bfa/http/fetcher.h"
#include "bfa/http/message.h"
#include "bfa/http/robots.h"
#include "http/host_queue.h"
#include "http_server.h"

namespace {

// Answers each path "/" with `bytes` bytes, until it is destroyed.
class ServerProcess {
 public:
  explicit ServerProcess(std::size_t bytes) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    child_ = ::fork();
    if (child_ == 0) serve(bytes, ends[1]);
    if (child_ < 0 || ::read(ends[0], &port_, sizeof port_) != sizeof port_) std::abort();
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~ServerProcess() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  int port() const { return port_; }

 private:
  [[noreturn]] static void serve(std::size_t bytes, int out) {
    bfa::test::HttpServer server;
    server.on("/", bfa::test::simple_answer(200, "Content-Type: text/html\r\n", std::string(bytes, 'x')));
    const int port = server.port();
    if (::write(out, &port, sizeof port) != sizeof port) std::_Exit(1);
    for (;;) ::pause();
  }

  pid_t child_ = -1;
  int port_ = 0;
};

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void report(benchmark::State& state, double cpu) {
  state.SetItemsProcessed(state.iterations());
  state.counters["cpu_us"] = cpu * 1e6 / static_cast<double>(state.iterations());
}

std::string host_url(std::uint64_t id, std::uint64_t hosts) {
  return "http://h" + std::to_string(id % hosts) + ".example/";
}

// `hosts` names, `per_host` connections each, all answered by one server; `queued` requests under way.
void fetch_many(benchmark::State& state) {
  const auto hosts = static_cast<std::uint64_t>(state.range(0));
  const ServerProcess server(static_cast<std::size_t>(state.range(2)));
  bfa::NetworkOptions options;
  options.allow_private = true;
  options.delay = std::chrono::milliseconds(0);
  options.max_connections_per_host = static_cast<int>(state.range(1));
  options.connect_to = {"::127.0.0.1:" + std::to_string(server.port())};
  auto fetcher = bfa::make_network_fetcher(options);
  if (!fetcher) return state.SkipWithError(fetcher.error().message.c_str());
  std::uint64_t id = 0;
  const auto submit = [&] {
    ++id;
    return (*fetcher)->submit({.id = id, .url = host_url(id, hosts)}).ok();
  };
  for (std::int64_t i = 0; i < state.range(3); ++i) benchmark::DoNotOptimize(submit());
  const double before = cpu_seconds();
  for (auto _ : state) {
    const auto got = (*fetcher)->next(std::chrono::seconds(10));
    if (!got || got->error) return state.SkipWithError("no answer");
    benchmark::DoNotOptimize(submit());
  }
  report(state, cpu_seconds() - before);
}
BENCHMARK(fetch_many)
    ->ArgNames({"hosts", "per_host", "bytes", "queued"})
    ->Args({1, 1, 100, 256})
    ->Args({1, 8, 100, 256})
    ->Args({32, 1, 100, 256})
    ->Args({32, 1, 100, 100'000})
    ->Args({10'000, 1, 100, 100'000})
    ->Args({1, 8, 20'000, 256})
    ->Args({32, 1, 20'000, 256})
    ->UseRealTime();

std::size_t drop(char*, std::size_t size, std::size_t count, void*) {
  return size * count;
}

// The limit: the same requests by the transfer library alone, eight at a time, nothing kept.
void bare_library(benchmark::State& state) {
  const ServerProcess server(static_cast<std::size_t>(state.range(0)));
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
  const std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi(curl_multi_init(), &curl_multi_cleanup);
  std::vector<CURL*> handles;
  for (int i = 0; i < 8; ++i) {
    CURL* easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &drop);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_multi_add_handle(multi.get(), easy);
    handles.push_back(easy);
  }
  const double before = cpu_seconds();
  for (auto _ : state) {
    for (bool done = false; !done;) {
      int running = 0, left = 0;
      curl_multi_perform(multi.get(), &running);
      if (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
        CURL* easy = message->easy_handle;
        if (message->data.result != CURLE_OK) return state.SkipWithError("no answer");
        curl_multi_remove_handle(multi.get(), easy);
        curl_multi_add_handle(multi.get(), easy);
        done = true;
      } else {
        curl_multi_poll(multi.get(), nullptr, 0, 100, nullptr);
      }
    }
  }
  report(state, cpu_seconds() - before);
  for (CURL* easy : handles) {
    curl_multi_remove_handle(multi.get(), easy);
    curl_easy_cleanup(easy);
  }
}
BENCHMARK(bare_library)->ArgName("bytes")->Arg(100)->Arg(20'000)->UseRealTime();

// One request through the queues with `hosts` hosts waiting, each with `queued / hosts` jobs.
void queue_turn(benchmark::State& state) {
  struct Job {
    std::uint64_t host;
  };
  bfa::http::HostQueues<Job> queues({.max_connections = 64,
                                     .delay = std::chrono::milliseconds(1),
                                     .delay_factor = 2,
                                     .max_delay = std::chrono::milliseconds(1000)},
                                    1);
  const auto hosts = static_cast<std::uint64_t>(state.range(0));
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < hosts; ++i) names.push_back("h" + std::to_string(i) + ".example");
  const auto add = [&](std::uint64_t i) {
    queues.add(names[i % hosts], std::make_unique<Job>(Job{i % hosts}), std::chrono::milliseconds(0), false);
  };
  for (std::int64_t i = 0; i < state.range(1); ++i) add(static_cast<std::uint64_t>(i));
  auto now = std::chrono::steady_clock::time_point{};
  for (auto _ : state) {
    auto job = queues.take(now);
    while (!job) {
      now = queues.next_due().value_or(now) + std::chrono::microseconds(1);
      job = queues.take(now);
    }
    queues.finished(names[job->host], {.started = now, .now = now + std::chrono::microseconds(100)});
    add(job->host);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(queue_turn)
    ->ArgNames({"hosts", "queued"})
    ->Args({10, 1'000})
    ->Args({1'000, 100'000})
    ->Args({100'000, 100'000})
    ->Args({100'000, 1'000'000});

void parse_head(benchmark::State& state) {
  const std::string head =
      "HTTP/1.1 200 OK\r\nDate: Mon, 01 Jan 2024 00:00:00 GMT\r\nServer: x\r\nContent-Type: text/html; "
      "charset=utf-8\r\nContent-Length: 20000\r\nETag: \"abc\"\r\nLast-Modified: Mon, 01 Jan 2024 00:00:00 "
      "GMT\r\nVary: Accept-Encoding\r\nCache-Control: max-age=0\r\n\r\n";
  for (auto _ : state) {
    bfa::Findings findings;
    benchmark::DoNotOptimize(bfa::parse_response_head(head, findings));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(head.size()) * state.iterations());
}
BENCHMARK(parse_head);

void robots_decision(benchmark::State& state) {
  std::string text = "User-agent: *\n";
  for (int i = 0; i < 200; ++i) text += "Disallow: /section" + std::to_string(i) + "/*.php$\n";
  bfa::Findings findings;
  const auto rules = bfa::RobotsRules::parse(text, findings);
  for (auto _ : state)
    benchmark::DoNotOptimize(rules.allowed("libbfa", "https://blog.example/2024/01/a-post-of-some-length/"));
}
BENCHMARK(robots_decision);

}  // namespace
