// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/methods/method.h"

namespace bfa {

// Each entry's wrapper node by semantic density (density.h), and the rules that match these nodes on most
// pages: they are used for pages without an entry. Source: Oita and Senellart, Archiving Data Objects using
// Web Feeds.
const ExtractionMethod& density_method();

}  // namespace bfa
