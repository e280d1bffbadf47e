// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bfa/store/archive.h"
#include "search/sqlite.h"

namespace bfa {

// What an index says of itself.
struct IndexState {
  std::uint64_t reach = 0;
  std::string store;       // which store it was made from
  std::int64_t shift = 0;  // how far a row of `doc` stands behind the rows of its second, at most
};

// The tables of the index; made when they are absent or of another format.
Status prepare_tables(SqliteConnection& connection, bool anew);
// False: it was made by another version of the library, or is empty.
Result<bool> has_current_format(SqliteConnection& connection);
Result<IndexState> read_index_state(SqliteConnection& connection);
// But `shift`, which write_shift() writes.
Status write_index_state(SqliteConnection& connection, const IndexState& state);
Status write_shift(SqliteConnection& connection, std::int64_t shift);

// Names the store of an archive: another one after a rebuild or a removal. Errors: kIo.
Result<std::string> store_identity(const std::string& archive_directory);
inline Result<std::string> store_identity(const Archive& archive) {
  return store_identity(archive.directory());
}

// The folder for the index of an archive: `index` in it, or one in the user's cache folder when nothing can
// be written there. It is made. Errors: kIo, kDenied.
Result<std::string> index_folder(const std::string& archive_directory);
// An index of the archive that is there and may be read, but not written to, where no other place for one is:
// its path. Empty: there is a place, or no index.
std::string read_only_index(const std::string& archive_directory);
// True for an index that is there and may be read, but not written to, or not beside it.
bool is_only_readable(const std::string& file);
// Where an index of the archive is; empty when there is none. Makes nothing.
std::string find_index_file(const std::string& archive_directory);

// The name of the file in its folder.
inline constexpr const char* kIndexFile = "search.sqlite";

}  // namespace bfa
