// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "command.h"

namespace bfa::tool {

int cmd_diff(const Arguments&) {
  std::fprintf(stderr, "bfa diff: not built yet\n");
  return kInternalError;
}

}  // namespace bfa::tool
