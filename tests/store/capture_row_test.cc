// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "bfa/url/url.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/keys.h"
#include "store_fixture.h"

namespace bfa {
namespace {

CaptureRecord usual() {
  CaptureRecord record;
  Capture& capture = record.capture;
  capture.sequence = 123456;
  capture.url = capture.final_url = "https://blog.example/2026/01/a-post";
  capture.time = test::at(5);
  capture.status = 304;
  capture.etag = "\"5f1a-3b\"";
  capture.last_modified = "Thu, 01 Jan 2026 00:00:00 GMT";
  capture.content_type = "text/html; charset=utf-8";
  capture.payload_digest = "sha256:" + std::string(62, '0') + "af";
  capture.warc = {"bfa-20260101000000-00001.warc.gz", 123456789, 512,
                  "urn:uuid:0192f1e0-0000-7000-8000-0123456789ab"};
  return record;
}

CaptureHop hop_to(const std::string& url, const std::string& file) {
  CaptureHop hop;
  hop.url = url;
  hop.content_type = "text/html";
  hop.payload_digest = "sha256:" + std::string(64, 'b');
  hop.time = test::at(4);
  hop.status = 301;
  hop.warc = {file, 77, 300, "urn:uuid:0192f1e0-0000-7000-8000-0123456789ac"};
  return hop;
}

// Archives that exist have rows under these keys: the lists of comments by post.
TEST(RowKeys, OfTwinsStayAsTheyWere) {
  EXPECT_EQ(twin_of("https://www.blog.example/a/index.html#top"), "blog.example/a/");
  EXPECT_EQ(twin_of("http://blog.example/blog//a/"), "blog.example/blog//a/");
  EXPECT_EQ(twin_of(Url::parse("http://blog.example/%7eann//a?b=1").value()), "blog.example/~ann//a?b=1");
  EXPECT_EQ(twin_of("urn:a"), "urn:a");
}

TEST(CaptureRow, KeepsAllValues) {
  std::vector<CaptureRecord> records(12, usual());
  records[1].original = records[1].capture.warc;
  records[1].original->file = "/elsewhere/x.warc";
  records[2].capture.final_url = "https://blog.example/elsewhere";
  records[3].capture.truncated = true;
  records[4].capture.not_page = "parked_domain";
  records[5].capture.payload_digest = "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  records[6].capture.payload_digest = "sha256:" + std::string(62, '0') + "AF";  // not its canonical spelling
  records[7].capture.warc.record_id = "urn:uuid:0192f1e0-0000-7000-80000-123456789ab";
  records[8].capture.warc.record_id = "urn:x";
  records[9] = CaptureRecord();
  records[10].hops = {hop_to("https://blog.example/old", records[10].capture.warc.file), CaptureHop()};
  records[10].hops[1].warc.file = "/elsewhere/x.warc";
  records[10].hops[1].revisit = true;
  records[11].original = records[1].original;
  records[11].hops = {hop_to("https://blog.example/a", "another.warc.gz")};
  for (const auto& record : records) {
    const auto read = decode_capture_record(encode(record));
    ASSERT_TRUE(read);
    EXPECT_EQ(capture_to_json(read->capture), capture_to_json(record.capture));
    EXPECT_EQ(read->original, record.original);
    EXPECT_EQ(read->hops, record.hops);
  }
}

TEST(CaptureRow, IsShort) {
  const CaptureRecord record = usual();
  EXPECT_LT(encode(record).size(), 220U);
  EXPECT_LT(2 * encode(record).size(), capture_to_json(record.capture).size());
}

TEST(CaptureRow, ReadsTheRowsOfFormat1) {
  const CaptureRecord record = usual();
  std::string old("\x01\x01", 2);
  append_bytes(old, "file");
  append_u64(old, 7);
  append_u64(old, 8);
  append_bytes(old, "id");
  const auto read = decode_capture_record(old + capture_to_json(record.capture));
  ASSERT_TRUE(read);
  EXPECT_EQ(capture_to_json(read->capture), capture_to_json(record.capture));
  EXPECT_EQ(read->original, (WarcRef{"file", 7, 8, "id"}));
}

TEST(CaptureRow, KeepsALimitedNumberOfHops) {
  CaptureRecord record = usual();
  record.hops.assign(kMostHops + 5, hop_to("https://blog.example/again", record.capture.warc.file));
  const auto read = decode_capture_record(encode(record));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->hops.size(), kMostHops);
}

TEST(CaptureRow, ACutRowIsAnError) {
  CaptureRecord record = usual();
  record.original = record.capture.warc;
  record.hops = {hop_to("https://blog.example/old", record.capture.warc.file)};
  const std::string bytes = encode(record);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(decode_capture_record(std::string_view(bytes).substr(0, size)).error().code, Code::kCorrupt);
}

}  // namespace
}  // namespace bfa
