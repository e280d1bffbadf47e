// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/decide/assemble.h"
#include "extract/rules/article_place.h"
#include "extract/rules/page_view.h"

namespace bfa {

// How a strategy chooses a page's article: all in which strategies differ when they extract. Stateless.
class ArticleChooser {
 public:
  virtual ~ArticleChooser() = default;
  // Where the learned rules find the article, when that is known before anything is cut. Comments are
  // searched around it.
  virtual ArticlePlace learned_place(const PageView&) const { return {}; }
  // Cuts from `view.cut` what repeats over the blog's pages.
  virtual void cut_repeated(PageView& view, const ArticlePlace& place) const = 0;
  // True when what looks like comments is the page's text: the posts of a forum thread.
  virtual bool is_thread(const PageView&) const { return false; }
  // The article, the fields and the page's kind. `place`: of learned_place().
  virtual Decision decide(const PageView& view, const ArticlePlace& place) const = 0;
  // True when the template's rules for tags, categories and the day of the last change are used.
  virtual bool uses_all_rules() const { return false; }
};

// The steps from a page to its extraction, the same for every strategy. Changes only `view.cut`.
Extraction extract_page(PageView& view, const ArticleChooser& chooser);

}  // namespace bfa
