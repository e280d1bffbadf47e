// SPDX-License-Identifier: Apache-2.0
#include "extract/blog.h"

#include <gtest/gtest.h>

#include <utility>

namespace bfa::test {
namespace {

UtcTime clock_time() {
  return parse_rfc3339("2024-06-01T12:00:00Z").value();
}

HtmlDocument parse(std::string_view html) {
  Findings findings;
  Result<HtmlDocument> doc = HtmlDocument::parse(html, findings);
  EXPECT_TRUE(doc);
  return std::move(doc).value();
}

Url address(const std::string& path) {
  return Url::parse("http://blog.example" + path).value();
}

}  // namespace

Blog::Blog() {
  feed.format = "rss";
  feed.title = "Boats and Bread";
  feed.language = "en";
}

void Blog::post(const std::string& path, const std::string& title, const std::string& page,
                const std::string& content, const std::string& author, const std::string& published) {
  FeedEntry entry;
  entry.link = address(path).href();
  entry.id = entry.link;
  entry.title = title;
  entry.content = content;
  if (!author.empty()) entry.authors.push_back(author);
  entry.published = parse_timestamp(published).value();
  feed.entries.push_back(std::move(entry));
  pages_.push_back({address(path), parse(page)});
}

void Blog::other(const std::string& path, const std::string& page) {
  others_.push_back({address(path), parse(page)});
}

TrainingSet Blog::training() const {
  TrainingSet set;
  set.blog = address("/");
  set.feed = &feed;
  set.feed_url = "http://blog.example/feed/";
  set.now = clock_time();
  std::uint64_t capture = 0;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    set.pages.push_back({pages_[i].url, &pages_[i].doc, &feed.entries[i], ++capture, clock_time()});
  }
  for (const Page& page : others_)
    set.others.push_back({page.url, &page.doc, nullptr, ++capture, clock_time()});
  return set;
}

Template Blog::learn() const {
  Result<Template> learned = make_ensemble_strategy()->learn(training());
  EXPECT_TRUE(learned);
  return learned ? *learned : Template();
}

DataObject extract(const Template* t, const std::string& path, std::string_view html, const FeedEntry* entry,
                   std::string_view strategy) {
  const HtmlDocument doc = parse(html);
  const PageInput input{address(path), address("/"), &doc, entry, "http://blog.example/feed/", clock_time()};
  Result<Extraction> got = make_strategy(strategy)->extract(t, input);
  EXPECT_TRUE(got);
  if (!got || !got->object) {
    ADD_FAILURE() << "no object for " << path;
    return {};
  }
  return *got->object;
}

std::string Theme::page(const std::string& title, const std::string& story, const std::string& author,
                        const std::string& day) const {
  std::string html =
      "<!DOCTYPE html><html lang=en><head><title>" + title + " - Boats and Bread</title></head><body>";
  html += "<div id=top><h1><a href=/>Boats and Bread</a></h1><span class=hits>" + counter + "</span></div>";
  html += "<div id=column><div class=box><h2 class=headline>" + title + "</h2>";
  if (date)
    html +=
        "<p class=sig>by <span class=who>" + author + "</span> on <span class=when>" + day + "</span></p>";
  html += "<div class='" + story_class + "'>" + story + "</div></div>" + after_story + "</div>";
  html += "<aside id=side>" + sidebar + "</aside><footer>" + footer + "</footer></body></html>";
  return html;
}

std::string prose(unsigned seed, int sentences) {
  static constexpr const char* kWords[] = {"tide",    "oven",   "harbour", "crumb",  "sail", "flour",
                                           "anchor",  "rye",    "winch",   "dough",  "keel", "yeast",
                                           "gull",    "butter", "mast",    "salt",   "rope", "plum",
                                           "lantern", "honey",  "pilot",   "basket", "oar",  "apron"};
  std::string out;
  unsigned state = seed * 2654435761u + 12345u;
  for (int s = 0; s < sentences; ++s) {
    if (s > 0) out += ' ';
    for (int w = 0; w < 9; ++w) {
      state = state * 1664525u + 1013904223u;
      out += (w > 0 ? " " : "");
      out += kWords[(state >> 16) % 24];
      if (w == 4) out += std::to_string((state >> 8) % 9000);
    }
    out += '.';
  }
  return out;
}

std::string paragraphs(unsigned seed, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += "<p>" + prose(seed * 100 + static_cast<unsigned>(i), 4) + "</p>";
  return out;
}

}  // namespace bfa::test
