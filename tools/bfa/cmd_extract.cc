// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "command.h"

namespace bfa::tool {

int cmd_extract(const Arguments&) {
  std::fprintf(stderr, "bfa extract: not built yet\n");
  return kInternalError;
}

}  // namespace bfa::tool
