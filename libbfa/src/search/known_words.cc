// SPDX-License-Identifier: Apache-2.0
#include "search/known_words.h"

#include <cstdint>

#include "base/try.h"

namespace bfa {

Result<std::vector<std::string>> words_of_stem(SqliteConnection& connection, const std::string& language,
                                               const std::string& stem) {
  std::vector<std::string> words;
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT word FROM stem WHERE language=?1 AND stem=?2 LIMIT 100"));
  row->bind(1, language).bind(2, stem);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    words.push_back(row->text(0));
  }
  row->reset();
  return words;
}

Result<std::optional<std::vector<std::string>>> words_of_beginning(SqliteConnection& connection,
                                                                   const std::string& beginning) {
  constexpr std::size_t kMostWords = 200;
  std::optional<std::vector<std::string>> words(std::in_place);
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT name FROM word WHERE name>=?1 AND name<?2 LIMIT ?3"));
  row->bind(1, beginning).bind(2, beginning + "\xff").bind(3, std::int64_t{kMostWords} + 1);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    words->push_back(row->text(0));
  }
  row->reset();
  if (words->size() > kMostWords) words.reset();
  return words;
}

}  // namespace bfa
