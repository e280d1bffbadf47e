// SPDX-License-Identifier: Apache-2.0
// Makes archives of any size through the store's interface, and measures reading and writing them. One
// measure a process, so that memory and CPU time are its own; each prints one line of JSON. See
// docs/performance.md.
#include <rocksdb/db.h>
#include <rocksdb/table.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bfa/object/json.h"
#include "bfa/store/archive.h"
#include "must.h"
#include "store/object_rows.h"

namespace {

using namespace bfa;
using bench::fail;
using bench::must;
using Settings = std::map<std::string, std::uint64_t>;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2654435761U + 1) {}
  std::uint64_t below(std::uint64_t n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33U) % n;
  }

 private:
  std::uint64_t state_;
};

// Words with frequencies that fall as their rank, as those of a language do.
std::string word(Random& random) {
  const std::uint64_t rank = 20000 / (1 + random.below(20000));
  Random letters(rank);
  std::string out;
  const std::uint64_t length = 2 + rank % 4 + letters.below(5);
  for (std::uint64_t i = 0; i < length; ++i) out += "etaoinshrdlucmfwypvbgkqjxz"[letters.below(26)];
  return out;
}

std::string words(Random& random, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) {
    out += word(random);
    out += random.below(12) == 0 ? ". " : " ";
  }
  return out;
}

UtcTime day(std::uint64_t number) {
  return UtcTime(std::chrono::hours(24 * static_cast<std::int64_t>(number) + 365 * 24 * 40));
}

DataObject make_post(std::uint64_t blogs, std::uint64_t number, std::size_t bytes) {
  Random random(number);
  const std::string home = "https://blog" + std::to_string(number % blogs) + ".example/";
  DataObject post;
  post.kind = ObjectKind::kPost;
  post.title = words(random, 30);
  post.url = home + "2020/01/" + word(random) + "-" + word(random) + "-" + std::to_string(number);
  post.authors = {"Author " + std::to_string(number % blogs)};
  post.published = Timestamp{day(number % 3000), TimePrecision::kDay, {}};
  post.tags = {word(random), word(random)};
  post.language = "en";
  post.text = words(random, bytes);
  post.html = "<p>" + post.text + "</p>";
  post.references = {{ReferenceKind::kLink, home + word(random), word(random), {}},
                     {ReferenceKind::kImage, home + word(random) + ".jpg", {}, {}}};
  post.status = "active";
  post.provenance.method = "ensemble";
  post.provenance.template_sequence = 17;
  post.provenance.rules = {{"text", "//div[@class='entry-content']"}, {"title", "//h1"}};
  post.provenance.confidence = 0.9;
  post.provenance.warc = {"bfa-20260131T000000Z-00001.warc.gz", number * 5000, 4321,
                          "<urn:uuid:0192f1e0-0000-7000-8000-" + std::to_string(100000000000 + number) + ">"};
  return post;
}

// One sentence becomes another one.
void edit(DataObject& post, std::uint64_t seed) {
  Random random(seed);
  const std::size_t size = post.text.size();
  const std::size_t place = size < 100 ? 0 : random.below(size - 60);
  post.text.replace(place, std::min<std::size_t>(40, size - place), words(random, 40));
  post.html = "<p>" + post.text + "</p>";
  post.provenance.warc.offset += 5000 * (seed % 1000);
}

StoredVersion version_of(const DataObject& post, const Moment& moment) {
  StoredVersion version;
  version.version.object = post;
  version.version.observed = moment.time;
  version.version.sequence = moment.sequence;
  version.payload = std::string(16, static_cast<char>(moment.sequence));
  version.program = "libbfa 0.2.0";
  return version;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

class Watch {
 public:
  // Prints one line: what was measured, how many, and the cost of the process.
  void print(const char* what, std::uint64_t count, std::uint64_t bytes = 0) const {
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double cpu = cpu_seconds() - cpu_;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf(
        "{\"measure\":\"%s\",\"count\":%llu,\"wall_s\":%.4f,\"cpu_s\":%.4f,\"per_s\":%.0f,"
        "\"per_cpu_s\":%.0f,\"bytes\":%llu,\"peak_mb\":%.1f}\n",
        what, static_cast<unsigned long long>(count), wall, cpu,
        wall > 0 ? static_cast<double>(count) / wall : 0, cpu > 0 ? static_cast<double>(count) / cpu : 0,
        static_cast<unsigned long long>(bytes), static_cast<double>(usage.ru_maxrss) / 1024);
    std::fflush(stdout);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_ = cpu_seconds();
};

std::uint64_t folder_bytes(const std::string& path) {
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

std::unique_ptr<Database> open_store(const std::string& archive) {
  DatabaseOptions options;
  options.path = archive + "/store";
  options.write = true;
  return must(Database::open(options));
}

std::unique_ptr<Archive> open_archive(const std::string& path) {
  return must(Archive::open(path, ArchiveOptions()));
}

// Versions arrive as crawls bring them: all objects once, then all again.
int make(const std::string& path, const Settings& set) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  must(must(Archive::open(path, options))->close());
  const auto database = open_store(path);
  ObjectRowWriter rows(*database);
  const std::uint64_t objects = set.at("objects"), group = set.at("group");
  const Watch watch;
  std::uint64_t sequence = 0, versions = 0, json_bytes = 0;
  const auto commit = [&](std::uint64_t count) {
    if (count % group == 0) must(database->write_pending());
  };
  for (std::uint64_t round = 0; round < set.at("versions"); ++round) {
    for (std::uint64_t i = 0; i < objects; ++i) {
      const Moment moment{day(15000 + 2 * round), ++sequence};
      DataObject post;
      if (round == 0) {
        post = make_post(set.at("blogs"), i, set.at("bytes"));
        must(rows.begin(object_key(post), version_of(post, moment)));
      } else {
        auto object = must(rows.find(object_key(ObjectKind::kPost, make_post(set.at("blogs"), i, 0).url)));
        post = must(rows.latest(object->key))->version.object;
        edit(post, sequence);
        must(rows.put_version(*object, version_of(post, moment)));
      }
      json_bytes += object_to_json(post).size();
      commit(++versions);
    }
  }
  for (std::uint64_t round = 0; round < set.at("sightings"); ++round) {
    for (std::uint64_t i = 0; i < objects; ++i) {
      auto object = must(rows.find(object_key(ObjectKind::kPost, make_post(set.at("blogs"), i, 0).url)));
      must(rows.put_sighting(*object, {day(15001 + 2 * round), ++sequence}));
      commit(sequence);
    }
  }
  must(database->write_pending());
  must(database->close());
  watch.print("make", versions, folder_bytes(path + "/store"));
  std::printf("{\"measure\":\"json\",\"bytes\":%llu}\n", static_cast<unsigned long long>(json_bytes));
  return 0;
}

// The rate of versions alone: the texts are made before.
int write_versions(const std::string& path, const Settings& set, bool raw) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  must(must(Archive::open(path, options))->close());
  const auto database = open_store(path);
  ObjectRowWriter rows(*database);
  const std::uint64_t objects = set.at("objects"), group = set.at("group");
  std::vector<DataObject> posts;
  for (std::uint64_t i = 0; i < objects; ++i) posts.push_back(make_post(set.at("blogs"), i, set.at("bytes")));
  std::uint64_t sequence = 0, bytes = 0;
  for (std::uint64_t round = 0; round < set.at("versions"); ++round) {
    if (round > 0)
      for (auto& post : posts) edit(post, ++sequence);
    const Watch watch;
    for (std::uint64_t i = 0; i < objects; ++i) {
      const Moment moment{day(15000 + 2 * round), ++sequence};
      const std::string key = object_key(posts[i]);
      if (raw) {
        std::string json = object_to_json(posts[i]);
        bytes += json.size();
        database->put(Family::kHistory, u64_bytes(i) + u64_bytes(round) + u64_bytes(sequence),
                      std::move(json));
      } else if (round == 0) {
        must(rows.begin(key, version_of(posts[i], moment)));
      } else {
        auto object = must(rows.find(key));
        must(rows.put_version(*object, version_of(posts[i], moment)));
      }
      if (sequence % group == 0) must(database->write_pending());
    }
    must(database->write_pending());
    watch.print(raw ? "raw" : round == 0 ? "begin" : "version", objects, bytes);
  }
  must(database->close());
  return 0;
}

int heads(const std::string& path, bool whole) {
  const Watch watch;
  const auto archive = open_archive(path);
  ObjectQuery query;
  query.heads_only = !whole;
  std::uint64_t count = 0, bytes = 0;
  must(archive->for_each_object(query, [&](const std::string& key, const ObjectSummary& summary) {
    ++count;
    bytes += key.size() + summary.latest.title.size() + summary.latest.text.size();
    return true;
  }));
  watch.print(whole ? "whole" : "heads", count, bytes);
  return 0;
}

// Opens the archive anew for one object.
int show(const std::string& path, const Settings& set, bool log) {
  const std::string url = make_post(set.at("blogs"), set.at("number"), 0).url;
  const Watch watch;
  const auto archive = open_archive(path);
  const std::string key = must(archive->find_object(url));
  const std::uint64_t count =
      log ? must(archive->versions(key)).size() : must(archive->summary(key)).versions;
  watch.print(log ? "log" : "show", count);
  return 0;
}

// The same JSON as the newest versions hold, to be packed by zstd for comparison.
int dump(const std::string& path) {
  const auto archive = open_archive(path);
  must(archive->for_each_object({}, [&](const std::string& key, const ObjectSummary&) {
    for (const auto& version : must(archive->versions(key)))
      std::printf("%s\n", object_to_json(version.object).c_str());
    return true;
  }));
  return 0;
}

// Bytes of each family on disk; `compact`: after all that is out of date was dropped.
int sizes(const std::string& path, bool compact) {
  const std::string store = path + "/store";
  std::vector<std::string> names;
  auto status = rocksdb::DB::ListColumnFamilies({}, store, &names);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  rocksdb::ColumnFamilyOptions options;
  options.compression = rocksdb::kZSTD;
  rocksdb::BlockBasedTableOptions table;
  table.block_size = 16u << 10;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  for (const auto& name : names) families.emplace_back(name, options);
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  if (status.ok())
    status = compact ? rocksdb::DB::Open({}, store, families, &handles, &opened)
                     : rocksdb::DB::OpenForReadOnly({}, store, families, &handles, &opened);
  const std::unique_ptr<rocksdb::DB> database(opened);
  if (!status.ok()) fail(Error{Code::kIo, status.ToString(), store, -1});
  for (auto* const handle : handles) {
    if (compact) database->CompactRange({}, handle, nullptr, nullptr).PermitUncheckedError();
    std::uint64_t bytes = 0;
    rocksdb::ColumnFamilyMetaData data;
    database->GetColumnFamilyMetaData(handle, &data);
    bytes = data.size;
    std::printf("{\"measure\":\"family\",\"name\":\"%s\",\"bytes\":%llu,\"files\":%zu}\n",
                handle->GetName().c_str(), static_cast<unsigned long long>(bytes), data.file_count);
    database->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  return 0;
}

int usage() {
  std::fprintf(
      stderr,
      "usage: bench_store make|versions|raw|heads|whole|show|log|dump|sizes|compact DIR [name=number ...]\n"
      "names: objects blogs versions sightings bytes group number\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return usage();
  Settings set = {{"objects", 20000}, {"blogs", 100},  {"versions", 2}, {"sightings", 1},
                  {"bytes", 2000},    {"group", 1000}, {"number", 7}};
  for (int i = 3; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !set.contains(text.substr(0, equals))) return usage();
    set[text.substr(0, equals)] = std::strtoull(text.c_str() + equals + 1, nullptr, 10);
  }
  const std::string what = argv[1], path = argv[2];
  if (what == "make") return make(path, set);
  if (what == "versions" || what == "raw") return write_versions(path, set, what == "raw");
  if (what == "heads" || what == "whole") return heads(path, what == "whole");
  if (what == "show" || what == "log") return show(path, set, what == "log");
  if (what == "dump") return dump(path);
  if (what == "sizes" || what == "compact") return sizes(path, what == "compact");
  return usage();
}
