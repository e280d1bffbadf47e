// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "extract/learn/training.h"

namespace bfa {

// The rules that find the comments of the training pages, one a system of comments, most used first: then a
// page with a single comment, or with ones that have no date, is read like the others. A rule needs more
// than one page. Only pages with a known article are read, and only their parts that mention comments.
std::vector<FieldRule> learn_comments(const std::vector<TrainingExample>& examples,
                                      const std::string& language);

}  // namespace bfa
