// SPDX-License-Identifier: Apache-2.0
#include <new>
#include <utility>

#include "bfa/extract/post_pattern.h"
#include "bfa/html/content.h"
#include "extract/comments/comments.h"
#include "extract/decide/assemble.h"
#include "extract/decide/forum_thread.h"
#include "extract/decide/pagination.h"
#include "extract/learn/boilerplate.h"
#include "extract/learn/site_rule.h"
#include "extract/learn/title_learning.h"
#include "extract/rules/article_place.h"
#include "extract/strategy/strategies.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

class GenericStrategy final : public ExtractionStrategy {
 public:
  std::string_view name() const override { return "generic"; }

  Result<Template> learn(const TrainingSet& set) const override {
    try {
      Template t = bare_template(set);
      t.reason = "the generic strategy does not learn from feeds";
      learn_common(set, t);
      return t;
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while learning", set.blog.href()};
    }
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    try {
      return extract_generic(t, input);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while extracting", input.url.href()};
    }
  }
};

}  // namespace

Template bare_template(const TrainingSet& set) {
  Template t;
  t.blog = set.blog.href();
  t.feed = set.feed_url;
  t.method = "generic";
  t.learned = set.now;
  return t;
}

void learn_common(const TrainingSet& set, Template& t) {
  std::vector<PageIndex> indexes;
  std::vector<SitePage> site;
  std::vector<std::string> titles;
  const std::size_t count = set.pages.size() + set.others.size();
  indexes.reserve(count);
  site.reserve(count);
  titles.reserve(count);
  for (const auto* list : {&set.pages, &set.others}) {
    for (const TrainingPage& page : *list) {
      if (page.doc == nullptr) continue;
      indexes.emplace_back(*page.doc, BlockHashes::kMade);
      site.push_back({&indexes.back(), &page.url, page.captured});
      PageFacts facts = read_facts(indexes.back());
      if (t.language.empty()) t.language = facts.language;
      titles.push_back(std::move(facts.head_title));
    }
  }
  SiteLesson lesson = learn_site(site, t.language);
  t.rules = std::move(lesson.rules);
  if (t.post_pattern.empty()) t.post_pattern = PostPattern::learn(lesson.posts).to_text();
  std::vector<RepeatPage> pages;
  pages.reserve(indexes.size());
  for (const PageIndex& index : indexes) {
    const ArticlePlace place = article_by_rules(t, index);
    const NodeId node =
        place.node == HtmlDocument::kNone ? find_article(index, ContentMass(index, {})) : place.node;
    pages.push_back({&index, node, nullptr, {}});
  }
  t.boilerplate = repeated_regions(pages, set.blog.host());
  TitleLesson lesson_of_titles = learn_title_frame(indexes, titles);
  t.title_prefix = std::move(lesson_of_titles.frame.prefix);
  t.title_suffix = std::move(lesson_of_titles.frame.suffix);
  t.title_words = std::move(lesson_of_titles.words);
}

Extraction extract_generic(const Template* t, const PageInput& input) {
  Extraction out;
  if (input.doc == nullptr || meta_refresh(*input.doc, input.url)) return out;
  const PageIndex page(*input.doc);
  const PageFacts facts = read_facts(page);
  RemovalMask cut(page.size(), 0);
  if (t != nullptr) cut_boilerplate(page, t->boilerplate, HtmlDocument::kNone, cut);
  const PageComments comments(input, page, HtmlDocument::kNone, t);
  // The posts of a thread look like comments and are the page's text.
  const bool thread = comments.found() && find_thread(page, facts, input.url).has_value();
  if (!thread) comments.cut(cut);
  Decision decision = decide_generic(input, page, facts, std::move(cut), t);
  if (input.entry != nullptr) decision.kind = ObjectKind::kPost;
  if (t != nullptr && input.entry == nullptr) {
    if (says_it_is_post(page, facts, decision)) {
      decision.kind = ObjectKind::kPost;
    } else if (decision.article != HtmlDocument::kNone && lists_posts(page, decision.article) &&
               !marks_one_article(page, ContentMass(page, decision.cut))) {
      decision.article = HtmlDocument::kNone;  // a list of posts: its text is theirs
    }
    const bool framed = !t->title_prefix.empty() || !t->title_suffix.empty();
    if (framed && decision.kind != ObjectKind::kPost) decision.title = page_title(facts, *t);
  }
  if (!thread) out.parts = settle_parts(t, input, page, decision);
  const HtmlDocument::NodeId article = decision.article;
  const std::string duplicate_of = decision.duplicate_of;
  out.object = make_object(input, page, facts, std::move(decision));
  if (!thread) comments.read(article, duplicate_of, out);
  return out;
}

std::unique_ptr<ExtractionStrategy> make_generic_strategy() {
  return std::make_unique<GenericStrategy>();
}

}  // namespace bfa
