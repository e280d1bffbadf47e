// SPDX-License-Identifier: Apache-2.0
// What programs do wrong: sizes that lie, handles that were freed, callbacks that fail.
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <limits>

#include "c_fixture.h"

namespace bfa::test {
namespace {

// The size of a structure in the first release that had it.
template <class T>
constexpr size_t kFirstSize = sizeof(T);
template <>
constexpr size_t kFirstSize<bfa_pack_options> = offsetof(bfa_pack_options, earlier);

// Sizes that no release had: too small by anything, too great, absurd.
template <class T>
std::vector<std::pair<size_t, bfa_code>> lies() {
  return {{0, BFA_INVALID_ARGUMENT},
          {4, BFA_INVALID_ARGUMENT},
          {sizeof(T) - 1, BFA_INVALID_ARGUMENT},
          {kFirstSize<T> - 8, BFA_INVALID_ARGUMENT},
          {sizeof(T) + 8, BFA_UNSUPPORTED},
          {size_t{1} << 40U, BFA_INVALID_ARGUMENT},
          {std::numeric_limits<size_t>::max(), BFA_INVALID_ARGUMENT}};
}

// `call` gets options with a size that lies. Nothing beyond them is read: ASan would say so.
template <class T, class Call>
void expect_refused(bfa_code (*init)(T*, size_t), Call call) {
  for (const auto& [size, code] : lies<T>()) {
    T options;
    ASSERT_EQ(init(&options, sizeof options), BFA_OK);
    options.struct_size = size;
    bfa_error* refused = nullptr;
    EXPECT_EQ(call(&options, &refused), code) << size;
    EXPECT_NE(std::string(bfa_error_message(refused)).find("struct_size"), std::string::npos) << size;
    bfa_error_free(refused);
    if (size != 0 && size < sizeof options) {
      EXPECT_EQ(init(&options, size), BFA_INVALID_ARGUMENT);
    }
    if (size > sizeof options) {
      EXPECT_EQ(init(&options, size), BFA_UNSUPPORTED);
    }
  }
}

TEST(CStructSize, OptionsThatLieAreRefused) {
  const Folder folder;
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  const std::string none = folder.at("none");
  const char* const inputs[] = {none.c_str()};
  expect_refused(&bfa_archive_options_init, [&](auto* o, auto* e) {
    bfa_archive* out = nullptr;
    return bfa_archive_open(none.c_str(), o, &out, e);
  });
  expect_refused(&bfa_object_query_init, [&](auto* o, auto* e) {
    bfa_objects* out = nullptr;
    return bfa_archive_objects(archive, o, &out, e);
  });
  expect_refused(&bfa_crawl_options_init,
                 [&](auto* o, auto* e) { return bfa_crawl(archive, inputs, 1, o, nullptr, e); });
  expect_refused(&bfa_check_options_init, [&](auto* o, auto* e) {
    bfa_check_report* out = nullptr;
    return bfa_check_archive(none.c_str(), o, &out, e);
  });
  expect_refused(&bfa_pack_options_init, [&](auto* o, auto* e) { return bfa_pack(archive, o, nullptr, e); });
  expect_refused(&bfa_migrate_options_init,
                 [&](auto* o, auto* e) { return bfa_migrate(inputs, 1, none.c_str(), o, nullptr, e); });
  expect_refused(&bfa_warc_options_init, [&](auto* o, auto* e) {
    bfa_warc_reader* out = nullptr;
    return bfa_warc_reader_open(none.c_str(), o, 0, &out, e);
  });
  expect_refused(&bfa_warc_write_options_init, [&](auto* o, auto* e) {
    bfa_warc_writer* out = nullptr;
    return bfa_warc_writer_create(none.c_str(), o, &out, e);
  });
  expect_refused(&bfa_extractor_options_init, [&](auto* o, auto* e) {
    bfa_extractor* out = nullptr;
    return bfa_extractor_new(kHome, o, &out, e);
  });
  expect_refused(&bfa_canonical_options_init, [&](auto* o, auto* e) {
    bfa_string* out = nullptr;
    return bfa_url_canonical(kHome, nullptr, o, &out, e);
  });
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  EXPECT_FALSE(std::filesystem::exists(none));
}

// A structure to fill whose size lies stays as it is.
template <class T, class Call>
void expect_unfilled(Call call) {
  for (const auto& [size, code] : lies<T>()) {
    T out;
    std::memset(&out, 0x5a, sizeof out);
    out.struct_size = size;
    const auto bytes = [&] { return std::string(reinterpret_cast<const char*>(&out), sizeof out); };
    const std::string before = bytes();
    EXPECT_EQ(call(&out), code) << size;
    EXPECT_EQ(bytes(), before) << size;
  }
}

TEST(CStructSize, StructuresThatLieAreNotFilled) {
  bfa_object* object = nullptr;
  const std::string json =
      R"({"v":1,"url":"http://blog.example/a","kind":"post","title":"A","references":[{"kind":"link","url":"http://b.example/"}]})";
  BFA_EXPECT_OK(bfa_object_from_json(json.data(), json.size(), &object, &error));
  expect_unfilled<bfa_object_fields>([&](auto* out) { return bfa_object_read(object, out, nullptr); });
  expect_unfilled<bfa_reference>([&](auto* out) { return bfa_object_reference(object, 0, out, nullptr); });
  bfa_object_free(object);
  bfa_feed* feed = nullptr;
  const std::string rss = feed_page();
  BFA_EXPECT_OK(bfa_feed_parse(rss.data(), rss.size(), nullptr, nullptr, &feed, nullptr, &error));
  expect_unfilled<bfa_feed_fields>([&](auto* out) { return bfa_feed_read(feed, out, nullptr); });
  expect_unfilled<bfa_feed_entry>([&](auto* out) { return bfa_feed_entry_at(feed, 0, out, nullptr); });
  auto entry = sized<bfa_feed_entry>();
  EXPECT_EQ(bfa_feed_entry_at(feed, 99, &entry, nullptr), BFA_INVALID_ARGUMENT);
  bfa_feed_free(feed);
}

#ifndef NDEBUG
TEST(CHandles, AFreedHandleIsRefusedInDebugBuilds) {
  const Folder folder;
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  uint64_t step = 0;
  bfa_error* refused = nullptr;
  EXPECT_EQ(bfa_archive_last_step(archive, &step, &refused), BFA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(bfa_error_message(refused)).find("was freed"), std::string::npos);
  bfa_error_free(refused);
  EXPECT_EQ(bfa_archive_close(archive, nullptr), BFA_INVALID_ARGUMENT);

  bfa_string* string = nullptr;
  BFA_EXPECT_OK(bfa_url_surt(kHome, &string, &error));
  bfa_string_free(string);
  EXPECT_EQ(bfa_string_view(string).size, 0U);
  bfa_string_free(string);  // twice

  // A handle of another type.
  bfa_stop* stop = nullptr;
  BFA_EXPECT_OK(bfa_stop_new(&stop, &error));
  auto fields = sized<bfa_object_fields>();
  EXPECT_EQ(bfa_object_read(reinterpret_cast<const bfa_object*>(stop), &fields, nullptr),
            BFA_INVALID_ARGUMENT);
  bfa_stop_free(stop);
  EXPECT_EQ(bfa_stop_requested(stop), 0);
}

TEST(CHandles, ARecordDiesWithTheNextOne) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  bfa_warc_reader* reader = nullptr;
  bfa_record* record = nullptr;
  BFA_EXPECT_OK(bfa_warc_reader_open(folder.at("a.warc.gz").c_str(), nullptr, 0, &reader, &error));
  BFA_EXPECT_OK(bfa_warc_reader_next(reader, &record, &error));
  bfa_warc_reader_close(reader);
  EXPECT_EQ(bfa_record_field(record, "WARC-Type").size, 0U);
}
#endif

// What a callback answers, and what the call then gives.
struct AnswerRow {
  const char* name;
  bfa_code answer, result;
};
class CCallbacks : public testing::TestWithParam<AnswerRow> {};
INSTANTIATE_TEST_SUITE_P(Answers, CCallbacks,
                         testing::Values(AnswerRow{"Stop", BFA_STOP, BFA_OK},
                                         AnswerRow{"Limit", BFA_LIMIT, BFA_LIMIT},
                                         AnswerRow{"Io", BFA_IO, BFA_IO},
                                         AnswerRow{"NoCode", 77, BFA_INVALID_ARGUMENT},
                                         AnswerRow{"NegativeNoCode", -7, BFA_INVALID_ARGUMENT}),
                         [](const auto& row) { return std::string(row.param.name); });

// Counts its calls and answers.
struct Answer {
  bfa_code answer;
  int calls = 0;
};
template <class T>
bfa_code answer_of(T /*what*/, void* user) {
  auto* const answer = static_cast<Answer*>(user);
  ++answer->calls;
  return answer->answer;
}

TEST_P(CCallbacks, EndAnIndex) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  Answer answer{GetParam().answer};
  EXPECT_EQ(bfa_warc_index(folder.at("a.warc.gz").c_str(), &answer_of<const bfa_cdx_entry*>, &answer, nullptr,
                           nullptr),
            GetParam().result);
  EXPECT_EQ(answer.calls, 1);
}

TEST_P(CCallbacks, EndTheReadingOfCaptures) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  const std::string file = folder.at("a.warc.gz");
  const char* const inputs[] = {file.c_str(), file.c_str()};
  Answer answer{GetParam().answer};
  EXPECT_EQ(bfa_captures_read(inputs, 2, nullptr, &answer_of<bfa_record*>, nullptr, &answer, nullptr),
            GetParam().result);
  EXPECT_EQ(answer.calls, 1);
}

TEST_P(CCallbacks, EndAnImport) {
  const Folder folder;
  write_blog(folder.at("a.warc.gz"), "wooden", 1);
  const std::string file = folder.at("a.warc.gz");
  const char* const inputs[] = {file.c_str()};
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  Answer answer{GetParam().answer};
  bfa_crawl_options options;
  bfa_crawl_options_init(&options, sizeof options);
  options.on_event = &answer_of<const bfa_event*>;
  options.event_user = &answer;
  bfa_reports* reports = nullptr;
  EXPECT_EQ(bfa_import(archive, inputs, 1, nullptr, 0, &options, nullptr, &reports, nullptr, nullptr),
            GetParam().result);
  EXPECT_EQ(answer.calls, 1);
  EXPECT_EQ(reports != nullptr, GetParam().result == BFA_OK);
  bfa_reports_free(reports);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

TEST_P(CCallbacks, EndACheck) {
  const Folder folder;
  BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
  Answer answer{GetParam().answer};
  bfa_check_options options;
  bfa_check_options_init(&options, sizeof options);
  options.on_progress = &answer_of<const bfa_check_progress*>;
  options.progress_user = &answer;
  bfa_check_report* report = nullptr;
  EXPECT_EQ(bfa_check_archive(folder.at("archive").c_str(), &options, &report, nullptr), GetParam().result);
  EXPECT_EQ(answer.calls, 1);
  if (report != nullptr) {
    auto result = sized<bfa_check_result>();
    BFA_EXPECT_OK(bfa_check_report_read(report, &result, &error));
    EXPECT_EQ(result.result, BFA_CHECK_INCOMPLETE);  // never sound
  }
  bfa_check_report_free(report);
}

// A stream: the bytes of a file, and then the answer.
struct Stream {
  std::string bytes;
  size_t at = 0;
  size_t most = 100;
  bfa_code answer = BFA_OK;
  size_t lie = 0;
};
bfa_code read_stream(void* to, size_t size, size_t* got, void* user) {
  auto* const stream = static_cast<Stream*>(user);
  *got = std::min({size, stream->most, stream->bytes.size() - stream->at});
  std::memcpy(to, stream->bytes.data() + stream->at, *got);
  stream->at += *got;
  if (*got == 0 && stream->answer != BFA_OK) return stream->answer;
  *got += stream->lie;
  return BFA_OK;
}

std::string two_records() {
  std::string record =
      "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\n"
      "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: file:///a\r\nContent-Length: "
      "5\r\n\r\nhello\r\n\r\n";
  return record + record;
}

TEST_P(CCallbacks, EndAStream) {
  Stream stream{two_records()};
  stream.answer = GetParam().answer;
  bfa_warc_reader* reader = nullptr;
  bfa_record* record = nullptr;
  int records = 0;
  BFA_EXPECT_OK(bfa_warc_reader_open_stream(&read_stream, &stream, "a stream", nullptr, &reader, &error));
  bfa_error* refused = nullptr;
  bfa_code code = BFA_OK;
  while ((code = bfa_warc_reader_next(reader, &record, &refused)) == BFA_OK && record != nullptr) ++records;
  EXPECT_EQ(code, GetParam().result);
  if (code != BFA_OK) {
    EXPECT_STREQ(bfa_error_where(refused), "a stream");
  }
  if (code == BFA_OK) {
    EXPECT_EQ(records, 2);
  }
  bfa_error_free(refused);
  bfa_warc_reader_close(reader);
}

TEST(CStreams, ACallbackThatCountsWrongIsRefused) {
  Stream stream{two_records()};
  stream.lie = size_t{1} << 30U;
  bfa_warc_reader* reader = nullptr;
  EXPECT_EQ(bfa_warc_reader_open_stream(&read_stream, &stream, nullptr, nullptr, &reader, nullptr),
            BFA_INVALID_ARGUMENT);
  EXPECT_EQ(reader, nullptr);
}

bfa_warc_reader* strict_reader_of(const std::string& path, bool ahead) {
  bfa_warc_options options;
  EXPECT_EQ(bfa_warc_options_init(&options, sizeof options), BFA_OK);
  options.policy = BFA_POLICY_FAIL;
  options.read_ahead = ahead ? 1 : 0;
  bfa_warc_reader* reader = nullptr;
  BFA_EXPECT_OK(bfa_warc_reader_open(path.c_str(), &options, 0, &reader, &error));
  return reader;
}

TEST(CBatch, DamageInTheMiddleKeepsTheRecordsBeforeItAndNamesItsPlace) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  write_blog(path, "wooden", 1);
  std::vector<bfa_record_fields> fields(64, sized<bfa_record_fields>());
  size_t whole = 0;
  bfa_warc_reader* reader = strict_reader_of(path, false);
  BFA_EXPECT_OK(bfa_warc_reader_next_batch(reader, fields.size(), fields.data(), &whole, &error));
  bfa_warc_reader_close(reader);
  ASSERT_GE(whole, 6U);
  const auto damaged = static_cast<std::int64_t>(fields[3].offset);
  {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(fields[4].offset) - 8);  // the check sum of the fourth record
    file.write("\1\2\3\4", 4);
  }
  for (const bool ahead : {false, true}) {
    reader = strict_reader_of(path, ahead);
    size_t count = 0;
    BFA_EXPECT_OK(bfa_warc_reader_next_batch(reader, fields.size(), fields.data(), &count, &error));
    EXPECT_EQ(count, 4U);
    bfa_error* failed = nullptr;
    EXPECT_EQ(bfa_warc_reader_next_batch(reader, fields.size(), fields.data(), &count, &failed), BFA_CORRUPT);
    EXPECT_EQ(count, 0U);
    EXPECT_EQ(std::string(bfa_error_where(failed)), path);
    EXPECT_EQ(bfa_error_offset(failed), damaged);
    bfa_error_free(failed);
    bfa_warc_reader_close(reader);
  }
}

TEST(CBatch, SizesThatLieAndNothingToFillAreRefused) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  write_blog(path, "wooden", 1);
  bfa_warc_reader* const reader = strict_reader_of(path, false);
  bfa_record_fields fields = sized<bfa_record_fields>();
  size_t count = 7;
  for (const auto& [size, code] : lies<bfa_record_fields>()) {
    fields.struct_size = size;
    EXPECT_EQ(bfa_warc_reader_next_batch(reader, 1, &fields, &count, nullptr), code) << size;
    EXPECT_EQ(count, 0U);
  }
  fields.struct_size = sizeof fields;
  EXPECT_EQ(bfa_warc_reader_next_batch(nullptr, 1, &fields, &count, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(bfa_warc_reader_next_batch(reader, 1, nullptr, &count, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(bfa_warc_reader_next_batch(reader, 1, &fields, nullptr, nullptr), BFA_INVALID_ARGUMENT);
  BFA_EXPECT_OK(bfa_warc_reader_next_batch(reader, 1, &fields, &count, &error));  // nothing was passed over
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(fields.offset, 0U);
  bfa_warc_reader_close(reader);
}

// What a child says of its parent's handles: the number of the first line that is wrong, 0 for none.
int refusals_of_a_child(bfa_archive* archive, bfa_warc_writer* writer, bfa_robots* robots) {
  bfa_blogs* blogs = nullptr;
  bfa_error* error = nullptr;
  if (bfa_archive_blogs(archive, &blogs, &error) != BFA_INVALID_ARGUMENT) return 1;
  if (std::string(bfa_error_message(error)).find("was forked") == std::string::npos) return 2;
  bfa_error_free(error);
  if (bfa_archive_close(archive, nullptr) != BFA_INVALID_ARGUMENT) return 3;
  if (bfa_warc_writer_sync(writer, nullptr) != BFA_INVALID_ARGUMENT) return 4;
  bfa_warc_writer_free(writer);
  if (bfa_robots_allowed(robots, "libbfa", "/private/") != 0) return 5;
  if (bfa_robots_allowed(robots, "libbfa", "/") != 1) return 6;
  bfa_robots_free(robots);
  return 0;
}

TEST(CFork, AChildLeavesFilesAndThreadsOfItsParentAlone) {
  const Folder folder;
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  bfa_warc_writer* writer = nullptr;
  const std::string path = folder.at("w.warc");
  BFA_EXPECT_OK(bfa_warc_writer_create(path.c_str(), nullptr, &writer, &error));
  const std::string rules = "User-agent: *\nDisallow: /private/\n";
  bfa_robots* robots = nullptr;
  BFA_EXPECT_OK(bfa_robots_parse(200, rules.data(), rules.size(), &robots, nullptr, &error));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(refusals_of_a_child(archive, writer, robots));
  int ended = 0;
  ASSERT_EQ(::waitpid(child, &ended, 0), child);
  ASSERT_TRUE(WIFEXITED(ended));
  EXPECT_EQ(WEXITSTATUS(ended), 0);
  bfa_robots_free(robots);
  write_answer(writer, "http://blog.example/post/1", "text/html", post_page(1, "wooden"), day(1));
  BFA_EXPECT_OK(bfa_warc_writer_close(writer, &error));
  EXPECT_TRUE(std::filesystem::exists(path));
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

}  // namespace
}  // namespace bfa::test
