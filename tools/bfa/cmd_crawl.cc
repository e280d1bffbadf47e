// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "command.h"

namespace bfa::tool {

int cmd_crawl(const Arguments&) {
  std::fprintf(stderr, "bfa crawl: not built yet\n");
  return kInternalError;
}

}  // namespace bfa::tool
