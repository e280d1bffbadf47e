// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/object/data_object.h"

namespace bfa {
namespace {

using namespace std::string_literals;

DataObject comment(std::string url, std::string post, std::string id) {
  DataObject object;
  object.kind = ObjectKind::kComment;
  object.url = std::move(url);
  object.post = std::move(post);
  object.id = std::move(id);
  return object;
}

TEST(ObjectKey, HasKindReversedHostAndTheUrlByteExact) {
  EXPECT_EQ(object_key(ObjectKind::kPost, "https://blog.example.com/Foo/%7Ea?b=C#d"),
            "\x01\x03"
            "com.example.blog\0https\0/Foo/%7Ea?b=C#d"s);
}

TEST(ObjectKey, KeepsAPortThatIsNotTheSchemesOwn) {
  EXPECT_EQ(object_key(ObjectKind::kPage, "http://example.com:8080/"),
            "\x01\x04"
            "com.example:8080\0http\0/"s);
  EXPECT_EQ(object_key(ObjectKind::kPage, "http://example.com:80/"),
            "\x01\x04"
            "com.example\0http\0/"s);
}

TEST(ObjectKey, TellsCaseFragmentKindAndSchemeApart) {
  const std::string key = object_key(ObjectKind::kPost, "https://example.com/foo");
  EXPECT_NE(key, object_key(ObjectKind::kPost, "https://example.com/Foo"));
  EXPECT_NE(key, object_key(ObjectKind::kPost, "https://example.com/foo#comment-12"));
  EXPECT_NE(key, object_key(ObjectKind::kPage, "https://example.com/foo"));
  EXPECT_NE(key, object_key(ObjectKind::kPost, "http://example.com/foo"));
  EXPECT_NE(key, object_key(ObjectKind::kPost, "https://example.com/foo/"));
}

TEST(ObjectKey, OrdersByKindThenHost) {
  const auto key = [](ObjectKind kind, const char* url) { return object_key(kind, url); };
  EXPECT_LT(key(ObjectKind::kBlog, "https://z.example/"), key(ObjectKind::kPost, "https://a.example/"));
  EXPECT_LT(key(ObjectKind::kPost, "https://z.a.example/9"), key(ObjectKind::kPost, "https://a.b.example/1"));
  EXPECT_LT(key(ObjectKind::kPost, "https://a.example/9"), key(ObjectKind::kPost, "https://b.a.example/1"));
}

TEST(ObjectKey, NamesACommentByItsPermalinkElseByItsId) {
  const std::string post = "https://example.com/p";
  EXPECT_EQ(object_key(comment(post + "#c1", post, "tag:1")), object_key(ObjectKind::kComment, post + "#c1"));
  EXPECT_EQ(object_key(comment("", post, "tag:1")), object_key(ObjectKind::kComment, post, "tag:1"));
  EXPECT_EQ(object_key(comment(post, post, "tag:1")), object_key(ObjectKind::kComment, post, "tag:1"));
  EXPECT_NE(object_key(comment("", post, "tag:1")), object_key(comment("", post, "tag:2")));
}

TEST(ObjectKey, BoundsAndEscapesHostileIds) {
  const std::string key = object_key(ObjectKind::kComment, "https://example.com/p", "a\0b"s);
  EXPECT_NE(key.find("a%00b"), std::string::npos);
  EXPECT_LT(object_key(ObjectKind::kComment, "https://example.com/p", std::string(5000, 'x')).size(), 200U);
  EXPECT_FALSE(object_key(ObjectKind::kPage, "no url at all").empty());
  EXPECT_NE(object_key(ObjectKind::kPage, "no url"), object_key(ObjectKind::kPage, "no url either"));
}

TEST(ObjectKindNames, AreReadBackAsWritten) {
  for (const auto kind :
       {ObjectKind::kBlog, ObjectKind::kFeed, ObjectKind::kPost, ObjectKind::kPage, ObjectKind::kComment}) {
    EXPECT_EQ(parse_kind(kind_name(kind)), kind);
  }
  for (int i = 1; i <= 9; ++i) {
    const auto kind = static_cast<TaskKind>(i);
    EXPECT_EQ(parse_task_kind(task_kind_name(kind)), kind);
    const auto stage = static_cast<Stage>(i - 1);
    EXPECT_EQ(parse_stage(stage_name(stage)), stage);
  }
  for (int i = 0; i <= static_cast<int>(Outcome::kDeferred); ++i) {
    EXPECT_EQ(parse_outcome(outcome_name(static_cast<Outcome>(i))), static_cast<Outcome>(i));
  }
  EXPECT_FALSE(parse_kind("article"));
  EXPECT_FALSE(parse_task_kind(""));
  EXPECT_FALSE(parse_outcome("fine"));
}

}  // namespace
}  // namespace bfa
