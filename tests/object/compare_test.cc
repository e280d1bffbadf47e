// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>

#include "bfa/object/template.h"
#include "bfa/object/version.h"

namespace bfa {
namespace {

DataObject post() {
  DataObject object;
  object.kind = ObjectKind::kPost;
  object.url = "https://example.com/2026/01/a-post";
  object.title = "A post";
  object.authors = {"Ada", "Bob"};
  object.published = *parse_timestamp("2026-01-31T10:00:00Z");
  object.modified = *parse_timestamp("2026-02-01T10:00:00Z");
  object.tags = {"one", "two"};
  object.language = "en";
  object.text = "It's a \"fine\" day - the best...\n\nSecond paragraph, caf\xC3\xA9.";
  object.html = "<p>x</p>";
  object.references = {{ReferenceKind::kLink, "https://other.example/a?b=1", "text", ""},
                       {ReferenceKind::kImage, "https://example.com/i.png", "", "sha256:00"}};
  object.attributes = {{"comment_count", "3"}, {"license", "https://l.example/by"}};
  object.status = "active";
  object.provenance.method = "dice";
  return object;
}

struct Row {
  const char* name;
  std::function<void(DataObject&)> edit;
  const char* field;  // of the only reason; nullptr: no change
  const char* kind = "changed";
};

class Compare : public testing::TestWithParam<Row> {};

TEST_P(Compare, MatchesRow) {
  const DataObject before = post();
  DataObject after = before;
  GetParam().edit(after);
  const Change change = compare_objects(before, after);
  EXPECT_EQ(object_changed(before, after), GetParam().field != nullptr);
  EXPECT_EQ(change.url, before.url);
  if (GetParam().field == nullptr) {
    EXPECT_EQ(change.verdict, Verdict::kNone);
    EXPECT_TRUE(change.reasons.empty());
    EXPECT_TRUE(change.text_edits.empty());
    EXPECT_EQ(change.similarity, 1);
    return;
  }
  EXPECT_EQ(change.verdict, Verdict::kContent);
  ASSERT_EQ(change.reasons.size(), 1U);
  EXPECT_EQ(change.reasons[0].field, GetParam().field);
  EXPECT_EQ(change.reasons[0].kind, GetParam().kind);
}

void set_time(std::optional<Timestamp>& time, const char* text) {
  time = *parse_timestamp(text);
}

INSTANTIATE_TEST_SUITE_P(
    House_Noise, Compare,
    testing::Values(
        Row{"Nothing", [](DataObject&) {}, nullptr},
        Row{"WhiteSpace",
            [](DataObject& o) {
              o.text = "It's a  \"fine\" day\n- the best... Second paragraph , caf\xC3\xA9.";
            },
            nullptr},
        Row{"CurlyQuotes",
            [](DataObject& o) {
              o.text =
                  "It\xE2\x80\x99s a \xE2\x80\x9C"
                  "fine\xE2\x80\x9D day \xE2\x80\x94 the best\xE2\x80\xA6\n\nSecond paragraph, caf\xC3\xA9.";
            },
            nullptr},
        Row{"NoBreakSpaceAndZeroWidth", [](DataObject& o) { o.title = "A\xC2\xA0po\xE2\x80\x8Bst\xC2\xAD"; },
            nullptr},
        Row{"CombiningAccent",
            [](DataObject& o) {
              o.text = "It's a \"fine\" day - the best...\n\nSecond paragraph, cafe\xCC\x81.";
            },
            nullptr},
        Row{"Markup", [](DataObject& o) { o.html = "<div><p>x</p></div>"; }, nullptr},
        Row{"Language", [](DataObject& o) { o.language = "fr"; }, nullptr},
        Row{"Counter", [](DataObject& o) { o.attributes["comment_count"] = "4"; }, nullptr},
        Row{"Provenance", [](DataObject& o) { o.provenance.method = "generic"; }, nullptr},
        Row{"StatusUnknown", [](DataObject& o) { o.status.clear(); }, nullptr},
        Row{"AuthorsInAnotherOrder", [](DataObject& o) { o.authors = {"BOB", " Ada "}; }, nullptr},
        Row{"AuthorsNotFound", [](DataObject& o) { o.authors.clear(); }, nullptr},
        Row{"TagsInAnotherCase", [](DataObject& o) { o.tags = {"Two", "One", "one"}; }, nullptr},
        Row{"TagsNotFound", [](DataObject& o) { o.tags.clear(); }, nullptr},
        Row{"DateLessPrecise", [](DataObject& o) { set_time(o.published, "2026-01-31"); }, nullptr},
        Row{"DateWithAnOffset", [](DataObject& o) { set_time(o.published, "2026-01-31T15:45:00+05:45"); },
            nullptr},
        Row{"DateInItsOwnZone", [](DataObject& o) { set_time(o.published, "2026-01-31T18:00:00"); }, nullptr},
        Row{"DateNotFound", [](DataObject& o) { o.modified.reset(); }, nullptr},
        Row{"LinkText", [](DataObject& o) { o.references[0].text = "other"; }, nullptr},
        Row{"MediaDigest", [](DataObject& o) { o.references[1].digest.clear(); }, nullptr},
        Row{"LinkTwinWithTracking",
            [](DataObject& o) { o.references[0].url = "http://other.example/a?b=1&utm_source=x"; }, nullptr},
        Row{"ReferencesInAnotherOrder", [](DataObject& o) { std::swap(o.references[0], o.references[1]); },
            nullptr},
        Row{"ReferenceTwice", [](DataObject& o) { o.references.push_back(o.references[0]); }, nullptr},
        Row{"LinkIntoOwnPage",
            [](DataObject& o) { o.references.push_back({ReferenceKind::kLink, o.url + "#respond", "", ""}); },
            nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    House_Content, Compare,
    testing::Values(
        Row{"Text", [](DataObject& o) { o.text += " More."; }, "text"},
        Row{"CaseOfText", [](DataObject& o) { o.text[0] = 'i'; }, "text"},
        Row{"TextGone", [](DataObject& o) { o.text.clear(); }, "text", "removed"},
        Row{"Title", [](DataObject& o) { o.title = "Another post"; }, "title"},
        Row{"Subtitle", [](DataObject& o) { o.subtitle = "new"; }, "subtitle", "added"},
        Row{"Author", [](DataObject& o) { o.authors = {"Ada"}; }, "authors"},
        Row{"SameClockInAnotherZone",
            [](DataObject& o) { set_time(o.published, "2026-01-31T10:00:00+05:45"); }, "published"},
        Row{"Published", [](DataObject& o) { set_time(o.published, "2026-01-30T10:00:00Z"); }, "published"},
        Row{"ModifiedAlone", [](DataObject& o) { set_time(o.modified, "2026-02-02T10:00:00Z"); }, "modified"},
        Row{"AnotherDay", [](DataObject& o) { set_time(o.published, "2026-01-20"); }, "published"},
        Row{"Tags", [](DataObject& o) { o.tags.push_back("three"); }, "tags"},
        Row{"LinkAdded",
            [](DataObject& o) {
              o.references.push_back({ReferenceKind::kLink, "https://new.example/", "", ""});
            },
            "references", "added"},
        Row{"ImageRemoved", [](DataObject& o) { o.references.pop_back(); }, "references", "removed"},
        Row{"License", [](DataObject& o) { o.attributes["license"] = "https://l.example/cc0"; }, "license"},
        Row{"Gone", [](DataObject& o) { o.status = "gone"; }, "status"}),
    [](const auto& row) { return std::string(row.param.name); });

// With the zone of a local time it becomes known that a change on the same day was later: no act of the
// author.
// Links that ask a service to share the post are the platform's, and so is what stands beside them without
// words.
TEST(CompareObjects, RequestsToShareTheObjectAreNoReferences) {
  const DataObject before = post();
  for (const char* const url :
       {"https://share.example/to?u=https%3A%2F%2Fexample.com%2F2026%2F01%2Fa-post%2F&t=A",
        "https://share.example/to?u=https%253A%252F%252Fexample.com%252F2026%252F01%252Fa-post",
        "https://share.example/to?u=example.com/2026/01/a-post"}) {
    DataObject after = before;
    after.references.push_back({ReferenceKind::kLink, url, "Share", ""});
    after.references.push_back({ReferenceKind::kLink, "https://share.example/all", "", ""});
    EXPECT_EQ(compare_objects(before, after).verdict, Verdict::kNone) << url;
    EXPECT_FALSE(object_changed(after, before)) << url;
    after.references.push_back({ReferenceKind::kLink, "https://share.example/about", "our sponsor", ""});
    EXPECT_EQ(compare_objects(before, after).links_added.size(), 1U) << url;
  }
  for (const char* const url : {"https://other.example/?u=https%3A%2F%2Fexample.com%2F2026%2F01%2Fanother",
                                "https://archive.example/https://example.com/2026/01/a-post"}) {
    DataObject after = before;
    after.references.push_back({ReferenceKind::kLink, url, "words", ""});
    EXPECT_EQ(compare_objects(before, after).verdict, Verdict::kContent) << url;
  }
}

TEST(CompareObjects, ADayAtMidnightOfAnotherZoneIsNoChange) {
  DataObject before = post(), after = post();
  before.published = *parse_timestamp("2026-01-31T00:00:00-03:00");
  after.published = *parse_timestamp("2026-01-31T00:00:00Z");
  EXPECT_EQ(compare_objects(before, after).verdict, Verdict::kNone);
  EXPECT_FALSE(object_changed(after, before));
  after.published = *parse_timestamp("2026-01-31T00:00:00+01:00");
  EXPECT_FALSE(object_changed(before, after));
  after.published = *parse_timestamp("2026-01-31T02:00:00Z");
  EXPECT_TRUE(object_changed(before, after));
}

TEST(CompareObjects, AZoneThatBecomesKnownIsNoChange) {
  DataObject before = post(), after = post();
  before.published = *parse_timestamp("2026-01-31T10:00:00");
  before.modified.reset();
  after.published = *parse_timestamp("2026-01-31T10:00:00+01:00");
  after.modified = *parse_timestamp("2026-01-31T09:07:00Z");
  EXPECT_FALSE(object_changed(before, after));
  EXPECT_EQ(compare_objects(before, after).verdict, Verdict::kNone);
  after.modified = *parse_timestamp("2026-02-02T09:07:00Z");
  EXPECT_TRUE(object_changed(before, after));
  after.modified = *parse_timestamp("2026-01-31T09:07:00Z");
  before.published = after.published;
  EXPECT_TRUE(object_changed(before, after));
}

TEST(CompareObjects, NewlyKnownMetadataIsAddedContent) {
  DataObject before = post();
  before.authors.clear();
  before.tags.clear();
  before.published.reset();
  const Change change = compare_objects(before, post());
  ASSERT_EQ(change.reasons.size(), 3U);
  for (const auto& reason : change.reasons) EXPECT_EQ(reason.kind, "added") << reason.field;
  EXPECT_EQ(change.reasons[0].detail, "Ada, Bob");
}

TEST(CompareObjects, SaysWhichWordsAndReferencesDiffer) {
  const DataObject before = post();
  DataObject after = before;
  after.text = "It's a \"fine\" night - the best...\n\nSecond paragraph, caf\xC3\xA9.";
  after.references[0].url = "https://other.example/c";
  after.references.push_back({ReferenceKind::kVideo, "https://example.com/v.mp4", "", ""});
  const Change change = compare_objects(before, after);
  std::string old_text, new_text;
  for (const auto& edit : change.text_edits) {
    if (edit.op != TextEdit::Op::kInsert) old_text += edit.text;
    if (edit.op != TextEdit::Op::kDelete) new_text += edit.text;
  }
  EXPECT_EQ(old_text, before.text);
  EXPECT_EQ(new_text, after.text);
  EXPECT_GT(change.similarity, 0.8);
  EXPECT_LT(change.similarity, 1);
  ASSERT_EQ(change.links_added.size(), 1U);
  EXPECT_EQ(change.links_added[0].url, "https://other.example/c");
  ASSERT_EQ(change.links_removed.size(), 1U);
  EXPECT_EQ(change.links_removed[0].url, "https://other.example/a?b=1");
  ASSERT_EQ(change.media_added.size(), 1U);
  EXPECT_EQ(change.media_added[0].kind, ReferenceKind::kVideo);
  EXPECT_TRUE(change.media_removed.empty());
}

TEST(CompareObjects, SimilarityOfTextsWithoutACommonWordIsZero) {
  DataObject before = post(), after = post();
  before.text = "alpha beta";
  after.text = "gamma delta";
  EXPECT_EQ(compare_objects(before, after).similarity, 0);
}

TEST(CompareObjects, HangulSyllablesEqualTheirLetters) {
  DataObject before = post(), after = post();
  before.title = "\xED\x95\x9C";                         // U+D55C
  after.title = "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB";  // U+1112 U+1161 U+11AB
  EXPECT_FALSE(object_changed(before, after));
}

TEST(Template, GivesTheFirstRuleOfAField) {
  Template t;
  t.rules = {{"title", "//h1", "", 3, 4, 0.9, "", false, "", ""},
             {"title", "//h2", "", 1, 4, 0.5, "", false, "", ""}};
  ASSERT_NE(t.rule("title"), nullptr);
  EXPECT_EQ(t.rule("title")->xpath, "//h1");
  EXPECT_EQ(t.rule("date"), nullptr);
}

}  // namespace
}  // namespace bfa
