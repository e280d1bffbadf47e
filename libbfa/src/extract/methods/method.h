// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/learn/learning_set.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"

namespace bfa {

// A page as methods see it, made once a page. Borrowed.
struct PageView {
  const PageInput* input = nullptr;
  const PageIndex* page = nullptr;
  const PageFacts* facts = nullptr;
  const Template* t = nullptr;  // null: nothing was learned
  RemovalMask cut;  // of the page's size: what is known to repeat over the blog's pages; all zero in methods
                    // that do not use repetition
};

// A place that may hold a page's article.
struct Candidate {
  HtmlDocument::NodeId node = HtmlDocument::kNone;  // its container
  std::vector<HtmlDocument::NodeId>
      parts;                           // when not empty, in document order: only these subtrees of `node`
  double score = 0;                    // [0, 1]: how sure the method is
  std::string rule;                    // what found it, for people: an XPath, a key-path, words
  const FieldRule* learned = nullptr;  // the same, when it was learned; lives in the template
  bool listing = false;                // several such places stand on the page: a list of posts
};

// One way to find articles, from a paper. Stateless and pure; all state is in the rules that it learned.
class ExtractionMethod {
 public:
  virtual ~ExtractionMethod() = default;
  virtual std::string_view name() const = 0;
  // True when pages of the same blog are compared, whose repeated regions then stand in PageView::cut.
  virtual bool uses_repetition() const { return false; }
  // Rules for "article", and for "title", "author", "date" and others where the paper learns them; winner of
  // each field first. FieldRule::method is filled in by the caller. None: the method learns nothing, or
  // nothing reliable.
  virtual std::vector<FieldRule> learn(LearningSet&) const { return {}; }
  // Candidates for the article, best first; empty: no content. By default what the learned rules find.
  virtual std::vector<Candidate> find_article(const PageView& view) const;
  // Whether the page is a post, where the method has a way of its own to tell.
  virtual std::optional<bool> is_post(const PageView&) const { return std::nullopt; }
};

// The method of that name, nullptr when there is none. Lives for ever.
const ExtractionMethod* method_named(std::string_view name);
// A strategy that is this method alone: no other method steps in where it finds nothing. Cuts, bylines, tags
// and the making of the object are what all methods share.
std::unique_ptr<ExtractionStrategy> make_single_strategy(const ExtractionMethod& method);

}  // namespace bfa
