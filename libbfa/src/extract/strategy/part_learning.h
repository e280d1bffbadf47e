// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/page/page_indexes.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {

// learn_layouts for a blog with several feeds. A feed whose posts are in a folder of their own, where the
// main feed has none, teaches a layout for that folder: a section, a language, another author's blog. The
// entries of other feeds teach beside those of the main feed. Deterministic.
Template learn_parts(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes);

}  // namespace bfa
