// SPDX-License-Identifier: Apache-2.0
// Any query is refused with a sentence or is one that FTS5 takes, and marks of a snippet lie in it, in order,
// at characters. The input is a query, a zero byte, and a text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/text/utf8.h"
#include "fuzz/fuzz_target.h"
#include "search/query_parser.h"
#include "search/snippet.h"
#include "search/sqlite.h"

namespace {

using namespace bfa;  // NOLINT(google-build-using-namespace): a target of one file

SqliteConnection& words() {
  static const std::unique_ptr<SqliteConnection> made = [] {
    auto connection = SqliteConnection::open(":memory:");
    if (!connection) std::abort();
    if (!(*connection)
             ->run("CREATE VIRTUAL TABLE words USING fts5(body, title, author, tag, category, filter, "
                   "content='', "
                   "tokenize='bfa')"))
      std::abort();
    return std::move(*connection);
  }();
  return *made;
}

bool at_character(std::string_view text, std::size_t at) {
  return at == text.size() || (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80U);
}

void check_marks(std::string_view text, const SnippetMarks& marks) {
  std::size_t last = 0;
  for (const auto& [begin, end] : marks) {
    if (begin < last || end <= begin || end > text.size()) std::abort();
    if (!at_character(text, begin) || !at_character(text, end)) std::abort();
    last = end;
  }
}

}  // namespace

BFA_FUZZ_TARGET(search_query) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = std::min(input.find('\0'), input.size());
  SearchQuery query;
  query.text = input.substr(0, zero);
  const std::string text = zero < input.size() ? repair_utf8(input.substr(zero + 1)) : std::string();
  if (size % 3 == 0) query.blog_host = query.text;
  if (size % 5 == 0) query.author = text;
  if (size % 11 == 0) query.category = text;
  if (size % 7 == 0) query.published_from = "2019-03";
  SearchAnalyser analyser;
  const auto parsed =
      parse_search(query, {"en", "de", "ru"}, analyser,
                   [](const std::string&, const std::string& stem) -> Result<std::vector<std::string>> {
                     return std::vector<std::string>{stem + "s", stem};
                   });
  if (!parsed) {
    if (parsed.error().code != Code::kInvalidArgument || parsed.error().message.empty()) std::abort();
    return 0;
  }
  auto row = SqliteStatement::prepare(words(), "SELECT count(*) FROM words WHERE words MATCH ?1");
  if (!row) std::abort();
  row->bind(1, parsed->expression);
  if (!row->step()) std::abort();
  const SearchSnippet snippet = make_snippet(text, "en", *parsed, analyser);
  check_marks(snippet.text, snippet.marks);
  for (const char* column : {"title", "author"}) check_marks(text, marks_in(text, *parsed, analyser, column));
  return 0;
}
