// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// An AtomicFile as a sink: finish() commits it over an existing file. Small writes are gathered. `fs` must
// outlive it. Errors: kIo.
Result<std::unique_ptr<Sink>> open_replacing_sink(FileSystem& fs, const std::string& path);

}  // namespace bfa
