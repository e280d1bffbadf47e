// SPDX-License-Identifier: Apache-2.0
#include "search/index_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::int64_t kIndexFormat = 15;

// Times are microseconds since 1970, days are days since 1970. `published` of numbers: date_code(). A `host`
// of 0 stands for all hosts. `word`: all terms of `words` but pairs and single characters (SearchTerm), and
// some that are there no more. `month`: the sums of `day` by month, as month_number().
constexpr const char* kTables = R"(
CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE host(id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, posts INTEGER NOT NULL DEFAULT 0,
                  pages INTEGER NOT NULL DEFAULT 0, comments INTEGER NOT NULL DEFAULT 0,
                  pingbacks INTEGER NOT NULL DEFAULT 0, others INTEGER NOT NULL DEFAULT 0,
                  edited INTEGER NOT NULL DEFAULT 0,
                  gone INTEGER NOT NULL DEFAULT 0, versions INTEGER NOT NULL DEFAULT 0, first_seen INTEGER,
                  last_changed INTEGER, newest_post TEXT);
CREATE TABLE object(id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, kind INTEGER NOT NULL, host INTEGER NOT NULL,
                    post TEXT, published INTEGER NOT NULL, changed INTEGER NOT NULL, first_seen INTEGER NOT NULL,
                    versions INTEGER NOT NULL, edits INTEGER NOT NULL, gone INTEGER NOT NULL, ahead INTEGER NOT NULL,
                    doc INTEGER NOT NULL, state INTEGER NOT NULL);
CREATE INDEX object_published ON object(kind, published);
CREATE INDEX object_changed ON object(kind, changed);
CREATE INDEX object_host_published ON object(host, kind, published);
CREATE INDEX object_host_changed ON object(host, kind, changed);
CREATE INDEX object_post ON object(post, published) WHERE post IS NOT NULL;
CREATE INDEX object_gone ON object(kind, host) WHERE gone=1;
CREATE INDEX object_edited ON object(kind, host) WHERE edits>0;
CREATE INDEX object_ahead ON object(kind, published) WHERE ahead=1;
CREATE TABLE state(id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, published TEXT, language TEXT,
                   authors TEXT, tags TEXT, categories TEXT);
CREATE TABLE doc(id INTEGER PRIMARY KEY, object INTEGER NOT NULL, observed INTEGER NOT NULL, step INTEGER NOT NULL,
                 number INTEGER NOT NULL, newest INTEGER NOT NULL, until INTEGER NOT NULL, state INTEGER NOT NULL,
                 kind INTEGER NOT NULL, host INTEGER NOT NULL, status INTEGER NOT NULL, verdict INTEGER NOT NULL,
                 similarity REAL NOT NULL, readings INTEGER NOT NULL, filter INTEGER NOT NULL,
                 fields INTEGER NOT NULL);
CREATE UNIQUE INDEX doc_of ON doc(object, observed, step);
CREATE INDEX doc_step ON doc(step);
CREATE INDEX doc_host_step ON doc(host, step);
CREATE INDEX doc_verdict_step ON doc(verdict, step);
CREATE TABLE arrival(hash INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY(hash, doc)) WITHOUT ROWID;
CREATE TABLE value(id INTEGER PRIMARY KEY, field INTEGER NOT NULL, host INTEGER NOT NULL, name TEXT NOT NULL,
                   posts INTEGER NOT NULL DEFAULT 0, objects INTEGER NOT NULL DEFAULT 0, UNIQUE(field, host, name));
CREATE INDEX value_top ON value(field, host, posts DESC, name);
CREATE TABLE member(value INTEGER NOT NULL, published INTEGER NOT NULL, object INTEGER NOT NULL,
                    PRIMARY KEY(value, published, object)) WITHOUT ROWID;
CREATE TABLE recent(value INTEGER NOT NULL, step INTEGER NOT NULL, object INTEGER NOT NULL,
                    PRIMARY KEY(value, step, object)) WITHOUT ROWID;
CREATE TABLE day(host INTEGER NOT NULL, day INTEGER NOT NULL, posts INTEGER NOT NULL, edits INTEGER NOT NULL,
                 captures INTEGER NOT NULL, PRIMARY KEY(host, day)) WITHOUT ROWID;
CREATE TABLE month(host INTEGER NOT NULL, month INTEGER NOT NULL, posts INTEGER NOT NULL, edits INTEGER NOT NULL,
                   captures INTEGER NOT NULL, PRIMARY KEY(host, month)) WITHOUT ROWID;
CREATE TABLE language(name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE word(name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE stem(language TEXT NOT NULL, stem TEXT NOT NULL, word TEXT NOT NULL,
                  PRIMARY KEY(language, stem, word)) WITHOUT ROWID;
CREATE TABLE capture(key TEXT NOT NULL, time INTEGER NOT NULL, step INTEGER NOT NULL, hop INTEGER NOT NULL,
                     url TEXT NOT NULL, redirect TEXT NOT NULL, status INTEGER NOT NULL, mime TEXT, digest TEXT,
                     file INTEGER, offset INTEGER, length INTEGER, revisit INTEGER NOT NULL,
                     PRIMARY KEY(key, time, step, hop)) WITHOUT ROWID;
CREATE TABLE capture_block(key TEXT NOT NULL, time INTEGER NOT NULL, step INTEGER NOT NULL, hop INTEGER NOT NULL,
                           captures INTEGER NOT NULL, PRIMARY KEY(key, time, step, hop)) WITHOUT ROWID;
CREATE TABLE warc(id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL);
CREATE TABLE record(id INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY(id, step)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(body, title, author, tag, category, filter, content='', tokenize='bfa');
)";

constexpr const char* kDrop = R"(
DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS record; DROP TABLE IF EXISTS warc; DROP TABLE IF EXISTS capture; DROP TABLE IF EXISTS capture_block; DROP TABLE IF EXISTS language; DROP TABLE IF EXISTS stem; DROP TABLE IF EXISTS word; DROP TABLE IF EXISTS doc;
DROP TABLE IF EXISTS object; DROP TABLE IF EXISTS host; DROP TABLE IF EXISTS state; DROP TABLE IF EXISTS arrival;
DROP TABLE IF EXISTS member; DROP TABLE IF EXISTS recent; DROP TABLE IF EXISTS value; DROP TABLE IF EXISTS day; DROP TABLE IF EXISTS month; DROP TABLE IF EXISTS meta;
)";

Result<std::string> read_meta(SqliteConnection& connection, const char* name) {
  BFA_ASSIGN_OR_RETURN(auto row,
                       SqliteStatement::prepare(connection, "SELECT value FROM meta WHERE name=?1"));
  BFA_ASSIGN_OR_RETURN(const bool there, row.bind(1, std::string_view(name)).step());
  return there ? row.text(0) : std::string();
}

Status write_meta(SqliteConnection& connection, const char* name, const std::string& value) {
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(
                                     connection, "INSERT OR REPLACE INTO meta(name, value) VALUES(?1, ?2)"));
  return row.bind(1, std::string_view(name)).bind(2, value).run();
}

Status make_tables(SqliteConnection& connection, bool anew) {
  BFA_ASSIGN_OR_RETURN(const bool made, has_current_format(connection));
  if (made && !anew) return {};
  // Rows of another store may be of what was removed from the archive: their bytes are overwritten.
  BFA_RETURN_IF_ERROR(connection.run(kDrop));
  BFA_RETURN_IF_ERROR(connection.run(kTables));
  return connection.run(("PRAGMA user_version=" + std::to_string(kIndexFormat)).c_str());
}

// Of an archive, in the user's cache folder; empty when no variable names one.
std::string cache_folder(const std::string& archive_directory) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::string folder = cache != nullptr && *cache == '/' ? std::string(cache)
                       : home != nullptr && *home == '/' ? std::string(home) + "/.cache"
                                                         : std::string();
  if (folder.empty()) return folder;
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(archive_directory, error);
  const std::string name = error ? archive_directory : real.string();
  return folder + "/bfa/" + hex_encode(digest(DigestAlgorithm::kSha256, name)).substr(0, 24);
}

bool is_writable_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

// A folder that can be written to, with an index that can be, or none.
bool takes_index(const std::string& folder) {
  if (!is_writable_folder(folder)) return false;
  const std::string file = folder + "/" + kIndexFile;
  return ::access(file.c_str(), F_OK) != 0 || ::access(file.c_str(), W_OK) == 0;
}

}  // namespace

Result<bool> has_current_format(SqliteConnection& connection) {
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection, "PRAGMA user_version"));
  BFA_ASSIGN_OR_RETURN(const bool there, row.step());
  return there && row.number(0) == kIndexFormat;
}

Status prepare_tables(SqliteConnection& connection, bool anew) {
  BFA_RETURN_IF_ERROR(connection.run(anew ? "PRAGMA secure_delete=ON" : "PRAGMA secure_delete=OFF"));
  BFA_RETURN_IF_ERROR(connection.run("BEGIN IMMEDIATE"));
  Status made = make_tables(connection, anew);
  if (!made) {
    const Status ended = connection.run("ROLLBACK");
    (void)ended.ok();
    return made;
  }
  BFA_RETURN_IF_ERROR(connection.run("COMMIT"));
  // The log too, unless somebody reads: then with the next one.
  return anew ? connection.run("PRAGMA secure_delete=OFF; PRAGMA wal_checkpoint(TRUNCATE)") : Status();
}

Result<IndexState> read_index_state(SqliteConnection& connection) {
  IndexState state;
  BFA_ASSIGN_OR_RETURN(const std::string reach, read_meta(connection, "reach"));
  BFA_ASSIGN_OR_RETURN(state.store, read_meta(connection, "store"));
  BFA_ASSIGN_OR_RETURN(const std::string shift, read_meta(connection, "shift"));
  state.reach = std::strtoull(reach.c_str(), nullptr, 10);
  state.shift = std::strtoll(shift.c_str(), nullptr, 10);
  return state;
}

Status write_index_state(SqliteConnection& connection, const IndexState& state) {
  BFA_RETURN_IF_ERROR(write_meta(connection, "reach", std::to_string(state.reach)));
  return write_meta(connection, "store", state.store);
}

Status write_shift(SqliteConnection& connection, std::int64_t shift) {
  return write_meta(connection, "shift", std::to_string(shift));
}

Result<std::string> store_identity(const std::string& archive_directory) {
  const std::string path = archive_directory + "/store/IDENTITY";
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (text.str().empty())
    return Error{Code::kIo, "the store has no name of its own (a rebuild may be going on)", path, -1};
  return text.str();
}

Result<std::string> index_folder(const std::string& archive_directory) {
  std::string beside = archive_directory + "/index";
  if (takes_index(beside)) return beside;
  const std::string folder = cache_folder(archive_directory);
  if (folder.empty())
    return Error{Code::kDenied,
                 "no place for the index: this folder cannot be written to, and neither "
                 "XDG_CACHE_HOME nor HOME names another",
                 beside, -1};
  if (takes_index(folder)) return folder;
  return Error{Code::kDenied,
               "no place for the index: neither this folder nor " + beside + " can be written to", folder,
               -1};
}

bool is_only_readable(const std::string& file) {
  if (::access(file.c_str(), R_OK) != 0) return false;
  const std::size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  return ::access(file.c_str(), W_OK) != 0 || ::access(folder.c_str(), W_OK | X_OK) != 0;
}

std::string read_only_index(const std::string& archive_directory) {
  if (index_folder(archive_directory)) return {};
  std::string file = find_index_file(archive_directory);
  return !file.empty() && ::access(file.c_str(), R_OK) == 0 ? file : std::string();
}

std::string find_index_file(const std::string& archive_directory) {
  for (const std::string& folder : {archive_directory + "/index", cache_folder(archive_directory)}) {
    std::string file = folder + "/" + kIndexFile;
    std::error_code error;
    if (!folder.empty() && std::filesystem::is_regular_file(file, error)) return file;
  }
  return {};
}

}  // namespace bfa
