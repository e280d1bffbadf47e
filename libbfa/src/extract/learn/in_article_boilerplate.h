// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/learn/boilerplate.h"
#include "extract/rules/line_frame.h"

namespace bfa {

// Rules (in_article_rules.h) for parts inside articles that do not belong to their text and that no name
// identifies (with a name: boilerplate.h): places, by the elements down to them, and lines at articles'
// start and end. Evidence: the same text in many articles; links to other posts; and, if the feed gives
// whole texts, that the feed never has it, at the edge of the feed's text. Text in the feed is the author's,
// even if it is often repeated. `known`: XPaths that are boilerplate already. Fewer than 3 articles teach
// nothing. Cost: linear in the articles.
std::vector<std::string> learn_in_article_boilerplate(std::span<const RepeatPage> pages,
                                                      std::string_view host,
                                                      std::span<const std::string> known,
                                                      const LineContext& words);

}  // namespace bfa
