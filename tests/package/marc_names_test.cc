// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "package/aip/marc_mapper.h"

namespace bfa {
namespace {

struct ArticleCase {
  const char* title;
  const char* language;
  int wanted;
};
TEST(House_Marc, InitialArticlesByLanguage) {
  for (const ArticleCase& row :
       {ArticleCase{"The cat", "eng", 4}, ArticleCase{"\"The cat\"", "eng", 5},
        ArticleCase{"L'arbre", "fre", 2}, ArticleCase{"Il gatto", "ita", 3},
        ArticleCase{"Il pleut", "por", 0}, ArticleCase{"A to Z", "eng", 0}, ArticleCase{"Der Hund", "ger", 4},
        ArticleCase{"Theatre", "eng", 0}, ArticleCase{"Los Angeles", "spa", 0}, ArticleCase{"The", "eng", 0}})
    EXPECT_EQ(nonfiling_characters(row.title, row.language), row.wanted) << row.title;
}

struct PersonCase {
  const char* name;
  const char* language;
  const char* wanted;
};
TEST(House_Marc, NamesAreInvertedWhereThatIsSure) {
  for (const PersonCase& row :
       {PersonCase{"Jane Doe", "eng", "Doe, Jane"}, PersonCase{"Jane Doe", "hun", "Jane Doe"},
        PersonCase{"Web Team", "eng", "Web Team"}, PersonCase{"jane", "eng", "jane"},
        PersonCase{"Jane van Doe", "dut", "Jane van Doe"}, PersonCase{"IBM Research", "eng", "IBM Research"},
        PersonCase{"Jos\xC3\xA9 Mu\xC3\xB1oz", "spa", "Mu\xC3\xB1oz, Jos\xC3\xA9"}})
    EXPECT_EQ(marc_name(row.name, row.language).text, row.wanted);
}

}  // namespace
}  // namespace bfa
