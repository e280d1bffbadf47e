// SPDX-License-Identifier: Apache-2.0
#include "crawlmodel/crawl_json.h"

#include "crawlmodel/json_line.h"
#include "object/json_value.h"

namespace bfa {
namespace {

// How TaskOrigin::kReplay is written: all archives since the first version use this text.
constexpr std::uint32_t kReplayDepth = 0xffffffffu;

Result<CrawlTask> read_task(std::string_view text) {
  auto json = parse_json_object(text, "task");
  if (!json) return std::move(json).error();
  JsonReader reader(*json);
  CrawlTask task;
  const auto kind = parse_task_kind(reader.text("kind"));
  if (!kind) reader.fail("kind", "a kind of task");
  const auto stage = parse_stage(reader.text("stage"));
  if (!stage) reader.fail("stage", "a stage");
  task.kind = kind.value_or(TaskKind::kPage);
  task.stage = stage.value_or(Stage::kOther);
  task.blog = reader.text("blog");
  if (const std::string url = reader.text("url"); !url.empty()) {
    auto parsed = Url::parse(url);
    if (!parsed) reader.fail("url", "a URL");
    if (parsed) task.url = *std::move(parsed);
  }
  task.referrer = reader.text("referrer");
  task.depth = static_cast<std::uint32_t>(reader.number("depth"));
  if (task.depth == kReplayDepth) {
    task.depth = 0;
    task.origin = TaskOrigin::kReplay;
  }
  task.crawl = reader.number("crawl");
  task.conditional = reader.boolean("conditional");
  task.feed_sequence = reader.number("feed_sequence");
  task.feed_entry = static_cast<std::int32_t>(reader.integer("feed_entry", -1));
  task.template_sequence = reader.number("template");
  task.capture = reader.number("capture");
  task.captures = reader.numbers("captures");
  task.attempts = static_cast<std::uint32_t>(reader.number("attempts"));
  task.not_before = reader.time("not_before");
  if (!reader.ok()) return reader.error();
  return task;
}

Result<BlogState> read_blog(std::string_view text) {
  auto json = parse_json_object(text, "blog");
  if (!json) return std::move(json).error();
  JsonReader reader(*json);
  BlogState blog;
  blog.home = reader.text("home");
  blog.base = reader.text("base");
  blog.feeds = reader.texts("feeds");
  blog.given_feeds = reader.texts("given_feeds");
  blog.given_zone = reader.text("given_zone");
  blog.feed = reader.text("feed");
  blog.comment_feeds = reader.texts("comment_feeds");
  blog.template_sequence = reader.number("template");
  blog.crawls = reader.number("crawls");
  blog.last_crawl = reader.time("last_crawl");
  blog.due = reader.time("due");
  blog.due_reason = reader.text("due_reason");
  blog.became = reader.text("became");
  blog.became_evidence = reader.text("became_evidence");
  blog.became_since = reader.time("became_since");
  blog.became_overruled = reader.boolean("became_overruled");
  blog.moved_to = reader.text("moved_to");
  blog.moved_evidence = reader.text("moved_evidence");
  blog.former = reader.texts("former");
  if (!reader.ok()) return reader.error();
  return blog;
}

Result<Capture> read_capture(std::string_view text) {
  auto json = parse_json_object(text, "capture");
  if (!json) return std::move(json).error();
  JsonReader reader(*json);
  Capture capture;
  capture.sequence = reader.number("sequence");
  const auto kind = parse_task_kind(reader.text("kind"));
  if (!kind) reader.fail("kind", "a kind of task");
  capture.kind = kind.value_or(TaskKind::kPage);
  capture.url = reader.text("url");
  capture.final_url = reader.text("final_url");
  if (capture.final_url.empty()) capture.final_url = capture.url;
  capture.time = reader.time("time");
  capture.status = static_cast<int>(reader.number("status"));
  capture.etag = reader.text("etag");
  capture.last_modified = reader.text("last_modified");
  capture.content_type = reader.text("content_type");
  capture.payload_digest = reader.text("payload_digest");
  capture.truncated = reader.boolean("truncated");
  capture.not_page = reader.text("not_page");
  if (const Json* warc = reader.object("warc")) {
    JsonReader place(*warc);
    capture.warc = {place.text("file"), place.number("offset"), place.number("length"),
                    place.text("record_id")};
    if (!place.ok()) reader.fail("warc", "a place in a WARC file");
  }
  if (!reader.ok()) return reader.error();
  return capture;
}

}  // namespace

std::string task_to_json(const CrawlTask& task) {
  JsonLine line;
  line.always_text("kind", task_kind_name(task.kind));
  line.always_text("stage", stage_name(task.stage));
  line.text("blog", task.blog);
  line.text("url", task.url.href());
  line.text("referrer", task.referrer);
  line.number("depth", task.origin == TaskOrigin::kReplay ? kReplayDepth : task.depth);
  line.number("crawl", task.crawl);
  line.flag("conditional", task.conditional);
  line.number("feed_sequence", task.feed_sequence);
  if (task.feed_entry >= 0) line.always_number("feed_entry", static_cast<std::uint64_t>(task.feed_entry));
  line.number("template", task.template_sequence);
  line.number("capture", task.capture);
  line.list("captures", task.captures);
  line.number("attempts", task.attempts);
  line.time("not_before", task.not_before);
  return std::move(line).take();
}

Result<CrawlTask> task_from_json(std::string_view json) {
  return without_exceptions([&] { return read_task(json); });
}

std::string blog_to_json(const BlogState& blog) {
  Json json = Json::object();
  json["v"] = kJsonVersion;
  put_text(json, "home", blog.home);
  put_text(json, "base", blog.base);
  put_list(json, "feeds", blog.feeds);
  put_list(json, "given_feeds", blog.given_feeds);
  put_text(json, "given_zone", blog.given_zone);
  put_text(json, "feed", blog.feed);
  put_list(json, "comment_feeds", blog.comment_feeds);
  put_number(json, "template", blog.template_sequence);
  put_number(json, "crawls", blog.crawls);
  put_time(json, "last_crawl", blog.last_crawl);
  put_time(json, "due", blog.due);
  put_text(json, "due_reason", blog.due_reason);
  put_text(json, "became", blog.became);
  put_text(json, "became_evidence", blog.became_evidence);
  put_time(json, "became_since", blog.became_since);
  if (blog.became_overruled) json["became_overruled"] = true;
  put_text(json, "moved_to", blog.moved_to);
  put_text(json, "moved_evidence", blog.moved_evidence);
  put_list(json, "former", blog.former);
  return dump_json(json);
}

Result<BlogState> blog_from_json(std::string_view json) {
  return without_exceptions([&] { return read_blog(json); });
}

std::string capture_to_json(const Capture& capture) {
  JsonLine line;
  line.number("sequence", capture.sequence);
  line.always_text("kind", task_kind_name(capture.kind));
  line.text("url", capture.url);
  if (capture.final_url != capture.url) line.text("final_url", capture.final_url);
  line.time("time", capture.time);
  line.always_number("status", static_cast<std::uint64_t>(capture.status < 0 ? 0 : capture.status));
  line.text("etag", capture.etag);
  line.text("last_modified", capture.last_modified);
  line.text("content_type", capture.content_type);
  line.text("payload_digest", capture.payload_digest);
  if (capture.truncated) line.flag("truncated", true);
  line.text("not_page", capture.not_page);
  line.begin("warc");
  line.always_text("file", capture.warc.file);
  line.always_number("offset", capture.warc.offset);
  line.always_number("length", capture.warc.length);
  line.always_text("record_id", capture.warc.record_id);
  line.end();
  return std::move(line).take();
}

Result<Capture> capture_from_json(std::string_view json) {
  return without_exceptions([&] { return read_capture(json); });
}

}  // namespace bfa
