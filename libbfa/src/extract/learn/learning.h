// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "extract/learn/learning_set.h"

namespace bfa {

// The parts of a blog's template other than rules: captures, language, author, post pattern, title frame.
void describe_blog(const LearningSet& set, Template& t);
// The regions that repeat over the set's pages; the articles are at TrainingExample::node, and on other
// pages where the template's rules find them.
void learn_boilerplate(const LearningSet& set, Template& t);
// True when all entries of a feed link to one page, as a log of changes does: its entries are sections of
// that page, not posts.
bool links_one_page(const Feed* feed);
// Why no page of the set gave a rule, for people.
std::string why_nothing_learned(const LearningSet& set);

}  // namespace bfa
