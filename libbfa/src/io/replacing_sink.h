// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// A new file that stands beside `path` (".open" behind its name) until finish() has synced it and given it
// its name, over an older one. Destroyed before that it leaves nothing. Small writes are gathered. `fs` must
// outlive it. Errors: kIo.
Result<std::unique_ptr<Sink>> open_replacing_sink(FileSystem& fs, const std::string& path);

}  // namespace bfa
