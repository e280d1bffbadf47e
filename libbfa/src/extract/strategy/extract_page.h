// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/decide/assemble.h"
#include "extract/rules/article_place.h"
#include "extract/rules/page_view.h"

namespace bfa {

// How a strategy chooses a page's article. Strategies differ in nothing else when they extract. Stateless.
class ArticleChooser {
 public:
  virtual ~ArticleChooser() = default;
  // The place where the learned rules find the article, if it is known before the cuts. Comments are
  // searched around it.
  virtual ArticlePlace learned_place(const PageView&) const { return {}; }
  // Adds the regions that repeat over the blog's pages to `view.cut`.
  virtual void cut_repeated(PageView& view, const ArticlePlace& place) const = 0;
  // True when parts that look like comments are the page's text: the posts of a forum thread.
  virtual bool is_thread(const PageView&) const { return false; }
  // The article, the fields and the page's kind. `place`: of learned_place().
  virtual PageDecision decide(const PageView& view, const ArticlePlace& place) const = 0;
  // True when the template's rules for tags, categories and the day of the last change are used.
  virtual bool uses_all_rules() const { return false; }
};

// The steps from a page to its extraction, the same for every strategy. Changes only `view.cut`.
Extraction extract_page(PageView& view, const ArticleChooser& chooser);

}  // namespace bfa
