// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/env.h>

#include <memory>

#include "bfa/io/file_system.h"

namespace bfa {

// RocksDB's access to the disk. It writes, renames, removes and syncs through `fs`, which must outlive the
// result; it reads directly from the real folder. For tests in which the disk fails or loses data.
std::unique_ptr<rocksdb::Env> make_rocksdb_env(FileSystem& fs);

}  // namespace bfa
