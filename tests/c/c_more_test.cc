// SPDX-License-Identifier: Apache-2.0
// Of WARC files: batches, revisits, segments, comparisons, tails. Of the web: lists, directives, texts,
// dates.
#include <fstream>

#include "c_fixture.h"

namespace bfa::test {
namespace {

bfa_warc_reader* reader_of(const std::string& path) {
  bfa_warc_reader* reader = nullptr;
  BFA_EXPECT_OK(bfa_warc_reader_open(path.c_str(), nullptr, 0, &reader, &error));
  return reader;
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string record(const std::string& fields, const std::string& block) {
  return "WARC/1.1\r\n" + fields + "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block +
         "\r\n\r\n";
}

// Headers of a file, one after the other and in batches.
std::vector<std::string> headers_of(const std::string& path, std::size_t batch) {
  std::vector<std::string> found;
  bfa_warc_reader* const reader = reader_of(path);
  std::vector<bfa_record_fields> fields(std::max<std::size_t>(batch, 1), sized<bfa_record_fields>());
  for (;;) {
    size_t count = 0;
    if (batch == 0) {
      bfa_record* each = nullptr;
      BFA_EXPECT_OK(bfa_warc_reader_next_fields(reader, &each, fields.data(), &error));
      count = each == nullptr ? 0 : 1;
    } else {
      BFA_EXPECT_OK(bfa_warc_reader_next_batch(reader, batch, fields.data(), &count, &error));
    }
    for (size_t i = 0; i < count; ++i) {
      found.push_back(std::to_string(fields[i].type) + " " + std::to_string(fields[i].offset) + " " +
                      std::to_string(fields[i].content_length) + " " + std::to_string(fields[i].date) + " " +
                      text(fields[i].version) + text(fields[i].fields));
    }
    if (count == 0) break;
  }
  bfa_warc_reader_close(reader);
  return found;
}

TEST(CBatch, GivesWhatSingleCallsGive) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  write_blog(path, "wooden", 1);
  const auto single = headers_of(path, 0);
  ASSERT_GE(single.size(), 6U);
  for (const std::size_t batch : {1U, 2U, 5U, 1000U}) EXPECT_EQ(headers_of(path, batch), single) << batch;
}

TEST(CBatch, AnErrorComesAfterTheRecordsBeforeIt) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  write_blog(path, "wooden", 1);
  const auto whole = headers_of(path, 0);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 20);
  bfa_warc_options options;
  bfa_warc_options_init(&options, sizeof options);
  options.policy = BFA_POLICY_FAIL;
  bfa_warc_reader* reader = nullptr;
  BFA_EXPECT_OK(bfa_warc_reader_open(path.c_str(), &options, 0, &reader, &error));
  std::vector<bfa_record_fields> fields(100, sized<bfa_record_fields>());
  size_t count = 0;
  BFA_EXPECT_OK(bfa_warc_reader_next_batch(reader, fields.size(), fields.data(), &count, &error));
  EXPECT_EQ(count, whole.size());
  EXPECT_EQ(bfa_warc_reader_next_batch(reader, fields.size(), fields.data(), &count, nullptr), BFA_TRUNCATED);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(bfa_warc_reader_next_batch(reader, 0, fields.data(), &count, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(bfa_warc_reader_next_batch(reader, 65'537, fields.data(), &count, nullptr), BFA_INVALID_ARGUMENT);
  bfa_warc_reader_close(reader);
}

TEST(CRevisit, IsMadeWholeByItsOriginal) {
  const Folder folder;
  const std::string path = folder.at("a.warc");
  const std::string fields =
      "WARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\n"
      "WARC-Date: 2026-01-02T00:00:00Z\r\nWARC-Target-URI: http://blog.example/\r\n"
      "Content-Type: application/http;msgtype=response\r\nWARC-Profile: ";
  const std::string profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n";
  const std::string response =
      "WARC-Type: response\r\nWARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789013>\r\n"
      "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://blog.example/\r\n"
      "Content-Type: application/http;msgtype=response\r\n";
  write_file(path, record(response, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") +
                       record(fields + profile, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"));
  bfa_warc_reader* const reader = reader_of(path);
  bfa_exchange* exchanges[3] = {};
  for (int i = 0; i < 2; ++i) {
    bfa_record* each = nullptr;
    BFA_EXPECT_OK(bfa_warc_reader_next(reader, &each, &error));
    ASSERT_NE(each, nullptr);
    EXPECT_EQ(bfa_record_revisit(each), i == 0 ? BFA_REVISIT_NONE : BFA_REVISIT_IDENTICAL_PAYLOAD);
    BFA_EXPECT_OK(bfa_record_exchange(each, 1000, &exchanges[i], &error));
  }
  BFA_EXPECT_OK(bfa_exchange_resolve(exchanges[1], exchanges[0], &exchanges[2], &error));
  bfa_string* body = nullptr;
  BFA_EXPECT_OK(bfa_exchange_body(exchanges[2], 1, 1000, &body, nullptr, &error));
  EXPECT_EQ(taken(body), "hello");
  auto read = sized<bfa_exchange_fields>();
  BFA_EXPECT_OK(bfa_exchange_read(exchanges[2], &read, &error));
  EXPECT_EQ(read.started, day(1));  // the time is the revisit's
  for (bfa_exchange* each : exchanges) bfa_exchange_free(each);
  bfa_warc_reader_close(reader);
}

TEST(CSegments, AreJoined) {
  const Folder folder;
  const std::string path = folder.at("a.warc");
  const std::string first = "12345678-1234-1234-1234-123456789012";
  const std::string common = "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: file:///a\r\n";
  write_file(path, record("WARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:" + first + ">\r\n" + common +
                              "WARC-Segment-Number: 1\r\n",
                          "one ") +
                       record("WARC-Type: continuation\r\nWARC-Record-ID: <urn:uuid:" + first.substr(0, 35) +
                                  "3>\r\n" + common + "WARC-Segment-Origin-ID: <urn:uuid:" + first +
                                  ">\r\nWARC-Segment-Number: 2\r\nWARC-Segment-Total-Length: 7\r\n",
                              "two"));
  bfa_segments* segments = nullptr;
  BFA_EXPECT_OK(bfa_segments_new(&segments, &error));
  BFA_EXPECT_OK(bfa_segments_scan(segments, path.c_str(), &error));
  ASSERT_EQ(bfa_segments_count(segments), 1U);
  EXPECT_EQ(text(bfa_segments_origin(segments, 0)), "urn:uuid:" + first);
  EXPECT_EQ(bfa_segments_origin(segments, 1).size, 0U);
  bfa_record* joined = nullptr;
  EXPECT_EQ(bfa_segments_open(segments, "urn:uuid:none", &joined, nullptr), BFA_NOT_FOUND);
  BFA_EXPECT_OK(bfa_segments_open(segments, ("urn:uuid:" + first).c_str(), &joined, &error));
  bfa_string* block = nullptr;
  BFA_EXPECT_OK(bfa_record_block(joined, 100, &block, &error));
  EXPECT_EQ(taken(block), "one two");
  bfa_findings* findings = nullptr;
  BFA_EXPECT_OK(bfa_segments_findings(segments, &findings, &error));
  EXPECT_EQ(bfa_findings_count(findings), 0U);
  bfa_findings_free(findings);
  EXPECT_EQ(bfa_segments_scan(segments, folder.at("none").c_str(), nullptr), BFA_NOT_FOUND);
  bfa_segments_free(segments);
}

TEST(CCompare, NamesWhatDiffers) {
  const Folder folder;
  const std::string a = folder.at("a.warc.gz"), b = folder.at("b.warc.gz");
  write_blog(a, "wooden", 1);
  write_blog(b, "painted", 1);
  const char* const first[] = {a.c_str()};
  const char* const second[] = {b.c_str()};
  std::vector<std::string> seen;
  const bfa_difference_fn visit = [](const bfa_warc_difference* difference, void* user) -> bfa_code {
    static_cast<std::vector<std::string>*>(user)->push_back(std::to_string(difference->kind) + " " +
                                                            text(difference->url));
    return BFA_OK;
  };
  auto counts = sized<bfa_warc_comparison>();
  BFA_EXPECT_OK(bfa_warc_compare(first, 1, second, 1, visit, &seen, nullptr, &counts, &error));
  EXPECT_EQ(seen, std::vector<std::string>{"2 http://blog.example/post/1"});
  EXPECT_EQ(counts.captures_a, 6U);
  EXPECT_EQ(counts.same, 5U);
  EXPECT_EQ(counts.differing, 1U);
  const bfa_difference_fn fail = [](const bfa_warc_difference*, void*) -> bfa_code { return BFA_DENIED; };
  EXPECT_EQ(bfa_warc_compare(first, 1, second, 1, fail, nullptr, nullptr, &counts, nullptr), BFA_DENIED);
  BFA_EXPECT_OK(bfa_warc_compare(first, 1, first, 1, fail, nullptr, nullptr, &counts, &error));
  EXPECT_EQ(counts.same, 6U);
}

TEST(CTail, IsFoundAndCut) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  write_blog(path, "wooden", 1);
  auto tail = sized<bfa_warc_tail>();
  BFA_EXPECT_OK(bfa_warc_check_tail(path.c_str(), nullptr, &tail, &error));
  EXPECT_EQ(tail.kept_bytes, std::filesystem::file_size(path));
  EXPECT_EQ(tail.cut_bytes, 0U);
  const auto whole = tail.records;
  std::filesystem::resize_file(path, tail.kept_bytes - 20);
  BFA_EXPECT_OK(bfa_warc_check_tail(path.c_str(), nullptr, &tail, &error));
  EXPECT_EQ(tail.records, whole - 1);
  EXPECT_GT(tail.cut_bytes, 0U);
  std::filesystem::rename(path, path + ".open");
  std::vector<std::string> recovered;
  const bfa_recovery_fn visit = [](const bfa_warc_recovery* recovery, void* user) -> bfa_code {
    static_cast<std::vector<std::string>*>(user)->push_back(text(recovery->file) + " " +
                                                            std::to_string(recovery->records));
    return BFA_OK;
  };
  BFA_EXPECT_OK(bfa_warc_recover(folder.at("").c_str(), visit, &recovered, &error));
  ASSERT_EQ(recovered.size(), 1U);
  EXPECT_NE(recovered[0].find("a.warc.gz " + std::to_string(whole - 1)), std::string::npos) << recovered[0];
  EXPECT_EQ(headers_of(path, 100).size(), whole - 1);
}

TEST(CCdx, ReadsWholeIndexesAndLines) {
  const Folder folder;
  const std::string line = R"(com,example)/ 20260101000000 {"url": "http://example.com/", "status": "200"})";
  write_file(folder.at("a.cdxj"), line + "\n");
  std::vector<std::string> seen;
  const bfa_cdx_fn visit = [](const bfa_cdx_entry* entry, void* user) -> bfa_code {
    static_cast<std::vector<std::string>*>(user)->push_back(text(entry->url) + " " + text(entry->status));
    return BFA_OK;
  };
  BFA_EXPECT_OK(bfa_cdx_read(folder.at("a.cdxj").c_str(), visit, &seen, nullptr, &error));
  BFA_EXPECT_OK(bfa_cdxj_parse(line.data(), line.size(), visit, &seen, &error));
  EXPECT_EQ(seen, (std::vector<std::string>{"http://example.com/ 200", "http://example.com/ 200"}));
  EXPECT_EQ(bfa_cdxj_parse("no line", 7, visit, &seen, nullptr), BFA_CORRUPT);
}

TEST(CWarcNames, AreThoseOfTheStandard) {
  EXPECT_EQ(text(bfa_warc_type_name(BFA_REVISIT)), "revisit");
  EXPECT_EQ(text(bfa_warc_type_name(BFA_UNKNOWN_TYPE)), "");
  EXPECT_EQ(text(bfa_warc_suffix(BFA_WARC_ZSTD)), ".warc.zst");
  EXPECT_EQ(text(bfa_warc_suffix(7)), "");
  EXPECT_EQ(text(bfa_pack_form_name(BFA_PACK_EARK_AIP)), "eark-aip");
  bfa_string* id = nullptr;
  BFA_EXPECT_OK(bfa_warc_record_id(&id, &error));
  const std::string made = taken(id);
  EXPECT_EQ(made.size(), std::string("<urn:uuid:>").size() + 36) << made;
}

TEST(CWarcDictionary, MakesFilesThatAreRead) {
  const Folder folder;
  std::vector<std::string> pages;
  for (int i = 0; i < 200; ++i) pages.push_back(post_page(i, "wooden"));
  std::vector<bfa_view> samples;
  for (const auto& page : pages) samples.push_back({page.data(), page.size()});
  bfa_string* dictionary = nullptr;
  BFA_EXPECT_OK(bfa_warc_dictionary(samples.data(), samples.size(), 8192, &dictionary, &error));
  bfa_warc_write_options options;
  bfa_warc_write_options_init(&options, sizeof options);
  options.packing = BFA_WARC_ZSTD;
  options.dictionary = bfa_string_view(dictionary).data;
  options.dictionary_size = bfa_string_view(dictionary).size;
  ASSERT_GT(options.dictionary_size, 0U);
  bfa_warc_writer* writer = nullptr;
  BFA_EXPECT_OK(bfa_warc_writer_create(folder.at("a.warc.zst").c_str(), &options, &writer, &error));
  write_answer(writer, kHome, "text/html", pages[3], day(1));
  BFA_EXPECT_OK(bfa_warc_writer_close(writer, &error));
  bfa_string_free(dictionary);
  EXPECT_EQ(headers_of(folder.at("a.warc.zst"), 10).size(), 1U);
}

TEST(COpml, ReadsWhatItWrites) {
  auto first = sized<bfa_subscription>(), second = sized<bfa_subscription>();
  const std::string feed = "http://blog.example/feed", page = "http://b.example/", title = "A & B";
  first.feed = {feed.data(), feed.size()};
  first.title = {title.data(), title.size()};
  second.page = {page.data(), page.size()};
  const bfa_subscription list[] = {first, second};
  bfa_string* written = nullptr;
  BFA_EXPECT_OK(bfa_opml_write("Mine", list, 2, &written, &error));
  bfa_opml* opml = nullptr;
  const bfa_view bytes = bfa_string_view(written);
  BFA_EXPECT_OK(bfa_opml_parse(bytes.data, bytes.size, nullptr, &opml, nullptr, &error));
  bfa_string_free(written);
  ASSERT_EQ(bfa_opml_count(opml), 2U);
  auto read = sized<bfa_subscription>();
  BFA_EXPECT_OK(bfa_opml_at(opml, 0, &read, &error));
  EXPECT_EQ(text(read.feed), feed);
  EXPECT_EQ(text(read.title), title);
  EXPECT_EQ(bfa_opml_folder(opml, 0, 0).size, 0U);
  BFA_EXPECT_OK(bfa_opml_at(opml, 1, &read, &error));
  EXPECT_EQ(text(read.feed), "");
  EXPECT_EQ(text(read.page), page);
  EXPECT_EQ(bfa_opml_at(opml, 2, &read, nullptr), BFA_INVALID_ARGUMENT);
  bfa_opml_free(opml);
  const auto empty = sized<bfa_subscription>();
  EXPECT_EQ(bfa_opml_write(nullptr, &empty, 1, &written, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(bfa_opml_parse("<html></html>", 13, nullptr, &opml, nullptr, nullptr), BFA_CORRUPT);
}

TEST(CSitemap, GivesPages) {
  const std::string map =
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://a.example/p</loc>"
      "<lastmod>2026-01-01</lastmod><priority>0.5</priority></url><url><loc>http://a.example/q</loc></url>"
      "</urlset>";
  bfa_sitemap* sitemap = nullptr;
  BFA_EXPECT_OK(
      bfa_sitemap_parse(map.data(), map.size(), "http://a.example/s.xml", &sitemap, nullptr, &error));
  EXPECT_EQ(bfa_sitemap_kind(sitemap), BFA_SITEMAP_PAGES);
  ASSERT_EQ(bfa_sitemap_count(sitemap), 2U);
  auto entry = sized<bfa_sitemap_entry>();
  BFA_EXPECT_OK(bfa_sitemap_at(sitemap, 0, &entry, &error));
  EXPECT_EQ(text(entry.url), "http://a.example/p");
  EXPECT_EQ(entry.modified.utc, day(0));
  EXPECT_EQ(entry.modified.precision, BFA_DATE_DAY);
  EXPECT_EQ(entry.priority, 0.5);
  BFA_EXPECT_OK(bfa_sitemap_at(sitemap, 1, &entry, &error));
  EXPECT_EQ(entry.priority, -1);
  bfa_sitemap_free(sitemap);
  EXPECT_EQ(bfa_sitemap_parse("<a/>", 4, "http://a.example/", &sitemap, nullptr, nullptr), BFA_CORRUPT);
}

TEST(CRobotsTags, OfLinesAndElements) {
  auto tags = sized<bfa_robots_tags>();
  BFA_EXPECT_OK(bfa_robots_tag_parse("noarchive, nofollow", "libbfa", &tags, nullptr, &error));
  EXPECT_TRUE(tags.noarchive && tags.nofollow && !tags.noindex);
  EXPECT_EQ(tags.unavailable_after, BFA_NO_TIME);
  BFA_EXPECT_OK(bfa_robots_tag_parse("otherbot: noarchive", "libbfa", &tags, nullptr, &error));
  EXPECT_FALSE(tags.noarchive);
  BFA_EXPECT_OK(bfa_robots_meta_parse("robots", "none", "libbfa", &tags, nullptr, &error));
  EXPECT_TRUE(tags.noindex && tags.nofollow);
  bfa_findings* findings = nullptr;
  BFA_EXPECT_OK(bfa_robots_tag_parse("unavailable_after: soon", "libbfa", &tags, &findings, &error));
  EXPECT_EQ(bfa_findings_count(findings), 1U);
  bfa_findings_free(findings);
}

TEST(CText, IsDecodedAndNamed) {
  bfa_string *out = nullptr, *encoding = nullptr;
  BFA_EXPECT_OK(bfa_text_decode("caf\xe9", 4, "latin1", BFA_TEXT_PLAIN, &out, &encoding, nullptr, &error));
  EXPECT_EQ(taken(out), "caf\xc3\xa9");
  EXPECT_EQ(taken(encoding), "windows-1252");
  EXPECT_EQ(bfa_text_decode("a", 1, nullptr, 9, &out, nullptr, nullptr, nullptr), BFA_INVALID_ARGUMENT);
  const std::string german =
      "Die Archive der Stadt bewahren viele Briefe, die niemand mehr lesen kann, weil die Schrift verblasst "
      "ist.";
  BFA_EXPECT_OK(bfa_text_language(german.data(), german.size(), &out, &error));
  EXPECT_EQ(taken(out), "de");
  BFA_EXPECT_OK(
      bfa_url_host_to_ascii("b\xc3\xbc"
                            "cher.example",
                            &out, &error));
  EXPECT_EQ(taken(out), "xn--bcher-kva.example");
  EXPECT_EQ(bfa_url_host_to_ascii("a b", &out, nullptr), BFA_INVALID_ARGUMENT);
}

TEST(CDate, OfFeedsAndProse) {
  bfa_date date{};
  BFA_EXPECT_OK(bfa_date_parse("Thu, 01 Jan 2026 00:00:00 GMT", &date, &error));
  EXPECT_EQ(date.utc, day(0));
  EXPECT_EQ(date.precision, BFA_DATE_INSTANT);
  EXPECT_EQ(bfa_date_parse("soon", &date, nullptr), BFA_CORRUPT);
  const std::string text = "Written on the 3rd of January 2026 by nobody";
  int32_t ambiguous = 1;
  BFA_EXPECT_OK(bfa_date_find(text.data(), text.size(), "en", day(9), &date, &ambiguous, &error));
  EXPECT_EQ(date.utc, day(2));
  EXPECT_EQ(ambiguous, 0);
  BFA_EXPECT_OK(bfa_date_find("yesterday", 9, "en", day(9), &date, nullptr, &error));
  EXPECT_EQ(date.utc, day(8));
  EXPECT_EQ(bfa_date_find("words alone", 11, nullptr, day(9), &date, nullptr, nullptr), BFA_NOT_FOUND);
}

TEST(CFeedTitle, IsShownAlsoWithoutOne) {
  const std::string feed =
      "<rss version='2.0'><channel><title>A</title><item><description>Some words</description></item>"
      "</channel></rss>";
  EXPECT_EQ(bfa_feed_looks_like(feed.data(), feed.size()), 1);
  EXPECT_EQ(bfa_feed_looks_like("<html>", 6), 0);
  bfa_feed* parsed = nullptr;
  BFA_EXPECT_OK(bfa_feed_parse(feed.data(), feed.size(), nullptr, nullptr, &parsed, nullptr, &error));
  bfa_string* out = nullptr;
  BFA_EXPECT_OK(bfa_feed_display_title(parsed, &out, &error));
  EXPECT_EQ(taken(out), "A");
  BFA_EXPECT_OK(bfa_feed_entry_display_title(parsed, 0, &out, &error));
  EXPECT_EQ(taken(out), "Some words");
  EXPECT_EQ(bfa_feed_entry_display_title(parsed, 1, &out, nullptr), BFA_INVALID_ARGUMENT);
  bfa_feed_free(parsed);
}

// Objects and versions of an archive, as text.
std::string state_of(const std::string& directory) {
  std::string state;
  bfa_archive* const archive = open_archive(directory, BFA_ARCHIVE_READ);
  bfa_objects* objects = nullptr;
  BFA_EXPECT_OK(bfa_archive_objects(archive, nullptr, &objects, &error));
  for (;;) {
    const bfa_object* object = nullptr;
    BFA_EXPECT_OK(bfa_objects_next(objects, &object, &error));
    if (object == nullptr) break;
    auto fields = sized<bfa_object_fields>();
    BFA_EXPECT_OK(bfa_object_read(object, &fields, &error));
    state += text(fields.url) + " " + std::to_string(fields.versions) + " " + text(fields.text) + "\n";
  }
  bfa_objects_free(objects);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  return state;
}

class CRestore : public testing::TestWithParam<int32_t> {};
TEST_P(CRestore, MakesTheArchiveAgain) {
  const Folder folder;
  BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  bfa_pack_options options;
  bfa_pack_options_init(&options, sizeof options);
  const std::string packages = folder.at("packages");
  options.output_directory = packages.c_str();
  options.form = GetParam();
  BFA_EXPECT_OK(bfa_pack(archive, &options, nullptr, &error));
  options.form = 9;
  EXPECT_EQ(bfa_pack(archive, &options, nullptr, nullptr), BFA_INVALID_ARGUMENT);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));

  bfa_package_list* list = nullptr;
  BFA_EXPECT_OK(bfa_package_list_find(packages.c_str(), &list, &error));
  ASSERT_EQ(bfa_package_list_count(list), 1U);
  auto contents = sized<bfa_package_contents>();
  BFA_EXPECT_OK(bfa_package_list_at(list, 0, &contents, &error));
  EXPECT_EQ(text(contents.blog), kHome);
  EXPECT_EQ(contents.has_steps, 1);
  EXPECT_GT(contents.warcs, 0U);
  EXPECT_GT(bfa_package_list_warc(list, 0, 0).size, 0U);
  EXPECT_EQ(bfa_package_list_warc(list, 0, contents.warcs).size, 0U);
  bfa_package_list_free(list);

  const std::string again = folder.at("again");
  const char* const paths[] = {packages.c_str()};
  auto restored = sized<bfa_restored>();
  auto counts = sized<bfa_replay>();
  BFA_EXPECT_OK(
      bfa_restore(again.c_str(), paths, 1, nullptr, -1, &restored, &counts, nullptr, nullptr, &error));
  EXPECT_EQ(restored.packages, 1U);
  EXPECT_GT(counts.steps, 0U);
  EXPECT_EQ(state_of(again), state_of(folder.at("archive")));
  // Laid on an archive with steps of its own: refused, and nothing is written.
  write_blog(folder.at("third.warc.gz"), "glass", 30);
  bfa_archive* const other = open_archive(folder.at("other"), BFA_ARCHIVE_CREATE);
  import_file(other, folder.at("third.warc.gz"));
  BFA_EXPECT_OK(bfa_archive_close(other, &error));
  EXPECT_EQ(bfa_restore(folder.at("other").c_str(), paths, 1, nullptr, -1, nullptr, nullptr, nullptr, nullptr,
                        nullptr),
            BFA_UNAVAILABLE);
}
INSTANTIATE_TEST_SUITE_P(Issue18, CRestore,
                         testing::Values(BFA_PACK_METS, BFA_PACK_BAG, BFA_PACK_EARK_SIP, BFA_PACK_EARK_AIP,
                                         BFA_PACK_OCFL, BFA_PACK_DSPACE),
                         [](const auto& row) {
                           std::string name = text(bfa_pack_form_name(row.param));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace bfa::test
