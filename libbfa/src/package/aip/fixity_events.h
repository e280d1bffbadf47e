// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bfa/store/archive.h"
#include "package/aip/premis.h"

namespace bfa {

// The checks that the archive has recorded (decisions of kind "check") and that read bytes of WARC files, as
// events of type "fixity check", oldest first; the newest 50. Errors: those of Archive::decisions.
Result<std::vector<PremisEvent>> fixity_events(const Archive& archive);

}  // namespace bfa
