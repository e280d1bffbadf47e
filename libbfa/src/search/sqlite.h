// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace bfa {

// One connection to an SQLite file. Not thread-safe. Errors of all: kIo, kCorrupt (not a database, or a
// damaged one), kUnavailable (busy for 10 seconds).
class SqliteConnection {
 public:
  // Makes the file when it is absent, in WAL mode, with our tokenizer for FTS5.
  static Result<std::unique_ptr<SqliteConnection>> open(const std::string& path);
  ~SqliteConnection();
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  Status run(const char* sql);
  Error last_error() const;
  sqlite3* raw() const { return database_; }

 private:
  SqliteConnection(sqlite3* database, std::string path) : database_(database), path_(std::move(path)) {}

  sqlite3* database_;
  std::string path_;
};

// A prepared statement. Values are bound by position, from 1. Texts are copied.
class SqliteStatement {
 public:
  static Result<SqliteStatement> prepare(SqliteConnection& connection, const char* sql);

  SqliteStatement& bind(int at, std::int64_t value);
  SqliteStatement& bind(int at, std::string_view value);
  SqliteStatement& bind_nothing(int at);
  Result<bool> step();  // true: there is a row
  Status run();         // to its end, and reset
  void reset();

  std::int64_t number(int column) const;
  std::string text(int column) const;

 private:
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(SqliteConnection& connection, sqlite3_stmt* statement)
      : connection_(&connection), statement_(statement) {}

  SqliteConnection* connection_;
  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
};

}  // namespace bfa
