// SPDX-License-Identifier: Apache-2.0
#include "search/index_check.h"

#include "base/counted.h"
#include "base/try.h"
#include "search/index_file.h"
#include "search/sqlite.h"

namespace bfa {
namespace {

// The rows that belong together, as the writer keeps them.
constexpr const char* kTogether[] = {
    "SELECT count(*) FROM doc d LEFT JOIN words_docsize w ON w.id=d.id WHERE w.id IS NULL",
    "SELECT count(*) FROM doc d LEFT JOIN object o ON o.id=d.object WHERE o.id IS NULL",
    "SELECT count(*) FROM doc d LEFT JOIN state s ON s.id=d.state WHERE s.id IS NULL",
    "SELECT count(*) FROM object o LEFT JOIN doc d ON d.id=o.doc AND d.newest=1 WHERE d.id IS NULL",
    "SELECT abs((SELECT count(*) FROM capture) - (SELECT coalesce(sum(captures), 0) FROM capture_block))"};

Result<std::string> damage_of(SqliteConnection& connection) {
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection, "PRAGMA integrity_check(1)"));
  BFA_ASSIGN_OR_RETURN(const bool there, row.step());
  if (!there) return std::string("SQLite's integrity check says nothing");
  const std::string text = row.text(0);
  // The check tells of the machine's troubles in the same place as of the file's.
  if (text.find("out of memory") != std::string::npos || text.find("disk I/O error") != std::string::npos)
    return Error{Code::kIo, "SQLite's integrity check: " + text, {}, -1};
  if (text != "ok") return text;
  row.reset();
  BFA_RETURN_IF_ERROR(connection.run("INSERT INTO words(words) VALUES('integrity-check')"));
  for (const char* sql : kTogether) {
    BFA_ASSIGN_OR_RETURN(auto count, SqliteStatement::prepare(connection, sql));
    BFA_ASSIGN_OR_RETURN(const bool found, count.step());
    if (found && count.number(0) > 0)
      return counted(static_cast<std::uint64_t>(count.number(0)), "row lacks the row that belongs to it",
                     "rows lack the row that belongs to them");
  }
  return std::string();
}

// FTS5 checks itself by a statement that writes.
Result<std::unique_ptr<SqliteConnection>> open_to_check(const std::string& file) {
  if (!is_only_readable(file)) return SqliteConnection::open(file);
  bool unchanging = false;
  BFA_ASSIGN_OR_RETURN(const auto reader, SqliteConnection::open_to_read(file, unchanging));
  return SqliteConnection::copy_of(*reader);
}

}  // namespace

Result<IndexHealth> check_index(const std::string& archive_directory) {
  IndexHealth health;
  health.file = find_index_file(archive_directory);
  if (health.file.empty()) return health;
  const auto damaged = [&](const Error& error) -> Result<IndexHealth> {
    if (error.code != Code::kCorrupt) return error;
    health.damage = error.message;
    return health;
  };
  auto connection = open_to_check(health.file);
  if (!connection) return damaged(connection.error());
  BFA_ASSIGN_OR_RETURN(const bool current, has_current_format(**connection));
  if (!current) {
    health.same_store = false;
    return health;
  }
  auto damage = damage_of(**connection);
  if (!damage) return damaged(damage.error());
  health.damage = std::move(*damage);
  const auto state = read_index_state(**connection);
  if (!state) return damaged(state.error());
  health.reach = state->reach;
  const auto store = store_identity(archive_directory);
  health.same_store = store && *store == state->store;
  return health;
}

}  // namespace bfa
