// SPDX-License-Identifier: Apache-2.0
// The parts of the library that work without an archive: WARC, feeds, extraction, robots.txt, addresses,
// migration.
#include <fstream>

#include "c_fixture.h"

namespace bfa::test {
namespace {

TEST(CWarc, ReadsWhatItWrites) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  bfa_warc_writer* writer = nullptr;
  BFA_EXPECT_OK(bfa_warc_writer_create(path.c_str(), nullptr, &writer, &error));
  const bfa_field fields[] = {{"WARC-Type", "resource"},
                              {"WARC-Record-ID", "<urn:uuid:12345678-1234-1234-1234-123456789012>"},
                              {"WARC-Date", "2026-01-01T00:00:00Z"},
                              {"WARC-Target-URI", "file:///notes.txt"},
                              {"Content-Type", "text/plain"}};
  auto place = sized<bfa_place>();
  BFA_EXPECT_OK(bfa_warc_writer_record(writer, fields, 5, "hello", 5, &place, &error));
  EXPECT_EQ(place.offset, 0U);
  EXPECT_EQ(bfa_warc_writer_record(writer, fields, 1, "hello", 5, nullptr, nullptr), BFA_INVALID_ARGUMENT);
  BFA_EXPECT_OK(bfa_warc_writer_close(writer, &error));

  bfa_warc_reader* reader = nullptr;
  bfa_record* record = nullptr;
  auto read = sized<bfa_record_fields>();
  BFA_EXPECT_OK(bfa_warc_reader_open(path.c_str(), nullptr, 0, &reader, &error));
  BFA_EXPECT_OK(bfa_warc_reader_next_fields(reader, &record, &read, &error));
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(read.type, BFA_RESOURCE);
  EXPECT_EQ(read.date, day(0));
  EXPECT_EQ(text(bfa_record_field(record, "warc-target-uri")), "file:///notes.txt");
  EXPECT_EQ(text(read.fields).find("WARC-Type: resource\r\n"), 0U);
  bfa_string* block = nullptr;
  EXPECT_EQ(bfa_record_block(record, 4, &block, nullptr), BFA_LIMIT);
  BFA_EXPECT_OK(bfa_warc_reader_next(reader, &record, &error));
  EXPECT_EQ(record, nullptr);
  bfa_warc_reader_close(reader);
}

TEST(CWarc, CopiesRecordsThroughAFilter) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  const std::string file = folder.at("a.warc.gz");
  const char* const inputs[] = {file.c_str()};
  bfa_warc_writer* writer = nullptr;
  bfa_warc_write_options options;
  bfa_warc_write_options_init(&options, sizeof options);
  options.packing = BFA_WARC_ZSTD;
  BFA_EXPECT_OK(bfa_warc_writer_create(folder.at("b.warc.zst").c_str(), &options, &writer, &error));
  const bfa_record_fn keep_posts = [](bfa_record* record, void* user) -> bfa_code {
    if (text(bfa_record_field(record, "WARC-Target-URI")).find("/post/") == std::string::npos) return BFA_OK;
    return bfa_warc_writer_copy(static_cast<bfa_warc_writer*>(user), record, nullptr, nullptr);
  };
  BFA_EXPECT_OK(bfa_captures_read(inputs, 1, nullptr, keep_posts, nullptr, writer, &error));
  BFA_EXPECT_OK(bfa_warc_writer_close(writer, &error));
  bfa_warc_report* report = nullptr;
  auto result = sized<bfa_warc_result>();
  BFA_EXPECT_OK(bfa_warc_validate(folder.at("b.warc.zst").c_str(), 0, nullptr, &report, &error));
  BFA_EXPECT_OK(bfa_warc_report_read(report, &result, &error));
  EXPECT_EQ(result.records, 4U);
  EXPECT_EQ(result.digests_bad, 0U);
  bfa_warc_report_free(report);
}

// Bad input gives the code and the text that the C++ interface gives.
TEST(CWarc, TruncationIsAFindingOrAnError) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  std::filesystem::resize_file(folder.at("a.warc.gz"),
                               std::filesystem::file_size(folder.at("a.warc.gz")) - 20);
  for (const int policy : {BFA_POLICY_WARN, BFA_POLICY_FAIL}) {
    bfa_warc_options options;
    bfa_warc_options_init(&options, sizeof options);
    options.policy = policy;
    bfa_warc_reader* reader = nullptr;
    bfa_record* record = nullptr;
    bfa_error* refused = nullptr;
    BFA_EXPECT_OK(bfa_warc_reader_open(folder.at("a.warc.gz").c_str(), &options, 0, &reader, &error));
    bfa_code code = BFA_OK;
    while ((code = bfa_warc_reader_next(reader, &record, &refused)) == BFA_OK && record != nullptr) {
    }
    EXPECT_EQ(code, policy == BFA_POLICY_FAIL ? BFA_TRUNCATED : BFA_OK);
    if (code != BFA_OK) {
      EXPECT_GT(bfa_error_offset(refused), 0);
    }
    bfa_error_free(refused);
    bfa_findings* findings = nullptr;  // that it gave as an error is none
    BFA_EXPECT_OK(bfa_warc_reader_findings(reader, &findings, &error));
    EXPECT_EQ(bfa_findings_count(findings) > 0, policy == BFA_POLICY_WARN);
    if (policy == BFA_POLICY_WARN) {
      auto finding = sized<bfa_finding>();
      BFA_EXPECT_OK(bfa_findings_at(findings, 0, &finding, &error));
      EXPECT_EQ(finding.code, BFA_TRUNCATED);
    }
    bfa_findings_free(findings);
    bfa_warc_reader_close(reader);
  }
  bfa_warc_reader* none = nullptr;
  EXPECT_EQ(bfa_warc_reader_open(folder.at("none").c_str(), nullptr, 0, &none, nullptr), BFA_NOT_FOUND);
}

TEST(CFeed, ParsesAndDiscovers) {
  const std::string rss = feed_page();
  bfa_feed* feed = nullptr;
  bfa_findings* findings = nullptr;
  BFA_EXPECT_OK(
      bfa_feed_parse(rss.data(), rss.size(), "http://blog.example/feed", nullptr, &feed, &findings, &error));
  auto fields = sized<bfa_feed_fields>();
  BFA_EXPECT_OK(bfa_feed_read(feed, &fields, &error));
  EXPECT_EQ(text(fields.format), "rss");
  ASSERT_EQ(fields.entries, 4U);
  auto entry = sized<bfa_feed_entry>();
  BFA_EXPECT_OK(bfa_feed_entry_at(feed, 1, &entry, &error));
  EXPECT_EQ(text(entry.link), "http://blog.example/post/2");
  EXPECT_EQ(entry.published.utc, day(1) + 36'000'000'000LL);
  bfa_findings_free(findings);
  bfa_string* json = nullptr;
  BFA_EXPECT_OK(bfa_feed_to_json(feed, &json, &error));
  EXPECT_NE(taken(json).find("\"entries\":["), std::string::npos);
  bfa_feed_free(feed);

  bfa_error* refused = nullptr;
  EXPECT_EQ(bfa_feed_parse("<html>", 6, nullptr, nullptr, &feed, nullptr, &refused), BFA_CORRUPT);
  EXPECT_EQ(feed, nullptr);
  bfa_error_free(refused);

  const std::string html = "<link rel=alternate type=application/atom+xml href=/atom>";
  bfa_feed_links* links = nullptr;
  BFA_EXPECT_OK(bfa_feed_discover(html.data(), html.size(), kHome, nullptr, &links, &error));
  ASSERT_EQ(bfa_feed_links_count(links), 1U);
  auto link = sized<bfa_feed_link>();
  BFA_EXPECT_OK(bfa_feed_links_at(links, 0, &link, &error));
  EXPECT_EQ(text(link.url), "http://blog.example/atom");
  bfa_feed_links_free(links);
}

TEST(CExtract, LearnsExtractsAndKeepsRules) {
  const std::string rss = feed_page();
  bfa_extractor* blog = nullptr;
  BFA_EXPECT_OK(bfa_extractor_new(kHome, nullptr, &blog, &error));
  BFA_EXPECT_OK(
      bfa_extractor_add_feed(blog, rss.data(), rss.size(), "http://blog.example/feed", nullptr, &error));
  for (int i = 1; i <= 4; ++i) {
    const std::string page = post_page(i, "wooden");
    BFA_EXPECT_OK(bfa_extractor_add_page(blog, ("http://blog.example/post/" + std::to_string(i)).c_str(),
                                         page.data(), page.size(), "text/html", &error));
  }
  auto learned = sized<bfa_learned>();
  bfa_string* rules = nullptr;
  BFA_EXPECT_OK(bfa_extractor_learn(blog, &learned, &rules, &error));
  EXPECT_EQ(learned.learned, 1);
  EXPECT_EQ(learned.matched, 4U);
  const std::string kept = taken(rules);
  bfa_extractor_free(blog);

  BFA_EXPECT_OK(bfa_extractor_new(kHome, nullptr, &blog, &error));
  BFA_EXPECT_OK(bfa_extractor_use(blog, kept.data(), kept.size(), &error));
  const std::string page = post_page(9, "old");
  bfa_extraction* extraction = nullptr;
  BFA_EXPECT_OK(bfa_extractor_extract_page(blog, "http://blog.example/post/9", page.data(), page.size(),
                                           "text/html", &extraction, &error));
  const bfa_object* const object = bfa_extraction_object(extraction);
  ASSERT_NE(object, nullptr);
  auto fields = sized<bfa_object_fields>();
  BFA_EXPECT_OK(bfa_object_read(object, &fields, &error));
  EXPECT_EQ(text(fields.title), "Post 9 of the keepers");
  EXPECT_EQ(text(fields.text).find("Home About"), std::string::npos);
  bfa_string* json = nullptr;
  BFA_EXPECT_OK(bfa_object_to_json(object, 1, &json, &error));
  const std::string line = taken(json);
  bfa_object* again = nullptr;
  BFA_EXPECT_OK(bfa_object_from_json(line.data(), line.size(), &again, &error));
  BFA_EXPECT_OK(bfa_object_to_json(again, 1, &json, &error));
  EXPECT_EQ(taken(json), line);
  bfa_changes* changes = nullptr;
  BFA_EXPECT_OK(bfa_object_compare(object, again, &changes, &error));
  auto change = sized<bfa_change_fields>();
  BFA_EXPECT_OK(bfa_change_read(bfa_changes_at(changes, 0), &change, &error));
  EXPECT_EQ(change.verdict, BFA_VERDICT_NONE);
  bfa_changes_free(changes);
  bfa_object_free(again);
  bfa_extraction_free(extraction);
  EXPECT_EQ(bfa_extractor_extract(blog, "http://blog.example/none", &extraction, nullptr), BFA_NOT_FOUND);
  bfa_extractor_free(blog);
}

TEST(CWeb, RobotsAndAddresses) {
  const std::string body =
      "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\nSitemap: http://blog.example/map\n";
  bfa_robots* robots = nullptr;
  BFA_EXPECT_OK(bfa_robots_parse(200, body.data(), body.size(), &robots, nullptr, &error));
  EXPECT_EQ(bfa_robots_allowed(robots, "libbfa", "/post/1"), 1);
  EXPECT_EQ(bfa_robots_allowed(robots, "libbfa", "/private/1"), 0);
  EXPECT_EQ(bfa_robots_crawl_delay(robots, "libbfa"), 2000);
  ASSERT_EQ(bfa_robots_sitemaps(robots), 1U);
  bfa_string* line = nullptr;
  BFA_EXPECT_OK(bfa_robots_deciding_line(robots, "libbfa", "/private/1", &line, &error));
  EXPECT_EQ(taken(line), "line 2: Disallow: /private/");
  bfa_robots_free(robots);
  BFA_EXPECT_OK(bfa_robots_parse(503, nullptr, 0, &robots, nullptr, &error));
  EXPECT_EQ(bfa_robots_allowed(robots, "libbfa", "/"), 0);
  bfa_robots_free(robots);

  bfa_string* url = nullptr;
  BFA_EXPECT_OK(bfa_url_canonical("/a?utm_source=x&b=1", kHome, nullptr, &url, &error));
  EXPECT_EQ(taken(url), "http://blog.example/a?b=1");
  BFA_EXPECT_OK(bfa_url_resolve("../b", "http://blog.example/a/c", &url, &error));
  EXPECT_EQ(taken(url), "http://blog.example/b");
  BFA_EXPECT_OK(bfa_url_surt("http://www.Blog.example/a", &url, &error));
  EXPECT_EQ(taken(url), "example,blog)/a");
  BFA_EXPECT_OK(bfa_url_registered_domain("blog.example.co.uk", &url, &error));
  EXPECT_EQ(taken(url), "example.co.uk");
  EXPECT_EQ(bfa_url_canonical("not a url", nullptr, nullptr, &url, nullptr), BFA_INVALID_ARGUMENT);
}

TEST(CMigrate, WritesAWacz) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  const std::string file = folder.at("a.warc.gz");
  const char* const inputs[] = {file.c_str()};
  bfa_migration* migration = nullptr;
  BFA_EXPECT_OK(bfa_migrate(inputs, 1, folder.at("a.wacz").c_str(), nullptr, &migration, &error));
  auto result = sized<bfa_migration_result>();
  BFA_EXPECT_OK(bfa_migration_read(migration, &result, &error));
  EXPECT_GE(result.files, 1U);
  EXPECT_FALSE(text(bfa_migration_file(migration, 0)).empty());
  bfa_migration_free(migration);
  EXPECT_EQ(bfa_migrate(inputs, 1, folder.at("a.unknown").c_str(), nullptr, nullptr, nullptr),
            BFA_INVALID_ARGUMENT);
  bfa_warc_reader* reader = nullptr;  // a record within the container
  BFA_EXPECT_OK(bfa_warc_reader_open((folder.at("a.wacz") + "!/archive/a.warc.gz").c_str(), nullptr, 0,
                                     &reader, &error));
  bfa_warc_reader_close(reader);
}

TEST(CWarc, AFileOfItsOwnBeginsWithGivenInformation) {
  const Folder folder;
  const std::string with = folder.at("with.warc"), without = folder.at("without.warc");
  const bfa_field operator_field = {"operator", "A Library"};
  for (const bool told : {true, false}) {
    bfa_warc_write_options options;
    ASSERT_EQ(bfa_warc_write_options_init(&options, sizeof options), BFA_OK);
    options.packing = BFA_WARC_PLAIN;
    options.warcinfo = &operator_field;
    options.warcinfo_count = told ? 1 : 0;
    bfa_warc_writer* writer = nullptr;
    BFA_EXPECT_OK(bfa_warc_writer_create((told ? with : without).c_str(), &options, &writer, &error));
    write_answer(writer, kHome, "text/html", post_page(1, "wooden"), day(1));
    BFA_EXPECT_OK(bfa_warc_writer_close(writer, &error));
  }
  const auto text_of = [](const std::string& path) {
    std::ifstream file(path);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  EXPECT_TRUE(text_of(with).starts_with("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
  EXPECT_NE(text_of(with).find("operator: A Library\r\n"), std::string::npos);
  EXPECT_EQ(text_of(without).find("warcinfo\r\n"), std::string::npos);
}

}  // namespace
}  // namespace bfa::test
