// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/learn/learning_article.h"

namespace bfa {

// Fills in the data of `articles` (LearningArticle::paths and places, and the parts that `known`, XPaths of
// boilerplate, removes), and learns the rules (in_article_rules.h) for places in articles that are not part
// of their text. The nodes that the rules find are marked as gone. `host`: the blog's own.
std::vector<std::string> learn_places(std::vector<LearningArticle>& articles, std::string_view host,
                                      std::span<const std::string> known);

}  // namespace bfa
