// SPDX-License-Identifier: Apache-2.0
// bench_addresses make|failed|status FOLDER [name=number ...]: an archive with many blogs and known
// addresses, made through the store's interface, and what `bfa failed` and `bfa status` cost on it. One
// measure a process; each prints a line of JSON. names: addresses blogs failed absent (of 100 addresses)
// posts (of 100).
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "bfa/subscribe/retry.h"
#include "bfa/subscribe/status.h"
#include "must.h"
#include "store/keys.h"
#include "store/object_rows.h"
#include "store/store_sink.h"

namespace {

using namespace bfa;  // NOLINT(google-build-using-namespace): a program of its own
using bench::must;
using Settings = std::map<std::string, std::uint64_t>;

void print(const char* what, std::uint64_t count) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  std::printf("{\"measure\":\"%s\",\"count\":%llu,\"cpu_s\":%.3f,\"peak_mb\":%.1f}\n", what,
              static_cast<unsigned long long>(count), seconds(usage.ru_utime) + seconds(usage.ru_stime),
              static_cast<double>(usage.ru_maxrss) / 1024);
}

UtcTime moment(std::uint64_t number) {
  return UtcTime(std::chrono::seconds(1'700'000'000 + static_cast<std::int64_t>(number)));
}

std::string home_of(std::uint64_t number, std::uint64_t blogs) {
  return "https://blog" + std::to_string(number % blogs) + ".example/";
}

CaptureRecord capture_of(const Settings& set, std::uint64_t number, const std::string& url) {
  CaptureRecord record;
  Capture& capture = record.capture;
  capture.sequence = number + 1;
  capture.url = capture.final_url = url;
  capture.time = moment(number);
  capture.status = number / set.at("blogs") % 100 < set.at("absent") ? 404 : 200;
  capture.etag = "\"" + std::to_string(number * 7919) + "\"";
  capture.content_type = "text/html; charset=utf-8";
  capture.payload_digest = "sha1:" + std::string(24, 'A') + std::to_string(10'000'000 + number);
  capture.warc = {"bfa-20260131T000000Z-00001.warc.gz", number * 5000, 4321, {}};
  capture.kind = number % 4 == 0 ? TaskKind::kMedia : TaskKind::kPage;
  return record;
}

void put_failure(Database& database, std::uint64_t number, const std::string& home, const std::string& url) {
  FailedTask failure;
  failure.task.kind = TaskKind::kPage;
  failure.task.blog = home;
  failure.task.url = *Url::parse(url);
  failure.task.referrer = home;
  failure.error = {Code::kUnavailable, "timed out after 30 s", url, -1};
  failure.time = moment(number);
  database.put(Family::kMeta, meta::failures(home) + static_cast<char>(failure.task.kind) + url,
               encode_failure(failure));
}

void put_post(ObjectRowWriter& rows, std::uint64_t number, const std::string& url) {
  DataObject post;
  post.kind = ObjectKind::kPost;
  post.url = url;
  post.title = "Post " + std::to_string(number);
  post.text = "The text of post " + std::to_string(number);
  post.status = "active";
  StoredVersion version;
  version.version.object = post;
  version.version.observed = moment(number);
  version.version.sequence = number + 1;
  must(rows.begin(object_key(post), version));
}

int make(const std::string& path, const Settings& set) {
  const std::uint64_t blogs = set.at("blogs");
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  const auto archive = must(Archive::open(path, options));
  for (std::uint64_t i = 0; i < blogs; ++i) {
    BlogState blog;
    blog.home = home_of(i, blogs);
    blog.feed = blog.home + "feed";
    blog.crawls = 1;
    blog.last_crawl = moment(set.at("addresses"));
    must(archive->put_blog(blog));
  }
  must(archive->close());
  DatabaseOptions store;
  store.path = path + "/store";
  store.write = true;
  const auto database = must(Database::open(store));
  ObjectRowWriter rows(*database);
  for (std::uint64_t i = 0; i < set.at("addresses"); ++i) {
    const std::string home = home_of(i, blogs);
    const std::string url = home + "2020/01/an-address-of-usual-length-" + std::to_string(i) + "/";
    const CaptureRecord record = capture_of(set, i, url);
    database->put(Family::kCaptures, u64_bytes(i + 1), encode(record));
    if (i / blogs % 100 < set.at("failed")) put_failure(*database, i, home, url);
    if (record.capture.status == 200 && i / blogs % 100 < set.at("posts")) put_post(rows, i, url);
    if (i % 1000 == 999) must(database->write_pending());
  }
  must(database->write_pending());
  must(database->close());
  print("make", set.at("addresses"));
  return 0;
}

int usage() {
  std::fprintf(stderr, "usage: bench_addresses make|failed|status FOLDER [name=number ...]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return usage();
  Settings set = {{"addresses", 1'000'000}, {"blogs", 10'000}, {"failed", 2}, {"absent", 5}, {"posts", 20}};
  for (int i = 3; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !set.contains(text.substr(0, equals))) return usage();
    set[text.substr(0, equals)] = std::strtoull(text.c_str() + equals + 1, nullptr, 10);
  }
  const std::string what = argv[1], path = argv[2];
  if (what == "make") return make(path, set);
  const auto archive = must(Archive::open(path, ArchiveOptions()));
  if (what == "failed") {
    RetryQuery query;
    query.absent = true;
    const FailureReport report = must(failed_addresses(*archive, query));
    std::uint64_t count = 0;
    for (const FailureGroup& group : report.groups) count += group.failures.size();
    print("failed", count);
    return 0;
  }
  if (what != "status") return usage();
  std::uint64_t count = 0;
  for (const BlogStatus& blog : must(archive_status(*archive)))
    count += blog.failed + blog.absent + blog.posts;
  print("status", count);
  return 0;
}
