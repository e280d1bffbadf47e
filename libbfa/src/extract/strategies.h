// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "assemble.h"
#include "bfa/extract/extract.h"
#include "content_mass.h"

namespace bfa {

// A template that knows only where it comes from; its method is "generic".
Template bare_template(const TrainingSet& set);
// Adds what a set's pages have in common when no article rule says where their articles stand: boilerplate
// and title frame.
void learn_common(const TrainingSet& set, Template& t);
// Without a feed a post is a page that says so: by its type, or by one marked article with a date.
bool says_it_is_post(const PageIndex& page, const PageFacts& facts, const Decision& decision);
// One page by the generic cleaner.
Extraction extract_generic(const Template* t, const PageInput& input);

}  // namespace bfa
