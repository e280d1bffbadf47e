// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/learn/dice.h"
#include "extract/learn/rule_votes.h"
#include "extract/page/content_mass.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_indexes.h"

namespace bfa {

// One page of a training set with all that the learners of single fields share.
struct TrainingExample {
  const TrainingPage* input = nullptr;
  const PageIndex* page = nullptr;  // with hashes of blocks
  PageFacts facts;
  std::string text;                                 // the feed's, on one line
  DiceTarget article;                               // the same
  std::vector<std::uint64_t> lines;                 // hashes of its blocks, sorted
  bool cut_short = false;                           // that text is marked as truncated
  HtmlDocument::NodeId node = HtmlDocument::kNone;  // the article's element, when it is learned
  std::span<const std::uint64_t> keys;              // rule_hash.h
};

// The pages of `set` that have a document and an entry, in the order of their captures.
std::vector<TrainingExample> make_examples(const std::vector<TrainingPage>& pages, PageIndexes& indexes);

// The rules for the article, winner first; empty when no page voted. Each page votes once: for the container
// whose text is most like the feed's. If the feed gives only excerpts, the vote goes to the ancestor of the
// excerpt's place that has the most running text (content_mass.h). Source: BlogForever Crawler, Algorithms 1
// and 2; docs/extraction.md, "Excerpts".
std::vector<FieldRule> learn_article(std::vector<TrainingExample>& examples);
// The same without regard to excerpts: the feed's text is treated as the article's.
std::vector<FieldRule> learn_article_by_dice(std::vector<TrainingExample>& examples);

// Whether authors that were found on `found` of the posts whose entries name one can be the posts' bylines.
// If most pages lack them, they were found where authors appear at times: among commenters, in running text.
bool is_author_place(std::size_t found, std::size_t signed_posts);

// The rules for the title: the place with the entry's title; of several the heading, then the one that is
// nearest to the article, then the first. If the place has text around the title that is similar on most
// pages, that text becomes the rule's prefix and suffix (title_frame.h).
std::vector<FieldRule> learn_title(const std::vector<TrainingExample>& examples, const std::string& language);
// Author: similarity divided by (1 + tree distance to the article). Date: the same over all renderings of the
// entry's date, and over machine-readable dates. Source: BlogForever Crawler, "Variations for authors, dates
// and comments". A place that holds exactly the author is better than one that holds more ("About Ada Fox").
// No rules unless is_author_place.
std::vector<FieldRule> learn_author(const std::vector<TrainingExample>& examples,
                                    const std::string& language);
std::vector<FieldRule> learn_date(const std::vector<TrainingExample>& examples, const std::string& language);

// A place that may hold a field, with its score.
struct FieldPlace {
  HtmlDocument::NodeId node = HtmlDocument::kNone;
  std::string attribute;
  double score = 0;
};
// The vote of a page: the rule of the best place that its own rule finds again (a rule gives its match
// nearest to the article, and a list of posts contains this post's title, too). `places`: best first.
std::optional<RuleVote> vote_for(const TrainingExample& example, const std::string& field,
                                 const std::vector<FieldPlace>& places);

}  // namespace bfa
