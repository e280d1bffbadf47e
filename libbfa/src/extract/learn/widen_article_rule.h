// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/learn/learning_set.h"

namespace bfa {

// A feed of short posts (a paragraph and a film) leads to a rule for one paragraph, but longer posts have
// many. The winning article rule may find one place on the pages of the feed, but several adjacent ones on a
// fifth of the other pages with addresses of posts. Then the rule of the element around all of those is put
// before it, if it finds the same article on the feed's pages. Cost: one rule applied to the pages.
void widen_article_rule(const LearningSet& set, Template& t);

}  // namespace bfa
