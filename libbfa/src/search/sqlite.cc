// SPDX-License-Identifier: Apache-2.0
#include "search/sqlite.h"

#include <sqlite3.h>

#include <filesystem>

#include "base/try.h"
#include "search/fts_tokenizer.h"

namespace bfa {
namespace {

constexpr int kBusyMilliseconds = 10'000;

Code code_of(int result) {
  switch (result & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_SCHEMA:
      return Code::kCorrupt;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::kUnavailable;
    default:
      return Code::kIo;
  }
}

// A path within a URI (sqlite.org/uri.html).
std::string uri_of(const std::string& path) {
  std::string out = "file:";
  for (const char c : path) {
    if (c == '%')
      out += "%25";
    else if (c == '?')
      out += "%3f";
    else if (c == '#')
      out += "%23";
    else
      out += c;
  }
  return out + "?immutable=1";
}

// Beside a file: what was written to it, but is not in it yet.
bool has_log(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path + "-wal", error);
  return !error && size > 0;
}

}  // namespace

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::string& path) {
  sqlite3* database = nullptr;
  const int opened = sqlite3_open_v2(
      path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  std::unique_ptr<SqliteConnection> connection(new SqliteConnection(database, path));
  if (opened != SQLITE_OK) return connection->last_error();
  // Before the first statement: connections that open the file at once would find it locked.
  sqlite3_busy_timeout(database, kBusyMilliseconds);
  sqlite3_extended_result_codes(database, 1);
  // NORMAL: a power cut may take the last transactions, never a part of one. The index knows up to which step
  // it is, and adds what it lacks from the archive. The log is taken over every 16 MiB.
  BFA_RETURN_IF_ERROR(
      connection->run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-8000; "
                      "PRAGMA wal_autocheckpoint=4000;"));
  BFA_RETURN_IF_ERROR(register_fts_tokenizer(database));
  return connection;
}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open_to_read(const std::string& path,
                                                                         bool& unchanging) {
  Error failed;
  // Where another process has it open, its shared memory is there to read by.
  for (const bool immutable : {false, true}) {
    if (immutable && has_log(path))
      return Error{Code::kUnavailable,
                   "the index cannot be read: changes to it are in a log that this user may not open", path,
                   -1};
    sqlite3* database = nullptr;
    const int opened =
        sqlite3_open_v2(immutable ? uri_of(path).c_str() : path.c_str(), &database,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_URI, nullptr);
    std::unique_ptr<SqliteConnection> connection(new SqliteConnection(database, path));
    if (opened != SQLITE_OK) return connection->last_error();
    sqlite3_busy_timeout(database, kBusyMilliseconds);
    sqlite3_extended_result_codes(database, 1);
    const Status read = connection->run("PRAGMA cache_size=-8000; SELECT count(*) FROM sqlite_schema");
    if (!read) {
      failed = read.error();
      const int reason = sqlite3_errcode(database) & 0xff;
      if (reason == SQLITE_CANTOPEN || reason == SQLITE_READONLY) continue;
      return failed;
    }
    BFA_RETURN_IF_ERROR(register_fts_tokenizer(database));
    unchanging = immutable;
    return connection;
  }
  return failed;
}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::copy_of(const SqliteConnection& other) {
  constexpr int kAllPages = -1;
  sqlite3* database = nullptr;
  const int opened = sqlite3_open_v2(
      "", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  std::unique_ptr<SqliteConnection> connection(new SqliteConnection(database, other.path_));
  if (opened != SQLITE_OK) return connection->last_error();
  sqlite3_extended_result_codes(database, 1);
  sqlite3_backup* const copy = sqlite3_backup_init(database, "main", other.database_, "main");
  if (copy == nullptr) return connection->last_error();
  sqlite3_backup_step(copy, kAllPages);
  if (sqlite3_backup_finish(copy) != SQLITE_OK) return connection->last_error();
  BFA_RETURN_IF_ERROR(register_fts_tokenizer(database));
  return connection;
}

SqliteConnection::~SqliteConnection() {
  kept_.clear();
  sqlite3_close_v2(database_);
}

Result<SqliteStatement*> SqliteConnection::kept(const char* sql) {
  auto& kept = kept_[sql];
  if (!kept) {
    auto made = SqliteStatement::prepare(*this, sql);
    if (!made) return std::move(made).error();
    kept = std::make_unique<SqliteStatement>(std::move(*made));
  }
  kept->reset();
  return kept.get();
}

Result<SqliteTransaction> SqliteTransaction::begin(SqliteConnection& connection, const char* begin) {
  BFA_RETURN_IF_ERROR(connection.run(begin));
  return SqliteTransaction(connection);
}

SqliteTransaction::~SqliteTransaction() {
  if (connection_ == nullptr) return;
  const Status ended = connection_->run("ROLLBACK");
  (void)ended.ok();
}

Status SqliteTransaction::commit() {
  BFA_RETURN_IF_ERROR(connection_->run("COMMIT"));
  connection_ = nullptr;
  return {};
}

Error SqliteConnection::last_error() const {
  if (database_ == nullptr) return Error{Code::kIo, "out of memory", path_, -1};
  const int result = sqlite3_errcode(database_);
  const Code code = code_of(result);
  const char* const advice = code == Code::kCorrupt ? "; bfa rebuild --index makes it anew" : "";
  return Error{code, std::string("the index: ") + sqlite3_errmsg(database_) + advice, path_, -1};
}

Status SqliteConnection::run(const char* sql) {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return last_error();
  return {};
}

void SqliteStatement::Finalise::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Result<SqliteStatement> SqliteStatement::prepare(SqliteConnection& connection, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection.raw(), sql, -1, &statement, nullptr) != SQLITE_OK)
    return connection.last_error();
  return SqliteStatement(connection, statement);
}

SqliteStatement& SqliteStatement::bind(int at, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), at, value);
  return *this;
}

SqliteStatement& SqliteStatement::bind(int at, std::string_view value) {
  sqlite3_bind_text64(statement_.get(), at, value.data() == nullptr ? "" : value.data(), value.size(),
                      SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

SqliteStatement& SqliteStatement::bind_real(int at, double value) {
  sqlite3_bind_double(statement_.get(), at, value);
  return *this;
}

SqliteStatement& SqliteStatement::bind_nothing(int at) {
  sqlite3_bind_null(statement_.get(), at);
  return *this;
}

Result<bool> SqliteStatement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return connection_->last_error();
}

Status SqliteStatement::run() {
  BFA_ASSIGN_OR_RETURN(bool more, step());
  while (more) {
    BFA_ASSIGN_OR_RETURN(more, step());
  }
  reset();
  return {};
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
}

std::int64_t SqliteStatement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double SqliteStatement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::string SqliteStatement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr ? std::string()
                          : std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace bfa
