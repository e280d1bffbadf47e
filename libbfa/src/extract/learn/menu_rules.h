// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "extract/learn/learning_set.h"

namespace bfa {

// Rules of the field "menu": elements beside the article with links to tags or categories that are the same
// on the posts of the blog, while the posts' own differ: a site's menu of categories, a cloud of tags. `t`:
// with the rules for articles. Cost: linear in the set's pages, of which at most 60 are read.
std::vector<FieldRule> learn_menus(const LearningSet& set, const Template& t);

}  // namespace bfa
