// SPDX-License-Identifier: Apache-2.0
// WARC writing and reading beside what bounds them: libdeflate alone over the same bytes, and copying them.
#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/writer.h"
#include "support/fixtures.h"

namespace {

constexpr int kCaptures = 300;

// A page like those of a blog: markup that repeats, words that do not.
std::string page(unsigned seed) {
  std::string html =
      "<!doctype html><html><head><title>Post " + std::to_string(seed) + "</title></head><body>";
  unsigned state = seed * 2654435761U + 1;
  while (html.size() < 30'000) {
    html += "<div class=\"entry-content\"><p>";
    for (int word = 0; word < 60; ++word) {
      state = state * 1664525U + 1013904223U;
      html += "word" + std::to_string(state >> 22U) + " ";
    }
    html += "</p></div>\n";
  }
  return html + "</body></html>";
}

const std::vector<bfa::Exchange>& captures() {
  static const std::vector<bfa::Exchange> made = [] {
    std::vector<bfa::Exchange> all;
    for (unsigned i = 0; i < kCaptures; ++i) {
      bfa::Exchange exchange;
      exchange.url = "https://blog.example/post/" + std::to_string(i);
      exchange.started = *bfa::parse_rfc3339("2026-03-01T10:00:00.123456Z");
      exchange.ip_address = "192.0.2.7";
      exchange.protocol = "http/1.1";
      exchange.request =
          bfa::Blob("GET /post/" + std::to_string(i) +
                    " HTTP/1.1\r\nHost: blog.example\r\nAccept: */*\r\nUser-Agent: bench\r\n\r\n");
      exchange.response =
          bfa::Blob("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer: bench\r\n\r\n" + page(i));
      bfa::Findings findings;
      exchange.head = *bfa::parse_response_head(exchange.response.memory(), findings);
      all.push_back(std::move(exchange));
    }
    return all;
  }();
  return made;
}

std::int64_t captured_bytes() {
  std::int64_t bytes = 0;
  for (const auto& exchange : captures()) bytes += static_cast<std::int64_t>(exchange.response.size());
  return bytes;
}

void write_all(const std::string& folder, bool compress, std::string* path) {
  bfa::WarcWriteOptions options;
  options.packing = compress ? bfa::WarcPacking::kGzip : bfa::WarcPacking::kPlain;
  const auto writer = *bfa::WarcWriter::open(bfa::posix_file_system(), folder, options, nullptr);
  for (const auto& exchange : captures())
    benchmark::DoNotOptimize(writer->write(exchange, {{"sequence", "1"}}));
  const auto name = writer->files().front();
  if (!writer->close().ok()) std::abort();
  if (path != nullptr) *path = folder + "/" + name;
}

void count(benchmark::State& state, int records_a_capture) {
  state.SetBytesProcessed(state.iterations() * captured_bytes());
  state.SetItemsProcessed(state.iterations() * kCaptures * records_a_capture);
}

void BM_Write(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    const bfa::test::TemporaryDirectory folder;
    state.ResumeTiming();
    write_all(folder.path(), state.range(0) != 0, nullptr);
  }
  count(state, 3);
}
BENCHMARK(BM_Write)->ArgName("gzip")->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond);

// The floor of BM_Write/gzip:1: coding and hashing the responses, nothing else.
void BM_WriteFloor(benchmark::State& state) {
  std::string out;
  for (auto _ : state) {
    for (const auto& exchange : captures()) {
      out.clear();
      benchmark::DoNotOptimize(bfa::gzip_member_into(exchange.response.memory(), 6, out));
      benchmark::DoNotOptimize(bfa::digest(bfa::DigestAlgorithm::kSha256, exchange.response.memory()));
      benchmark::DoNotOptimize(bfa::digest(bfa::DigestAlgorithm::kSha256, exchange.response.memory()));
    }
  }
  count(state, 3);
}
BENCHMARK(BM_WriteFloor)->Unit(benchmark::kMillisecond);

void read_file(benchmark::State& state, bool compress, bool check) {
  const bfa::test::TemporaryDirectory folder;
  std::string path;
  write_all(folder.path(), compress, &path);
  bfa::WarcReadOptions options;
  options.check_digests = check;
  for (auto _ : state) {
    const auto reader = *bfa::WarcReader::open(bfa::posix_file_system(), path, options);
    int records = 0;
    for (auto record = reader->next(); record && *record != nullptr; record = reader->next()) ++records;
    if (records != kCaptures * 3 + 1) state.SkipWithError("records are missing");
  }
  count(state, 3);
}

void BM_Iterate(benchmark::State& state) {
  read_file(state, state.range(0) != 0, false);
}
void BM_Verify(benchmark::State& state) {
  read_file(state, state.range(0) != 0, true);
}
BENCHMARK(BM_Iterate)->ArgName("gzip")->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Verify)->ArgName("gzip")->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond);

// The floor of BM_Iterate/gzip:1: decoding the responses' members in one go.
void BM_IterateFloor(benchmark::State& state) {
  std::vector<std::string> members;
  for (const auto& exchange : captures()) members.push_back(*bfa::gzip_member(exchange.response.memory()));
  for (auto _ : state) {
    for (const auto& member : members) {
      benchmark::DoNotOptimize(bfa::decode_content(bfa::ContentCoding::kGzip, member, 1u << 20));
    }
  }
  count(state, 3);
}
BENCHMARK(BM_IterateFloor)->Unit(benchmark::kMillisecond);

// The floor of BM_Iterate/gzip:0: copying the bytes once.
void BM_CopyFloor(benchmark::State& state) {
  std::string out(1u << 20, '\0');
  for (auto _ : state) {
    for (const auto& exchange : captures()) {
      std::memcpy(out.data(), exchange.response.memory().data(), exchange.response.size());
      benchmark::ClobberMemory();
    }
  }
  count(state, 3);
}
BENCHMARK(BM_CopyFloor)->Unit(benchmark::kMillisecond);

}  // namespace
