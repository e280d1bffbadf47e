// SPDX-License-Identifier: Apache-2.0
// Requests a second of the network fetcher against a server in the same process, and the parsers.
#include <benchmark/benchmark.h>

#include <string>

#include "bfa/http/fetcher.h"
#include "bfa/http/message.h"
#include "bfa/http/robots.h"
#include "http_server.h"
#include "tls_identity.h"

namespace {

bfa::NetworkOptions options_for(const bfa::test::HttpServer& server, int per_host) {
  bfa::NetworkOptions options;
  options.allow_private = true;
  options.delay = std::chrono::milliseconds(0);
  options.max_connections_per_host = per_host;
  options.connect_to = {"::127.0.0.1:" + std::to_string(server.port())};
  return options;
}

// `hosts` names, `per_host` connections each, all answered by one server; 256 requests under way.
void fetch_many(benchmark::State& state) {
  const auto hosts = static_cast<std::uint64_t>(state.range(0));
  bfa::test::HttpServer server;
  server.on("/", bfa::test::simple_answer(200, "Content-Type: text/html\r\n",
                                          std::string(static_cast<std::size_t>(state.range(2)), 'x')));
  auto fetcher = bfa::make_network_fetcher(options_for(server, static_cast<int>(state.range(1))));
  if (!fetcher) return state.SkipWithError(fetcher.error().message.c_str());
  std::uint64_t id = 0;
  const auto submit = [&] {
    ++id;
    return (*fetcher)->submit({.id = id, .url = "http://h" + std::to_string(id % hosts) + ".example/"}).ok();
  };
  for (int i = 0; i < 256; ++i) benchmark::DoNotOptimize(submit());
  for (auto _ : state) {
    const auto got = (*fetcher)->next(std::chrono::seconds(10));
    if (!got || got->error) return state.SkipWithError("no answer");
    benchmark::DoNotOptimize(submit());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(fetch_many)
    ->ArgNames({"hosts", "per_host", "bytes"})
    ->Args({1, 1, 20000})
    ->Args({1, 8, 20000})
    ->Args({32, 1, 20000})
    ->Args({32, 1, 100})
    ->UseRealTime();

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
