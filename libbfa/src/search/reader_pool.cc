// SPDX-License-Identifier: Apache-2.0
#include "search/reader_pool.h"

#include "base/try.h"

namespace bfa {

Result<ReaderPool::Lease> ReaderPool::take() {
  {
    std::unique_lock lock(mutex_);
    free_.wait(lock, [&] { return !idle_.empty() || made_ < kMost; });
    if (!idle_.empty()) {
      auto reader = std::move(idle_.back());
      idle_.pop_back();
      return Lease(*this, std::move(reader));
    }
    ++made_;
  }
  bool unchanging = false;
  auto connection =
      read_only_ ? SqliteConnection::open_to_read(path_, unchanging) : SqliteConnection::open(path_);
  if (!connection) {
    const std::lock_guard lock(mutex_);
    --made_;
    free_.notify_one();
    return std::move(connection).error();
  }
  auto reader = std::make_unique<IndexReader>();
  reader->connection = std::move(*connection);
  return Lease(*this, std::move(reader));
}

void ReaderPool::put_back(std::unique_ptr<IndexReader> reader) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(reader));
  free_.notify_one();
}

}  // namespace bfa
