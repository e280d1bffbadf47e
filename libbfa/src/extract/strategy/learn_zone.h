// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/page/page_indexes.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {

// Learns Template::zones from the dates that the template's rules read on the pages of the feed's entries and
// the dates of these entries.
void learn_zone(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes, Template& t);

}  // namespace bfa
