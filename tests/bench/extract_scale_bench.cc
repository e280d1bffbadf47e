// SPDX-License-Identifier: Apache-2.0
// A page from its bytes to its object, against a bare parse of the same bytes; and whole blogs: both must be
// linear. scripts/plot_performance.py draws docs/performance.svg from the JSON of a run.
#include <benchmark/benchmark.h>
#include <lexbor/html/parser.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/extract/extract.h"

namespace {

// The commonest words of English, the commoner the earlier.
constexpr auto kCommon = std::to_array<std::string_view>(
    {"the",     "of",      "and",     "to",    "a",     "in",     "that",  "is",    "was",    "he",
     "for",     "it",      "with",    "as",    "his",   "on",     "be",    "at",    "by",     "I",
     "this",    "had",     "not",     "are",   "but",   "from",   "or",    "have",  "an",     "they",
     "which",   "one",     "you",     "were",  "her",   "all",    "she",   "there", "would",  "their",
     "we",      "him",     "been",    "has",   "when",  "who",    "will",  "more",  "no",     "if",
     "out",     "so",      "said",    "what",  "up",    "its",    "about", "into",  "than",   "them",
     "can",     "only",    "other",   "new",   "some",  "could",  "time",  "these", "two",    "may",
     "then",    "do",      "first",   "any",   "my",    "now",    "such",  "like",  "our",    "over",
     "man",     "me",      "even",    "most",  "made",  "after",  "also",  "did",   "many",   "before",
     "must",    "through", "back",    "years", "where", "much",   "your",  "way",   "well",   "down",
     "should",  "because", "each",    "just",  "those", "people", "how",   "too",   "little", "state",
     "good",    "very",    "make",    "world", "still", "own",    "see",   "men",   "work",   "long",
     "get",     "here",    "between", "both",  "life",  "being",  "under", "never", "day",    "same",
     "another", "know"});
// Parts of rarer ones, which are about half of a text's words: 8,640 of them.
constexpr auto kStems = std::to_array<std::string_view>(
    {"bak",  "boat",  "carv",  "form",  "gard", "help", "join", "kneel", "light", "mark", "mend", "nail",
     "open", "paint", "plant", "press", "read", "sail", "shap", "stor",  "talk",  "turn", "walk", "wash"});
constexpr auto kBefore = std::to_array<std::string_view>({"", "", "re", "un", "over", "out"});
constexpr auto kAfter = std::to_array<std::string_view>(
    {"", "ed", "er", "ers", "ing", "ings", "able", "ment", "ments", "ful", "ly", "ness"});

// Running text as people write it: the frequency of words falls with their rank.
std::string a_word(unsigned draw) {
  const unsigned kind = draw >> 30;
  if (kind < 2) {
    const unsigned a = draw >> 3 & 127;
    const unsigned b = draw >> 10 & 127;
    return std::string(kCommon[a * b / 128]);
  }
  std::string out(kBefore[(draw >> 5) % kBefore.size()]);
  out += kStems[(draw >> 8) % kStems.size()];
  if (kind == 3) out += kStems[(draw >> 13) % 5];
  return out += kAfter[(draw >> 18) % kAfter.size()];
}

// With the markup of blogs: links, emphasis, lists, quotations, code, images.
std::string story(unsigned seed, std::size_t bytes) {
  std::string out;
  unsigned state = seed * 2654435761u + 1;
  const auto next = [&state] { return state = state * 1664525u + 1013904223u; };
  while (out.size() < bytes) {
    const unsigned kind = next() >> 28;
    out += kind == 0 ? "<ul><li>" : kind == 1 ? "<blockquote><p>" : kind == 2 ? "<pre><code>" : "<p>";
    for (int w = 0; w < 60; ++w) {
      const unsigned draw = next();
      if (draw % 23 == 0) out += "<a href=\"/2024/05/other-" + std::to_string(draw % 97) + "/\">";
      out += a_word(draw);
      if (draw % 23 == 0) out += "</a>";
      if (draw % 11 == 0) out += draw % 2 == 0 ? "," : ".";
      out += kind == 0 && w % 12 == 11 ? "</li><li>" : " ";
    }
    out += kind == 0 ? "</li></ul>" : kind == 1 ? "</p></blockquote>" : kind == 2 ? "</code></pre>" : "</p>";
    if (kind == 3) out += "<figure><img src=\"/i/" + std::to_string(seed) + ".jpg\" alt=\"x\"></figure>";
  }
  return out;
}

std::string page(unsigned number, std::size_t bytes) {
  std::string html = "<!DOCTYPE html><html lang=en><head><title>Post " + std::to_string(number) +
                     " of the baker - Boats</title></head><body><header id=top><h1><a href=/>Boats</a></h1>"
                     "<nav><ul>";
  for (int i = 0; i < 12; ++i)
    html += "<li class=item><a href=/c/" + std::to_string(i) + "/>Section</a></li>";
  html +=
      "</ul></nav></header><main><article class=post><h2 class=name>Post " + std::to_string(number) +
      " of the baker</h2><p class=meta>by <span class=author>Ada Fox</span> on <time datetime=\"2024-05-" +
      std::to_string(10 + number % 18) + "\">May 2024</time></p><div class=story>" + story(number, bytes) +
      "</div></article></main><aside class=sidebar>";
  for (int i = 0; i < 20; ++i)
    html +=
        "<div class=widget><h3>Box</h3><a href=/w/" + std::to_string(i) + ">A link of the side bar</a></div>";
  return html + "</aside><footer class=foot><p>Made with flour.</p></footer></body></html>";
}

bfa::Url address(std::size_t number) {
  return bfa::Url::parse("http://blog.example/2024/05/post-" + std::to_string(number) + "/").value();
}

bfa::HtmlDocument parse(const std::string& html) {
  bfa::Findings findings;
  return bfa::HtmlDocument::parse(html, findings, {.max_bytes = 64u << 20}).value();
}

std::string day(unsigned number) {
  return "2024-05-" + std::to_string(10 + number % 18) + "T08:00:00Z";
}

// The same page with three comments, and the day on which it was changed.
std::string discussed_page(unsigned number, std::size_t bytes) {
  std::string html = page(number, bytes);
  html.insert(html.find("</head>"),
              "<meta property=\"article:modified_time\" content=\"" + day(number + 3 + number % 5) + "\">");
  std::string comments = "<section id=comments><h3>3 comments</h3><ol class=commentlist>";
  for (unsigned i = 0; i < 3; ++i) {
    const std::string id = std::to_string(10 * number + i);
    comments += "<li class=comment id=comment-" + id + "><span class=fn>Reader " + id +
                "</span> <time datetime=\"" + day(number + i) + "\">May 2024</time><div class=comment-text>" +
                story(1000 + 10 * number + i, 200) + "</div></li>";
  }
  html.insert(html.find("</article>"), comments + "</ol></section>");
  return html;
}

// A post of the blog's former theme.
std::string former_page(unsigned number, std::size_t bytes) {
  std::string html = "<!DOCTYPE html><html lang=en><head><title>Old post " + std::to_string(number) +
                     " - Boats</title></head><body><table id=frame><tr><td class=left><ul class=links>";
  for (int i = 0; i < 12; ++i) html += "<li><a href=/c/" + std::to_string(i) + "/>Section</a></li>";
  return html + "</ul></td><td class=middle><h1 class=heading>Old post " + std::to_string(number) +
         "</h1><div class=date>" + day(number).substr(0, 10) + "</div><div class=entry>" +
         story(500 + number, bytes) + "</div></td></tr></table></body></html>";
}

// A feed of 15 entries with their pages, parsed. `full`: with comments, days of changes, and six posts of a
// former theme that no entry names, so that every learner has something to learn.
struct Lesson {
  static constexpr std::size_t kPosts = 15, kFormer = 6;

  explicit Lesson(bool full = false) {
    for (unsigned i = 0; i < kPosts; ++i) {
      docs.push_back(parse(full ? discussed_page(i, 6000) : page(i, 6000)));
      bfa::FeedEntry entry;
      entry.title = "Post " + std::to_string(i) + " of the baker";
      entry.content = story(i, 6000);
      entry.authors = {"Ada Fox"};
      entry.published = bfa::parse_timestamp(day(i)).value();
      feed.entries.push_back(std::move(entry));
    }
    for (unsigned i = 0; full && i < kFormer; ++i) docs.push_back(parse(former_page(i, 6000)));
  }

  bfa::Template learn() const {
    bfa::TrainingSet set;
    set.blog = bfa::Url::parse("http://blog.example/").value();
    set.feed = &feed;
    for (std::size_t i = 0; i < kPosts; ++i)
      set.pages.push_back({address(i), &docs[i], &feed.entries[i], i + 1, {}});
    for (std::size_t i = kPosts; i < docs.size(); ++i)
      set.others.push_back({address(1000 + i), &docs[i], nullptr, i + 1, {}});
    return bfa::make_ensemble_strategy()->learn(set).value();
  }

  bfa::Feed feed;
  std::vector<bfa::HtmlDocument> docs;
};

bfa::Template learned() {
  return Lesson().learn();
}

bool has_rule(const bfa::Template& t, std::string_view field) {
  return std::any_of(t.rules.begin(), t.rules.end(),
                     [&](const bfa::FieldRule& rule) { return rule.field == field; });
}

// Learning a blog, its pages parsed before.
void BM_Learn(benchmark::State& state) {
  const Lesson lesson;
  for (auto _ : state) benchmark::DoNotOptimize(lesson.learn());
}
// The same with all that can be learned: comments, days of changes, a second layout.
void BM_LearnAll(benchmark::State& state) {
  const Lesson lesson(true);
  const bfa::Template t = lesson.learn();
  for (const char* field : {"article", "title", "author", "date", "comment", "modified"}) {
    if (!has_rule(t, field)) return state.SkipWithError((std::string("nothing learned: ") + field).c_str());
  }
  if (t.layouts.empty()) return state.SkipWithError("the former theme was not learned");
  for (auto _ : state) benchmark::DoNotOptimize(lesson.learn());
}
BENCHMARK(BM_LearnAll)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Learn)->Unit(benchmark::kMillisecond);
// Blogs learned in parallel: strategies have no state, so threads share only the memory allocator.
BENCHMARK(BM_Learn)
    ->Name("BM_LearnThreads")
    ->Threads(1)
    ->Threads(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void BM_BareParse(benchmark::State& state) {
  const std::string html = page(99, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    lxb_html_document_t* document = lxb_html_document_create();
    lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(html.data()), html.size());
    benchmark::DoNotOptimize(document);
    lxb_html_document_destroy(document);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * html.size()));
}
BENCHMARK(BM_BareParse)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMicrosecond);

// Parsing, applying a template, text and HTML of all fields.
void BM_PageToObject(benchmark::State& state) {
  const std::string html = page(99, static_cast<std::size_t>(state.range(0)));
  const bfa::Template t = learned();
  const auto strategy = bfa::make_ensemble_strategy();
  const bfa::Url home = bfa::Url::parse("http://blog.example/").value();
  for (auto _ : state) {
    const bfa::HtmlDocument doc = parse(html);
    const bfa::PageInput input{address(99), home, &doc, nullptr, "", {}};
    benchmark::DoNotOptimize(strategy->extract(&t, input));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * html.size()));
}
BENCHMARK(BM_PageToObject)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMicrosecond);

// The same without parsing: the page was read before.
void BM_Extract(benchmark::State& state) {
  const std::string html = page(99, static_cast<std::size_t>(state.range(0)));
  const bfa::Template t = learned();
  const auto strategy = bfa::make_ensemble_strategy();
  const bfa::HtmlDocument doc = parse(html);
  const bfa::PageInput input{address(99), bfa::Url::parse("http://blog.example/").value(), &doc, nullptr, "",
                             {}};
  for (auto _ : state) benchmark::DoNotOptimize(strategy->extract(&t, input));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * html.size()));
}
BENCHMARK(BM_Extract)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMicrosecond);

// A hostile page: so many elements that may be the date, all in one line.
void BM_PageOfDates(benchmark::State& state) {
  std::string html = "<!DOCTYPE html><html><body><p>";
  for (std::int64_t i = 0; i < state.range(0); ++i)
    html += "<time datetime=\"2020-01-01\">1 January 2020</time>";
  html += "</p></body></html>";
  const auto strategy = bfa::make_ensemble_strategy();
  const bfa::HtmlDocument doc = parse(html);
  const bfa::PageInput input{address(99), bfa::Url::parse("http://blog.example/").value(), &doc, nullptr, "",
                             {}};
  for (auto _ : state) benchmark::DoNotOptimize(strategy->extract(nullptr, input));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * html.size()));
}
BENCHMARK(BM_PageOfDates)->RangeMultiplier(4)->Range(1000, 64'000)->Unit(benchmark::kMillisecond);

// Parsing alone, into the arrays that extraction reads.
void BM_Parse(benchmark::State& state) {
  const std::string html = page(99, static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(parse(html));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * html.size()));
}
BENCHMARK(BM_Parse)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMicrosecond);

// A blog: learned from 15 entries, then all of its pages extracted.
void BM_Blog(benchmark::State& state) {
  const auto strategy = bfa::make_ensemble_strategy();
  const bfa::Url home = bfa::Url::parse("http://blog.example/").value();
  std::vector<std::string> pages;
  for (unsigned i = 0; i < 50; ++i) pages.push_back(page(100 + i, 6000));
  for (auto _ : state) {
    const bfa::Template t = learned();
    for (std::int64_t i = 0; i < state.range(0); ++i) {
      const bfa::HtmlDocument doc = parse(pages[static_cast<std::size_t>(i) % pages.size()]);
      const bfa::PageInput input{address(static_cast<std::size_t>(i)), home, &doc, nullptr, "", {}};
      benchmark::DoNotOptimize(strategy->extract(&t, input));
    }
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Blog)->RangeMultiplier(10)->Range(10, 10'000)->Unit(benchmark::kMillisecond);

}  // namespace
