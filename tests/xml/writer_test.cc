// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "xml/xml.h"

namespace {

TEST(XmlWriter, IndentsAndEscapes) {
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  bfa::XmlWriter writer(*sink);
  writer.start("m:a");
  writer.attribute("xmlns:m", "urn:x");
  writer.attribute("b", "<\"&\n");
  writer.element("c", "1 < 2 & \x01");
  writer.start("d");
  writer.end();
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_EQ(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<m:a xmlns:m=\"urn:x\" b=\"&lt;&quot;&amp;&#10;\">\n"
            "    <c>1 &lt; 2 &amp; \xEF\xBF\xBD</c>\n"
            "    <d/>\n"
            "</m:a>\n");
}

TEST(XmlWriter, WhatIsWrittenReadsBack) {
  const std::string value = " a\r\nb\tc <>&'\" \xC3\xA9 ]]> ";
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  bfa::XmlWriter writer(*sink, false);
  writer.start("a");
  writer.attribute("k", value);
  writer.text(value);
  ASSERT_TRUE(writer.finish().ok());
  const auto got = bfa::read_xml(out);
  ASSERT_TRUE(got) << got.error().message << out;
  EXPECT_EQ(got->attribute("k"), value);
  EXPECT_EQ(got->all_text(), value);
}

TEST(XmlWriter, StreamsBigDocumentsAndKeepsDeepNames) {
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  bfa::XmlWriter writer(*sink, false);
  writer.start("root");
  for (int depth = 0; depth < 100; ++depth) writer.start("n" + std::to_string(depth));
  for (int i = 0; i < 20000; ++i) writer.element("item", "0123456789");
  ASSERT_TRUE(writer.finish().ok());
  const auto got = bfa::read_xml(out);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->all_text().size(), 200000u);
}

TEST(XmlWriter, MisuseComesOutOfFinish) {
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  bfa::XmlWriter late(*sink);
  late.start("a");
  late.text("x");
  late.attribute("k", "v");
  EXPECT_EQ(late.finish().error().code, bfa::Code::kInvalidArgument);
  bfa::XmlWriter unbalanced(*sink);
  unbalanced.end();
  EXPECT_EQ(unbalanced.finish().error().code, bfa::Code::kInvalidArgument);
}

class BrokenSink : public bfa::Sink {
 public:
  bfa::Status write(std::span<const std::byte>) override {
    return bfa::Error{bfa::Code::kIo, "disk full", "", -1};
  }
  bfa::Status finish() override { return {}; }
};

TEST(XmlWriter, SinkErrorsComeOutOfFinish) {
  BrokenSink sink;
  bfa::XmlWriter writer(sink);
  for (int i = 0; i < 50000; ++i) writer.start("a");
  EXPECT_EQ(writer.finish().error().code, bfa::Code::kIo);
}

}  // namespace
