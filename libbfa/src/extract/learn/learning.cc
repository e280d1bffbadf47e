// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/learning.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "bfa/extract/rules.h"
#include "bfa/text/language.h"
#include "extract/comments/comments.h"
#include "extract/fields/title_frame.h"
#include "extract/learn/boilerplate.h"
#include "extract/learn/in_article_boilerplate.h"
#include "extract/learn/title_learning.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

// The author of every entry, when the feed has but one.
std::string only_author(const Feed* feed) {
  std::set<std::string> authors;
  if (feed == nullptr) return {};
  for (const FeedEntry& entry : feed->entries) {
    if (entry.authors.size() > 1) return {};
    authors.insert(entry.authors.empty() ? "" : entry.authors.front());
  }
  if (authors.size() == 1) return *authors.begin();
  if (authors.empty() && feed->authors.size() == 1) return feed->authors.front();
  return {};
}

// A language tag in its usual writing: "zh_cn" is zh-CN.
std::string language_tag(std::string_view text) {
  std::string out;
  std::size_t part = 0;  // length of the part so far, and whether it is the first
  bool first = true;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == '-' || text[i] == '_') {
      const std::size_t begin = out.size() - part;
      if (!first && part == 2) {
        for (std::size_t k = begin; k < out.size(); ++k) out[k] = static_cast<char>(out[k] - 'a' + 'A');
      }
      if (!first && part == 4) out[begin] = static_cast<char>(out[begin] - 'a' + 'A');
      if (i < text.size()) out += '-';
      first = false;
      part = 0;
      continue;
    }
    const char c = text[i];
    if (!is_letter(c)) return std::string(text);  // not of the usual form: unchanged
    out += ascii_lower(c);
    ++part;
  }
  return out;
}

// The first of the most frequent ones; empty: none.
std::string most_frequent(const std::vector<std::string>& names) {
  const auto count = [&](const std::string& name) { return std::count(names.begin(), names.end(), name); };
  const auto best = std::max_element(names.begin(), names.end(),
                                     [&](const auto& a, const auto& b) { return count(a) < count(b); });
  return best == names.end() ? std::string() : *best;
}

// A blog may have single posts in another language, the newest one too.
std::string language_of(const TrainingSet& set, const std::vector<TrainingExample>& examples) {
  constexpr std::size_t kRead = 5;  // detection takes as long as the other steps together
  if (set.feed != nullptr && !set.feed->language.empty()) return language_tag(set.feed->language);
  std::vector<std::string> found;
  for (const TrainingExample& example : examples) {
    if (!example.facts.language.empty()) found.push_back(language_tag(example.facts.language));
  }
  const bool declared = !found.empty();
  for (std::size_t i = 0; !declared && found.size() < kRead && i < examples.size(); ++i) {
    std::string language = detect_language(line_of(*examples[i].page, examples[i].page->body()));
    if (!language.empty()) found.push_back(std::move(language));
  }
  return most_frequent(found);
}

std::string learn_pattern(const TrainingSet& set, const std::vector<TrainingExample>& examples) {
  std::vector<std::string> urls;
  urls.reserve(examples.size());
  for (const TrainingExample& example : examples) urls.push_back(example.input->url.href());
  if (urls.empty() && set.feed != nullptr) {
    // Where no page of an entry is available its link may be a redirector's, which is like no post's address.
    for (const FeedEntry& entry : set.feed->entries) {
      const Result<Url> link = Url::parse(entry.link, &set.blog);
      if (link && link->host() == set.blog.host()) urls.push_back(link->href());
    }
  }
  return PostPattern::learn(urls).to_text();
}

}  // namespace

namespace {

std::string post_title(const Template& t, const PageFacts& facts) {
  return without_site_name(facts.head_title, {t.title_prefix, t.title_suffix}, {}, facts.site_name, {});
}

}  // namespace

bool links_one_page(const Feed* feed) {
  if (feed == nullptr || feed->entries.size() < 2) return false;
  const auto page_of = [](const FeedEntry& entry) { return entry.link.substr(0, entry.link.find('#')); };
  const std::string first = page_of(feed->entries.front());
  return !first.empty() && std::all_of(feed->entries.begin(), feed->entries.end(),
                                       [&](const FeedEntry& entry) { return page_of(entry) == first; });
}

LearningSet make_learning_set(const TrainingSet& set, PageIndexes& indexes) {
  LearningSet out;
  out.input = &set;
  const bool useless = links_one_page(set.feed) || (set.feed != nullptr && set.feed->is_comments);
  if (!useless) out.examples = make_examples(set.pages, indexes);
  out.others.reserve(set.others.size());
  for (const TrainingPage& other : set.others) {
    if (other.doc != nullptr) out.others.push_back(&indexes.of(*other.doc));
  }
  out.language = language_of(set, out.examples);
  return out;
}

void describe_blog(const LearningSet& set, Template& t) {
  for (const TrainingExample& example : set.examples) t.captures.push_back(example.input->capture);
  TitleLesson titles = learn_title_frame(set.examples, set.language);
  t.title_prefix = std::move(titles.frame.prefix);
  t.title_suffix = std::move(titles.frame.suffix);
  t.title_words = std::move(titles.words);
  t.author = only_author(set.input->feed);
  t.language = set.language;
  t.post_pattern = learn_pattern(*set.input, set.examples);
}

// Notes which pages are posts, if their addresses show it: a line of nearly all posts is not on an "about"
// page.
void note_posts(const LearningSet& set, const Template& t, const std::vector<const TrainingPage*>& inputs,
                std::vector<RepeatPage>& pages) {
  const Result<PostPattern> posts = PostPattern::parse(t.post_pattern);
  if (t.post_pattern.empty() || !posts) return;
  for (std::size_t i = set.examples.size(); i < pages.size(); ++i) {
    pages[i].is_post = posts->matches(inputs[i]->url);
  }
}

void learn_boilerplate(const LearningSet& set, Template& t) {
  std::vector<RepeatPage> pages;
  std::vector<const TrainingPage*> inputs;
  std::vector<std::size_t> lists;  // of posts, where several articles are on a page
  pages.reserve(set.examples.size() + set.others.size());
  for (const TrainingExample& example : set.examples) {
    pages.push_back({example.page, example.node, &example, {}, post_title(t, example.facts)});
    if (const std::string& told = example.input->entry->title; !told.empty()) pages.back().title = told;
    inputs.push_back(example.input);
  }
  for (const TrainingPage& input : set.input->others) {
    if (input.doc != nullptr) inputs.push_back(&input);
  }
  for (const PageIndex* other : set.others) {
    const ArticlePlace place = article_by_rules(t, *other);
    if (place.listing) lists.push_back(pages.size());
    pages.push_back({other, place.node, nullptr, {}, {}});
    if (place.node != HtmlDocument::kNone) pages.back().title = post_title(t, read_facts(*other));
  }
  t.boilerplate = repeated_regions(pages, set.input->blog.host());
  for (const std::size_t i : lists) pages[i].article = HtmlDocument::kNone;
  note_posts(set, t, inputs, pages);
  if (t.rule("comment") != nullptr) {
    const TemplateRules rules(t);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (pages[i].article == HtmlDocument::kNone) continue;
      pages[i].cut.assign(pages[i].page->size(), 0);
      const PageInput input{inputs[i]->url,     set.input->blog, inputs[i]->doc, nullptr, {},
                            inputs[i]->captured};
      PageComments(input, *pages[i].page, pages[i].article, &rules).cut(pages[i].cut);
    }
  }
  const LineContext words{{}, t.language, set.input->now, set.input->blog.host()};
  for (std::string& rule : learn_in_article_boilerplate(pages, set.input->blog.host(), t.boilerplate, words))
    t.boilerplate.push_back(std::move(rule));
}

std::string why_nothing_learned(const LearningSet& set) {
  if (set.input->feed != nullptr && set.input->feed->is_comments) return "the feed is one of comments";
  if (links_one_page(set.input->feed)) return "all entries of the feed link to one page";
  if (set.examples.empty()) return "no page of the feed's entries was given";
  return "no page holds the text of its entry";
}

}  // namespace bfa
