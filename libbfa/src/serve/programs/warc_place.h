// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/search/search_index.h"
#include "bfa/serve/handler.h"
#include "bfa/store/archive.h"

namespace bfa {

// A WARC file of an archive, found by name: no name leads out of its folder `warc`.
struct WarcFilePlace {
  std::string path;      // "NAME.open" while it is written
  bool missing = false;  // the store knows it, and it is not there
};
// Errors: kNotFound (there is none, and the store knows none), kInvalidArgument (not the name of a WARC
// file), kIo.
Result<WarcFilePlace> find_warc_file(const Archive& archive, std::string_view name);
// The same for a place that the store gave: the file may be outside of the archive.
Result<WarcFilePlace> find_warc_file(const Archive& archive, const WarcRef& place);

// The name of the WARC file of a capture, or of its original, when that file is missing; nothing when both
// are there. Errors: kIo, those of the store.
Result<std::optional<std::string>> missing_file_of(const Archive& archive, const IndexedCapture& capture);

// The sentence that a WARC file is missing.
std::string missing_file_text(std::string_view name);
// 410 with that sentence.
ServeReply missing_file_reply(std::string_view name);

// One record of a WARC file.
struct StoredRecord {
  std::string path, id;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // as stored; 0: it shares its compressed member, or needs a dictionary
  std::uint64_t plain_length = 0;
};
// Reads the record to its end. Errors: kNotFound (no whole record begins there), kIo.
Result<StoredRecord> find_stored_record(const std::string& path, std::uint64_t offset);

// Bytes of a file, `length` of them from `offset`. Errors: kNotFound, kIo.
Result<std::unique_ptr<ReplyStream>> stream_file(const std::string& path, std::uint64_t offset,
                                                 std::uint64_t length);
// A record as it is when nothing is compressed. Errors: as WarcReader.
Result<std::unique_ptr<ReplyStream>> stream_plain_record(const StoredRecord& record);

}  // namespace bfa
