// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/decide/assemble.h"
#include "extract/rules/page_view.h"

namespace bfa {

// The possible contents of the slots of the template's title frames on this page: the texts of its links,
// its entry's categories and authors, its decided author and day. Empty without a template or without slots,
// at no cost.
TitleWords title_words(const PageView& view, const PageDecision& decision);

// The frame of the template's page titles.
inline TitleFrame frame_of(const Template& t) {
  return {t.title_prefix, t.title_suffix};
}

}  // namespace bfa
