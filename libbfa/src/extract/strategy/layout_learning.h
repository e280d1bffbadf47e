// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/page/page_indexes.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {

// The template that `strategy` learns, plus rules for further layouts (Template::layouts): they are learned
// from the pages on which its rules find no article, grouped by their structure. Deterministic.
Template learn_layouts(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes);

}  // namespace bfa
