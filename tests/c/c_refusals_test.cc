// SPDX-License-Identifier: Apache-2.0
// What the C interface refuses: times that no format can write, addresses that are none, two calls that write
// to one archive, closing an archive that is in use.
#include <limits>

#include "c_fixture.h"

namespace bfa::test {
namespace {

struct WrongTime {
  const char* name;
  bfa_time time;
};
class CTimes : public testing::TestWithParam<WrongTime> {};

// ISO 8601 as WARC and PREMIS write it has four digits for the year.
TEST_P(CTimes, OutsideOfFourDigitsAreRefused) {
  const Folder folder;
  bfa_warc_writer* writer = nullptr;
  BFA_EXPECT_OK(bfa_warc_writer_create(folder.at("a.warc").c_str(), nullptr, &writer, &error));
  const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  EXPECT_EQ(bfa_warc_writer_exchange(writer, kHome, nullptr, 0, answer.data(), answer.size(), GetParam().time,
                                     nullptr, nullptr, nullptr),
            BFA_INVALID_ARGUMENT);
  bfa_warc_writer_free(writer);
  bfa_date date{};
  EXPECT_EQ(bfa_date_find("yesterday", 9, nullptr, GetParam().time, &date, nullptr, nullptr),
            BFA_INVALID_ARGUMENT);
}

INSTANTIATE_TEST_SUITE_P(House, CTimes,
                         testing::Values(WrongTime{"Greatest", std::numeric_limits<bfa_time>::max()},
                                         WrongTime{"Least", std::numeric_limits<bfa_time>::min() + 1},
                                         WrongTime{"Year10000", 253402300800000000LL},
                                         WrongTime{"Year0", -62135596800000001LL}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(CRobots, AskForAddressesAsAClientWould) {
  const std::string rules = "User-agent: *\nDisallow: /p\n";
  bfa_robots* robots = nullptr;
  BFA_EXPECT_OK(bfa_robots_parse(200, rules.data(), rules.size(), &robots, nullptr, &error));
  for (const char* url :
       {"http://a.example/p", "http://a.example/./p", "http://a.example/x/../p",
        "http://a.example/x/%2e%2e/p", "http:/a.example/p", "http:\\\\a.example\\p", "", "p", "http://"})
    EXPECT_EQ(bfa_robots_allowed(robots, "libbfa", url), 0) << url;
  EXPECT_EQ(bfa_robots_allowed(robots, "libbfa", "http://a.example/x"), 1);
  EXPECT_EQ(bfa_robots_allowed(robots, "libbfa", "/x"), 1);
  bfa_string* line = nullptr;
  EXPECT_EQ(bfa_robots_deciding_line(robots, "libbfa", "p", &line, nullptr), BFA_INVALID_ARGUMENT);
  BFA_EXPECT_OK(bfa_robots_deciding_line(robots, "libbfa", "http://a.example/x/../p", &line, &error));
  EXPECT_EQ(taken(line), "line 2: Disallow: /p");
  bfa_robots_free(robots);
}

// The blog of the fixture as a WARC file.
std::string blog_file(const Folder& folder) {
  const std::string path = folder.at("blog.warc.gz");
  write_blog(path, "wooden", 1);
  return path;
}

// What a callback of an import gets when it writes to the archive, and when it closes it.
struct Within {
  bfa_archive* archive;
  std::string file;
  bfa_code import = BFA_OK, close = BFA_OK;
  bool asked = false;
};

bfa_code import_again(const bfa_event* /*event*/, void* user) {
  auto& within = *static_cast<Within*>(user);
  if (within.asked) return BFA_OK;
  within.asked = true;
  const char* const file = within.file.c_str();
  within.import =
      bfa_import(within.archive, &file, 1, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  within.close = bfa_archive_close(within.archive, nullptr);
  return BFA_OK;
}

TEST(CArchive, OneCallWritesAtATime) {
  const Folder folder;
  const std::string path = blog_file(folder);
  const char* const file = path.c_str();
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  Within within{archive, path};
  bfa_crawl_options options;
  ASSERT_EQ(bfa_crawl_options_init(&options, sizeof options), BFA_OK);
  options.on_event = import_again;
  options.event_user = &within;
  auto counts = sized<bfa_replay>();
  BFA_EXPECT_OK(bfa_import(archive, &file, 1, nullptr, 0, &options, &counts, nullptr, nullptr, &error));
  EXPECT_TRUE(within.asked);
  EXPECT_EQ(within.import, BFA_UNAVAILABLE);
  EXPECT_EQ(within.close, BFA_UNAVAILABLE);
  EXPECT_GT(counts.captures, 0U);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  bfa_check_report* report = nullptr;
  BFA_EXPECT_OK(bfa_check_archive(folder.at("archive").c_str(), nullptr, &report, &error));
  auto result = sized<bfa_check_result>();
  BFA_EXPECT_OK(bfa_check_report_read(report, &result, &error));
  EXPECT_EQ(result.result, BFA_CHECK_SOUND);
  bfa_check_report_free(report);
}

TEST(CArchive, StaysOpenAsLongAsACursorReads) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  bfa_objects* objects = nullptr;
  BFA_EXPECT_OK(bfa_archive_objects(archive, nullptr, &objects, &error));
  bfa_error* refused = nullptr;
  EXPECT_EQ(bfa_archive_close(archive, &refused), BFA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(bfa_error_message(refused)).find("1 cursor"), std::string::npos);
  bfa_error_free(refused);
  const bfa_object* object = nullptr;
  BFA_EXPECT_OK(bfa_objects_next(objects, &object, &error));
  EXPECT_NE(object, nullptr);
  bfa_objects_free(objects);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

// A table of what was listed so far would look like one of all.
TEST(CTable, AStopBeforeTheFirstObjectIsNoEmptyTable) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  bfa_stop* stop = nullptr;
  BFA_EXPECT_OK(bfa_stop_new(&stop, &error));
  bfa_stop_request(stop);
  bfa_object_query query;
  ASSERT_EQ(bfa_object_query_init(&query, sizeof query), BFA_OK);
  query.blog_host = "other.example";
  bfa_table* table = nullptr;
  EXPECT_EQ(bfa_archive_table(archive, &query, 0, stop, &table, nullptr), BFA_UNAVAILABLE);
  EXPECT_EQ(table, nullptr);
  bfa_stop_free(stop);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

TEST(CWarc, AStopEndsWhatReadsWholeFiles) {
  const Folder folder;
  const std::string path = folder.at("a.warc.gz");
  write_blog(path, "wooden", 1);
  const char* const files[] = {path.c_str()};
  bfa_stop* stop = nullptr;
  BFA_EXPECT_OK(bfa_stop_new(&stop, &error));
  bfa_warc_report* report = nullptr;
  auto counts = sized<bfa_warc_comparison>();
  auto tail = sized<bfa_warc_tail>();
  BFA_EXPECT_OK(bfa_warc_validate(path.c_str(), 1, stop, &report, &error));
  bfa_warc_report_free(report);
  bfa_stop_request(stop);
  for (const uint64_t threads : {1, 2}) {
    EXPECT_EQ(bfa_warc_validate(path.c_str(), threads, stop, &report, nullptr), BFA_UNAVAILABLE) << threads;
    EXPECT_EQ(report, nullptr);
  }
  EXPECT_EQ(bfa_warc_compare(files, 1, files, 1, nullptr, nullptr, stop, &counts, nullptr), BFA_UNAVAILABLE);
  EXPECT_EQ(bfa_warc_check_tail(path.c_str(), stop, &tail, nullptr), BFA_UNAVAILABLE);
  bfa_stop_free(stop);
}

// Which captures and objects a damage affects is told one by one.
TEST(CCheck, TellsWhatIsAffected) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  for (const auto& entry : std::filesystem::directory_iterator(folder.at("archive/warc")))
    if (entry.path().extension() == ".gz") std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
  struct Told {
    std::size_t captures = 0, objects = 0;
  } told;
  bfa_check_options options;
  ASSERT_EQ(bfa_check_options_init(&options, sizeof options), BFA_OK);
  options.affected_user = &told;
  options.on_affected = [](const bfa_affected* affected, void* user) -> bfa_code {
    auto& counts = *static_cast<Told*>(user);
    ++(affected->is_object != 0 ? counts.objects : counts.captures);
    EXPECT_TRUE(text(affected->url).starts_with("http://blog.example/")) << text(affected->url);
    EXPECT_EQ(text(affected->id), "file_shorter");
    return BFA_OK;
  };
  bfa_check_report* report = nullptr;
  BFA_EXPECT_OK(bfa_check_archive(folder.at("archive").c_str(), &options, &report, &error));
  bfa_check_report_free(report);
  EXPECT_GT(told.captures, 0U);
  EXPECT_GT(told.objects, 0U);
  options.on_affected = [](const bfa_affected*, void*) -> bfa_code { return BFA_DENIED; };
  EXPECT_EQ(bfa_check_archive(folder.at("archive").c_str(), &options, &report, nullptr), BFA_DENIED);
}

}  // namespace
}  // namespace bfa::test
