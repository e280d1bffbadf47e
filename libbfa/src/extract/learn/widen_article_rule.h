// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/learn/learning_set.h"

namespace bfa {

// A feed of short posts (a paragraph and a film) teaches the place of a paragraph, where longer posts have
// many. When the winning article rule finds one place on the pages of the feed, but on a fifth of the other
// pages with addresses of posts several that are together, the rule of what holds all of those is put before
// it, as far as it finds the same article on the feed's pages. The same where a tenth of the other posts or
// more, but not most, lack the rule's place: their texts stand without an element that others have around
// theirs, and the named element around both is the article's. Cost: a look at the pages by one rule.
void widen_article_rule(const LearningSet& set, Template& t);

}  // namespace bfa
