// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/learn/learning_article.h"

namespace bfa {

// Learns the rules (in_article_rules.h) for lines at articles' ends that are not part of their text. After
// learn_places.
std::vector<std::string> learn_lines(const std::vector<LearningArticle>& articles);

// Rules for lines of links to pages of the blog, as in "older | newer", that articles begin or end with;
// `rules`: those for other lines.
std::vector<std::string> learn_link_lines(const std::vector<LearningArticle>& articles, std::string_view host,
                                          const std::vector<std::string>& rules);

// The rules for lines below which articles end with links to pages of the blog: "Read also:", "Translations".
// A tenth of the posts is enough: a list of links below the same line is no text. `rules`: learned already.
std::vector<std::string> learn_list_heads(const std::vector<LearningArticle>& articles, std::string_view host,
                                          const std::vector<std::string>& rules);

}  // namespace bfa
