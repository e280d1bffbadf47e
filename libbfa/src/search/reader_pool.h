// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "search/analyser.h"
#include "search/sqlite.h"

namespace bfa {

// What one query reads with: a connection, and an analyser for its words.
struct IndexReader {
  std::unique_ptr<SqliteConnection> connection;
  SearchAnalyser analyser;
};

// A few connections that queries of many threads share: each costs a cache of 8 MB. Thread-safe.
class ReaderPool {
 public:
  // `read_only`: the file may not be written to.
  ReaderPool(std::string path, bool read_only) : path_(std::move(path)), read_only_(read_only) {}

  // Returns the reader when it is destroyed.
  class Lease {
   public:
    Lease(ReaderPool& pool, std::unique_ptr<IndexReader> reader) : pool_(&pool), reader_(std::move(reader)) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (reader_) pool_->put_back(std::move(reader_));
    }
    SqliteConnection& connection() const { return *reader_->connection; }
    SearchAnalyser& analyser() const { return reader_->analyser; }

   private:
    ReaderPool* pool_;
    std::unique_ptr<IndexReader> reader_;
  };

  // Waits when all are in use. Errors: those of SqliteConnection::open.
  Result<Lease> take();

 private:
  void put_back(std::unique_ptr<IndexReader> reader);

  static constexpr std::size_t kMost = 4;
  const std::string path_;
  const bool read_only_;
  std::mutex mutex_;
  std::condition_variable free_;
  std::size_t made_ = 0;
  std::vector<std::unique_ptr<IndexReader>> idle_;
};

}  // namespace bfa
