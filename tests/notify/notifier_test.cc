// SPDX-License-Identifier: Apache-2.0
// Commands and webhooks that are told what arrives: each thing at least once, whatever fails.
#include "bfa/notify/notifier.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bfa/notify/change_feed.h"
#include "crawl/archive_crawl.h"
#include "receiver.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* kOk = "HTTP/1.1 204 No Content\r\n\r\n";

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// How often each id came.
std::map<std::string, int> ids_of(const std::string& lines) {
  std::map<std::string, int> out;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) ++out[Json::parse(line).at("id").get<std::string>()];
  return out;
}

class Telling : public testing::Test {
 protected:
  Telling() {
    blog.comments[2] = 3;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    options.from_start = true;
    options.first_wait = milliseconds(20);
    options.longest_wait = milliseconds(60);
    options.look_again = milliseconds(50);
    options.time_limit = seconds(5);
    options.allow_private = true;
    options.on_event = [this](const NotifyEvent& event) {
      const std::lock_guard lock(mutex);
      events.push_back(event);
    };
  }

  std::string told() const { return folder_ / "told"; }
  NotifySink command(const std::string& text) const {
    NotifySink sink;
    sink.target = text;
    sink.name = "test";
    return sink;
  }
  NotifySink writer() const { return command("cat >> " + told()); }
  static NotifySink hook(const std::string& url) {
    NotifySink sink;
    sink.type = NotifySink::Type::kWebhook;
    sink.target = url;
    sink.name = "test";
    sink.secret = "secret";
    return sink;
  }
  std::unique_ptr<Notifier> open(const NotifySink& sink) {
    auto notifier = Notifier::open(bench.path(), {sink}, options);
    EXPECT_TRUE(notifier) << to_string(notifier.error());
    return notifier ? std::move(*notifier) : nullptr;
  }
  std::string cursor() const { return bench.path() + "/notify/test.cursor"; }
  std::set<std::string> all_ids() const {
    std::set<std::string> out;
    const auto archive = bench.read();
    EXPECT_TRUE(for_each_arrival(*archive, {}, [&](const Arrival& arrival) {
      out.insert(arrival_id(arrival));
      return true;
    }));
    return out;
  }
  // Every id came; returns how many came more than once.
  std::size_t expect_all(const std::map<std::string, int>& ids) const {
    std::set<std::string> seen;
    std::size_t twice = 0;
    for (const auto& [id, count] : ids) {
      seen.insert(id);
      if (count > 1) ++twice;
    }
    EXPECT_EQ(seen, all_ids());
    return twice;
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
  NotifyOptions options;
  std::mutex mutex;
  std::vector<NotifyEvent> events;

 private:
  TemporaryDirectory folder_;
};

TEST_F(Telling, ACommandGetsEachLineOnce) {
  for (const std::size_t lines : {1U, 3U, 1000U}) {
    options.batch_lines = lines;
    std::filesystem::remove(told());
    std::filesystem::remove(cursor());
    const auto notifier = open(writer());
    ASSERT_TRUE(notifier->settle(seconds(20)));
    EXPECT_EQ(expect_all(ids_of(read_text(told()))), 0U) << lines;
  }
  const auto again = open(writer());
  ASSERT_TRUE(again->settle(seconds(20)));
  EXPECT_EQ(expect_all(ids_of(read_text(told()))), 0U) << "the cursor is kept";
  blog.extra_paragraph[2] = "A sentence that was added later.";
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  ASSERT_TRUE(again->settle(seconds(20)));
  EXPECT_EQ(expect_all(ids_of(read_text(told()))), 0U) << "what comes beside it";
}

TEST_F(Telling, ANewSinkIsToldWhatComesFromNowOn) {
  options.from_start = false;
  {
    ASSERT_TRUE(open(writer())->settle(seconds(20)));
  }
  EXPECT_FALSE(std::filesystem::exists(told()));
  blog.extra_paragraph[2] = "A sentence that was added later.";
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  ASSERT_TRUE(open(writer())->settle(seconds(20)));
  const Json line = Json::parse(read_text(told()));
  EXPECT_EQ(line["verdict"], "content");
  EXPECT_EQ(line["url"], blog.post_url(2));
}

TEST_F(Telling, AFailingCommandGetsTheSameLinesAgain) {
  const std::string flag = told() + ".flag";
  // The first time it takes the lines and fails.
  const auto notifier = open(command("cat >> " + told() + "; test -e " + flag + " || { touch " + flag +
                                     "; echo bad >&2; exit 3; }"));
  for (int i = 0; i < 50 && !notifier->settle(seconds(5)); ++i) std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(expect_all(ids_of(read_text(told()))), all_ids().size()) << "each twice, with the same id";
  const std::lock_guard lock(mutex);
  ASSERT_GE(events.size(), 2U);
  ASSERT_TRUE(events[0].error);
  EXPECT_NE(events[0].error->message.find("ended with 3: bad"), std::string::npos)
      << events[0].error->message;
}

TEST_F(Telling, CommandsThatDoNotEndAreKilled) {
  options.time_limit = milliseconds(300);
  for (const char* const text : {"sleep 60", "yes", "yes >&2", "sleep 60 & wait"}) {
    std::filesystem::remove(cursor());
    const auto begun = std::chrono::steady_clock::now();
    const auto notifier = open(command(text));
    EXPECT_FALSE(notifier->settle(seconds(5))) << text;
    EXPECT_NE(notifier->states()[0].trouble.find("was killed"), std::string::npos) << text;
    EXPECT_EQ(notifier->states()[0].cursor, 0U) << text;
    notifier->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, seconds(4)) << text;
  }
}

TEST_F(Telling, AStopDoesNotWaitForTheCommandNorTheHook) {
  options.time_limit = seconds(60);
  const Receiver receiver([](const Posted&) { return std::string("hang"); });
  for (const auto& sink : {command("sleep 60"), hook(receiver.url())}) {
    const auto notifier = open(sink);
    std::this_thread::sleep_for(milliseconds(300));
    const auto begun = std::chrono::steady_clock::now();
    notifier->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, seconds(2)) << sink.target;
  }
}

TEST_F(Telling, ACommandNeedNotReadItsInput) {
  blog.comments[4] = 200;  // more than a pipe holds
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  options.batch_lines = 10'000;
  EXPECT_TRUE(open(command("true"))->settle(seconds(20)));
  std::filesystem::remove(cursor());
  EXPECT_TRUE(open(writer())->settle(seconds(20)));
  expect_all(ids_of(read_text(told())));
  // One step brings more than a batch holds.
  std::filesystem::remove(cursor());
  std::filesystem::remove(told());
  options.batch_lines = 50;
  EXPECT_TRUE(open(writer())->settle(seconds(20)));
  EXPECT_EQ(expect_all(ids_of(read_text(told()))), 0U);
}

TEST_F(Telling, AFaultAtEachFileOperationLosesNothing) {
  FaultFileSystem disk(posix_file_system());
  options.fs = &disk;
  options.batch_lines = 4;
  std::uint64_t operations = 0;
  for (std::uint64_t at = 0; at == 0 || at < operations; ++at) {
    std::filesystem::remove(cursor());
    std::filesystem::remove(told());
    FaultPlan plan;
    if (at > 0) plan = {at - 1, 1};
    disk.set_plan(plan);
    auto notifier = Notifier::open(bench.path(), {writer()}, options);
    if (notifier) {
      for (int i = 0; i < 100 && !(*notifier)->settle(seconds(5)); ++i)
        std::this_thread::sleep_for(milliseconds(20));
      (*notifier)->stop();
    }
    if (at == 0) operations = disk.operations() + 1;
    disk.set_plan(FaultPlan());
    if (!notifier) {
      EXPECT_EQ(notifier.error().code, Code::kIo);
      notifier = Notifier::open(bench.path(), {writer()}, options);
      ASSERT_TRUE(notifier) << at << " " << to_string(notifier.error());
      EXPECT_TRUE((*notifier)->settle(seconds(5)));
    }
    const std::size_t twice = expect_all(ids_of(read_text(told())));
    EXPECT_LE(twice, options.batch_lines) << "operation " << at;
  }
  EXPECT_GT(operations, 10U);
}

TEST_F(Telling, AHookGetsASignedBody) {
  const Receiver receiver([](const Posted&) { return std::string(kOk); });
  const auto notifier = open(hook(receiver.url()));
  ASSERT_TRUE(notifier->settle(seconds(20)));
  const auto posted = receiver.posted();
  ASSERT_EQ(posted.size(), 1U);
  EXPECT_EQ(posted[0].header("X-Bfa-Signature"),
            webhook_signature("secret", posted[0].header("X-Bfa-Timestamp"), posted[0].body));
  const Json body = Json::parse(posted[0].body);
  EXPECT_EQ(body["id"], posted[0].header("X-Bfa-Id"));
  EXPECT_EQ(body["changes"].size(), all_ids().size());
}

TEST_F(Telling, OnlyASuccessAcknowledges) {
  int calls = 0;
  const std::vector<std::string> answers = {"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n",
                                            "",
                                            "220 mail.example ESMTP\r\n",
                                            "HTTP/1.1 302 Found\r\nLocation: /hook\r\n\r\n",
                                            "HTTP/1.1 100 Continue\r\n\r\n",
                                            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"};
  const Receiver receiver([&](const Posted&) {
    const auto at = static_cast<std::size_t>(calls++);
    return at < answers.size() ? answers[at] : std::string(kOk);
  });
  const auto notifier = open(hook(receiver.url()));
  for (int i = 0; i < 100 && !notifier->settle(seconds(5)); ++i)
    std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(notifier->states()[0].told, all_ids().size());
  const auto posted = receiver.posted();
  EXPECT_EQ(posted.size(), answers.size() + 1);
  for (const auto& each : posted) EXPECT_EQ(each.header("X-Bfa-Id"), posted[0].header("X-Bfa-Id"));
}

TEST_F(Telling, AHookThatIsGoneIsToldNothingMore) {
  const Receiver receiver([](const Posted&) { return std::string("HTTP/1.1 410 Gone\r\n\r\n"); });
  for (int round = 0; round < 2; ++round) {
    const auto notifier = open(hook(receiver.url()));
    EXPECT_FALSE(notifier->settle(seconds(5)));
    EXPECT_TRUE(notifier->states()[0].ended);
  }
  EXPECT_EQ(receiver.posted().size(), 1U) << "it stays ended";
  const std::lock_guard lock(mutex);
  EXPECT_TRUE(events.at(0).ended);
}

TEST_F(Telling, RetryAfterIsHeeded) {
  options.longest_retry_after = milliseconds(1500);
  const Receiver receiver([](const Posted&) {
    return std::string("HTTP/1.1 503 Busy\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n");
  });
  const auto notifier = open(hook(receiver.url()));
  EXPECT_FALSE(notifier->settle(seconds(5)));
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(receiver.posted().size(), 1U);
  const std::lock_guard lock(mutex);
  EXPECT_EQ(events.at(0).wait, milliseconds(1500));
}

TEST_F(Telling, PrivateAddressesAreRefusedUnlessAllowed) {
  options.allow_private = false;
  const Receiver receiver([](const Posted&) { return std::string(kOk); });
  const auto notifier = open(hook(receiver.url()));
  EXPECT_FALSE(notifier->settle(seconds(5)));
  EXPECT_NE(notifier->states()[0].trouble.find("private"), std::string::npos);
  EXPECT_TRUE(receiver.posted().empty());
}

TEST_F(Telling, ACursorThatCannotBeTrustedIsRefused) {
  {
    ASSERT_TRUE(open(writer())->settle(seconds(20)));
  }
  const std::string good = read_text(cursor());
  std::vector<std::string> wrong = {"", "{", "[]", "{\"v\":1}", good.substr(0, good.size() / 2)};
  wrong.push_back(good);
  const auto digit = wrong.back().find("\"sequence\":") + 11;
  wrong.back()[digit] = wrong.back()[digit] == '9' ? '8' : '9';
  for (const auto& text : wrong) {
    std::ofstream(cursor(), std::ios::binary) << text;
    const auto notifier = Notifier::open(bench.path(), {writer()}, options);
    ASSERT_FALSE(notifier) << text;
    EXPECT_EQ(notifier.error().code, Code::kCorrupt) << text;
    EXPECT_EQ(notifier.error().where, cursor());
  }
  // An older archive than the one that was told of.
  std::ofstream(cursor(), std::ios::binary) << good;
  std::filesystem::rename(bench.path() + "/bfa.toml", bench.path() + "/away");
  const auto older = Notifier::open(bench.path(), {writer()}, options);
  ASSERT_FALSE(older);
  EXPECT_EQ(older.error().code, Code::kCorrupt);
  EXPECT_NE(older.error().message.find("newest step of the archive is 0"), std::string::npos);
}

// A run makes its archive after the notifier was opened.
TEST_F(Telling, TheArchiveMayComeLater) {
  Bench later;
  later.fetcher.serve(blog);
  options.from_start = false;
  auto notifier = Notifier::open(later.path(), {writer()}, options);
  ASSERT_TRUE(notifier) << to_string(notifier.error());
  EXPECT_TRUE((*notifier)->settle(seconds(5)));
  EXPECT_FALSE(std::filesystem::exists(told()));
  later.crawl(blog.home(), quick_options());
  EXPECT_TRUE((*notifier)->settle(seconds(5)));
  EXPECT_EQ(ids_of(read_text(told())).size(), 12U);
}

TEST_F(Telling, ASecondNotifierIsRefused) {
  const auto first = open(writer());
  const auto second = Notifier::open(bench.path(), {writer()}, options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_NE(second.error().message.find("locked"), std::string::npos);
  first->stop();
}

TEST_F(Telling, FiltersByBlogKindAndSize) {
  blog.extra_paragraph[2] = "A sentence that was added later.";
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  const auto lines_with = [&](const NotifyFilter& filter) {
    std::filesystem::remove(told());
    std::filesystem::remove(cursor());
    NotifySink sink = writer();
    sink.filter = filter;
    EXPECT_TRUE(open(sink)->settle(seconds(20)));
    return ids_of(read_text(told())).size();
  };
  EXPECT_EQ(lines_with({}), 13U);
  EXPECT_EQ(lines_with({.kinds = {ObjectKind::kComment}}), 3U);
  EXPECT_EQ(lines_with({.least_change = 0.9}), 12U) << "a small edit is left out";
  EXPECT_EQ(lines_with({.blog_host = "other.example"}), 0U);
  EXPECT_EQ(lines_with({.blog_host = "blog.example"}), 13U);
}

TEST_F(Telling, RefusesWhatIsNoSink) {
  for (const auto& sink : {command(""), hook("ftp://a.example/"), hook("nothing")}) {
    const auto notifier = Notifier::open(bench.path(), {sink}, options);
    ASSERT_FALSE(notifier) << sink.target;
    EXPECT_EQ(notifier.error().code, Code::kInvalidArgument);
  }
  NotifySink bad = writer();
  bad.name = "../up";
  EXPECT_FALSE(Notifier::open(bench.path(), {bad}, options));
  EXPECT_FALSE(Notifier::open(bench.path(), {writer(), writer()}, options));
}

// Calculated by another program (Python's hmac).
TEST(Signature, IsHmacSha256) {
  EXPECT_EQ(webhook_signature("Jefe", "1700000000", "{\"v\":1}"),
            "sha256=b8ca9c53c089840fe42c361412a1904f2ebe6462f8875d62a5e36dfb12651bdb");
  EXPECT_EQ(webhook_signature(std::string(131, 'k'), "1700000000", "{\"v\":1}"),
            "sha256=0f767ce507d404263b79031801b782be23c8879e1622c50eabc417907606fff6");
}

}  // namespace
}  // namespace bfa
