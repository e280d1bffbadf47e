// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/warc/writer.h"

namespace bfa {

// How many bytes of a file (by its final name) are known to be whole and durable; 0 when nothing is known.
using DurableBytes = std::function<std::uint64_t(const std::string& file)>;

// As the public function, but reads only what is behind the durable bytes: the cost is that of the end.
// `records` then counts the records behind them. `durable` may be empty.
Result<std::vector<WarcRecovery>> recover_open_warcs(FileSystem& fs, std::string_view directory,
                                                     const DurableBytes& durable);

}  // namespace bfa
