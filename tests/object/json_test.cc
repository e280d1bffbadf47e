// SPDX-License-Identifier: Apache-2.0
#include "bfa/object/json.h"

#include <gtest/gtest.h>

#include <random>

#include "crawlmodel/crawl_json.h"

namespace bfa {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint64_t number(std::uint64_t below) {
    return std::uniform_int_distribution<std::uint64_t>(0, below - 1)(engine_);
  }
  bool chance() { return number(2) == 0; }
  std::string text() {
    static const char* const kParts[] = {
        "a", "\"", "\\", "\n", "\t", "<p>", "\xC3\xA9", "\xE6\x97\xA5", "\x01", " ", "\xF0\x9F\x98\x80"};
    std::string out;
    for (std::uint64_t i = number(8); i > 0; --i) out += kParts[number(std::size(kParts))];
    return out;
  }
  std::string some() { return "x" + text(); }
  std::vector<std::string> texts() {
    std::vector<std::string> out(number(4));
    for (auto& item : out) item = text();
    return out;
  }
  std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> out(number(4));
    for (auto& item : out) item = number(1U << 30);
    return out;
  }
  UtcTime time() {
    return UtcTime(
        std::chrono::microseconds(number(2'000'000'000) * 1'000'000 + (chance() ? number(1'000'000) : 0)));
  }
  std::optional<Timestamp> timestamp() {
    static const char* const kTimes[] = {"2026",
                                         "2026-03",
                                         "2026-03-04",
                                         "2026-03-04T05:06:07",
                                         "2026-03-04T05:06:07Z",
                                         "2026-03-04T05:06:07.25Z",
                                         "2026-03-04T05:06:07+05:45",
                                         "2026-03-04T05:06:07.5-03:30"};
    if (chance()) return std::nullopt;
    return *parse_timestamp(kTimes[number(std::size(kTimes))]);
  }
  std::map<std::string, std::string> map() {
    std::map<std::string, std::string> out;
    for (std::uint64_t i = number(4); i > 0; --i) out[some()] = text();
    return out;
  }
  WarcRef warc() {
    if (chance()) return {};
    return {some(), number(1U << 30), number(1U << 20), text()};
  }
  DataObject object() {
    DataObject o;
    o.url = some();
    o.kind = static_cast<ObjectKind>(1 + number(5));
    o.title = text(), o.subtitle = text(), o.authors = texts();
    o.published = timestamp(), o.modified = timestamp();
    o.tags = texts(), o.language = text(), o.text = text(), o.html = text();
    for (std::uint64_t i = number(4); i > 0; --i)
      o.references.push_back({static_cast<ReferenceKind>(1 + number(5)), text(), text(), text()});
    o.feed = text(), o.post = text(), o.parent = text(), o.id = text();
    o.attributes = map(), o.status = text();
    o.provenance.method = text(), o.provenance.template_sequence = number(9), o.provenance.rules = map();
    o.provenance.confidence = static_cast<double>(number(1000)) / 999.0;
    o.provenance.feed_sequence = number(9),
    o.provenance.feed_entry = static_cast<std::int32_t>(number(5)) - 1;
    o.provenance.warc = warc();
    return o;
  }
  Template learned() {
    Template t;
    t.sequence = number(100), t.blog = text(), t.feed = text(), t.method = text(), t.learned = time();
    t.captures = numbers();
    for (std::uint64_t i = number(4); i > 0; --i)
      t.rules.push_back({text(), text(), text(), static_cast<std::uint32_t>(number(9)),
                         static_cast<std::uint32_t>(number(9)), static_cast<double>(number(1000)) / 7.0,
                         text(), false, text(), text()});
    t.boilerplate = texts(), t.title_words = texts(), t.post_pattern = text(), t.title_prefix = text(),
    t.title_suffix = text();
    t.zones = texts(), t.author = text(), t.language = text(), t.reason = text();
    return t;
  }

 private:
  std::mt19937 engine_;
};

TEST(ObjectJson, ReadsBackWhatItWrites) {
  Random random(20260131);
  for (int i = 0; i < 500; ++i) {
    const DataObject object = random.object();
    const std::string json = object_to_json(object);
    EXPECT_EQ(json.find('\n'), std::string::npos);
    const auto back = object_from_json(json);
    ASSERT_TRUE(back) << back.error().message << " in round " << i << ": " << json;
    EXPECT_EQ(*back, object) << "round " << i << ": " << json;
    EXPECT_EQ(object_to_json(*back), json);
  }
}

// What this program wrote is read without a tree. A blank before it leads to the reader of any JSON: both say
// the same of whole and of damaged text.
TEST(ObjectJson, ReadsWithAndWithoutATreeAlike) {
  Random random(20260202);
  const std::string_view kBytes = "{}[]\",:\\0129-.eut nv\xC3\x01";
  for (int i = 0; i < 4000; ++i) {
    std::string json = object_to_json(random.object());
    for (std::uint64_t changes = random.number(3); changes > 0; --changes) {
      const std::size_t at = random.number(json.size());
      const std::size_t length = std::min<std::size_t>(random.number(30), json.size() - at);
      if (random.chance()) {
        json[at] = kBytes[random.number(kBytes.size())];
      } else if (random.chance()) {
        json.insert(at, json.substr(at, length));
      } else {
        json.erase(at, 1);
      }
    }
    const auto quick = object_from_json(json), usual = object_from_json(" " + json);
    ASSERT_EQ(quick.has_value(), usual.has_value()) << json;
    if (quick) {
      EXPECT_EQ(*quick, *usual) << json;
    } else {
      EXPECT_EQ(quick.error().code, usual.error().code) << json;
    }
  }
}

TEST(TemplateJson, ReadsBackWhatItWrites) {
  Random random(20260201);
  for (int i = 0; i < 500; ++i) {
    const Template t = random.learned();
    for (const bool pretty : {false, true}) {
      const auto back = template_from_json(template_to_json(t, pretty));
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(*back, t) << "round " << i;
    }
  }
}

DataObject example() {
  DataObject o;
  o.url = "https://example.com/p";
  o.kind = ObjectKind::kPost;
  o.title = "T";
  o.authors = {"Ada"};
  o.published = *parse_timestamp("2026-01-31");
  o.tags = {"t"};
  o.language = "en";
  o.text = "one\n\ntwo";
  o.html = "<p>one</p>";
  o.references = {{ReferenceKind::kLink, "https://o.example/", "o", ""},
                  {ReferenceKind::kImage, "https://example.com/i.png", "", "sha256:00"}};
  o.attributes = {{"license", "l"}};
  o.status = "active";
  o.provenance.method = "dice";
  o.provenance.template_sequence = 7;
  o.provenance.rules = {{"title", "//h1"}};
  o.provenance.confidence = 0.5;
  o.provenance.warc = {"a.warc.gz", 10, 20, "urn:uuid:1"};
  return o;
}

TEST(ObjectJson, HasTheDocumentedShape) {
  EXPECT_EQ(
      object_to_json(example()),
      R"({"v":1,"url":"https://example.com/p","kind":"post","title":"T","authors":["Ada"],"published":"2026-01-31",)"
      R"("tags":["t"],"language":"en","text":"one\n\ntwo","html":"<p>one</p>","references":[{"kind":"link",)"
      R"("url":"https://o.example/","text":"o"},{"kind":"image","url":"https://example.com/i.png","digest":"sha256:00"}],)"
      R"("attributes":{"license":"l"},"status":"active","provenance":{"method":"dice","template":7,)"
      R"("rules":{"title":"//h1"},"confidence":0.5,"warc":{"file":"a.warc.gz","offset":10,"length":20,)"
      R"("record_id":"urn:uuid:1"}}})");
}

TEST(ObjectJson, AddsSummaryCommentsAndTime) {
  ObjectSummary summary;
  summary.versions = 2;
  summary.first_seen = *parse_rfc3339("2026-01-01T00:00:00Z");
  summary.last_seen = *parse_rfc3339("2026-01-02T00:00:00Z");
  summary.comment_count = 4;
  ObjectJsonOptions options;
  options.summary = &summary;
  options.full = false;
  EXPECT_EQ(object_to_json(example(), options),
            R"({"v":1,"url":"https://example.com/p","kind":"post","title":"T","published":"2026-01-31",)"
            R"("versions":2,"last_seen":"2026-01-02T00:00:00Z"})");
  options.full = true;
  EXPECT_NE(object_to_json(example(), options).find(R"("comment_count":4)"), std::string::npos);
  DataObject comment;
  comment.kind = ObjectKind::kComment;
  comment.id = "c1";
  comment.authors = {"Bob"};
  comment.text = "hi";
  comment.parent = "c0";
  const std::vector<DataObject> comments = {comment};
  options.comments = &comments;
  options.elapsed = std::chrono::duration<double, std::milli>(1.5);
  const std::string json = object_to_json(example(), options);
  EXPECT_NE(json.find(R"("comments":[{"id":"c1","author":"Bob","text":"hi","parent":"c0"}])"),
            std::string::npos);
  EXPECT_EQ(json.find("comment_count"), std::string::npos);
  EXPECT_NE(json.find(R"("ms":1.5})"), std::string::npos);
}

struct BadRow {
  const char* name;
  const char* json;
  Code code;
};
class BadObjectJson : public testing::TestWithParam<BadRow> {};
TEST_P(BadObjectJson, IsRefused) {
  const auto object = object_from_json(GetParam().json);
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().code, GetParam().code);
  EXPECT_FALSE(object.error().message.empty());
}
INSTANTIATE_TEST_SUITE_P(
    House, BadObjectJson,
    testing::Values(
        BadRow{"Empty", "", Code::kCorrupt}, BadRow{"NoObject", "[1]", Code::kCorrupt},
        BadRow{"Cut", R"({"v":1,"kind":"po)", Code::kCorrupt},
        BadRow{"NoVersion", R"({"kind":"post"})", Code::kCorrupt},
        BadRow{"NewerVersion", R"({"v":2,"kind":"post"})", Code::kUnsupported},
        BadRow{"NoKind", R"({"v":1})", Code::kCorrupt},
        BadRow{"UnknownKind", R"({"v":1,"kind":"letter"})", Code::kCorrupt},
        BadRow{"TitleNoString", R"({"v":1,"kind":"post","title":3})", Code::kCorrupt},
        BadRow{"AuthorsNoList", R"({"v":1,"kind":"post","authors":"Ada"})", Code::kCorrupt},
        BadRow{"BadDate", R"({"v":1,"kind":"post","published":"soon"})", Code::kCorrupt},
        BadRow{"BadReference", R"({"v":1,"kind":"post","references":[{"kind":"x"}]})", Code::kCorrupt},
        BadRow{"BadOffset", R"({"v":1,"kind":"post","provenance":{"warc":{"file":"f","offset":-1}}})",
               Code::kCorrupt}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ObjectJson, UnknownMembersAreIgnoredAndBadUtf8IsReplaced) {
  EXPECT_TRUE(object_from_json(R"({"v":1,"kind":"post","later":[1,2]})"));
  DataObject object;
  object.title = "a\xFF";
  EXPECT_NE(object_to_json(object).find("a\xEF\xBF\xBD"), std::string::npos);
}

TEST(ChangeJson, ReadsBackWhatItWrites) {
  Change change;
  change.url = "https://example.com/p";
  change.from = *parse_rfc3339("2026-01-01T00:00:00Z");
  change.to = *parse_rfc3339("2026-01-02T00:00:00Z");
  change.verdict = Verdict::kContent;
  change.reasons = {{"text", "changed", "d"}};
  change.similarity = 0.75;
  change.text_edits = {
      {TextEdit::Op::kKeep, "a "}, {TextEdit::Op::kDelete, "b"}, {TextEdit::Op::kInsert, "c"}};
  change.links_added = {{ReferenceKind::kLink, "https://o.example/", "o", ""}};
  change.media_removed = {{ReferenceKind::kImage, "https://o.example/i", "", ""}};
  const std::string json = change_to_json(change);
  EXPECT_EQ(
      json,
      R"({"v":1,"url":"https://example.com/p","from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z",)"
      R"("verdict":"content","reasons":[{"field":"text","kind":"changed","detail":"d"}],"similarity":0.75,)"
      R"("text_edits":[{"op":"keep","text":"a "},{"op":"delete","text":"b"},{"op":"insert","text":"c"}],)"
      R"("links_added":[{"kind":"link","url":"https://o.example/","text":"o"}],"links_removed":[],)"
      R"("media_added":[],"media_removed":[{"kind":"image","url":"https://o.example/i"}]})");
  const auto back = change_from_json(json);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(change_to_json(*back), json);
  EXPECT_FALSE(change_from_json(R"({"v":1,"verdict":"perhaps"})"));
}

TEST(CrawlJson, ReadsBackWhatItWrites) {
  CrawlTask task;
  task.kind = TaskKind::kLearn;
  task.stage = Stage::kLearn;
  task.blog = "https://example.com/";
  task.url = *Url::parse("https://example.com/feed");
  task.referrer = "https://example.com/x";
  task.depth = 3, task.crawl = 2, task.conditional = true;
  task.feed_sequence = 5, task.feed_entry = 0, task.template_sequence = 6, task.capture = 7;
  task.captures = {1, 2, 3};
  task.attempts = 2;
  task.not_before = *parse_rfc3339("2026-01-01T00:00:00Z");
  const auto task_back = task_from_json(task_to_json(task));
  ASSERT_TRUE(task_back) << task_back.error().message;
  EXPECT_EQ(task_to_json(*task_back), task_to_json(task));
  EXPECT_EQ(task_back->captures, task.captures);
  EXPECT_EQ(task_back->feed_entry, 0);
  EXPECT_EQ(task_from_json(task_to_json(CrawlTask{}))->feed_entry, -1);
  EXPECT_FALSE(task_from_json(R"({"v":1,"kind":"page"})"));

  BlogState blog;
  blog.home = "https://example.com/", blog.base = "https://example.com/";
  blog.feeds = {"a", "b"}, blog.feed = "a", blog.comment_feeds = {"c"};
  blog.given_zone = "Europe/Berlin";
  blog.template_sequence = 4, blog.crawls = 2, blog.due_reason = "robots.txt answered 503";
  blog.due = task.not_before;
  const auto blog_back = blog_from_json(blog_to_json(blog));
  ASSERT_TRUE(blog_back) << blog_back.error().message;
  EXPECT_EQ(blog_to_json(*blog_back), blog_to_json(blog));
  EXPECT_EQ(blog_back->feeds, blog.feeds);
  EXPECT_EQ(blog_back->given_zone, blog.given_zone);

  Capture capture;
  capture.sequence = 9, capture.url = "https://example.com/a", capture.final_url = "https://example.com/b";
  capture.time = task.not_before, capture.status = 200, capture.etag = "\"x\"", capture.last_modified = "y";
  capture.content_type = "text/html", capture.payload_digest = "sha256:0",
  capture.warc = {"f", 1, 2, "urn:uuid:3"};
  const auto capture_back = capture_from_json(capture_to_json(capture));
  ASSERT_TRUE(capture_back) << capture_back.error().message;
  EXPECT_EQ(capture_to_json(*capture_back), capture_to_json(capture));
  EXPECT_EQ(capture_back->warc, capture.warc);
  EXPECT_EQ(capture_back->final_url, capture.final_url);
}

TEST(ErrorJson, HasTheDocumentedShape) {
  EXPECT_EQ(error_to_json({Code::kCorrupt, "bad \"x\"", "f", 3}),
            R"({"event":"error","code":"corrupt","message":"bad \"x\"","where":"f","offset":3})");
  EXPECT_EQ(error_to_json({Code::kIo, "m", "", -1}), R"({"event":"error","code":"io","message":"m"})");
}

}  // namespace
}  // namespace bfa
