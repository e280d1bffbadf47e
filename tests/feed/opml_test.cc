// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "bfa/feed/opml.h"

namespace {

using bfa::Findings;
using bfa::Opml;
using bfa::OpmlFeed;

constexpr const char* kNested =
    "<?xml version='1.0'?><opml version='2.0'><head><title>Mine &amp; yours</title>"
    "<dateCreated>Sat, 31 Jan 2026 10:00:00 GMT</dateCreated><ownerName>Ann</ownerName></head>"
    "<body><outline text='Tech'><outline text='C++'>"
    R"(<outline text='A' title='Blog A' type='rss' xmlUrl='http://a.example/feed' htmlUrl='http://a.example/' category='/Tech/C++,news'/>)"
    "</outline><outline text='B' type='rss' XMLURL='feed://b.example/rss'/></outline>"
    "<outline text='A again' xmlUrl='http://a.example/feed'/>"
    "<outline text='page' type='link' url='http://c.example/'/></body></opml>";

TEST(Opml, ReadsNestedOutlines) {
  Findings findings;
  const auto opml = bfa::parse_opml(kNested, "", findings);
  ASSERT_TRUE(opml) << opml.error().message;
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(opml->title, "Mine & yours");
  EXPECT_EQ(opml->owner_name, "Ann");
  EXPECT_TRUE(opml->created);
  ASSERT_EQ(opml->outlines.size(), 3u);
  EXPECT_EQ(opml->outlines[2].html_url, "http://c.example/");
  const auto feeds = bfa::feeds_of(*opml);
  ASSERT_EQ(feeds.size(), 2u);  // each address once; links are not feeds
  EXPECT_EQ(feeds[0].title, "Blog A");
  EXPECT_EQ(feeds[0].folders, (std::vector<std::string>{"Tech", "C++"}));
  EXPECT_EQ(feeds[1].xml_url, "http://b.example/rss");
}

TEST(Opml, PagesWithoutAFeedAreBlogs) {
  Findings findings;
  const auto opml = parse_opml(
      "<opml version='2.0'><body><outline text='a' htmlUrl='http://a.example/'/><outline text='f'>"
      "<outline text='b' htmlUrl='http://b.example/' xmlUrl='http://b.example/feed'/>"
      "<outline text='c' title='C' htmlUrl='http://c.example/'/></outline>"
      "<outline text='d' type='link' url='http://d.example/'/><outline text='e' type='include' "
      "url='http://e.example/list.opml'/><outline text='a2' htmlUrl='http://a.example/'/></body></opml>",
      {}, findings);
  ASSERT_TRUE(opml);
  EXPECT_EQ(pages_of(*opml), (std::vector<OpmlFeed>{{"", "http://a.example/", "a", {}},
                                                    {"", "http://c.example/", "C", {"f"}}}));
  EXPECT_EQ(feeds_of(*opml).size(), 1U);
}

TEST(Opml, WhatIsWrittenReadsBack) {
  Findings findings;
  const auto opml = bfa::parse_opml(kNested, "", findings);
  ASSERT_TRUE(opml);
  const auto text = bfa::write_opml(*opml);
  ASSERT_TRUE(text);
  const auto again = bfa::parse_opml(*text, "", findings);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(findings.empty());
  Opml wanted = *opml;
  wanted.outlines[1].type = "rss";  // the type of a subscription that had none
  EXPECT_EQ(*again, wanted);
}

TEST(Opml, WhatIsWrittenIsWellFormed) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no xmllint";
  Opml opml;
  opml.title = "a < b & \"c\" \x01";
  opml.outlines.push_back({});
  opml.outlines[0].text = "x \"<&>'\n";
  opml.outlines[0].children.push_back({});
  const auto text = bfa::write_opml(opml);
  ASSERT_TRUE(text);
  const std::string path = testing::TempDir() + "written.opml";
  std::ofstream(path) << *text;
  EXPECT_EQ(std::system(("xmllint --noout '" + path + "'").c_str()), 0) << *text;
  std::remove(path.c_str());
}

TEST(Opml, IllFormedIsRepairedWithFindings) {
  Findings findings;
  const auto opml = bfa::parse_opml(
      "<opml><body><outline text='a & b' xmlUrl=http://a.example/rss>"
      "<outline text='c' xmlUrl='mailto:x'></body>",
      "", findings);
  ASSERT_TRUE(opml) << opml.error().message;
  EXPECT_EQ(bfa::feeds_of(*opml).size(), 1u);
  EXPECT_FALSE(findings.empty());
  EXPECT_GE(findings[0].offset, 0);
  EXPECT_EQ(findings.back().id, "bad_address");
}

TEST(Opml, AnotherFormatIsCorrupt) {
  Findings findings;
  for (const char* text : {"", "<rss/>", "{}", "<html><body>x</body></html>"}) {
    const auto opml = bfa::parse_opml(text, "", findings);
    ASSERT_FALSE(opml) << text;
    EXPECT_EQ(opml.error().code, bfa::Code::kCorrupt);
  }
}

// Tags that are never closed among good ones: the good ones count.
TEST(Opml, RubbishBetweenOutlinesCostsOnlyItself) {
  std::string text = "<opml version=\"2.0\"><body>\n";
  for (int i = 0; i < 600; ++i) {
    const std::string host = "http://b" + std::to_string(i) + ".example/";
    text += "<outline text=\"a > b\" xmlUrl='" + host + "feed'\n htmlUrl=\"" + host +
            "\"/>\n<<<>> x & <outline\n";
    if (i % 2 == 0) text += "<outline text=\"open\" xmlUrl=\"no address\">\n<OUTLINE\ttext=\"cut";
  }
  Findings findings;
  const auto opml = bfa::parse_opml(text + "</body></opml>", "", findings);
  ASSERT_TRUE(opml) << bfa::to_string(opml.error());
  const auto feeds = bfa::feeds_of(*opml);
  ASSERT_EQ(feeds.size(), 600U);
  EXPECT_EQ(feeds[599].xml_url, "http://b599.example/feed");
  EXPECT_EQ(feeds[599].html_url, "http://b599.example/");
  EXPECT_EQ(std::count_if(findings.begin(), findings.end(),
                          [](const bfa::Finding& finding) { return finding.id == "bad_address"; }),
            300);
}

TEST(Opml, DeepAndBroadOnesEndAtTheLimits) {
  std::string deep = "<opml><body>";
  for (int i = 0; i < 100'000; ++i) deep += "<outline text='x'>";
  Findings findings;
  const auto opml = bfa::parse_opml(deep, "", findings);
  ASSERT_TRUE(opml);
  EXPECT_EQ(opml->outlines.size(), 100'000u) << "as a flat list";
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.back().id, "nested_outlines");
  const auto other = bfa::parse_opml("<x>" + deep, "", findings);
  EXPECT_TRUE(other) << "the root is not known";
  std::string elements = "<rss>";
  for (int i = 0; i < 1000; ++i) elements += "<outline>";
  EXPECT_EQ(bfa::parse_opml(elements, "", findings).error().code, bfa::Code::kLimit) << "no OPML";
  std::string broad = "<opml><body>";
  for (int i = 0; i < 100'010; ++i) broad += "<outline/>";
  broad += "</body></opml>";
  findings.clear();
  const auto cut = bfa::parse_opml(broad, "", findings);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->outlines.size(), 100'000u);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "too_many_entries");
}

}  // namespace
