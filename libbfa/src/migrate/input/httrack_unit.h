// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "migrate/input/tree_unit.h"

namespace bfa {

// An HTTrack mirror: response records of the answers that its cache has with headers, resource records of
// the other files, and conversion records of pages whose links HTTrack changed.
Status read_httrack_tree(FileSystem& fs, FileTree& tree, const CaptureUnit& unit,
                         const CaptureInputOptions& options, const CaptureVisitor& visitor,
                         const TreeExclusions& excluded);

}  // namespace bfa
