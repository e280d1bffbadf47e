// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <string>
#include <vector>

#include "wacz/wacz_testing.h"

namespace {

using Strings = std::vector<std::string>;

class Wacz111_Reader : public bfa::test::WaczTest {};

TEST_F(Wacz111_Reader, GivesBackWhatWasWritten) {
  bfa::WaczOptions options = fixed();
  options.title = "A blog";
  options.index_lines = 2;
  const std::string warc = put("data.warc.gz", bfa::test::sample_warc());
  write({warc, warc}, options);
  const auto wacz = bfa::WaczReader::open(bfa::posix_file_system(), out_);
  ASSERT_TRUE(wacz) << wacz.error().message;
  EXPECT_TRUE((*wacz)->findings().empty());
  EXPECT_EQ((*wacz)->package().title, "A blog");
  EXPECT_EQ((*wacz)->package().version, "1.1.1");
  EXPECT_EQ((*wacz)->package().resources.size(), 5U);
  EXPECT_EQ((*wacz)->archives(), (Strings{"archive/data.warc.gz", "archive/data-2.warc.gz"}));

  bfa::Findings findings;
  Strings pages;
  ASSERT_TRUE((*wacz)->for_each_page(
      [&](const bfa::WaczPage& page) {
        pages.push_back(page.url + " " + page.title);
        return pages.size() < 3;
      },
      findings));
  EXPECT_EQ(pages, (Strings{"http://b.example/ The b & page", "http://a.example/ coded",
                            "http://b.example/ The b & page"}));
  std::size_t captures = 0;
  ASSERT_TRUE((*wacz)->for_each_capture([&](const bfa::CdxEntry&) { return ++captures != 0; }, findings));
  EXPECT_EQ(captures, 8U);
  EXPECT_TRUE(findings.empty());
  const auto found = (*wacz)->captures_of("http://www.a.example/x.png");
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[0].filename, "data-2.warc.gz");
  EXPECT_EQ((*wacz)->captures_of("http://nobody.example/")->size(), 0U);
}

TEST_F(Wacz111_Reader, AllWarcFilesAreOneStreamOfRecords) {
  write({put("a.warc.gz", bfa::test::sample_warc()), put("b.warc.gz", bfa::test::sample_warc() + "junk")},
        fixed());
  const auto wacz = *bfa::WaczReader::open(bfa::posix_file_system(), out_);
  const auto reader = *wacz->records();
  Strings urls;
  Strings files;
  for (;;) {
    const auto record = reader->next();
    ASSERT_TRUE(record) << record.error().message;
    if (*record == nullptr) break;
    urls.push_back((*record)->header().target_uri());
    if (files.empty() || files.back() != (*record)->position().file)
      files.push_back((*record)->position().file);
  }
  EXPECT_EQ(urls.size(), 8U);
  EXPECT_EQ(files, (Strings{out_ + "!/archive/a.warc.gz", out_ + "!/archive/b.warc.gz"}));
  EXPECT_FALSE(reader->findings().empty());
}

TEST_F(Wacz111_Reader, WhatIsNoWaczIsRefused) {
  EXPECT_EQ(bfa::WaczReader::open(bfa::posix_file_system(), folder_ / "none").error().code,
            bfa::Code::kNotFound);
  EXPECT_EQ(bfa::WaczReader::open(bfa::posix_file_system(), put("x.wacz", "text")).error().code,
            bfa::Code::kUnsupported);
}

}  // namespace
