// SPDX-License-Identifier: Apache-2.0
// What the record of an import says of its inputs.
#include "store/records/import_note.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

TEST(House_ImportNote, SaysWhatWasWritten) {
  const ImportSource arc{"a.arc", std::string(64, 'f'), "ARC", true, {{"changed uri_escaped", 3}}};
  const ImportSource folder{"mirror", "", "directory", true, {}};
  const ImportNote note = parse_import_note(import_settings(false, {arc, folder}));
  EXPECT_TRUE(note.is_import);
  EXPECT_EQ(note.more_sources, 0u);
  ASSERT_EQ(note.sources.size(), 2u);
  EXPECT_EQ(note.sources[0].name, "a.arc");
  EXPECT_EQ(note.sources[0].sha256, arc.sha256);
  EXPECT_EQ(note.sources[0].format, "ARC");
  EXPECT_TRUE(note.sources[0].converted);
  EXPECT_EQ(note.sources[0].notes, arc.notes);
  EXPECT_EQ(note.sources[1].name, "mirror");
  EXPECT_TRUE(note.sources[1].sha256.empty());
}

TEST(House_ImportNote, NamesSomeOfManyInputs) {
  const std::vector<ImportSource> many(ImportNote::kMostSources + 5, {"a.warc", "", "WARC", false, {}});
  const ImportNote note = parse_import_note(import_settings(true, many));
  EXPECT_EQ(note.sources.size(), ImportNote::kMostSources);
  EXPECT_EQ(note.more_sources, 5u);
}

struct Row {
  const char* name;
  const char* settings;
  bool is_import;
  std::size_t sources;
};
class ImportNoteOf : public testing::TestWithParam<Row> {};

TEST_P(ImportNoteOf, LeavesOutWhatIsMalformed) {
  const ImportNote note = parse_import_note(GetParam().settings);
  EXPECT_EQ(note.is_import, GetParam().is_import);
  EXPECT_EQ(note.sources.size(), GetParam().sources);
}

INSTANTIATE_TEST_SUITE_P(
    House, ImportNoteOf,
    testing::Values(Row{"Nothing", "", false, 0}, Row{"Cut", "{\"import\":tr", false, 0},
                    Row{"OfACrawl", R"({"v":1,"recheck":"due"})", false, 0},
                    Row{"OfVersion020", R"({"v":1,"import":true,"first":true})", true, 0},
                    Row{"OtherTypes", R"({"import":true,"sources":[3,{"name":4,"notes":[1]}],"more":-1})",
                        true, 1},
                    Row{"NoList", R"({"import":1,"sources":{}})", false, 0}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
