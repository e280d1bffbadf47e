// SPDX-License-Identifier: Apache-2.0
// Real pages from bytes to objects, against a bare parse of the same bytes in the same run: a sample of each
// blog of the shared corpus, with the template that the blog's own feed teaches. Without the corpus nothing
// is measured.
#include <benchmark/benchmark.h>
#include <lexbor/html/parser.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "bfa/feed/feed.h"
#include "bfa/text/charset.h"
#include "fixtures.h"

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPagesPerBlog = 12;

std::string read_bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string read_text(const fs::path& file) {
  const std::string bytes = read_bytes(file);
  bfa::Findings findings;
  return std::string(bfa::decode_text(bytes, "", bfa::CharsetContext::kHtml, findings).text);
}

struct Page {
  std::string html;
  bfa::Url url, home;
  const bfa::Template* t = nullptr;
};

struct Corpus {
  std::list<bfa::Template> templates;
  std::vector<Page> pages;
};

// The file in which an address of the blog is saved; empty without one.
fs::path file_of(const fs::path& root, const bfa::Url& url) {
  std::string path = bfa::percent_decode(url.path());
  path.erase(0, path.find_first_not_of('/'));
  for (const char* end : {"", "index.html", "/index.html", ".html"}) {
    if (const fs::path file = root / (path + end); fs::is_regular_file(file)) return file;
  }
  return {};
}

// Main feeds by host, as the corpus lists them.
std::map<std::string, std::string> main_feeds(const fs::path& corpus) {
  std::map<std::string, std::string> out;
  const auto manifest = nlohmann::json::parse(read_bytes(corpus / "manifest.json"), nullptr, false);
  for (const auto& blog : manifest) {
    for (const auto& feed : blog["all_feeds"]) {
      if (feed["path"] == blog["feed_path"]) out[blog["host"]] = feed["file"];
    }
  }
  return out;
}

bfa::Template learn(const fs::path& root, const bfa::Url& home, const std::string& feed_path) {
  bfa::Findings findings;
  const auto feed = bfa::parse_feed(read_bytes(root / feed_path.substr(1)), "", home.href(), findings);
  if (!feed) return {};
  bfa::TrainingSet set;
  set.blog = home;
  set.feed = &*feed;
  std::vector<std::unique_ptr<bfa::HtmlDocument>> docs;
  for (const bfa::FeedEntry& entry : feed->entries) {
    const auto url = bfa::Url::parse(entry.link, &home);
    const fs::path page = url ? file_of(root, *url) : fs::path();
    if (page.empty()) continue;
    auto doc = bfa::HtmlDocument::parse(read_text(page), findings);
    if (!doc) continue;
    docs.push_back(std::make_unique<bfa::HtmlDocument>(std::move(*doc)));
    set.pages.push_back({*url, docs.back().get(), &entry, docs.size(), {}});
  }
  auto learned = bfa::make_ensemble_strategy()->learn(set);
  return learned ? std::move(*learned) : bfa::Template();
}

void add_blog(const fs::path& root, const std::string& feed_path, Corpus& corpus) {
  const std::string host = root.filename().string();
  const auto home = bfa::Url::parse("http://" + host + "/");
  if (!home) return;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().extension() == ".html") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  corpus.templates.push_back(learn(root, *home, feed_path));
  const std::size_t count = std::min(files.size(), kPagesPerBlog);
  for (std::size_t i = 0; i < count; ++i) {
    const fs::path& file = files[i * files.size() / count];
    const auto url = bfa::Url::parse("/" + fs::relative(file, root).string(), &*home);
    if (url) corpus.pages.push_back({read_text(file), *url, *home, &corpus.templates.back()});
  }
}

const Corpus& corpus() {
  static const Corpus kAll = [] {
    Corpus all;
    if (const auto shared = bfa::test::shared_directory()) {
      const fs::path root = *shared + "/corpus";
      for (const auto& [host, feed] : main_feeds(root)) add_blog(root / host, feed, all);
    }
    return all;
  }();
  return kAll;
}

template <class Work>
void over_all_pages(benchmark::State& state, const Work& work) {
  if (corpus().pages.empty()) return state.SkipWithError("the shared corpus is not here");
  std::size_t bytes = 0;
  for (const Page& page : corpus().pages) bytes += page.html.size();
  for (auto _ : state) {
    for (const Page& page : corpus().pages) work(page);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(corpus().pages.size()) * state.iterations());
}

bfa::HtmlDocument parse(const std::string& html) {
  bfa::Findings findings;
  return bfa::HtmlDocument::parse(html, findings).value();
}

void BM_CorpusBareParse(benchmark::State& state) {
  over_all_pages(state, [](const Page& page) {
    lxb_html_document_t* document = lxb_html_document_create();
    lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(page.html.data()),
                            page.html.size());
    benchmark::DoNotOptimize(document);
    lxb_html_document_destroy(document);
  });
}
BENCHMARK(BM_CorpusBareParse)->Unit(benchmark::kMillisecond);

void BM_CorpusParse(benchmark::State& state) {
  over_all_pages(state, [](const Page& page) { benchmark::DoNotOptimize(parse(page.html)); });
}
BENCHMARK(BM_CorpusParse)->Unit(benchmark::kMillisecond);

void BM_CorpusPageToObject(benchmark::State& state) {
  const auto strategy = bfa::make_ensemble_strategy();
  over_all_pages(state, [&](const Page& page) {
    const bfa::HtmlDocument doc = parse(page.html);
    const bfa::PageInput input{page.url, page.home, &doc, nullptr, "", {}};
    benchmark::DoNotOptimize(strategy->extract(page.t, input));
  });
}
BENCHMARK(BM_CorpusPageToObject)->Unit(benchmark::kMillisecond);

}  // namespace
