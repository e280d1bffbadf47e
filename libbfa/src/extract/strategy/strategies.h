// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/decide/assemble.h"
#include "extract/page/content_mass.h"

namespace bfa {

// A template that knows only where it comes from; its method is "generic".
Template bare_template(const TrainingSet& set);
// Adds what a set's pages have in common when no article rule says where their articles stand: boilerplate
// and title frame.
void learn_common(const TrainingSet& set, Template& t);
// One page by the generic cleaner.
Extraction extract_generic(const Template* t, const PageInput& input);

}  // namespace bfa
