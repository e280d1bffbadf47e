// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa::test {

// A small blog, and an archive that `bfa crawl` made of it.
class CrawledArchive : public testing::Test {
 protected:
  void SetUp() override {
    serve(server_, blog_);
    const Ran ran = run_tool(crawl_arguments(archive(), server_.port(), {blog_.home()}));
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  std::string archive() const { return folder_ / "a"; }
  // That of the crawl; those of recorded checks are small.
  std::filesystem::path warc() const {
    std::filesystem::path largest;
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(archive() + "/warc")) {
      if (!entry.path().string().ends_with(".warc.gz") || entry.file_size() <= bytes) continue;
      largest = entry.path();
      bytes = entry.file_size();
    }
    return largest;
  }

  SampleBlog blog_{"http://blog.example", 4, 3};
  HttpServer server_;
  TemporaryDirectory folder_;
};

}  // namespace bfa::test
