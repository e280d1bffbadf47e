// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "bfa/object/json.h"
#include "bfa/warc/reader.h"
#include "store/step_record.h"
#include "store_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): helpers of tests only
using What = Committed::Item::What;

class ArchiveTest : public testing::Test {
 protected:
  std::string path() const { return folder_ / "a"; }
  TemporaryDirectory folder_;
};

TEST_F(ArchiveTest, IsMadeOnlyWhenAsked) {
  ArchiveOptions options;
  auto none = Archive::open(path(), options);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::kNotFound);
  options.mode = ArchiveOptions::Mode::kWrite;
  none = Archive::open(path(), options);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::kNotFound);
  options.create = true;
  ASSERT_TRUE(Archive::open(path(), options));
  EXPECT_TRUE(Archive::open(path(), ArchiveOptions()));
}

TEST_F(ArchiveTest, KeepsVersionsChangesAndSightings) {
  const std::string url = page_url(1), key = object_key(ObjectKind::kPost, url);
  {
    auto archive = open_or_fail(path(), write_options());
    EXPECT_EQ(take(*archive, page_step(url, at(0), "one two", 1)).items.at(0).what, What::kNew);
    EXPECT_EQ(take(*archive, page_step(url, at(10), "one  two", 2)).items.at(0).what, What::kSeen);
    const Committed changed = take(*archive, page_step(url, at(20), "one three", 3));
    ASSERT_EQ(changed.items.at(0).what, What::kChanged);
    EXPECT_EQ(changed.items[0].change->from, at(0));
    EXPECT_EQ(changed.items[0].change->to, at(20));
    EXPECT_EQ(archive->versions(key)->size(), 2U) << "what is committed is seen before it is flushed";
    ASSERT_TRUE(archive->sink().flush());
    ASSERT_TRUE(archive->close());
  }
  auto archive = open_or_fail(path(), ArchiveOptions());
  const auto versions = archive->versions(key);
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 2U);
  EXPECT_EQ((*versions)[0].object.text, "one two");
  EXPECT_EQ((*versions)[0].object.status, "active");
  EXPECT_FALSE((*versions)[0].object.provenance.warc.file.empty());
  EXPECT_EQ((*versions)[1].observed, at(20));
  const auto sightings = archive->sightings(key);
  ASSERT_EQ(sightings->size(), 1U);
  EXPECT_EQ((*sightings)[0].observed, at(10));
  const auto changes = archive->changes(key);
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ((*changes)[0].verdict, Verdict::kContent);
  EXPECT_FALSE((*changes)[0].text_edits.empty());
  const auto summary = archive->summary(key);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->versions, 2U);
  EXPECT_EQ(summary->sightings, 1U);
  EXPECT_EQ(summary->first_seen, at(0));
  EXPECT_EQ(summary->last_seen, at(20));
  EXPECT_EQ(summary->last_changed, at(20));
  EXPECT_EQ(summary->latest.text, "one three");
  EXPECT_EQ((*archive->version_at(key, at(19)))->object.text, "one two");
  EXPECT_EQ((*archive->version_at(key, at(20)))->object.text, "one three");
  EXPECT_FALSE(*archive->version_at(key, at(-1)));
}

TEST_F(ArchiveTest, TakesWhatIsOlderThanTheLatestVersion) {
  const std::string url = page_url(1), key = object_key(ObjectKind::kPost, url);
  auto archive = open_or_fail(path(), write_options());
  take(*archive, page_step(url, at(0), "a", 1));
  take(*archive, page_step(url, at(100), "c", 2));
  take(*archive, page_step(url, at(50), "b", 3));
  const auto versions = archive->versions(key);
  ASSERT_EQ(versions->size(), 3U);
  EXPECT_EQ((*versions)[1].object.text, "b");
  EXPECT_EQ(archive->summary(key)->latest.text, "c");
  EXPECT_EQ((*archive->changes(key))[1].from, at(50));
  take(*archive, page_step(url, at(-5), "a", 4));
  EXPECT_EQ(archive->versions(key)->size(), 3U);
  EXPECT_EQ(archive->summary(key)->first_seen, at(-5));
}

TEST_F(ArchiveTest, ACommitAppliedTwiceChangesNothing) {
  const std::string key = object_key(ObjectKind::kPost, page_url(1));
  auto archive = open_or_fail(path(), write_options());
  const StepResult step = page_step(page_url(1), at(0), "a");
  const Committed first = take(*archive, step);
  const Committed again = take(*archive, step);
  EXPECT_EQ(again.sequence, first.sequence);
  EXPECT_TRUE(again.items.empty());
  ASSERT_TRUE(archive->sink().flush());
  EXPECT_EQ(take(*archive, step).sequence, first.sequence);
  EXPECT_EQ(archive->versions(key)->size(), 1U);
  EXPECT_EQ(archive->sightings(key)->size(), 0U);
}

TEST_F(ArchiveTest, NotModifiedIsASightingAndGoneAVersion) {
  const std::string url = page_url(1), key = object_key(ObjectKind::kPost, url);
  auto archive = open_or_fail(path(), write_options());
  take(*archive, page_step(url, at(0), "a", 1));
  StepResult step;
  step.task = page_task(url, 2);
  step.outcome = Outcome::kNotModified;
  step.exchanges.push_back(exchange_of(url, at(10), "", 304));
  const Committed seen = take(*archive, step);
  ASSERT_EQ(seen.items.size(), 1U);
  EXPECT_EQ(seen.items[0].what, What::kSeen);
  EXPECT_EQ(archive->sightings(key)->size(), 1U);
  step.task = page_task(url, 3);
  step.outcome = Outcome::kGone;
  step.exchanges = {exchange_of(url, at(20), "gone", 404)};
  const Committed gone = take(*archive, step);
  ASSERT_EQ(gone.items.size(), 1U);
  EXPECT_EQ(gone.items[0].what, What::kChanged);
  EXPECT_EQ(archive->summary(key)->latest.status, "gone");
  EXPECT_EQ(archive->summary(key)->latest.text, "a");
  step.task = page_task(url, 4);
  step.exchanges = {exchange_of(url, at(30), "gone", 404)};
  EXPECT_EQ(take(*archive, step).items.at(0).what, What::kSeen);
  EXPECT_EQ(take(*archive, page_step(url, at(40), "a", 5)).items.at(0).what, What::kChanged);
  EXPECT_EQ(archive->versions(key)->size(), 3U);
}

TEST_F(ArchiveTest, RevisitsGiveTheirOriginalsPayload) {
  auto archive = open_or_fail(path(), write_options());
  const Committed first = take(*archive, page_step(page_url(1), at(0), "a", 1));
  const Committed same = take(*archive, page_step(page_url(1), at(10), "a", 2));
  StepResult step;
  step.task = page_task(page_url(1), 3);
  step.outcome = Outcome::kNotModified;
  step.exchanges.push_back(exchange_of(page_url(1), at(20), "", 304));
  const Committed not_modified = take(*archive, step);
  Findings findings;
  const std::string body = *entity_body(page_step(page_url(1), at(0), "a").exchanges[0], 1 << 20, findings);
  for (const bool flushed : {false, true}) {
    if (flushed) {
      ASSERT_TRUE(archive->sink().flush());
    }
    for (const auto sequence : {first.sequence, same.sequence, not_modified.sequence}) {
      const auto exchange = archive->view().load(sequence);
      ASSERT_TRUE(exchange) << to_string(exchange.error());
      EXPECT_EQ(*entity_body(*exchange, 1 << 20, findings), body) << sequence;
      EXPECT_EQ(exchange->head.status, 200);
      EXPECT_EQ(exchange->url, page_url(1));
    }
  }
  EXPECT_EQ(archive->view().load(not_modified.sequence)->started, at(20));
  const auto last = archive->view().last_capture(page_url(1));
  ASSERT_TRUE(*last);
  EXPECT_EQ((*last)->sequence, same.sequence);
  EXPECT_EQ((*last)->etag, "\"e\"");
  EXPECT_FALSE(*archive->view().last_capture(page_url(2)));
  EXPECT_EQ(archive->view().load(999).error().code, Code::kNotFound);
  std::vector<std::uint64_t> pages;
  ASSERT_TRUE(archive->for_each_known_page(kBlog, [&](const Capture& page) {
    pages.push_back(page.sequence);
    return true;
  }));
  EXPECT_EQ(pages, std::vector<std::uint64_t>{not_modified.sequence});
}

TEST_F(ArchiveTest, KeepsFeedsTemplatesRobotsBlogsAndFailures) {
  auto archive = open_or_fail(path(), write_options());
  StepResult step = page_step(kBlog + std::string("feed"), at(0), "f");
  step.objects.clear();
  step.feed = FeedVersion{0, "https://blog.example/feed", at(0), "one"};
  step.robots = RobotsState{"https://blog.example", 200, "User-agent: *", at(0)};
  BlogState blog;
  blog.home = kBlog;
  blog.feed = "https://blog.example/feed";
  step.blog = blog;
  const std::uint64_t first = take(*archive, step).sequence;
  step.exchanges[0].started = at(10);
  step.feed->time = at(10);
  const std::uint64_t same = take(*archive, step).sequence;
  step.exchanges[0].started = at(20);
  step.feed->serialized = "two";
  const std::uint64_t other = take(*archive, step).sequence;
  const BlogView& view = archive->view();
  EXPECT_EQ((*view.feed_at(step.feed->url, first))->serialized, "one");
  EXPECT_EQ((*view.feed_at(step.feed->url, same))->serialized, "one");
  EXPECT_EQ((*view.feed_at(step.feed->url, same))->sequence, same);
  EXPECT_EQ((*view.last_feed(step.feed->url))->sequence, other);
  EXPECT_EQ((*view.last_feed(step.feed->url))->serialized, "two");
  EXPECT_FALSE(*view.feed_at(step.feed->url, first - 1));
  EXPECT_EQ((*view.robots("https://blog.example"))->body, "User-agent: *");

  StepResult learn;
  learn.task = page_task("");
  learn.task.kind = TaskKind::kLearn;
  learn.task.stage = Stage::kLearn;
  learn.learned = Template();
  learn.learned->method = "dice";
  learn.learned->learned = at(30);
  const std::uint64_t fixed = take(*archive, learn).sequence;
  EXPECT_EQ((*view.blog(kBlog))->template_sequence, fixed);
  EXPECT_EQ((*view.blog(kBlog))->feed, blog.feed);
  EXPECT_EQ((*view.template_at(kBlog, fixed))->sequence, fixed);
  EXPECT_FALSE(*view.template_at(kBlog, 0));
  EXPECT_EQ(archive->templates(kBlog)->size(), 1U);
  step.exchanges[0].started = at(40);
  take(*archive, step);
  EXPECT_EQ((*view.blog(kBlog))->template_sequence, fixed)
      << "a step that read an older state turns nothing back";

  StepResult failed;
  failed.task = page_task(page_url(9));
  failed.outcome = Outcome::kFailed;
  failed.error = Error{Code::kUnavailable, "connection refused", page_url(9), -1};
  take(*archive, failed);
  const auto failures = archive->failures(kBlog);
  ASSERT_EQ(failures->size(), 1U);
  EXPECT_EQ((*failures)[0].error.message, "connection refused");
  EXPECT_EQ((*failures)[0].task.url.href(), page_url(9));
  EXPECT_EQ(archive->failures("")->size(), 1U);
  take(*archive, page_step(page_url(9), at(50), "a", 2));
  EXPECT_TRUE(archive->failures("")->empty());
  EXPECT_EQ(archive->blogs()->size(), 1U);
}

TEST_F(ArchiveTest, FindsObjectsByTwinsAndLists) {
  auto archive = open_or_fail(path(), write_options());
  StepResult step = page_step(page_url(1), at(0), "a");
  DataObject comment;
  comment.kind = ObjectKind::kComment;
  comment.post = page_url(1);
  comment.id = "c1";
  comment.text = "hi";
  step.objects.push_back({comment, at(0), 0});
  comment.id = "c2";
  comment.url = page_url(1) + "#c2";
  step.objects.push_back({comment, at(0), 0});
  take(*archive, step);
  take(*archive, page_step("https://other.example/x", at(1), "b"));
  const std::string key = object_key(ObjectKind::kPost, page_url(1));
  for (const char* const url :
       {"https://blog.example/p/1", "http://blog.example/p/1", "http://www.blog.example/p/1",
        "https://blog.example/p/1?utm_source=x", "https://blog.example/p/1#more"}) {
    const auto found = archive->find_object(url);
    ASSERT_TRUE(found) << url;
    EXPECT_EQ(*found, key) << url;
  }
  EXPECT_EQ(*archive->find_object(page_url(1) + "#c2"), object_key(comment));
  EXPECT_EQ(archive->find_object("https://blog.example/P/1").error().code, Code::kNotFound);
  EXPECT_EQ(archive->comments_of(page_url(1))->size(), 2U);
  EXPECT_EQ(archive->summary(key)->comment_count, 2U);
  const auto count = [&](const ObjectQuery& query) {
    int n = 0;
    EXPECT_TRUE(
        archive->for_each_object(query, [&](const std::string&, const ObjectSummary&) { return ++n > 0; }));
    return n;
  };
  ObjectQuery query;
  EXPECT_EQ(count(query), 4);
  query.kind = ObjectKind::kPost;
  EXPECT_EQ(count(query), 2);
  query.blog_host = "blog.example";
  EXPECT_EQ(count(query), 1);
  query.at = at(-1);
  EXPECT_EQ(count(query), 0);
  query.at = at(0);
  EXPECT_EQ(count(query), 1);
}

TEST_F(ArchiveTest, HasOneWriterAndReadersBesideIt) {
  auto writer = open_or_fail(path(), write_options());
  const auto second = Archive::open(path(), write_options());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_NE(second.error().message.find("locked"), std::string::npos);
  EXPECT_NE(second.error().message.find("process "), std::string::npos);
  const std::string key = object_key(ObjectKind::kPost, page_url(1));
  take(*writer, page_step(page_url(1), at(0), "a"));
  EXPECT_FALSE(open_or_fail(path(), ArchiveOptions())->summary(key)) << "not yet flushed";
  ASSERT_TRUE(writer->sink().flush());
  EXPECT_TRUE(open_or_fail(path(), ArchiveOptions())->summary(key));
  ASSERT_TRUE(writer->close());
  EXPECT_TRUE(Archive::open(path(), write_options()));
}

TEST_F(ArchiveTest, OfANewerFormatIsRefusedWithTheWayOut) {
  ASSERT_TRUE(open_or_fail(path(), write_options())->close());
  std::ofstream(path() + "/bfa.toml") << "format = 7\nmade_by = \"libbfa 9.0\"\n";
  for (const auto mode : {ArchiveOptions::Mode::kRead, ArchiveOptions::Mode::kWrite}) {
    ArchiveOptions options = write_options();
    options.mode = mode;
    const auto archive = Archive::open(path(), options);
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().code, Code::kUnsupported);
    EXPECT_NE(archive.error().message.find("libbfa 9.0"), std::string::npos);
  }
}

TEST_F(ArchiveTest, NeverGivesASequenceNumberTwice) {
  std::uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    auto archive = open_or_fail(path(), write_options());
    const std::uint64_t sequence = take(*archive, page_step(page_url(i), at(i), "a")).sequence;
    EXPECT_EQ(sequence, last + 1) << "a clean close leaves no gap";
    last = sequence;
  }
}

TEST_F(ArchiveTest, WritesWhatARebuildNeedsIntoWarc) {
  std::string file;
  {
    auto archive = open_or_fail(path(), write_options());
    ASSERT_EQ(*archive->begin_crawl({kBlog}, "{\"v\":1}"), 1U);
    file = take(*archive, page_step(page_url(1), at(0), "a")).warc.at(0).file;
    const StepResult left = page_step(page_url(2), at(1), "b");
    ASSERT_TRUE(archive->sink().put(left.exchanges[0], left));
    StepResult half = page_step(page_url(3), at(2), "c");
    half.exchanges.push_back(half.exchanges[0]);
    ASSERT_TRUE(archive->sink().put(half.exchanges[0], half));
    ASSERT_TRUE(archive->put_decision({"block", page_url(4), "yes", "spam", at(3)}));
    ASSERT_TRUE(archive->end_crawl(1));
    ASSERT_TRUE(archive->close());
  }
  auto reader = WarcReader::open(posix_file_system(), path() + "/warc/" + file);
  ASSERT_TRUE(reader);
  std::vector<ArchiveRecord> records;
  for (;;) {
    const auto record = (*reader)->next();
    ASSERT_TRUE(record);
    if (*record == nullptr) break;
    if ((*record)->header().type() != WarcType::kMetadata) continue;
    const auto own = parse_archive_record(*read_all((*record)->block(), 1 << 20));
    ASSERT_TRUE(own) << own.error().message;
    if (*own) records.push_back(**own);
  }
  using Kind = ArchiveRecord::Kind;
  std::vector<Kind> kinds;
  for (const auto& record : records) kinds.push_back(record.kind);
  ASSERT_EQ(kinds, (std::vector<Kind>{Kind::kCrawl, Kind::kStep, Kind::kStep, Kind::kStep, Kind::kDecision,
                                      Kind::kCrawlEnd, Kind::kAborted}));
  EXPECT_EQ(records[0].blogs, std::vector<std::string>{kBlog});
  EXPECT_EQ(records[1].task.url.href(), page_url(1));
  EXPECT_EQ(records[1].hops, 1U);
  EXPECT_EQ(records[4].decision.target, page_url(4));
  EXPECT_EQ(records[4].decision.time, at(3));
  // The step that was not committed is whole: it is not aborted, and the next writer takes it in.
  EXPECT_EQ(records[6].aborted, std::vector<std::uint64_t>{records[3].sequence});
  const auto refused = Archive::open(path(), write_options());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kCorrupt);
  EXPECT_NE(refused.error().message.find("1 step in warc/"), std::string::npos) << refused.error().message;
  EXPECT_NE(refused.error().message.find("bfa rebuild -a " + path()), std::string::npos);
}

TEST(ArchiveRecords, MalformedOnesAreErrorsAndUnknownOnesAreNone) {
  const auto read = [](const char* fields) {
    return parse_archive_record("bfa-record: " + std::string(fields) + "\r\n");
  };
  for (const char* const bad :
       {"decision", "decision\r\nbfa-decision-json: {", "decision\r\nbfa-decision-json: []",
        "decision\r\nbfa-decision-json: {\"kind\":1,\"time\":\"2026-01-01T00:00:00Z\"}",
        "decision\r\nbfa-decision-json: {\"kind\":\"block\"}",
        "decision\r\nbfa-decision-json: {\"kind\":\"\",\"time\":\"2026-01-01T00:00:00Z\"}", "crawl-end",
        "crawl-end\r\nbfa-crawl: 1\r\nbfa-ended: yesterday", "step", "void\r\nbfa-void: x"}) {
    const auto record = read(bad);
    EXPECT_FALSE(record) << bad;
  }
  const auto later = read("of a later version\r\nbfa-sequence: 7");
  ASSERT_TRUE(later);
  EXPECT_FALSE(*later);
  const auto decision = read(
      "decision\r\nbfa-decision-json: "
      "{\"v\":1,\"kind\":\"block\",\"target\":\"x\",\"later\":true,\"time\":\"2026-01-01T00:00:00Z\"}");
  ASSERT_TRUE(decision && *decision);
  EXPECT_EQ((*decision)->decision.target, "x");
}

TEST_F(ArchiveTest, KeepsDecisions) {
  for (const bool again : {false, true}) {
    auto archive = open_or_fail(path(), write_options());
    if (!again) {
      ASSERT_TRUE(archive->put_decision({"block", page_url(1), "yes", "spam", at(1)}));
      ASSERT_TRUE(archive->put_decision({"block", page_url(2), "yes", "", at(2)}));
      ASSERT_TRUE(archive->put_decision({"tombstone", page_url(1), "law", "a letter", at(3)}));
      ASSERT_TRUE(archive->put_decision({"block", page_url(2), "", "", at(4)}));
      EXPECT_EQ(archive->put_decision({"", "x", "y", "", at(0)}).error().code, Code::kInvalidArgument);
    }
    const auto blocked = archive->decisions("block");
    ASSERT_TRUE(blocked);
    ASSERT_EQ(blocked->size(), 1U);
    EXPECT_EQ(blocked->front().target, page_url(1));
    EXPECT_EQ(blocked->front().reason, "spam");
    EXPECT_EQ(blocked->front().time, at(1));
    EXPECT_EQ(archive->decisions("tombstone")->size(), 1U);
    // All kinds: also the digest of the WARC file that was closed.
    EXPECT_EQ(archive->decisions("")->size(), again ? 3U : 2U);
    ASSERT_TRUE(archive->close());
  }
  EXPECT_FALSE(open_or_fail(path(), ArchiveOptions())->put_decision({"block", "x", "y", "", at(0)}));
}

TEST_F(ArchiveTest, IsMadeAgainFromRecordedSteps) {
  const std::string key = object_key(ObjectKind::kPost, page_url(1));
  std::string before;
  RecordedStep recorded;
  const StepResult step = page_step(page_url(1), at(0), "a");
  {
    auto archive = open_or_fail(path(), write_options());
    const Committed committed = take(*archive, step);
    recorded.sequence = committed.sequence;
    const auto capture = archive->view().capture(committed.sequence);
    WarcWritten written;
    written.response = {committed.warc[0].file, committed.warc[0].offset, committed.warc[0].length,
                        committed.warc[0].record_id};
    written.payload_digest = (*capture)->payload_digest;
    recorded.exchanges.push_back(written);
    before = object_to_json(archive->summary(key)->latest);
    ASSERT_TRUE(archive->close());
  }
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kRebuild;
  for (const bool finish : {false, true}) {
    auto archive = open_or_fail(path(), options);
    EXPECT_FALSE(archive->sink().put(step.exchanges[0], step));
    EXPECT_FALSE(archive->summary(key));
    ASSERT_TRUE(archive->commit_recorded(step, recorded));
    EXPECT_TRUE(archive->view().load(recorded.sequence));
    if (finish) {
      ASSERT_TRUE(archive->finish_rebuild());
    }
    ASSERT_TRUE(archive->close());
    auto reader = open_or_fail(path(), ArchiveOptions());
    const auto summary = reader->summary(key);
    ASSERT_TRUE(summary);
    EXPECT_EQ(object_to_json(summary->latest), before);
  }
  auto archive = open_or_fail(path(), write_options());
  EXPECT_GT(take(*archive, page_step(page_url(2), at(5), "b")).sequence, recorded.sequence);
}

}  // namespace
}  // namespace bfa
