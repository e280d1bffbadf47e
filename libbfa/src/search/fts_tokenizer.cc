// SPDX-License-Identifier: Apache-2.0
#include "search/fts_tokenizer.h"

#include <sqlite3.h>

#include <array>
#include <string_view>

namespace bfa {
namespace {

int make_tokenizer(void*, const char**, int, Fts5Tokenizer** out) {
  static char only = 0;  // it has no state
  *out = reinterpret_cast<Fts5Tokenizer*>(&only);
  return SQLITE_OK;
}

void drop_tokenizer(Fts5Tokenizer*) {}

int tokenize(Fts5Tokenizer*, void* context, int, const char* bytes, int size,
             int (*token)(void*, int, const char*, int, int, int)) {
  const std::string_view text(bytes, static_cast<std::size_t>(size));
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find(' ', at);
    if (end == std::string_view::npos) end = text.size();
    const bool same = end > at && text[at] == kSamePlace;
    const std::size_t begin = at + (same ? 1 : 0);
    if (end > begin) {
      const int result = token(context, same ? FTS5_TOKEN_COLOCATED : 0, bytes + begin,
                               static_cast<int>(end - begin), static_cast<int>(begin), static_cast<int>(end));
      if (result != SQLITE_OK) return result;
    }
    at = end + 1;
  }
  return SQLITE_OK;
}

fts5_api* api_of(sqlite3* database) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  return api;
}

// Weights of the columns body, title, author, tag, category, filter in ranks.
constexpr std::array<double, 6> kWeights = {1, 6, 3, 3, 3, 0};

// What bm25() of FTS5 gives for the first phrase, but for the factor that is equal in all rows, which costs a
// second look at each row that has the phrase. Greater is better.
void phrase_score(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* context, int,
                  sqlite3_value**) {
  constexpr double kK1 = 1.2, kB = 0.75;  // those of FTS5
  sqlite3_int64 tokens = 0, rows = 0;
  int length = 0, places = 0;
  int result = api->xColumnTotalSize(fts, -1, &tokens);
  if (result == SQLITE_OK) result = api->xRowCount(fts, &rows);
  if (result == SQLITE_OK) result = api->xColumnSize(fts, -1, &length);
  if (result == SQLITE_OK) result = api->xInstCount(fts, &places);
  double frequency = 0;
  for (int i = 0; result == SQLITE_OK && i < places; ++i) {
    int phrase = 0, column = 0, offset = 0;
    result = api->xInst(fts, i, &phrase, &column, &offset);
    if (result == SQLITE_OK && phrase == 0 && column >= 0 &&
        static_cast<std::size_t>(column) < kWeights.size())
      frequency += kWeights[static_cast<std::size_t>(column)];
  }
  if (result != SQLITE_OK) return sqlite3_result_error_code(context, result);
  const double mean = tokens > 0 && rows > 0 ? static_cast<double>(tokens) / static_cast<double>(rows) : 1;
  sqlite3_result_double(context, frequency * (kK1 + 1) / (frequency + kK1 * (1 - kB + kB * length / mean)));
}

}  // namespace

Status register_fts_tokenizer(sqlite3* database) {
  fts5_api* api = api_of(database);
  if (api == nullptr) return Error{Code::kUnsupported, "this SQLite has no FTS5", {}, -1};
  fts5_tokenizer functions{make_tokenizer, drop_tokenizer, tokenize};
  if (api->xCreateTokenizer(api, "bfa", nullptr, &functions, nullptr) != SQLITE_OK)
    return Error{Code::kIo, std::string("the index: ") + sqlite3_errmsg(database), {}, -1};
  if (api->xCreateFunction(api, "phrase_score", nullptr, phrase_score, nullptr) != SQLITE_OK)
    return Error{Code::kIo, std::string("the index: ") + sqlite3_errmsg(database), {}, -1};
  return {};
}

}  // namespace bfa
