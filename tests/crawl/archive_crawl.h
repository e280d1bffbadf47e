// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "bfa/crawl/replay.h"
#include "bfa/object/json.h"
#include "bfa/store/archive.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "sample_blog.h"
#include "support/fixtures.h"
#include "support/got.h"

namespace bfa::test {

// A clock that does not move until the test advances it.
class SteppedClock final : public Clock {
 public:
  UtcTime now() override {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  void advance(std::chrono::microseconds by) {
    const std::lock_guard lock(mutex_);
    now_ += by;
  }

 private:
  std::mutex mutex_;
  UtcTime now_{std::chrono::seconds(1'780'000'000)};
};

// The number that a refused rebuild names: that of what would be lost.
inline std::uint64_t accepted_loss(const Error& refused) {
  constexpr std::string_view kOption = "--accept-loss ";
  const std::size_t at = refused.message.find(kOption);
  EXPECT_NE(at, std::string::npos) << refused.message;
  return at == std::string::npos ? 0 : std::stoull(refused.message.substr(at + kOption.size()));
}

inline CrawlOptions quick_options(Recheck recheck = Recheck::kDue) {
  CrawlOptions options;
  options.step.retry_backoff = std::chrono::milliseconds(1);
  options.threads = 2;
  options.recheck = recheck;
  return options;
}

inline std::unique_ptr<Archive> open_archive(const std::string& path, ArchiveOptions::Mode mode,
                                             Clock* clock = nullptr, FileSystem* fs = nullptr) {
  ArchiveOptions options;
  options.mode = mode;
  options.create = mode == ArchiveOptions::Mode::kWrite;
  options.clock = clock;
  options.fs = fs;
  auto archive = bfa::open_archive(path, options);
  EXPECT_TRUE(archive) << to_string(archive.error());
  return archive ? std::move(*archive) : nullptr;
}

// An archive in a temporary folder, and the site that it is crawled from. Each run opens and closes the
// archive.
class Bench {
 public:
  explicit Bench(FileSystem* fs = nullptr) : fs_(fs) {}

  SteppedClock clock;
  SampleFetcher fetcher;

  std::string path() const { return folder_ / "archive"; }

  // Crawls an hour or, before an update crawl that has to look again, `later` after the run before.
  std::vector<CrawlReport> crawl(const std::vector<std::string>& homes, CrawlOptions options,
                                 std::chrono::hours later = std::chrono::hours(1)) {
    clock.advance(later);
    fetcher.set_clock(clock.now());
    fetcher.forget_requests();
    options.clock = &clock;
    const auto archive = open_archive(path(), ArchiveOptions::Mode::kWrite, &clock, fs_);
    if (!archive) return std::vector<CrawlReport>(homes.size());
    auto reports = crawl_blogs(*archive, fetcher, homes, options);
    EXPECT_TRUE(reports) << to_string(reports.error());
    const Status closed = archive->close();
    EXPECT_TRUE(closed) << to_string(closed.error());
    return reports ? *reports : std::vector<CrawlReport>(homes.size());
  }
  CrawlReport crawl(const std::string& home, const CrawlOptions& options,
                    std::chrono::hours later = std::chrono::hours(1)) {
    return crawl(std::vector<std::string>{home}, options, later).at(0);
  }

  std::unique_ptr<Archive> read() const { return open_archive(path(), ArchiveOptions::Mode::kRead); }

 private:
  TemporaryDirectory folder_;
  FileSystem* fs_;
};

// The objects of one kind, by URL.
inline std::map<std::string, ObjectSummary> objects_of(const Archive& archive, ObjectKind kind) {
  std::map<std::string, ObjectSummary> objects;
  ObjectQuery query;
  query.kind = kind;
  const Status status = archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
    objects[summary.latest.url] = summary;
    return true;
  });
  EXPECT_TRUE(status) << to_string(status.error());
  return objects;
}

inline std::map<std::string, ObjectSummary> posts_of(const Archive& archive) {
  return objects_of(archive, ObjectKind::kPost);
}

// Versions of all objects together.
inline std::uint64_t count_versions(const Archive& archive) {
  std::uint64_t count = 0;
  EXPECT_TRUE(archive.for_each_object({}, [&](const std::string&, const ObjectSummary& summary) {
    count += summary.versions;
    return true;
  }));
  return count;
}

// URL and text of every post and page: two crawls of the same blog must have the same.
inline std::map<std::string, std::string> texts_of(const Archive& archive) {
  std::map<std::string, std::string> texts;
  EXPECT_TRUE(archive.for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
    texts[key] = summary.latest.title + "\n" + summary.latest.text;
    return true;
  }));
  return texts;
}

// The WARC file in an object's provenance contains the bytes that the object was read from.
inline void expect_bytes(const Archive& archive, const DataObject& object) {
  const WarcRef& where = object.provenance.warc;
  if (where.file.empty()) {
    EXPECT_EQ(object.kind, ObjectKind::kBlog) << object.url << " has no capture";
    return;
  }
  std::string path = archive.warc_directory() + "/" + where.file;
  if (!got(posix_file_system().exists(path))) path += ".open";  // a writer that failed left it so
  const auto reader = WarcReader::open(posix_file_system(), path, {.check_digests = true}, where.offset);
  ASSERT_TRUE(reader) << to_string(reader.error());
  const auto record = (*reader)->next();
  ASSERT_TRUE(record && *record != nullptr) << path;
  EXPECT_EQ((*record)->header().record_id(), where.record_id) << path;
  const auto exchange = read_exchange(**record, 1u << 20);
  ASSERT_TRUE(exchange) << to_string(exchange.error());
  EXPECT_EQ(exchange->url, object.url);
  EXPECT_TRUE((*reader)->findings().empty());
}

}  // namespace bfa::test
