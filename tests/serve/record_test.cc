// SPDX-License-Identifier: Apache-2.0
// WARC records and files as they are stored.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bfa/warc/reader.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class Records : public testing::Test {
 protected:
  void SetUp() override {
    served.bench.crawl(served.blog.home(), quick_options());
    served.bench.crawl(served.blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    served.open();
    EXPECT_TRUE(served.bench.read()->for_each_capture([&](const Capture& capture) {
      if (!capture.warc.file.empty()) captures.push_back(capture);
      return true;
    }));
    ASSERT_GT(captures.size(), 10U);
  }

  std::string bytes_of(const std::string& file) const {
    std::ifstream in(served.bench.path() + "/warc/" + file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  // The only record of WARC bytes.
  static WarcHeader only_record(const std::string& bytes) {
    TemporaryDirectory folder;
    std::ofstream(folder / "one.warc.gz", std::ios::binary) << bytes;
    const auto reader =
        WarcReader::open(posix_file_system(), folder / "one.warc.gz", {.check_digests = true});
    EXPECT_TRUE(reader) << to_string(reader.error());
    if (!reader) return {};
    const auto record = (*reader)->next();
    EXPECT_TRUE(record && *record != nullptr);
    if (!record || *record == nullptr) return {};
    WarcHeader header = (*record)->header();
    const auto end = (*reader)->next();
    EXPECT_TRUE(end && *end == nullptr) << "more than one record";
    EXPECT_TRUE((*reader)->findings().empty());
    return header;
  }

  ServedBlog served;
  std::vector<Capture> captures;
};

TEST_F(Records, ByIdAsStoredAndPlain) {
  for (const Capture& capture : {captures.front(), captures[captures.size() / 2], captures.back()}) {
    const std::string uuid = capture.warc.record_id.substr(9);
    for (const std::string& name : {capture.warc.record_id, uuid, "%3C" + capture.warc.record_id + "%3E"}) {
      ServeReply reply = served.ask("/warc/" + name);
      ASSERT_EQ(reply.status, 200) << name << reply.body;
      EXPECT_EQ(field_of(reply, "Content-Type"), "application/warc");
      EXPECT_EQ(field_of(reply, "Content-Disposition"), "attachment; filename=\"" + uuid + ".warc.gz\"");
      EXPECT_EQ(reply.length, capture.warc.length);
      const std::string body = body_of(reply);
      EXPECT_EQ(body, bytes_of(capture.warc.file).substr(capture.warc.offset, capture.warc.length));
      EXPECT_EQ(only_record(body).record_id(), capture.warc.record_id);
    }
    ServeReply plain = served.ask("/warc/" + uuid + "?plain=true");
    ASSERT_EQ(plain.status, 200);
    const std::string body = body_of(plain);
    EXPECT_EQ(plain.length, body.size());
    EXPECT_TRUE(body.starts_with("WARC/1.1\r\n"));
    EXPECT_TRUE(body.ends_with("\r\n\r\n"));
    EXPECT_EQ(only_record(body).record_id(), capture.warc.record_id);
  }
}

TEST_F(Records, ByPlace) {
  const Capture& capture = captures[3];
  const std::string place = "/warc/record?file=" + capture.warc.file + "&offset=";
  ServeReply reply = served.ask(place + std::to_string(capture.warc.offset));
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(only_record(body_of(reply)).record_id(), capture.warc.record_id);
  ServeReply first = served.ask(place + "0");
  EXPECT_EQ(only_record(body_of(first)).type(), WarcType::kWarcinfo) << "records without an id in the index";
  EXPECT_EQ(served.ask(place + std::to_string(capture.warc.offset + 1)).status, 404);
  EXPECT_EQ(served.ask(place + "99999999999").status, 404);
  EXPECT_EQ(served.ask(place + "-1").status, 400);
  EXPECT_EQ(served.ask(place).status, 400);
  EXPECT_EQ(served.ask("/warc/record").status, 400);
}

TEST_F(Records, WholeFiles) {
  const std::string name = captures[0].warc.file;
  ServeReply reply = served.ask("/warc/file/" + name);
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(field_of(reply, "Content-Disposition"), "attachment; filename=\"" + name + "\"");
  const std::string bytes = bytes_of(name);
  EXPECT_EQ(reply.length, bytes.size());
  EXPECT_EQ(body_of(reply), bytes);
}

TEST_F(Records, RangesOfFiles) {
  const std::string name = captures[0].warc.file;
  const std::string bytes = bytes_of(name);
  const std::string size = std::to_string(bytes.size());
  const struct {
    std::string range;
    int status;
    std::string content_range, body;
  } rows[] = {
      {"bytes=0-9", 206, "bytes 0-9/" + size, bytes.substr(0, 10)},
      {"bytes=100-", 206, "bytes 100-" + std::to_string(bytes.size() - 1) + "/" + size, bytes.substr(100)},
      {"bytes=-7", 206,
       "bytes " + std::to_string(bytes.size() - 7) + "-" + std::to_string(bytes.size() - 1) + "/" + size,
       bytes.substr(bytes.size() - 7)},
      {"bytes=0-999999999", 206, "bytes 0-" + std::to_string(bytes.size() - 1) + "/" + size, bytes},
      {"bytes=0-1,5-6", 200, "", bytes},
      {"lines=0-1", 200, "", bytes},
      {"bytes=999999999-", 416, "bytes */" + size, ""},
  };
  for (const auto& row : rows) {
    ServeReply reply = served.ask("/warc/file/" + name, {{"Range", row.range}});
    EXPECT_EQ(reply.status, row.status) << row.range;
    EXPECT_EQ(field_of(reply, "Content-Range"), row.content_range) << row.range;
    if (row.status == 416) continue;
    EXPECT_EQ(reply.length, row.body.size()) << row.range;
    EXPECT_TRUE(body_of(reply) == row.body) << row.range;
  }
  ServeReply conditional = served.ask("/warc/file/" + name, {{"Range", "bytes=0-9"}, {"If-Range", "\"x\""}});
  EXPECT_EQ(conditional.status, 200);
}

TEST_F(Records, UnknownIdsAre404) {
  for (const char* id :
       {"urn:uuid:00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000000", "urn:x:y"})
    EXPECT_EQ(served.ask(std::string("/warc/") + id).status, 404) << id;
  for (const char* id : {"", "x", "%0D%0A"})
    EXPECT_EQ(served.ask(std::string("/warc/") + id).status, 400) << id;
  EXPECT_EQ(served.ask("/warc/" + std::string(64U << 10, 'a')).status, 400);
}

TEST_F(Records, NoNameLeadsOutOfTheFolder) {
  const std::string inside = served.bench.path();
  std::ofstream(inside + "/secret.warc.gz") << "secret";
  for (const char* name :
       {"../secret.warc.gz", "..%2Fsecret.warc.gz", "%2E%2E%2Fsecret.warc.gz", "..%5Csecret.warc.gz",
        "/etc/passwd", "%2Fetc%2Fpasswd", "../bfa.toml", "bfa.toml", "manifest-sha256.txt", "", ".", "..",
        ".hidden.warc.gz", "x%00.warc.gz", "x.warc.gz%00", "./x.warc.gz", "warc/x.warc.gz"}) {
    for (const std::string& target :
         {std::string("/warc/file/") + name, std::string("/warc/record?offset=0&file=") + name}) {
      const ServeReply reply = served.ask(target);
      EXPECT_TRUE(reply.status == 400 || reply.status == 404) << target << " " << reply.status;
      EXPECT_FALSE(reply.stream) << target;
    }
  }
}

TEST_F(Records, AMissingFileIsNamed) {
  const Capture& capture = captures[1];
  const std::string name = capture.warc.file;
  std::filesystem::remove(served.bench.path() + "/warc/" + name);
  for (const std::string& target :
       {"/warc/" + capture.warc.record_id, "/warc/file/" + name, "/warc/record?offset=0&file=" + name}) {
    const ServeReply reply = served.ask(target);
    EXPECT_EQ(reply.status, 410) << target << reply.body;
    EXPECT_NE(reply.body.find(name), std::string::npos) << reply.body;
  }
  EXPECT_EQ(served.ask("/warc/file/never.warc.gz").status, 404);
}

// Answers that need no WARC file are given without it.
TEST_F(Records, TheIndexIsAnsweredWithoutTheFiles) {
  ServeReply before = served.ask("/cdx?url=*");
  const std::string rows = body_of(before);
  for (const auto& path : warc_paths(served.bench.path() + "/warc")) std::filesystem::remove(path);
  ServeReply after = served.ask("/cdx?url=*");
  EXPECT_EQ(body_of(after), rows);
  EXPECT_EQ(served.ask("/timegate/" + served.blog.post_url(1)).status, 302);
  EXPECT_EQ(served.ask("/timemap/link/" + served.blog.post_url(1)).status, 200);
}

}  // namespace
}  // namespace bfa
