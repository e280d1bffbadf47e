// SPDX-License-Identifier: Apache-2.0
// Real feeds, if their folder is next to the checkout.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bfa/feed/feed.h"
#include "fixtures.h"

namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// A feed at a folder's address is kept as that folder's index file.
std::filesystem::path feed_file(const std::filesystem::path& root, const std::string& path) {
  const std::filesystem::path plain = root / path.substr(1);
  if (std::filesystem::is_regular_file(plain)) return plain;
  if (std::filesystem::is_directory(plain)) {
    for (const auto& file : std::filesystem::directory_iterator(plain)) {
      if (file.path().stem() == "index" && file.is_regular_file()) return file.path();
    }
  }
  return {};
}

TEST(CorpusFeeds, EveryEntryHasItsFields) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no real blogs beside the checkout";
  const std::filesystem::path corpus = *shared + "/corpus";
  const auto manifest = nlohmann::json::parse(read_file(corpus / "manifest.json"));
  const auto& blogs = manifest.is_array() ? manifest : manifest.at("blogs");
  ASSERT_FALSE(blogs.empty());
  for (const auto& blog : blogs) {
    const std::string host = blog.at("host"), path = blog.at("feed_path");
    SCOPED_TRACE(host);
    const auto file = feed_file(corpus / host, path);
    ASSERT_FALSE(file.empty());
    bfa::Findings findings;
    const auto feed = bfa::parse_feed(read_file(file), "", "http://" + host + path, findings);
    ASSERT_TRUE(feed) << feed.error().message;
    EXPECT_FALSE(feed->is_comments);
    EXPECT_FALSE(feed->title.empty());
    EXPECT_EQ(feed->entries.size(), blog.at("feed_items").get<std::size_t>());
    for (const bfa::FeedEntry& entry : feed->entries) {
      EXPECT_FALSE(entry.id.empty());
      EXPECT_TRUE(entry.link.starts_with("http")) << entry.id << " " << entry.link;
      EXPECT_FALSE(entry.title.empty()) << entry.id;
      EXPECT_TRUE(entry.published || entry.updated) << entry.id << " " << entry.published_raw;
    }
  }
}

}  // namespace
