// SPDX-License-Identifier: Apache-2.0
// Parsing to flat arrays compared with the bare parser, and reading from the arrays. Pages: the shared
// corpus if it exists, otherwise one page made here.
#include <benchmark/benchmark.h>
#include <lexbor/html/parser.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bfa/html/content.h"
#include "bfa/html/path_rule.h"
#include "fixtures.h"

namespace {

std::vector<std::string> load_pages() {
  std::vector<std::string> pages;
  if (const auto shared = bfa::test::shared_directory()) {
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared + "/corpus")) {
      if (entry.path().extension() != ".html" || ++seen % 20 != 0) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      std::ostringstream bytes;
      bytes << in.rdbuf();
      pages.push_back(bytes.str());
    }
  }
  if (pages.empty()) {
    std::string page = "<!DOCTYPE html><title>t</title><body>";
    for (int i = 0; i < 500; ++i)
      page += "<div class='post'><p>Some text with <a href='/x'>a link</a> &amp; more of it.</p></div>\n";
    pages.push_back(std::move(page));
  }
  return pages;
}

const std::vector<std::string>& pages() {
  static const std::vector<std::string> all = load_pages();
  return all;
}

void report(benchmark::State& state) {
  std::size_t bytes = 0;
  for (const std::string& page : pages()) bytes += page.size();
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(pages().size()) * state.iterations());
}

void bare_parser(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& page : pages()) {
      lxb_html_document_t* document = lxb_html_document_create();
      lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(page.data()), page.size());
      benchmark::DoNotOptimize(document);
      lxb_html_document_destroy(document);
    }
  }
  report(state);
}
BENCHMARK(bare_parser)->Unit(benchmark::kMillisecond);

std::vector<bfa::HtmlDocument> parse_all() {
  std::vector<bfa::HtmlDocument> documents;
  for (const std::string& page : pages()) {
    bfa::Findings findings;
    auto doc = bfa::HtmlDocument::parse(page, findings);
    if (doc) documents.push_back(std::move(doc).value());
  }
  return documents;
}

void parse_and_flatten(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& page : pages()) {
      bfa::Findings findings;
      auto doc = bfa::HtmlDocument::parse(page, findings);
      benchmark::DoNotOptimize(doc);
    }
  }
  report(state);
}
BENCHMARK(parse_and_flatten)->Unit(benchmark::kMillisecond);

void parse_and_read_text(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& page : pages()) {
      bfa::Findings findings;
      auto doc = bfa::HtmlDocument::parse(page, findings);
      if (doc) benchmark::DoNotOptimize(bfa::text_of(*doc, 0));
    }
  }
  report(state);
}
BENCHMARK(parse_and_read_text)->Unit(benchmark::kMillisecond);

void read_text(benchmark::State& state) {
  const auto documents = parse_all();
  for (auto _ : state) {
    for (const auto& doc : documents) benchmark::DoNotOptimize(bfa::text_of(doc, 0));
  }
  report(state);
}
BENCHMARK(read_text)->Unit(benchmark::kMillisecond);

void write_clean_html(benchmark::State& state) {
  const auto documents = parse_all();
  const auto url = bfa::Url::parse("https://blog.example/post");
  for (auto _ : state) {
    for (const auto& doc : documents) benchmark::DoNotOptimize(bfa::clean_html(doc, 0, *url));
  }
  report(state);
}
BENCHMARK(write_clean_html)->Unit(benchmark::kMillisecond);

void read_links(benchmark::State& state) {
  const auto documents = parse_all();
  const auto url = bfa::Url::parse("https://blog.example/post");
  for (auto _ : state) {
    for (const auto& doc : documents) benchmark::DoNotOptimize(bfa::links_of(doc, 0, *url));
  }
  report(state);
}
BENCHMARK(read_links)->Unit(benchmark::kMillisecond);

void match_rule(benchmark::State& state) {
  const auto documents = parse_all();
  const auto rule = bfa::PathRule::parse("//div[@class='post']/p");
  for (auto _ : state) {
    for (const auto& doc : documents) benchmark::DoNotOptimize(rule->match(doc));
  }
  report(state);
}
BENCHMARK(match_rule)->Unit(benchmark::kMillisecond);

}  // namespace
