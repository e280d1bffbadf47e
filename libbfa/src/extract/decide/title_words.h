// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/decide/assemble.h"
#include "extract/fields/title_frame.h"

namespace bfa {

// What the slots of the template's title frames, if it has any, may stand for on this page: the words
// of its links and of its entry, its decided author and day. Else empty: then it costs nothing.
TitleWords title_words(const Template& t, const PageInput& input, const PageIndex& page,
                       const Decision& decision);

// Title and frame of a template.
inline TitleFrame frame_of(const Template& t) {
  return {t.title_prefix, t.title_suffix};
}

}  // namespace bfa
