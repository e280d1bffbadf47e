// SPDX-License-Identifier: Apache-2.0
#include "crawlmodel/readings_json.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

std::string with_object(const std::string& object) {
  return R"({"v":1,"readings":[{"observed":"2024-01-02T03:04:05Z","object":)" + object + "}]}";
}

TEST(ReadingsJson, IsReadBackAsItWasWritten) {
  const std::string json =
      R"({"v":1,"readings":[{"observed":"2024-01-02T03:04:05Z","capture":3,"reading":true,"object":)"
      R"({"v":1,"url":"http://one.example/a/","kind":"post","title":"A"}},)"
      R"({"observed":"2024-01-03T03:04:06Z","seen":{"kind":"comment","url":"http://one.example/a/#c1",)"
      R"("post":"http://one.example/a/","id":"c1"}}]})";
  const auto read = readings_from_json(json);
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].observation.capture, 3U);
  EXPECT_TRUE((*read)[0].observation.reading);
  EXPECT_FALSE((*read)[0].sighting);
  EXPECT_TRUE((*read)[1].sighting);
  EXPECT_EQ((*read)[1].observation.object.post, "http://one.example/a/");
  const auto again = readings_from_json(readings_to_json(*read));
  ASSERT_TRUE(again);
  EXPECT_EQ(readings_to_json(*again), readings_to_json(*read));
}

TEST(ReadingsJson, DamagedRecordsAreErrors) {
  for (const std::string& json :
       {std::string(), std::string("null"), std::string("[1]"), std::string(R"({"v":1})"),
        std::string(R"({"v":1,"readings":{}})"), std::string(R"({"v":1,"readings":[7]})"),
        std::string(R"({"v":-1,"readings":[]})"), std::string(R"({"v":1,"readings":[{"observed":"then"}]})"),
        std::string(R"({"v":1,"readings":[{"observed":"2024-01-02T03:04:05Z"}]})"),
        std::string(R"({"v":1,"readings":[{"observed":"2024-01-02T03:04:05Z","seen":{"kind":"cat"}}]})"),
        std::string(R"({"v":1,"readings":[{"observed":"2024-01-02T03:04:05Z","capture":-3,"seen":{}}]})"),
        with_object("[]"), with_object("{}").substr(0, 40)}) {
    EXPECT_FALSE(readings_from_json(json)) << json;
  }
  const auto newer = readings_from_json(R"({"v":2,"readings":[]})");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, Code::kUnsupported);
}

// 300,000 levels: what is written or freed by calls in calls would end the program.
TEST(ReadingsJson, WhatIsNestedTooDeepIsRefused) {
  constexpr std::size_t kLevels = 300'000;
  for (const bool closed : {true, false}) {
    const auto read = readings_from_json(
        with_object(std::string(kLevels, '[') + (closed ? std::string(kLevels, ']') : std::string())));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Code::kCorrupt);
    EXPECT_NE(read.error().message.find("nested"), std::string::npos) << read.error().message;
  }
}

}  // namespace
}  // namespace bfa
