// SPDX-License-Identifier: Apache-2.0
// Feeds from bytes to Feed, and the time of each part. Feeds: those of the shared corpus and the suites, or
// the files of the folder in BFA_FEEDS (feed_peer.py gives both sides the same one), otherwise generated
// ones alone. growth/N: N entries; its complexity shows how cost grows with size.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bfa/feed/feed.h"
#include "bfa/feed/sitemap.h"
#include "fixtures.h"
#include "xml/xml.h"

namespace {

std::string generated(std::size_t entries) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\" "
      "xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
      "xmlns:slash=\"http://purl.org/rss/1.0/modules/slash/\" "
      "xmlns:wfw=\"http://wellformedweb.org/CommentAPI/\"><channel><title>Blog</title>"
      "<link>http://blog.example/</link><description>d</description>";
  for (std::size_t i = 0; i < entries; ++i) {
    const std::string n = std::to_string(i);
    text +=
        "<item><title>Post " + n + " &amp; more</title><link>http://blog.example/2026/" + n +
        "/</link><guid isPermaLink=\"false\">http://blog.example/?p=" + n +
        "</guid><pubDate>Sat, 31 Jan 2026 10:00:00 +0000</pubDate><dc:creator><![CDATA[Ann]]></dc:creator>"
        "<category><![CDATA[one]]></category><category><![CDATA[two]]></category>"
        "<comments>http://blog.example/2026/" +
        n + "/#comments</comments><wfw:commentRss>http://blog.example/2026/" + n +
        "/feed/</wfw:commentRss><slash:comments>3</slash:comments><description>A short text.</description>"
        "<content:encoded><![CDATA[";
    for (int p = 0; p < 5; ++p) {
      text += "<p>Some words of a post with <a href=\"/a/" + n +
              "\" class=\"x\">a link</a> and <strong>weight</strong>, then a few words more, as posts have "
              "them, &#8220;quoted&#8221; too.</p>\n<p><img src=\"/i/" +
              n + ".jpg\" alt=\"\" width=\"640\" /></p>\n";
    }
    text += "]]></content:encoded></item>\n";
  }
  return text + "</channel></rss>";
}

std::vector<std::string> read_feeds(const std::filesystem::path& folder) {
  constexpr std::size_t kMaxBytes = 24u << 20;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> out;
  std::size_t bytes = 0;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!bfa::looks_like_feed(text.str()) || bytes + text.str().size() > kMaxBytes) continue;
    bytes += text.str().size();
    out.push_back(text.str());
  }
  return out;
}

// No feeds where nothing real is there.
const std::vector<std::string>& real_feeds() {
  static const std::vector<std::string> kFeeds = [] {
    if (const char* folder = std::getenv("BFA_FEEDS")) return read_feeds(folder);
    const auto shared = bfa::test::shared_directory();
    std::vector<std::string> out;
    if (!shared) return out;
    for (const char* folder : {"/corpus", "/suites/feeds/files"}) {
      for (std::string& feed : read_feeds(*shared + folder)) out.push_back(std::move(feed));
    }
    return out;
  }();
  return kFeeds;
}

void parse_all(benchmark::State& state, const std::vector<std::string>& feeds) {
  if (feeds.empty()) {
    state.SkipWithError("no real feeds beside the checkout");
    return;
  }
  std::size_t bytes = 0;
  for (const std::string& feed : feeds) bytes += feed.size();
  for (auto _ : state) {
    for (const std::string& text : feeds) {
      bfa::Findings findings;
      benchmark::DoNotOptimize(bfa::parse_feed(text, "", "http://blog.example/feed/", findings));
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

void real(benchmark::State& state) {
  parse_all(state, real_feeds());
}
BENCHMARK(real)->Unit(benchmark::kMillisecond);

void generated_feed(benchmark::State& state) {
  parse_all(state, {generated(1000)});
}
BENCHMARK(generated_feed)->Unit(benchmark::kMillisecond);

// The same feed with a stray ampersand at its end: read twice, once strictly, once with repairs.
void generated_ill_formed(benchmark::State& state) {
  std::string text = generated(1000);
  text.insert(text.rfind("</channel>"), "a & b");
  parse_all(state, {text});
}
BENCHMARK(generated_ill_formed)->Unit(benchmark::kMillisecond);

void growth(benchmark::State& state) {
  const auto entries = static_cast<std::size_t>(state.range(0));
  const std::string text = generated(entries);
  for (auto _ : state) {
    bfa::Findings findings;
    benchmark::DoNotOptimize(bfa::parse_feed(text, "", "http://blog.example/feed/", findings));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(growth)->RangeMultiplier(4)->Range(16, 16384)->Complexity()->Unit(benchmark::kMicrosecond);

void xml_alone(benchmark::State& state) {
  const std::string text = generated(1000);
  for (auto _ : state) benchmark::DoNotOptimize(bfa::read_xml(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(xml_alone)->Unit(benchmark::kMillisecond);

void sitemap(benchmark::State& state) {
  std::string text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
  for (int i = 0; i < 10'000; ++i) {
    text += "<url><loc>http://blog.example/2026/" + std::to_string(i) +
            "/</loc><lastmod>2026-01-31T10:00:00+00:00</lastmod><priority>0.8</priority></url>\n";
  }
  text += "</urlset>";
  for (auto _ : state) {
    bfa::Findings findings;
    benchmark::DoNotOptimize(bfa::parse_sitemap(text, "http://blog.example/sitemap.xml", findings));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(sitemap)->Unit(benchmark::kMillisecond);

}  // namespace
