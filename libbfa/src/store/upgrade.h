// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/base/result.h"
#include "store/database.h"

namespace bfa {

// Writes into `to`, which is empty, what `from` of format 1 has: objects in rows of this format, all else as
// it is. The number of the format comes last: without it `to` is no store. `from` is not changed. Cost: both
// stores once. Errors: kCorrupt, kIo.
Status upgrade_store(const Database& from, Database& to);

}  // namespace bfa
