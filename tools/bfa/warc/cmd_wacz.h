// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace bfa::tool {

// create, ls and check of WACZ files; gets what follows `bfa wacz`.
int cmd_wacz(const Arguments& arguments);

}  // namespace bfa::tool
