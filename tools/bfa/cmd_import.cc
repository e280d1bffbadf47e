// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "command.h"

namespace bfa::tool {

int cmd_import(const Arguments&) {
  std::fprintf(stderr, "bfa import: not built yet\n");
  return kInternalError;
}

}  // namespace bfa::tool
