// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/search/search_index.h"
#include "search/sqlite.h"

namespace bfa {

// The captures of the index: rows of the tables `capture` and `record`.

// Calls `visit` for the captures of a range until it returns false.
Status visit_captures(SqliteConnection& connection, const CaptureRange& range,
                      const std::function<bool(const IndexedCapture&)>& visit);
Result<std::uint64_t> count_captures(SqliteConnection& connection, const CaptureRange& range);

// "sha256:HEX" as 33 bytes, and back. Other digests stay as they are.
std::string packed_digest(std::string_view digest);
std::string unpacked_digest(std::string digest);

// The number under which a record id is in the table `record`: different ids may have the same.
std::int64_t record_number(std::string_view record_id);
Result<std::vector<std::uint64_t>> find_record(SqliteConnection& connection, std::string_view record_id);

}  // namespace bfa
