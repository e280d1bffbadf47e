// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/env.h>

#include <memory>

#include "bfa/io/file_system.h"

namespace bfa {

// RocksDB's door to the disk over ours: what it writes, renames, removes and syncs goes through `fs`, which
// must outlive the result; what it reads comes straight from the real folder. For tests that make the disk
// fail or forget.
std::unique_ptr<rocksdb::Env> make_rocksdb_env(FileSystem& fs);

}  // namespace bfa
