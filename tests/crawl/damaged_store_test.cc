// SPDX-License-Identifier: Apache-2.0
// A store that is damaged, older, newer or gone: what is whole in warc/ is never lost.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"
#include "store/step_record.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;
using Mode = ArchiveOptions::Mode;

std::vector<fs::path> files_in(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().string().ends_with(ending)) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

void flip_byte(const fs::path& path, double where) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto at = static_cast<std::streamoff>(static_cast<double>(fs::file_size(path)) * where);
  file.seekg(at);
  char c = 0;
  file.get(c);
  file.seekp(at);
  file.put(static_cast<char>(c ^ 0x55));
}

// An archive after two crawls; `older` is its store after the first.
class DamagedStore : public testing::Test {
 protected:
  void SetUp() override {
    bench.fetcher.serve(one);
    bench.crawl(one.home(), quick_options());
    older = bench.path() + "-older";
    fs::copy(store(), older, fs::copy_options::recursive);
    one.posts += 3;
    one.extra_paragraph[2] = "Seen again, and corrected.";
    bench.crawl(one.home(), quick_options(Recheck::kAll), std::chrono::hours(30));
    texts = texts_of(*bench.read());
    versions = count_versions(*bench.read());
    ASSERT_GT(texts.size(), 10U);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(older, ignored);
  }

  fs::path store() const { return bench.path() + "/store"; }
  fs::path warc() const { return bench.path() + "/warc"; }
  ArchiveOptions options(Mode mode) {
    ArchiveOptions out;
    out.mode = mode;
    out.clock = &bench.clock;
    return out;
  }
  Result<ReplayReport> rebuild(std::optional<std::uint64_t> accepted = {}) {
    return rebuild_archive(bench.path(), options(Mode::kRead), quick_options(), accepted);
  }
  // All that was there is there, in as many versions.
  void expect_all(const char* what) {
    const auto archive = open_archive(bench.path(), Mode::kRead);
    ASSERT_TRUE(archive) << what;
    const auto now = texts_of(*archive);
    for (const auto& [key, text] : texts) {
      const auto found = now.find(key);
      ASSERT_NE(found, now.end()) << what << ": " << key;
      EXPECT_EQ(found->second, text) << what;
    }
    EXPECT_GE(count_versions(*archive), versions) << what;
    EXPECT_TRUE(archive->reconciliation().complete()) << what;
  }

  SampleBlog one{"http://one.example", 12, 5};
  Bench bench;
  std::string older;
  std::map<std::string, std::string> texts;
  std::uint64_t versions = 0;
};

struct Damage {
  const char* name;
  std::function<void(const fs::path& store, const std::string& older)> make;
  bool reader_may_open = true;
};

const std::vector<Damage>& damages() {
  static const std::vector<Damage> rows = {
      {"a byte in the middle of the log",
       [](const fs::path& store, const std::string&) { flip_byte(files_in(store, ".log").back(), 0.5); }},
      {"a byte at the start of the log",
       [](const fs::path& store, const std::string&) { flip_byte(files_in(store, ".log").back(), 0.01); }},
      {"the log cut in half",
       [](const fs::path& store, const std::string&) {
         const auto log = files_in(store, ".log").back();
         fs::resize_file(log, fs::file_size(log) / 2);
       }},
      {"no log",
       [](const fs::path& store, const std::string&) {
         for (const auto& log : files_in(store, ".log")) fs::remove(log);
       }},
      {"an older store",
       [](const fs::path& store, const std::string& older) {
         fs::remove_all(store);
         fs::copy(older, store, fs::copy_options::recursive);
       }},
      {"CURRENT is no file name",
       [](const fs::path& store, const std::string&) { std::ofstream(store / "CURRENT") << "nonsense\n"; },
       false},
      {"no MANIFEST",
       [](const fs::path& store, const std::string&) {
         for (const auto& file : fs::directory_iterator(store)) {
           if (file.path().filename().string().starts_with("MANIFEST")) fs::remove(file.path());
         }
       },
       false},
      {"no store", [](const fs::path& store, const std::string&) { fs::remove_all(store); }, false},
      {"no bfa.toml",
       [](const fs::path& store, const std::string&) { fs::remove(store.parent_path() / "bfa.toml"); },
       false},
      {"neither store nor bfa.toml",
       [](const fs::path& store, const std::string&) {
         fs::remove_all(store);
         fs::remove(store.parent_path() / "bfa.toml");
       },
       false},
  };
  return rows;
}

TEST_F(DamagedStore, CostsNothingThatIsInWarc) {
  const std::string whole = bench.path() + "-whole";
  fs::copy(bench.path(), whole, fs::copy_options::recursive);
  for (const Damage& damage : damages()) {
    for (const bool crawl_first : {true, false}) {
      SCOPED_TRACE(damage.name + std::string(crawl_first ? ", then a crawl" : ", then a rebuild"));
      fs::remove_all(bench.path());
      fs::copy(whole, bench.path(), fs::copy_options::recursive);
      damage.make(store(), older);
      const auto reader = Archive::open(bench.path(), options(Mode::kRead));
      if (!reader) {
        EXPECT_NE(reader.error().message.find("bfa rebuild"), std::string::npos) << to_string(reader.error());
      } else {
        EXPECT_TRUE(damage.reader_may_open);
      }
      if (crawl_first) {
        auto writer = bfa::open_archive(bench.path(), options(Mode::kWrite));
        if (writer) {
          ASSERT_TRUE((*writer)->close());
          bench.crawl(one.home(), quick_options(Recheck::kAll));
          expect_all("after the crawl");
        } else {
          EXPECT_NE(writer.error().message.find("bfa rebuild"), std::string::npos)
              << to_string(writer.error());
        }
      }
      const auto rebuilt = rebuild();
      ASSERT_TRUE(rebuilt) << to_string(rebuilt.error());
      EXPECT_EQ(rebuilt->skipped, 0U);
      expect_all("after the rebuild");
      if (HasFailure()) break;
    }
  }
  fs::remove_all(whole);
}

// Every number that a step of the WARC files has, in the order of the files.
std::vector<std::uint64_t> numbers_in(const fs::path& warc) {
  std::vector<std::uint64_t> out;
  for (const auto& file : files_in(warc, ".warc.gz")) {
    const auto reader = WarcReader::open(posix_file_system(), file.string());
    if (!reader) continue;
    for (;;) {
      const auto record = (*reader)->next();
      if (!record || *record == nullptr) break;
      if ((*record)->header().type() != WarcType::kMetadata) continue;
      const auto block = read_all((*record)->block(), 1 << 20);
      const auto own = parse_archive_record(block ? *block : std::string());
      if (own && *own && (*own)->kind == ArchiveRecord::Kind::kStep && (*own)->hop == 0)
        out.push_back((*own)->sequence);
    }
  }
  return out;
}

TEST_F(DamagedStore, AnOlderStoreGivesNoNumberTwice) {
  fs::remove_all(store());
  fs::copy(older, store(), fs::copy_options::recursive);
  const auto refused = Archive::open(bench.path(), options(Mode::kWrite));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("steps in warc/ are not in the store"), std::string::npos);
  one.posts += 1;
  bench.crawl(one.home(), quick_options(Recheck::kAll), std::chrono::hours(30));
  auto numbers = numbers_in(warc());
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end());
  const auto before = dump(*bench.read());
  ASSERT_TRUE(rebuild());
  expect_same(before, dump(*bench.read()));
}

TEST_F(DamagedStore, ReadersSayWhatIsMissing) {
  const auto files = files_in(warc(), ".warc.gz");
  ASSERT_EQ(files.size(), 2U);
  const fs::path away = bench.path() + "-away.warc.gz";
  fs::rename(files[1], away);
  {
    const auto archive = bench.read();
    ASSERT_EQ(archive->reconciliation().missing.size(), 1U);
    EXPECT_EQ(archive->reconciliation().missing[0].name, files[1].filename());
    EXPECT_FALSE(archive->reconciliation().complete());
  }
  const auto refused = rebuild();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kDenied);
  EXPECT_NE(refused.error().message.find(files[1].filename().string() + " (known to the store) is missing"),
            std::string::npos)
      << refused.error().message;
  EXPECT_NE(refused.error().message.find("--accept-loss 3)"), std::string::npos) << refused.error().message;
  EXPECT_EQ(texts_of(*bench.read()), texts) << "nothing was written";
  fs::rename(away, files[1]);
  const auto size = fs::file_size(files[1]);
  fs::copy(files[1], away);
  fs::resize_file(files[1], size / 2);
  ASSERT_EQ(bench.read()->reconciliation().shorter.size(), 1U);
  EXPECT_EQ(bench.read()->reconciliation().shorter[0].known, size);
  const auto cut = rebuild();
  ASSERT_FALSE(cut);
  EXPECT_FALSE(rebuild(1000)) << "a number that is not that of the loss accepts nothing";
  ASSERT_TRUE(rebuild(accepted_loss(cut.error()))) << "the loss is accepted";
  EXPECT_LT(texts_of(*bench.read()).size(), texts.size());
  // The file comes back: its steps are later than all that the store has, or it is not trusted.
  fs::rename(away, files[1]);
  EXPECT_EQ(bench.read()->reconciliation().unread.size(), 1U);
  ASSERT_TRUE(rebuild());
  expect_all("after the file came back");
}

TEST_F(DamagedStore, AFileOfAnotherArchiveIsNotTrusted) {
  Bench other;
  SampleBlog two{"http://two.example", 3, 2};
  other.fetcher.serve(two);
  other.crawl(two.home(), quick_options());
  fs::copy(files_in(other.path() + "/warc", ".warc.gz").at(0), warc() / "other.warc.gz");
  EXPECT_EQ(bench.read()->reconciliation().unread.size(), 1U);
  const auto refused = bfa::open_archive(bench.path(), options(Mode::kWrite));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kCorrupt);
  EXPECT_NE(refused.error().message.find("bfa rebuild"), std::string::npos) << refused.error().message;
  const auto rebuilt = rebuild();
  ASSERT_TRUE(rebuilt) << to_string(rebuilt.error());
  EXPECT_GT(rebuilt->repeated, 0U) << "both archives begin at 1";
  expect_all("with the other archive's objects");
  EXPECT_EQ(bench.read()->blogs()->size(), 2U);
  // The numbers of its steps stay what they are.
  const auto before = dump(*bench.read());
  bench.crawl(one.home(), quick_options());
  ASSERT_TRUE(rebuild());
  const auto after = dump(*bench.read());
  for (const auto& line : before) {
    if (!line.starts_with("capture ")) continue;
    EXPECT_NE(std::find(after.begin(), after.end(), line), after.end()) << line;
  }
}

TEST_F(DamagedStore, VoidRecordsHaveNoEffectOnWholeSteps) {
  const auto numbers = numbers_in(warc());
  {
    WarcWriteOptions writing;
    writing.prefix = "zz";
    auto writer = WarcWriter::open(posix_file_system(), warc().string(), writing, nullptr);
    ASSERT_TRUE(writer);
    const std::string block = format_warc_fields(aborted_fields(numbers));
    ASSERT_TRUE(
        (*writer)->write_metadata("urn:bfa:void", bench.clock.now(), "application/warc-fields", block));
    ASSERT_TRUE((*writer)->close());
  }
  const auto before = dump(*bench.read());
  ASSERT_TRUE(rebuild());
  expect_same(before, dump(*bench.read()));
}

TEST_F(DamagedStore, DecisionsAndCrawlsComeBackFromWarcAlone) {
  {
    const auto archive = open_archive(bench.path(), Mode::kWrite, &bench.clock);
    ASSERT_TRUE(archive->put_decision({"block", one.post_url(1), "yes", "on request", bench.clock.now()}));
    ASSERT_TRUE(archive->put_decision({"check", "", "ok", "", bench.clock.now()}));
    ASSERT_TRUE(archive->close());
  }
  fs::remove_all(store());
  fs::remove(bench.path() + "/bfa.toml");
  ASSERT_TRUE(rebuild());
  const auto archive = bench.read();
  const auto decisions = got(archive->decisions(""));
  ASSERT_GT(decisions.size(), 2U);  // sorted by kind: the rest is the fixity of the WARC files
  for (std::size_t i = 2; i < decisions.size(); ++i) EXPECT_EQ(decisions[i].kind, "fixity");
  EXPECT_EQ(decisions[0].kind, "block");
  EXPECT_EQ(decisions[0].reason, "on request");
  EXPECT_EQ(decisions[0].time, bench.clock.now());
  EXPECT_NE(got(archive->last_settings()).find("\"strategy\""), std::string::npos);
  expect_all("from warc/ alone");
}

}  // namespace
}  // namespace bfa
