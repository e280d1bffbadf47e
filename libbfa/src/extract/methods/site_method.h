// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/methods/method.h"

namespace bfa {

// What a blog's pages show together: text and structure that repeat are template, what is unique is content
// (site_rule.h). Needs no feed; pages alone have no content for it.
const ExtractionMethod& site_method();

}  // namespace bfa
