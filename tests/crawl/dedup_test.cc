// SPDX-License-Identifier: Apache-2.0
// What crawls store once only: payloads of this archive, and of files that it indexed.
#include <filesystem>
#include <fstream>

#include "bfa/crawl/replay.h"
#include "bfa/warc/cdx_writer.h"
#include "bfa/warc/merge.h"
#include "bfa/warc/reader.h"
#include "crawl/archive_crawl.h"
#include "crawlmodel/crawl_json.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::vector<std::string> warc_files(const std::string& archive) {
  return test::warc_paths(archive + "/warc");
}

std::vector<WarcHeader> headers_in(const std::vector<std::string>& files) {
  std::vector<WarcHeader> headers;
  for (const auto& path : files) {
    const auto reader = WarcReader::open(posix_file_system(), path);
    EXPECT_TRUE(reader) << path;
    for (WarcRecord* record = *(*reader)->next(); record != nullptr; record = *(*reader)->next())
      headers.push_back(record->header());
  }
  return headers;
}

std::size_t count(const std::vector<WarcHeader>& headers, WarcType type, const std::string& part) {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(), [&](const WarcHeader& header) {
        return header.type() == type && header.target_uri().find(part) != std::string::npos;
      }));
}

// Each revisit refers to an existing response, with the same date byte for byte (rules 20 and 21).
std::size_t expect_originals(const std::vector<WarcHeader>& headers) {
  std::map<std::string, const WarcHeader*> responses;
  std::size_t revisits = 0;
  for (const auto& header : headers) {
    if (header.type() == WarcType::kResponse) responses[header.record_id()] = &header;
  }
  for (const auto& header : headers) {
    if (header.type() != WarcType::kRevisit) continue;
    ++revisits;
    std::string id(header.field("WARC-Refers-To"));
    const auto at = responses.find(id.substr(1, id.size() - 2));
    if (at == responses.end()) {
      ADD_FAILURE() << header.target_uri() << " refers to " << id << ", which is no response";
      continue;
    }
    EXPECT_EQ(header.field("WARC-Refers-To-Target-URI"), at->second->target_uri());
    EXPECT_EQ(header.field("WARC-Refers-To-Date"), at->second->field("WARC-Date"));
    if (header.field("WARC-Profile") == kRevisitIdenticalPayload) {
      EXPECT_EQ(header.field("WARC-Payload-Digest"), at->second->field("WARC-Payload-Digest"));
    }
  }
  return revisits;
}

std::vector<std::string> captures_of(const Archive& archive) {
  std::vector<std::string> lines;
  EXPECT_TRUE(archive.for_each_capture([&](const Capture& capture) {
    const auto original = archive.original_of(capture.sequence);
    lines.push_back(capture_to_json(capture) + (original && *original ? " " + (*original)->file : ""));
    const auto exchange = archive.view().load(capture.sequence);
    EXPECT_TRUE(exchange) << capture.url;
    if (exchange && exchange->head.status == 200) {
      Findings findings;
      lines.back() += " " + std::to_string(got(entity_body(*exchange, 1u << 24, findings)).size());
      EXPECT_TRUE(findings.empty()) << capture.url;
    }
    return true;
  }));
  return lines;
}

class CrawlDedup : public testing::Test {
 protected:
  void SetUp() override {
    for (auto* blog : {&one, &two}) {
      blog->files["/img/map.png"] = std::string(3000, 'm');
      blog->files["/img/dot.png"] = std::string(43, 'd');
      for (const int post : {0, 1})
        blog->extra_paragraph[post] =
            "<img src=\"/img/map.png\" alt=\"map\"> <img src=\"/img/dot.png\" alt=\"\">";
      bench.fetcher.serve(*blog);
      later.fetcher.serve(*blog);
    }
  }
  std::vector<std::string> homes() const { return {one.home(), two.home()}; }

  SampleBlog one{"http://one.example", 6, 5}, two{"http://two.example", 6, 5};
  Bench bench, later;
};

TEST_F(CrawlDedup, ChangedTemplatesWithTheSameImages) {
  bench.crawl(homes(), quick_options());
  const auto first = headers_in(warc_files(bench.path()));
  EXPECT_EQ(count(first, WarcType::kResponse, "/img/map.png"), 1U) << "on two hosts, stored once";
  EXPECT_EQ(count(first, WarcType::kRevisit, "/img/map.png"), 1U);
  EXPECT_EQ(count(first, WarcType::kRevisit, "/img/dot.png"), 0U) << "too small to gain";
  one.theme = two.theme = "dark";
  bench.crawl(homes(), quick_options(Recheck::kAll));
  const auto both = headers_in(warc_files(bench.path()));
  EXPECT_GT(count(both, WarcType::kResponse, "/note-on-shelf-"),
            count(first, WarcType::kResponse, "/note-on-shelf-"));
  EXPECT_EQ(count(both, WarcType::kResponse, "/img/map.png"), 1U);
  EXPECT_GT(expect_originals(both), 0U);
}

TEST_F(CrawlDedup, OriginalsOfAnotherCollection) {
  bench.crawl(homes(), quick_options());
  const auto old = warc_files(bench.path());
  {
    const auto archive = open_archive(later.path(), ArchiveOptions::Mode::kWrite, &later.clock);
    for (const auto& path : old) {
      const auto report = archive->index_originals(path);
      ASSERT_TRUE(report) << to_string(report.error());
      EXPECT_GT(report->originals, 10U);
      const auto again = archive->index_originals(path);
      ASSERT_TRUE(again);
      EXPECT_EQ(again->originals, 0U);
      EXPECT_EQ(again->known, report->originals + report->known);
    }
  }
  later.crawl(homes(), quick_options());
  auto files = warc_files(later.path());
  const auto headers = headers_in(files);
  EXPECT_EQ(count(headers, WarcType::kResponse, "/img/map.png"), 0U);
  EXPECT_EQ(count(headers, WarcType::kResponse, "/note-on-shelf-"), 0U);
  EXPECT_EQ(texts_of(*later.read()), texts_of(*bench.read()));
  const auto before = captures_of(*later.read());
  MaterialiseOptions with;
  with.with = old;
  const auto whole = materialise_warcs(posix_file_system(), files, later.path() + "/whole.warc.gz", with);
  ASSERT_TRUE(whole) << to_string(whole.error());
  EXPECT_EQ(whole->unresolved, 0U);
  EXPECT_GT(whole->materialised, 10U);
  files.insert(files.end(), old.begin(), old.end());
  EXPECT_GT(expect_originals(headers_in(files)), 10U);

  ArchiveOptions archive_options;
  archive_options.clock = &later.clock;
  const auto rebuilt = rebuild_archive(later.path(), archive_options, quick_options());
  ASSERT_TRUE(rebuilt) << to_string(rebuilt.error());
  EXPECT_EQ(rebuilt->skipped, 0U);
  EXPECT_EQ(captures_of(*later.read()), before);
}

TEST_F(CrawlDedup, WithoutTheOriginalsFileItIsStoredAgainAndSaidToBeMissing) {
  bench.crawl(homes(), quick_options());
  {
    const auto archive = open_archive(later.path(), ArchiveOptions::Mode::kWrite, &later.clock);
    for (const auto& path : warc_files(bench.path())) ASSERT_TRUE(archive->index_originals(path));
  }
  later.crawl(one.home(), quick_options());
  EXPECT_EQ(count(headers_in(warc_files(later.path())), WarcType::kResponse, "/img/map.png"), 0U);
  std::filesystem::remove_all(bench.path());
  later.crawl(two.home(), quick_options());
  EXPECT_EQ(count(headers_in(warc_files(later.path())), WarcType::kResponse, "/img/map.png"), 1U);
  ArchiveOptions archive_options;
  archive_options.clock = &later.clock;
  const auto refused = rebuild_archive(later.path(), archive_options, quick_options());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kDenied);
  const auto rebuilt =
      rebuild_archive(later.path(), archive_options, quick_options(), accepted_loss(refused.error()));
  ASSERT_TRUE(rebuilt) << to_string(rebuilt.error());
  EXPECT_GT(rebuilt->skipped, 0U);
  EXPECT_GT(rebuilt->lost_objects, 0U);
  EXPECT_NE(rebuilt->accepted_loss.find(" are missing, as was accepted"), std::string::npos)
      << rebuilt->accepted_loss;
  const auto told = [&](const char* id) {
    return std::any_of(rebuilt->findings.begin(), rebuilt->findings.end(),
                       [&](const Finding& finding) { return finding.id == id; });
  };
  EXPECT_TRUE(told("originals_missing"));
  EXPECT_TRUE(told("original_missing"));
}

TEST_F(CrawlDedup, OriginalsByCdxj) {
  bench.crawl(homes(), quick_options());
  std::string lines;
  for (const auto& path : warc_files(bench.path()))
    for (const auto& line : got(cdxj_lines(posix_file_system(), path))) lines += line + "\n";
  lines +=
      "com,gone)/ 20260101000000 {\"url\": \"http://gone.com/\", \"status\": \"200\", \"filename\": "
      "\"none.warc.gz\", \"offset\": \"7\"}\n";
  const std::string index = bench.path() + "/warc/index.cdxj";
  std::ofstream(index) << lines;
  const auto archive = open_archive(later.path(), ArchiveOptions::Mode::kWrite, &later.clock);
  const auto report = archive->index_originals(index);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_GT(report->originals, 10U);
  EXPECT_EQ(report->missing, 1U);
  const std::string neither = bench.path() + "/bfa.toml";
  const auto refused = archive->index_originals(neither);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kUnsupported);
}

}  // namespace
}  // namespace bfa
