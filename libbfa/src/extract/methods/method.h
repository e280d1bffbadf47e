// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/learn/learning_set.h"
#include "extract/rules/page_view.h"

namespace bfa {

// A place that may hold a page's article.
struct Candidate {
  HtmlDocument::NodeId node = HtmlDocument::kNone;  // its container
  // When not empty, in document order: only these subtrees of `node` are the article.
  std::vector<HtmlDocument::NodeId> pieces;
  double score = 0;                    // [0, 1]: how sure the method is
  std::string rule;                    // the rule that found it, for people: an XPath, a key-path, words
  const FieldRule* learned = nullptr;  // the same, when it was learned; lives in the template
  bool listing = false;                // the page has several such places: a list of posts
};

// One way to find articles, from one paper. A strategy (ExtractionStrategy) does the whole job on pages: it
// uses one method or several. Methods are stateless and pure; all state is in the rules that they learned.
class ExtractionMethod {
 public:
  virtual ~ExtractionMethod() = default;
  virtual std::string_view name() const = 0;
  // True when pages of the same blog are compared: regions that repeat are then cut in PageView::cut.
  virtual bool uses_repetition() const { return false; }
  // Rules for "article", and for "title", "author", "date" and others if the paper learns them; winner of
  // each field first. The caller fills in FieldRule::method. Empty: the method learns nothing, or nothing
  // reliable.
  virtual std::vector<FieldRule> learn(LearningSet&) const { return {}; }
  // Candidates for the article, best first; empty: no content. By default the matches of the learned rules.
  virtual std::vector<Candidate> find_article(const PageView& view) const;
  // Whether the page is a post, if the method has its own way to decide it.
  virtual std::optional<bool> is_post(const PageView&) const { return std::nullopt; }
};

// The method of that name; nullptr if no method has it. Static: valid as long as the program runs.
const ExtractionMethod* method_named(std::string_view name);
// The names of all methods, in the order in which they are offered.
std::vector<std::string> method_names();

}  // namespace bfa
