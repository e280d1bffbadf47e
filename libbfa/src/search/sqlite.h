// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "bfa/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace bfa {

class SqliteStatement;

// One connection to an SQLite file. Not thread-safe. Errors of all: kIo, kCorrupt (not a database, or a
// damaged one), kUnavailable (busy for 10 seconds).
class SqliteConnection {
 public:
  // Makes the file when it is absent, in WAL mode, with our tokenizer for FTS5.
  static Result<std::unique_ptr<SqliteConnection>> open(const std::string& path);
  // For a file that may not be written to, whose folder takes no file of SQLite's either. `unchanging`:
  // nobody writes to it now, and the caller looks whether that is still so. Errors besides: kUnavailable
  // (what was written to it last is still in its log).
  static Result<std::unique_ptr<SqliteConnection>> open_to_read(const std::string& path, bool& unchanging);
  // A copy of all that another connection reads, in a temporary file without a name: it may be written to.
  static Result<std::unique_ptr<SqliteConnection>> copy_of(const SqliteConnection& other);
  ~SqliteConnection();
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  Status run(const char* sql);
  // A statement that is prepared once. `sql` has to be a string literal: its address is what names it. It is
  // reset; two uses of one text at a time are not possible.
  Result<SqliteStatement*> kept(const char* sql);
  Error last_error() const;
  sqlite3* raw() const { return database_; }

 private:
  SqliteConnection(sqlite3* database, std::string path) : database_(database), path_(std::move(path)) {}

  sqlite3* database_;
  std::string path_;
  std::unordered_map<const char*, std::unique_ptr<SqliteStatement>> kept_;
};

// Ends a transaction that was begun unless it was committed.
class SqliteTransaction {
 public:
  // `begin`: "BEGIN" to read one state, "BEGIN IMMEDIATE" to write.
  static Result<SqliteTransaction> begin(SqliteConnection& connection, const char* begin);
  SqliteTransaction(SqliteTransaction&& other) noexcept : connection_(other.connection_) {
    other.connection_ = nullptr;
  }
  SqliteTransaction& operator=(SqliteTransaction&&) = delete;
  ~SqliteTransaction();
  Status commit();

 private:
  explicit SqliteTransaction(SqliteConnection& connection) : connection_(&connection) {}

  SqliteConnection* connection_;
};

// A prepared statement. Values are bound by position, from 1. Texts are copied.
class SqliteStatement {
 public:
  static Result<SqliteStatement> prepare(SqliteConnection& connection, const char* sql);

  SqliteStatement& bind(int at, std::int64_t value);
  SqliteStatement& bind(int at, std::string_view value);
  SqliteStatement& bind_real(int at, double value);
  SqliteStatement& bind_nothing(int at);
  Result<bool> step();  // true: there is a row
  Status run();         // to its end, and reset
  void reset();

  std::int64_t number(int column) const;
  double real(int column) const;
  bool is_null(int column) const;
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
