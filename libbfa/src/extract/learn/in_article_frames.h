// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/learn/learning_article.h"

namespace bfa {

// Learns the rules (in_article_rules.h) for lines at articles' ends that are equal over the blog's posts but
// for one part: the post's title, a date, a few words ("Posted by Ann on May 5"). Text that the feed has is
// the author's. After learn_lines; `lines`: its rules;
// `host`: the blog's own.
std::vector<std::string> learn_frames(const std::vector<LearningArticle>& articles, std::string_view host,
                                      std::span<const std::string> lines);

}  // namespace bfa
