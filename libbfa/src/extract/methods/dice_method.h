// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/methods/method.h"

namespace bfa {

// Source: Banos, Blanvillain, Kasioumis, Manolopoulos, A Scalable Approach to Harvest Modern Weblogs,
// Algorithms 1 and 2.
const ExtractionMethod& dice_method();

}  // namespace bfa
