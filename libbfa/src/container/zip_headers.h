// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bfa/container/container.h"

namespace bfa {

// A zip file says most things twice: in its directory, by which members are read here, and in the local
// header and the descriptor of each member, by which streaming readers go. A finding `zip_headers_differ`
// when they say different names, methods, sizes or checksums: one of the two is damaged. Two short reads a
// member. Errors: kIo. Source: APPNOTE 4.3.7, 4.3.9.
Status compare_zip_headers(const ReadableFile& file, const std::vector<ContainerEntry>& entries,
                           Findings& findings);

}  // namespace bfa
