// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// Copies a store that a writer may be writing to: the state of one moment, as a crash would leave it. Tables
// never change and are never named again in one store: those that the store `before` has too, an earlier copy
// of the same store, are taken from there. The copy is read whole before this returns. `bytes`: adds what was
// copied. Errors: kNotFound, kCorrupt (a table of the store is damaged), kUnavailable (it changed too often),
// kIo.
Status copy_store(FileSystem& fs, const std::string& from, const std::string& before, const std::string& to,
                  std::uint64_t& bytes);

// What tells a store from others, also from one that was made anew in its place. Empty: no store is there.
std::string store_identity(FileSystem& fs, const std::string& path);

}  // namespace bfa
