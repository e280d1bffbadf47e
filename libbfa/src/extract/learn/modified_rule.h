// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/learn/training.h"

namespace bfa {

// The places where the blog has the times of its posts' changes: metadata, JSON-LD, microdata, the class
// "updated" of hAtom, a line such as "Updated on May 5, 2024", the feed's entries. A place counts when three
// pages have it, nearly all of their values are not before the page's day of publication, and those after it
// are not all of about one day: that is when the site was built. Rules of the field "modified", best first.
std::vector<FieldRule> learn_modified(const std::vector<TrainingExample>& examples,
                                      const std::string& language);

}  // namespace bfa
