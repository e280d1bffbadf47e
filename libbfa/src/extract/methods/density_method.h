// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/methods/method.h"

namespace bfa {

// Each entry's wrapper node by semantic density (density.h), and the rules that name these nodes on most
// pages: they serve pages that no entry names. Source: Oita and Senellart, Archiving Data Objects using Web
// Feeds.
const ExtractionMethod& density_method();

}  // namespace bfa
