// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <thread>

#include "c_fixture.h"

namespace bfa::test {
namespace {

TEST(CArchive, ListsObjectsVersionsAndChanges) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  bfa_objects* objects = nullptr;
  bfa_object_query query;
  bfa_object_query_init(&query, sizeof query);
  query.kind = BFA_POST;
  BFA_EXPECT_OK(bfa_archive_objects(archive, &query, &objects, &error));
  std::map<std::string, std::string> keys;
  const bfa_object* object = nullptr;
  for (;;) {
    BFA_EXPECT_OK(bfa_objects_next(objects, &object, &error));
    if (object == nullptr) break;
    auto fields = sized<bfa_object_fields>();
    BFA_EXPECT_OK(bfa_object_read(object, &fields, &error));
    EXPECT_EQ(fields.kind, BFA_POST);
    EXPECT_NE(text(fields.text).find("counted"), std::string::npos);
    EXPECT_EQ(fields.published.precision, BFA_DATE_INSTANT);
    keys[text(fields.url)] = text(fields.key);
  }
  bfa_objects_free(objects);
  ASSERT_EQ(keys.size(), 4U);

  const std::string key = keys["http://blog.example/post/1"];
  bfa_versions* versions = nullptr;
  BFA_EXPECT_OK(bfa_archive_versions(archive, key.data(), key.size(), &versions, &error));
  ASSERT_EQ(bfa_versions_count(versions), 2U);
  auto version = sized<bfa_version_fields>();
  BFA_EXPECT_OK(bfa_versions_at(versions, 1, &version, &error));
  EXPECT_GE(version.observed, day(20));
  bfa_string* body = nullptr;
  BFA_EXPECT_OK(bfa_archive_body(archive, version.capture, 1, 1 << 20, &body, nullptr, &error));
  EXPECT_NE(taken(body).find("painted iron"), std::string::npos);
  bfa_versions_free(versions);

  bfa_changes* changes = nullptr;
  BFA_EXPECT_OK(bfa_archive_changes(archive, key.data(), key.size(), &changes, &error));
  ASSERT_EQ(bfa_changes_count(changes), 1U);
  auto change = sized<bfa_change_fields>();
  BFA_EXPECT_OK(bfa_change_read(bfa_changes_at(changes, 0), &change, &error));
  EXPECT_EQ(change.verdict, BFA_VERDICT_CONTENT);
  EXPECT_EQ(text(bfa_verdict_name(change.verdict)), "content");
  std::string inserted;
  for (size_t i = 0; i < change.text_edits; ++i) {
    int32_t op = 0;
    bfa_view part{};
    BFA_EXPECT_OK(bfa_change_edit_at(bfa_changes_at(changes, 0), i, &op, &part, &error));
    if (op == 2) inserted += text(part);
  }
  EXPECT_NE(inserted.find("painted"), std::string::npos);
  bfa_string* json = nullptr;
  BFA_EXPECT_OK(bfa_change_to_json(bfa_changes_at(changes, 0), &json, &error));
  EXPECT_NE(taken(json).find("\"verdict\":\"content\""), std::string::npos);
  bfa_changes_free(changes);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

TEST(CArchive, LooksUpAtATime) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  bfa_object* object = nullptr;
  BFA_EXPECT_OK(bfa_archive_find(archive, "http://blog.example/post/1", &object, &error));
  auto fields = sized<bfa_object_fields>();
  BFA_EXPECT_OK(bfa_object_read(object, &fields, &error));
  EXPECT_EQ(fields.versions, 2U);
  const std::string key = text(fields.key);
  bfa_object_free(object);
  for (const auto& [at, word] : {std::pair{day(15), "wooden"}, {day(25), "painted iron"}}) {
    bfa_versions* version = nullptr;
    BFA_EXPECT_OK(bfa_archive_version_at(archive, key.data(), key.size(), at, &version, &error));
    auto then = sized<bfa_object_fields>();
    BFA_EXPECT_OK(bfa_object_read(bfa_versions_object(version, 0), &then, &error));
    EXPECT_NE(text(then.text).find(word), std::string::npos);
    bfa_versions_free(version);
  }
  bfa_versions* before = reinterpret_cast<bfa_versions*>(1);  // is set to NULL
  EXPECT_EQ(bfa_archive_version_at(archive, key.data(), key.size(), day(5), &before, nullptr), BFA_NOT_FOUND);
  EXPECT_EQ(before, nullptr);
  bfa_error* refused = nullptr;
  EXPECT_EQ(bfa_archive_find(archive, "http://blog.example/none", &object, &refused), BFA_NOT_FOUND);
  EXPECT_STREQ(bfa_code_name(bfa_error_code(refused)), "not_found");
  bfa_error_free(refused);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

// A blog is named by its address; the address of a folder means what is below it.
TEST(CArchive, ListsTheObjectsOfABlog) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  bfa_object_query query;
  bfa_object_query_init(&query, sizeof query);
  query.kind = BFA_POST;
  const auto count = [&](const char* blog, int heads_only) {
    query.blog = blog;
    query.heads_only = heads_only;
    bfa_objects* objects = nullptr;
    BFA_EXPECT_OK(bfa_archive_objects(archive, &query, &objects, &error));
    int found = 0;
    for (const bfa_object* object = nullptr;;) {
      BFA_EXPECT_OK(bfa_objects_next(objects, &object, &error));
      if (object == nullptr) break;
      ++found;
    }
    bfa_objects_free(objects);
    return found;
  };
  for (const int heads_only : {0, 1}) {
    EXPECT_EQ(count(nullptr, heads_only), 4);
    EXPECT_EQ(count(kHome, heads_only), 4);
    EXPECT_EQ(count("http://blog.example/post/1", heads_only), 1);
  }
  query.heads_only = 0;
  bfa_table* table = nullptr;
  BFA_EXPECT_OK(bfa_archive_table(archive, &query, 0, nullptr, &table, &error));
  EXPECT_EQ(bfa_table_rows(table), 2U) << "the versions of one post";
  bfa_table_free(table);
  query.blog = "http://none.example/";
  bfa_objects* objects = nullptr;
  EXPECT_EQ(bfa_archive_objects(archive, &query, &objects, nullptr), BFA_NOT_FOUND);
  EXPECT_EQ(objects, nullptr);
  EXPECT_EQ(bfa_archive_table(archive, &query, 0, nullptr, &table, nullptr), BFA_NOT_FOUND);
  query.blog = kHome;
  query.blog_host = "blog.example";
  EXPECT_EQ(bfa_archive_objects(archive, &query, &objects, nullptr), BFA_INVALID_ARGUMENT);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

TEST(CArchive, GivesVersionsAsColumns) {
  const Folder folder;
  bfa_archive* const archive = made_archive(folder);
  bfa_table* table = nullptr;
  bfa_object_query query;
  bfa_object_query_init(&query, sizeof query);
  query.kind = BFA_POST;
  BFA_EXPECT_OK(bfa_archive_table(archive, &query, BFA_TABLE_TEXT, nullptr, &table, &error));
  ASSERT_EQ(bfa_table_rows(table), 5U);
  bool found = false;
  for (size_t i = 0; i < bfa_table_columns(table); ++i) {
    auto column = sized<bfa_column>();
    BFA_EXPECT_OK(bfa_table_column(table, i, &column, &error));
    if (text(column.name) != "text") continue;
    found = true;
    const std::string second(column.bytes + column.offsets[1], column.bytes + column.offsets[2]);
    EXPECT_NE(second.find("painted iron"), std::string::npos);
  }
  EXPECT_TRUE(found);
  bfa_table_free(table);
  EXPECT_EQ(bfa_archive_table(archive, &query, 64, nullptr, &table, nullptr), BFA_UNSUPPORTED);
  bfa_stop* stop = nullptr;
  BFA_EXPECT_OK(bfa_stop_new(&stop, &error));
  bfa_stop_request(stop);
  EXPECT_EQ(bfa_archive_table(archive, &query, BFA_TABLE_CHANGES, stop, &table, nullptr), BFA_UNAVAILABLE);
  bfa_stop_free(stop);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

TEST(CArchive, ManyThreadsReadOneHandle) {
  const Folder folder;
  BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  std::atomic<int> posts = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      bfa_objects* objects = nullptr;
      const bfa_object* object = nullptr;
      BFA_EXPECT_OK(bfa_archive_objects(archive, nullptr, &objects, &error));
      while (bfa_objects_next(objects, &object, nullptr) == BFA_OK && object != nullptr) {
        auto fields = sized<bfa_object_fields>();
        BFA_EXPECT_OK(bfa_object_read(object, &fields, &error));
        if (fields.kind == BFA_POST) ++posts;
      }
      bfa_objects_free(objects);
    });
  }
  for (auto& each : threads) each.join();
  EXPECT_EQ(posts, 16);
  bfa_objects* unread = nullptr;  // one that is freed in the middle
  BFA_EXPECT_OK(bfa_archive_objects(archive, nullptr, &unread, &error));
  bfa_objects_free(unread);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

TEST(CArchive, ChecksPacksAndRebuilds) {
  const Folder folder;
  bfa_archive* archive = made_archive(folder);
  bfa_pack_options pack;
  bfa_pack_options_init(&pack, sizeof pack);
  bfa_packages* packages = nullptr;
  // Its newest WARC file is not complete: a package would lack it.
  EXPECT_EQ(bfa_pack(archive, &pack, &packages, nullptr), BFA_INVALID_ARGUMENT);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  BFA_EXPECT_OK(bfa_pack(archive, &pack, &packages, &error));
  ASSERT_EQ(bfa_packages_count(packages), 1U);
  auto package = sized<bfa_package>();
  BFA_EXPECT_OK(bfa_packages_at(packages, 0, &package, &error));
  EXPECT_TRUE(std::filesystem::exists(text(package.directory) + "/METS.xml"));
  bfa_packages_free(packages);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));

  bfa_check_options options;
  bfa_check_options_init(&options, sizeof options);
  options.read_data = 1;
  bfa_check_report* report = nullptr;
  BFA_EXPECT_OK(bfa_check_archive(folder.at("archive").c_str(), &options, &report, &error));
  auto result = sized<bfa_check_result>();
  BFA_EXPECT_OK(bfa_check_report_read(report, &result, &error));
  EXPECT_EQ(result.result, BFA_CHECK_SOUND);
  EXPECT_EQ(result.packages, 1U);
  bfa_string* json = nullptr;
  BFA_EXPECT_OK(bfa_check_report_to_json(report, &json, &error));
  EXPECT_NE(taken(json).find("\"result\":\"sound\""), std::string::npos);
  bfa_check_report_free(report);

  auto counts = sized<bfa_replay>();
  BFA_EXPECT_OK(bfa_rebuild(folder.at("archive").c_str(), nullptr, -1, &counts, nullptr, nullptr, &error));
  EXPECT_GT(counts.steps, 0U);
  archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  bfa_object* object = nullptr;
  BFA_EXPECT_OK(bfa_archive_find(archive, "http://blog.example/post/1", &object, &error));
  bfa_object_free(object);
  bfa_error* refused = nullptr;
  const char* const urls[] = {kHome};
  EXPECT_EQ(bfa_crawl(archive, urls, 1, nullptr, nullptr, &refused), BFA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(bfa_error_message(refused)).find("reading only"), std::string::npos);
  bfa_error_free(refused);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

// A crawl of an address that must not be asked: the report says why, and nothing is sent.
TEST(CArchive, ACrawlReportsWhyABlogFailed) {
  const Folder folder;
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  const char* const urls[] = {"http://127.0.0.1:9/"};
  bfa_reports* reports = nullptr;
  BFA_EXPECT_OK(bfa_crawl(archive, urls, 1, nullptr, &reports, &error));
  auto report = sized<bfa_report>();
  BFA_EXPECT_OK(bfa_reports_at(reports, 0, &report, &error));
  EXPECT_EQ(report.code, BFA_DENIED);
  bfa_string* json = nullptr;
  BFA_EXPECT_OK(bfa_reports_to_json(reports, 0, &json, &error));
  EXPECT_NE(taken(json).find("\"code\":\"denied\""), std::string::npos);
  bfa_reports_free(reports);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

}  // namespace
// The bytes of the packages of an archive.
uint64_t packed_bytes(const bfa_archive* archive, const bfa_pack_options& options) {
  bfa_packages* made = nullptr;
  BFA_EXPECT_OK(bfa_pack(archive, &options, &made, &error));
  uint64_t bytes = 0;
  for (size_t i = 0; i < bfa_packages_count(made); ++i) {
    auto package = sized<bfa_package>();
    BFA_EXPECT_OK(bfa_packages_at(made, i, &package, &error));
    bytes += package.bytes;
  }
  bfa_packages_free(made);
  return bytes;
}

TEST(CPack, TakesTheOptionsOfTheCommand) {
  const Folder folder;
  BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  bfa_pack_options options;
  bfa_pack_options_init(&options, sizeof options);
  EXPECT_EQ(options.pack_records, 1);
  const std::string packages = folder.at("packages");
  options.output_directory = packages.c_str();
  options.time = 1'800'000'000'000'000;
  const uint64_t small = packed_bytes(archive, options);
  EXPECT_EQ(packed_bytes(archive, options), small);
  options.operator_name = "A person of the archive";
  const uint64_t named = packed_bytes(archive, options);
  EXPECT_GT(named, small);
  options.pack_records = 0;
  const uint64_t plain = packed_bytes(archive, options);
  EXPECT_GT(plain, named);
  options.links = 1;
  EXPECT_GE(packed_bytes(archive, options), plain);
  options.earlier = packages.c_str();
  EXPECT_EQ(bfa_pack(archive, &options, nullptr, nullptr), BFA_NOT_FOUND) << "these packages have all";
  options.earlier = "no-such-package";
  EXPECT_EQ(bfa_pack(archive, &options, nullptr, nullptr), BFA_NOT_FOUND);
  options.earlier = nullptr;
  options.places = "no-such-file.mmdb";
  EXPECT_NE(bfa_pack(archive, &options, nullptr, nullptr), BFA_OK);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

// A program of release 0.3 has a structure without the last field. Nothing behind it is read or written: ASan
// would say so.
TEST(CPack, TakesTheOptionsOfAProgramOfRelease03) {
  const Folder folder;
  BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  constexpr size_t kSize = offsetof(bfa_pack_options, earlier);
  const std::unique_ptr<void, decltype(&std::free)> memory(std::malloc(kSize), &std::free);
  auto* const options = static_cast<bfa_pack_options*>(memory.get());
  ASSERT_EQ(bfa_pack_options_init(options, kSize), BFA_OK);
  EXPECT_EQ(options->struct_size, kSize);
  EXPECT_EQ(options->pack_records, 1);
  const std::string packages = folder.at("packages");
  options->output_directory = packages.c_str();
  bfa_packages* made = nullptr;
  BFA_EXPECT_OK(bfa_pack(archive, options, &made, &error));
  EXPECT_GT(bfa_packages_count(made), 0U);
  bfa_packages_free(made);
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

namespace {

// All values of a table, a line a row.
std::vector<std::string> lines_of(const bfa_archive* archive, const bfa_object_query* query, int32_t parts) {
  bfa_table* table = nullptr;
  BFA_EXPECT_OK(bfa_archive_table(archive, query, parts, nullptr, &table, &error));
  std::vector<std::string> lines(bfa_table_rows(table));
  for (size_t i = 0; i < bfa_table_columns(table); ++i) {
    auto column = sized<bfa_column>();
    BFA_EXPECT_OK(bfa_table_column(table, i, &column, &error));
    for (size_t row = 0; row < lines.size(); ++row) {
      std::string& line = lines[row];
      line += text(column.name) + "=";
      if (column.type == BFA_COLUMN_TEXT) {
        line.append(column.bytes + column.offsets[row], column.bytes + column.offsets[row + 1]);
      } else {
        line += column.type == BFA_COLUMN_NUMBER ? std::to_string(column.numbers[row])
                                                 : std::to_string(column.integers[row]);
      }
      line += "; ";
    }
  }
  bfa_table_free(table);
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

// A table of all is read by scans, that of a host object by object.
TEST(CTable, IsTheSameHoweverItIsRead) {
  const Folder folder;
  BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
  bfa_archive* const archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
  bfa_object_query query;
  ASSERT_EQ(bfa_object_query_init(&query, sizeof query), BFA_OK);
  for (int32_t parts = 0; parts <= (BFA_TABLE_TEXT | BFA_TABLE_CHANGES); ++parts) {
    query.blog_host = nullptr;
    const auto all = lines_of(archive, &query, parts);
    query.blog_host = "blog.example";
    EXPECT_GT(all.size(), 5U);
    EXPECT_EQ(all, lines_of(archive, &query, parts)) << parts;
  }
  BFA_EXPECT_OK(bfa_archive_close(archive, &error));
}

}  // namespace bfa::test
