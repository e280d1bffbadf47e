// SPDX-License-Identifier: Apache-2.0
// After a rebuild a history follows from the captures only, not from the order in which imports brought them.
#include <filesystem>
#include <random>

#include "bfa/crawl/reextract.h"
#include "bfa/crawl/replay.h"
#include "bfa/warc/writer.h"
#include "corpus_files.h"
#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using std::chrono::seconds;

constexpr UtcTime kBegin{seconds(1'700'000'000)};

// Writes what a blog answered at one time: a WARC file for each visit.
class Visits {
 public:
  // Asks for these paths, one a second. The file's name.
  std::string add(const SampleBlog& blog, UtcTime time, const std::vector<std::string>& paths) {
    SampleFetcher fetcher;
    fetcher.serve(blog);
    return write(blog, time, paths, fetcher);
  }

  std::string write(const SampleBlog& blog, UtcTime time, const std::vector<std::string>& paths,
                    SampleFetcher& fetcher) {
    const std::string folder = folder_ / std::to_string(files_++);
    EXPECT_TRUE(posix_file_system().create_directories(folder));
    WarcWriteOptions options;
    SteppedClock clock;
    options.clock = &clock;
    auto writer = WarcWriter::open(posix_file_system(), folder, options, nullptr);
    EXPECT_TRUE(writer);
    int second = 0;
    for (const auto& path : paths) {
      fetcher.set_clock(time + seconds(second++));
      FetchRequest request;
      request.id = 1;
      request.url = blog.origin() + path;
      request.max_redirects = 0;
      EXPECT_TRUE(fetcher.submit(request));
      const auto fetched = fetcher.next(std::chrono::milliseconds(100));
      EXPECT_TRUE(fetched && !fetched->hops.empty()) << path;
      for (const auto& exchange : fetched->hops) EXPECT_TRUE((*writer)->write(exchange, {}));
    }
    EXPECT_TRUE((*writer)->close());
    return test::warc_paths(folder).at(0);
  }

 private:
  TemporaryDirectory folder_;
  int files_ = 0;
};

std::vector<std::string> all_paths(const SampleBlog& blog) {
  std::vector<std::string> paths = {"/", blog.feed_path, "/about/"};
  for (int post = 0; post < blog.posts; ++post) paths.push_back(blog.post_path(post));
  return paths;
}

// An object without the numbers of steps and the places of records.
std::string as_text(DataObject object) {
  object.provenance.template_sequence = object.provenance.feed_sequence = 0;
  object.provenance.warc = {};
  return object_to_json(object, {});
}

// What an archive answers about its objects, without numbers of steps and places of records.
std::vector<std::string> history_of(const Archive& archive) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& key, const ObjectSummary& summary) {
    const std::string name = key + " " + summary.latest.url + " ";
    lines.push_back(name + "is " + std::to_string(summary.versions) + " " +
                    std::to_string(summary.sightings) + " " + format_rfc3339(summary.first_seen) + " " +
                    format_rfc3339(summary.last_seen) + " " + as_text(summary.latest));
    for (const auto& version : got(archive.versions(key))) {
      lines.push_back(name + "version " + format_rfc3339(version.observed) + " " +
                      (version.truncated ? "cut " : "") + as_text(version.object));
      for (const auto& reading : got(archive.readings(key, version)))
        lines.push_back(name + "reading " + as_text(reading.object));
    }
    for (const auto& sighting : got(archive.sightings(key)))
      lines.push_back(name + "seen " + format_rfc3339(sighting.observed));
    for (auto change : got(archive.changes(key))) {
      change.template_before = change.template_after = 0;
      lines.push_back(name + "change " + change_to_json(change));
    }
    for (const auto& comment : got(archive.comments_of(summary.latest.url)))
      lines.push_back(name + "comment " + as_text(comment));
    for (const auto& address : got(archive.former_addresses(key)))
      lines.push_back(name + "before at " + address);
    return true;
  };
  EXPECT_TRUE(archive.for_each_object({}, add));
  return lines;
}

void expect_equal(const std::vector<std::string>& expected, const std::vector<std::string>& lines,
                  const std::string& what) {
  EXPECT_EQ(lines.size(), expected.size()) << what;
  int told = 0;
  for (std::size_t i = 0; i < std::min(lines.size(), expected.size()) && told < 3; ++i) {
    if (lines[i] == expected[i]) continue;
    ++told;
    const auto same = std::mismatch(lines[i].begin(), lines[i].end(), expected[i].begin(), expected[i].end());
    const auto at = static_cast<std::size_t>(same.first - lines[i].begin());
    const std::size_t from = at - std::min<std::size_t>(at, 60);
    ADD_FAILURE() << what << ", line " << i << ": " << lines[i].substr(0, 100) << "\n  is       "
                  << lines[i].substr(from, 150) << "\n  expected " << expected[i].substr(from, 150);
  }
}

// Writes these exchanges into a new WARC file.
std::string write_file(const TemporaryDirectory& folder, const std::string& name,
                       const std::vector<const Exchange*>& exchanges) {
  const std::string path = folder / name;
  EXPECT_TRUE(posix_file_system().create_directories(path));
  SteppedClock clock;
  WarcWriteOptions options;
  options.clock = &clock;
  const auto writer = got(WarcWriter::open(posix_file_system(), path, options, nullptr));
  for (const Exchange* exchange : exchanges) EXPECT_TRUE(writer->write(*exchange, {}));
  EXPECT_TRUE(writer->close());
  return test::warc_paths(path).at(0);
}

Exchange exchange_of(const std::string& url, UtcTime time, const CorpusAnswer& answer,
                     const std::string& body) {
  Exchange exchange;
  exchange.url = url;
  exchange.started = time;
  std::string head = answer.head;
  const std::size_t length = head.find("Content-Length: ");
  if (length != std::string::npos)
    head.replace(length, head.find("\r\n", length) - length,
                 "Content-Length: " + std::to_string(body.size()));
  Findings findings;
  exchange.head = got(parse_response_head(head, findings));
  exchange.response = Blob(head + body);
  return exchange;
}

// Four visits of one blog of the corpus: pages are missed, edited, gone and back, and some captures of one
// page are of one instant.
std::vector<Exchange> visits_of_corpus(const std::string& host) {
  namespace fs = std::filesystem;
  CorpusFiles corpus(std::string(BFA_TEST_DATA) + "/corpus");
  const std::string folder = std::string(BFA_TEST_DATA) + "/corpus/" + host;
  std::vector<std::string> targets;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    if (!file.is_regular_file()) continue;
    std::string target = "/" + fs::relative(file.path(), folder).string();
    if (target.ends_with("/index.html")) target.resize(target.size() - 10);
    targets.push_back(target);
  }
  std::sort(targets.begin(), targets.end());
  std::vector<Exchange> exchanges;
  std::mt19937 random(7);
  for (int visit = 0; visit < 4; ++visit) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const std::string url = "http://" + host + targets[i];
      const UtcTime time = kBegin + hours(100) * visit + seconds(i);
      const auto dice = random() % 20;
      const bool start = targets[i] == "/";
      if (dice < 3 && !start) continue;
      if (dice < 5 && !start && visit > 0) {
        const CorpusAnswer none = *corpus.answer(host, "/no/such/page");
        exchanges.push_back(exchange_of(url, time, none, none.body));
        continue;
      }
      const CorpusAnswer answer = *corpus.answer(host, targets[i]);
      std::string body = answer.body;
      const std::size_t paragraph = body.rfind("</p>", body.size() / 2);
      if (dice < 10 && paragraph != std::string::npos)
        body.insert(paragraph, " Edited at visit " + std::to_string(visit) + ".");
      exchanges.push_back(exchange_of(url, time, answer, body));
      if (dice != 9 || paragraph == std::string::npos) continue;
      body.insert(paragraph, " In the same instant.");
      exchanges.push_back(exchange_of(url, time, answer, body));
    }
  }
  return exchanges;
}

class SettledHistory : public testing::Test {
 protected:
  // Imports the files one after the other.
  static void import(const Bench& to, const std::vector<std::string>& files, std::size_t threads = 2,
                     const std::vector<std::string>& blogs = {}) {
    for (const auto& file : files) {
      const auto archive = open_archive(to.path(), ArchiveOptions::Mode::kWrite);
      CrawlOptions options = quick_options();
      options.threads = threads;
      const auto report = import_warcs(*archive, posix_file_system(), {file}, blogs, options);
      EXPECT_TRUE(report) << to_string(report.error());
      EXPECT_TRUE(archive->close());
    }
  }

  static void import_together(const Bench& to, const std::vector<std::string>& files,
                              const std::vector<std::string>& blogs = {}) {
    const auto archive = open_archive(to.path(), ArchiveOptions::Mode::kWrite);
    const auto report = import_warcs(*archive, posix_file_system(), files, blogs, quick_options());
    EXPECT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE(archive->close());
  }

  static void rebuild(const Bench& bench, std::size_t threads = 2) {
    CrawlOptions options = quick_options();
    options.threads = threads;
    const auto report = rebuild_archive(bench.path(), {}, options);
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE(report->findings.empty()) << report->findings.front().message;
  }

  Visits visits;
};

// A blog that is edited, gets and loses posts, moves one, and gets another theme.
std::vector<std::string> visits_of_a_life(Visits& visits) {
  std::vector<std::string> files;
  SampleBlog blog;
  files.push_back(visits.add(blog, kBegin, all_paths(blog)));
  blog.extra_paragraph[2] = "A correction: the crate was empty.";
  blog.comments[3] = 2;
  ++blog.posts;
  files.push_back(visits.add(blog, kBegin + hours(48), all_paths(blog)));
  blog.extra_paragraph[2] = "A second correction: there was no crate at all.";
  const std::string old_path = blog.post_path(4);
  blog.paths[4] = "/archive/the-fourth-post/";
  blog.redirects[old_path] = blog.paths[4];
  std::vector<std::string> paths = all_paths(blog);
  paths.push_back(old_path);
  files.push_back(visits.add(blog, kBegin + hours(96), paths));
  const std::string last = blog.post_path(blog.posts - 1);
  --blog.posts;
  blog.theme = "redesigned";
  blog.sidebar = "Nothing is here";
  paths = all_paths(blog);
  paths.push_back(last);
  files.push_back(visits.add(blog, kBegin + hours(144), paths));
  blog.extra_paragraph.erase(2);
  files.push_back(visits.add(blog, kBegin + hours(192), all_paths(blog)));
  return files;
}

TEST_F(SettledHistory, IsTheSameForEachOrderOfImports) {
  std::vector<std::string> files = visits_of_a_life(visits);
  std::vector<std::string> expected;
  {
    Bench sorted;
    import(sorted, files);
    rebuild(sorted);
    expected = history_of(*sorted.read());
  }
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::shuffle(files.begin(), files.end(), std::mt19937(seed));
    Bench bench;
    import(bench, files, seed % 2 + 1);
    rebuild(bench, (seed / 2) % 2 + 1);
    expect_equal(expected, history_of(*bench.read()), "seed " + std::to_string(seed));
  }
}

class SettledCorpus : public SettledHistory, public testing::WithParamInterface<const char*> {};

// The captures of a blog of the corpus, dealt out to files at random.
TEST_P(SettledCorpus, IsTheSameHoweverTheCapturesAreDealtOut) {
  const std::string home = "http://" + std::string(GetParam()) + "/";
  const std::vector<Exchange> exchanges = visits_of_corpus(GetParam());
  std::vector<std::string> expected;
  for (unsigned seed = 0; seed < 4; ++seed) {
    std::mt19937 random(seed);
    const TemporaryDirectory folder;
    std::vector<std::vector<const Exchange*>> dealt(2 + seed);
    for (const Exchange& exchange : exchanges) dealt[random() % dealt.size()].push_back(&exchange);
    std::vector<std::string> files;
    for (std::size_t i = 0; i < dealt.size(); ++i) {
      std::shuffle(dealt[i].begin(), dealt[i].end(), random);
      files.push_back(write_file(folder, std::to_string(i), dealt[i]));
    }
    const Bench bench;
    import(bench, files, seed % 2 + 1, {home});
    rebuild(bench, seed / 2 + 1);
    const auto history = history_of(*bench.read());
    if (seed == 0) expected = history;
    EXPECT_GT(history.size(), 30u);
    expect_equal(expected, history, "seed " + std::to_string(seed));
    if (seed > 0) continue;
    const Bench at_once;
    import_together(at_once, files, {home});
    expect_equal(expected, history_of(*at_once.read()), "at once");
    rebuild(at_once);
    expect_equal(expected, history_of(*at_once.read()), "at once and rebuilt");
  }
}

INSTANTIATE_TEST_SUITE_P(Hosts, SettledCorpus,
                         testing::Values("kleinbahn.example", "cuaderno.example", "salt-and-rope.example"),
                         [](const auto& host) {
                           const std::string name = host.param;
                           return name.substr(0, name.find_first_of(".-"));
                         });

TEST_F(SettledHistory, IsThatOfOneImportOfAll) {
  const std::vector<std::string> files = visits_of_a_life(visits);
  Bench together, apart;
  import_together(together, files);
  const auto expected = history_of(*together.read());
  rebuild(together);
  expect_equal(expected, history_of(*together.read()), "rebuilt");
  import(apart, {files[3], files[0], files[4], files[2], files[1]});
  rebuild(apart);
  expect_equal(expected, history_of(*apart.read()), "apart");
}

TEST_F(SettledHistory, StaysAsItIsInASecondRebuild) {
  const std::vector<std::string> files = visits_of_a_life(visits);
  Bench bench;
  import(bench, {files[1], files[0], files[2]});
  rebuild(bench);
  const auto once = history_of(*bench.read());
  rebuild(bench);
  expect_equal(once, history_of(*bench.read()), "twice");
}

TEST_F(SettledHistory, AnAnswerThatAPageIsGoneCountsForAnOlderCapture) {
  SampleBlog blog;
  const std::string first = visits.add(blog, kBegin, all_paths(blog));
  const std::string url = blog.post_url(blog.posts - 1);
  const std::string path = blog.post_path(blog.posts - 1);
  --blog.posts;
  std::vector<std::string> paths = all_paths(blog);
  paths.push_back(path);
  const std::string second = visits.add(blog, kBegin + hours(96), paths);
  Bench bench, sorted;
  import(bench, {second, first});
  const auto expect_gone = [&](const Bench& in, const char* what) {
    const auto posts = posts_of(*in.read());
    ASSERT_TRUE(posts.contains(url)) << what;
    EXPECT_EQ(posts.at(url).latest.status, "gone") << what;
    EXPECT_EQ(posts.at(url).versions, 2u) << what;
    EXPECT_GE(posts.at(url).last_changed, kBegin + hours(96)) << what;
  };
  expect_gone(bench, "at once");
  rebuild(bench);
  expect_gone(bench, "rebuilt");
  import(sorted, {first, second});
  rebuild(sorted);
  expect_equal(history_of(*sorted.read()), history_of(*bench.read()), "in order");
}

TEST_F(SettledHistory, ACutCaptureDoesNotStandForAWholeOneThatComesLater) {
  const SampleBlog blog;
  const std::string first = visits.add(blog, kBegin, all_paths(blog));
  const std::string url = blog.post_url(2);
  SampleFetcher fetcher;
  fetcher.serve(blog);
  fetcher.cut(url, 9, 900);
  const std::string second = visits.write(blog, kBegin + hours(96), all_paths(blog), fetcher);
  Bench bench;
  import(bench, {second});
  const auto cut = posts_of(*bench.read());
  ASSERT_TRUE(cut.contains(url));
  EXPECT_EQ(cut.at(url).latest.attributes.count("truncated"), 1u) << "the test's premise";
  import(bench, {first});
  const auto expect_whole = [&](const char* what) {
    const auto archive = bench.read();
    const auto posts = posts_of(*archive);
    ASSERT_TRUE(posts.contains(url)) << what;
    EXPECT_EQ(posts.at(url).latest.attributes.count("truncated"), 0u) << what;
    EXPECT_EQ(posts.at(url).versions, 1u) << what;
    EXPECT_NE(posts.at(url).latest.text.find(blog.article(2).substr(10, 20)), std::string::npos) << what;
    const auto versions = got(archive->versions(object_key(ObjectKind::kPost, url)));
    ASSERT_EQ(versions.size(), 1u) << what;
    EXPECT_FALSE(versions.front().truncated) << what;
  };
  expect_whole("at once");
  rebuild(bench);
  expect_whole("rebuilt");
}

std::vector<std::string> warcs_of(const Bench& bench) {
  std::vector<std::string> files;
  for (const std::string& file : test::warc_paths(bench.path() + "/warc")) files.push_back(file);
  std::sort(files.begin(), files.end());
  return files;
}

// A crawl and an import of its files bring the same captures.
TEST_F(SettledHistory, IsTheSameForCrawlsAndImports) {
  SampleBlog blog;
  const std::string early = visits.add(blog, kBegin, all_paths(blog));
  Bench crawled, imported;
  crawled.fetcher.serve(blog);
  blog.extra_paragraph[2] = "A correction: the crate was empty.";
  crawled.crawl(blog.home(), quick_options());
  blog.extra_paragraph[3] = "The crate is found.";
  blog.theme = "redesigned";
  crawled.crawl(blog.home(), quick_options(Recheck::kAll), hours(48));
  const auto files = warcs_of(crawled);
  import(crawled, {early});
  import_together(imported, files);
  import(imported, {early});
  rebuild(crawled);
  rebuild(imported);
  expect_equal(history_of(*crawled.read()), history_of(*imported.read()), "imported");
}

// What users decided stays: a join, and a rule.
TEST_F(SettledHistory, KeepsWhatUsersDecided) {
  const std::vector<std::string> files = visits_of_a_life(visits);
  const SampleBlog blog;
  Bench bench;
  import(bench, {files[1]});
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite);
    const auto moved = move_objects(*archive, blog.post_url(5), blog.post_url(6), false);
    ASSERT_TRUE(moved) << to_string(moved.error());
    const auto state = got(archive->view().blog(blog.home()));
    ASSERT_TRUE(state);
    FieldRule pin;
    pin.field = "author";
    pin.xpath = "//p[@class='byline']";
    pin.pinned = true;
    ASSERT_TRUE(pin_rules(*archive, *state, {pin}));
    EXPECT_TRUE(archive->close());
  }
  import(bench, {files[0], files[2]});
  rebuild(bench);
  const auto archive = bench.read();
  EXPECT_EQ(got(archive->find_object(blog.post_url(5))), got(archive->find_object(blog.post_url(6))));
  const auto templates = got(archive->templates(blog.home()));
  ASSERT_FALSE(templates.empty());
  for (const Template& learned : templates) {
    EXPECT_TRUE(std::any_of(learned.rules.begin(), learned.rules.end(),
                            [](const FieldRule& rule) { return rule.pinned && rule.field == "author"; }));
  }
}

}  // namespace
}  // namespace bfa
