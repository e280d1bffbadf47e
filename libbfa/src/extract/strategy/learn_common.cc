// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "bfa/extract/rules.h"
#include "extract/learn/boilerplate.h"
#include "extract/learn/site_rule.h"
#include "extract/learn/title_learning.h"
#include "extract/page/content_mass.h"
#include "extract/rules/article_place.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {

using NodeId = HtmlDocument::NodeId;

Template bare_template(const TrainingSet& set) {
  Template t;
  t.blog = set.blog.href();
  t.feed = set.feed_url;
  t.method = "generic";
  t.learned = set.now;
  return t;
}

void learn_common(const TrainingSet& set, PageIndexes& indexes, Template& t) {
  std::vector<const PageIndex*> found;
  std::vector<SitePage> site;
  std::vector<std::string> titles;
  const std::size_t count = set.pages.size() + set.others.size();
  found.reserve(count);
  site.reserve(count);
  titles.reserve(count);
  for (const auto* list : {&set.pages, &set.others}) {
    for (const TrainingPage& page : *list) {
      if (page.doc == nullptr) continue;
      const PageIndex& index = indexes.of(*page.doc);
      found.push_back(&index);
      site.push_back({&index, &page.url, page.captured});
      PageFacts facts = read_facts(index);
      if (t.language.empty()) t.language = facts.language;
      titles.push_back(std::move(facts.head_title));
    }
  }
  SiteLesson lesson = learn_site(site, t.language);
  t.rules = std::move(lesson.rules);
  if (t.post_pattern.empty()) t.post_pattern = PostPattern::learn(lesson.posts).to_text();
  std::vector<RepeatPage> pages;
  pages.reserve(found.size());
  for (const PageIndex* index : found) {
    const ArticlePlace place = article_by_rules(t, *index);
    const NodeId node =
        place.node == HtmlDocument::kNone ? find_article(*index, ContentMass(*index, {})) : place.node;
    pages.push_back({index, node, nullptr, {}});
  }
  t.boilerplate = repeated_regions(pages, set.blog.host());
  TitleLesson lesson_of_titles = learn_title_frame(found, titles);
  t.title_prefix = std::move(lesson_of_titles.frame.prefix);
  t.title_suffix = std::move(lesson_of_titles.frame.suffix);
  t.title_words = std::move(lesson_of_titles.words);
}

}  // namespace bfa
