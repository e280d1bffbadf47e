// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "extract/learn/training.h"

namespace bfa {

// The rules that find the comments of the training pages, one a system of comments, most used first: then a
// page with a single comment, or with ones that have no date, is read like the others. What one page alone
// shows is no rule. Pages whose articles are known are looked at only, and of those only what mentions
// comments.
std::vector<FieldRule> learn_comments(const std::vector<TrainingExample>& examples,
                                      const std::string& language);

}  // namespace bfa
