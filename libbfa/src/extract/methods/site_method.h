// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/methods/method.h"

namespace bfa {

// Compares a blog's pages: text and structure that repeat are template, unique text is content
// (site_rule.h). Needs no feed; pages alone have no content for it.
const ExtractionMethod& site_method();

}  // namespace bfa
