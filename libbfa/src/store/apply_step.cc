// SPDX-License-Identifier: Apache-2.0
// What a commit derives from a step, family by family.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/store_sink.h"
#include "store/store_view.h"

namespace bfa {
namespace {

// True for a capture that later steps may read as the page. 206 is a part of one.
bool succeeded(const Capture& capture) {
  return capture.status > 0 && capture.status < 400 && capture.status != 304 && capture.status != 206;
}

// Why the answer is not the page ("parked_domain"); empty: it is.
std::string not_page_of(const StepResult& result) {
  constexpr std::string_view kPrefix = "not_page.";
  if (result.outcome != Outcome::kSomethingElse) return {};
  for (const Finding& finding : result.findings) {
    if (finding.id.starts_with(kPrefix)) return finding.id.substr(kPrefix.size());
  }
  return "something_else";
}

std::string encode_keys(const std::vector<std::string>& keys) {
  std::string out;
  for (const auto& key : keys) append_bytes(out, key);
  return out;
}

std::vector<std::string> decode_keys(std::string_view bytes) {
  std::vector<std::string> keys;
  ByteReader reader(bytes);
  while (!reader.at_end()) {
    std::string key(reader.bytes());
    if (!reader.ok()) break;
    keys.push_back(std::move(key));
  }
  return keys;
}

CaptureHop hop_of(const Exchange& exchange, const WarcWritten& written) {
  CaptureHop hop;
  hop.url = exchange.url;
  hop.time = exchange.started;
  hop.status = exchange.head.status;
  hop.content_type = exchange.head.header("content-type");
  hop.payload_digest = written.payload_digest;
  hop.warc = written.response;
  hop.revisit = written.revisit;
  return hop;
}

bool is_text(ObjectKind kind) {
  return kind == ObjectKind::kPost || kind == ObjectKind::kPage;
}

}  // namespace

// Records where a payload is stored in full, or finds that place for a revisit.
Status StoreSink::apply_original(const Exchange& exchange, const WarcWritten& written,
                                 std::optional<WarcRef>* original) {
  if (written.revisit) {
    if (!written.original) return {};
    const DigestRecord record = digest_record(*written.original);
    *original = record.warc;
    if (exchange.head.status == 200)
      database_.put(Family::kUrls, urls::last_success(exchange.url), encode(record));
    return {};
  }
  // A cut transfer is no original: a whole one with the same payload would count as cut.
  if (exchange.head.status != 200 || exchange.truncated != Truncation::kNone) return {};
  const DigestRecord record{exchange.url, format_rfc3339(exchange.started), written.response, {}};
  const std::string bytes = encode(record);
  if (!written.payload_digest.empty()) database_.put(Family::kDigests, written.payload_digest, bytes);
  database_.put(Family::kUrls, urls::last_success(exchange.url), bytes);
  return {};
}

Status StoreSink::apply_captures(const StepResult& result, const RecordedStep& recorded, bool last) {
  const std::size_t count = std::min(result.exchanges.size(), recorded.exchanges.size());
  std::vector<CaptureHop> hops;
  for (std::size_t i = 0; i < count; ++i) {
    const Exchange& exchange = result.exchanges[i];
    const WarcWritten& written = recorded.exchanges[i];
    std::optional<WarcRef> original;
    BFA_RETURN_IF_ERROR(apply_original(exchange, written, &original));
    if (i + 1 < count) {
      if (i < kMostHops) hops.push_back(hop_of(exchange, written));
      continue;
    }
    CaptureRecord record;
    Capture& capture = record.capture;
    capture.sequence = recorded.sequence;
    capture.url = result.task.url.href();
    capture.final_url = exchange.url;
    capture.time = exchange.started;
    capture.status = exchange.head.status;
    capture.etag = exchange.head.header("etag");
    capture.last_modified = exchange.head.header("last-modified");
    capture.content_type = exchange.head.header("content-type");
    capture.payload_digest = written.payload_digest;
    capture.warc = written.response;
    capture.kind = result.task.kind;
    capture.truncated = exchange.truncated != Truncation::kNone;
    // Of a part of a page: its validators are those of the whole page, and a 304 would keep the part. Of a
    // 304: conditions come from the capture that it confirms, and such rows are most of what polls add.
    if (capture.truncated || capture.status == 304) {
      capture.etag.clear();
      capture.last_modified.clear();
    }
    capture.not_page = not_page_of(result);
    record.original = std::move(original);
    record.hops = std::exchange(hops, {});
    database_.put(Family::kCaptures, u64_bytes(recorded.sequence), encode(record));
    if (!last) continue;
    index_capture(result, capture);
    BFA_RETURN_IF_ERROR(apply_page(result, capture));
  }
  return last ? apply_not_page(result) : Status();
}

// A capture that waited for the end of the crawl turned out to be something else: it is marked, and the one
// before it (the first that the task lists) is the last good one again.
Status StoreSink::apply_not_page(const StepResult& result) {
  const CrawlTask& task = result.task;
  if (result.outcome != Outcome::kSomethingElse || task.kind != TaskKind::kExtract) return {};
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(task.capture)));
  if (!bytes) return {};
  BFA_ASSIGN_OR_RETURN(CaptureRecord record, decode_capture_record(*bytes));
  record.capture.not_page = not_page_of(result);
  database_.put(Family::kCaptures, u64_bytes(task.capture), encode(record));
  const std::uint64_t before = task.captures.empty() ? 0 : task.captures.front();
  for (const std::string& url : {record.capture.url, record.capture.final_url}) {
    std::string key = urls::last_capture(url);
    BFA_ASSIGN_OR_RETURN(const auto last, database_.get(Family::kUrls, key));
    if (!last || u64_value(*last) != task.capture) continue;
    if (before != 0) {
      database_.put(Family::kUrls, std::move(key), u64_bytes(before));
    } else {
      database_.erase(Family::kUrls, std::move(key));
    }
  }
  return {};
}

void StoreSink::index_capture(const StepResult& result, const Capture& capture) {
  // What stands in place of a page answers no condition, and nothing is read from it.
  if (!succeeded(capture) || !capture.not_page.empty()) return;
  if (capture.truncated && result.outcome != Outcome::kDone) return;
  const std::string number = u64_bytes(capture.sequence);
  database_.put(Family::kUrls, urls::last_capture(result.task.url.href()), number);
  if (capture.final_url != result.task.url.href())
    database_.put(Family::kUrls, urls::last_capture(capture.final_url), number);
}

// Update crawls request again each page that has answered once, even if it fails later.
Status StoreSink::apply_page(const StepResult& result, const Capture& capture) {
  if (capture.kind != TaskKind::kPage) return {};
  std::string key = urls::pages(result.task.blog) + result.task.url.href();
  BFA_ASSIGN_OR_RETURN(const bool known, database_.contains(Family::kUrls, key));
  if (known || succeeded(capture)) database_.put(Family::kUrls, std::move(key), u64_bytes(capture.sequence));
  return {};
}

Status StoreSink::apply_feed(const FeedVersion& feed, std::uint64_t sequence) {
  const std::string prefix = feed_prefix(feed.url);
  FeedRecord record{feed.time, 0, feed.serialized};
  BFA_ASSIGN_OR_RETURN(const auto row,
                       database_.last_row(Family::kFeeds, prefix, prefix + u64_bytes(sequence)));
  if (row) {
    const std::uint64_t last = u64_value(std::string_view(row->first).substr(row->first.size() - 8));
    BFA_ASSIGN_OR_RETURN(FeedRecord before, decode_feed_record(row->second));
    const std::uint64_t holder = before.same_as != 0 ? before.same_as : last;
    if (before.same_as != 0) {
      BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kFeeds, prefix + u64_bytes(holder)));
      if (bytes) {
        BFA_ASSIGN_OR_RETURN(before, decode_feed_record(*bytes));
      }
    }
    if (before.serialized == record.serialized) {
      record.same_as = holder;
      record.serialized.clear();
    }
  }
  database_.put(Family::kFeeds, prefix + u64_bytes(sequence), encode(record));
  return {};
}

// Steps run in parallel. A step may have read the blog's state before another one changed it; it must not
// overwrite the values that the archive and the loop keep there.
Status StoreSink::apply_blog(const StepResult& result, std::uint64_t sequence) {
  const std::string home = result.blog && !result.blog->home.empty() ? result.blog->home : result.task.blog;
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kMeta, meta::blog(home)));
  BlogState state;
  state.home = home;
  if (bytes) {
    BFA_ASSIGN_OR_RETURN(state, blog_from_json(*bytes));
  }
  if (result.blog) {
    const BlogState before = std::exchange(state, *result.blog);
    state.home = home;
    state.template_sequence = std::max(state.template_sequence, before.template_sequence);
    if (bytes) {
      state.crawls = before.crawls;
      state.last_crawl = before.last_crawl;
      state.due = before.due;
      state.due_reason = before.due_reason;
    }
  }
  if (result.learned) state.template_sequence = sequence;
  database_.put(Family::kMeta, meta::blog(home), blog_to_json(state));
  return {};
}

Status StoreSink::apply_state(StepResult& result, std::uint64_t sequence) {
  if (result.robots)
    database_.put(Family::kMeta, meta::robots(result.robots->origin), encode(*result.robots));
  if (result.feed) BFA_RETURN_IF_ERROR(apply_feed(*result.feed, sequence));
  if (result.learned) {
    database_.put(Family::kMeta, meta::templates(result.task.blog) + u64_bytes(sequence),
                  template_to_json(*result.learned));
  }
  if (result.blog || result.learned) return apply_blog(result, sequence);
  return {};
}

// How an observation was made; enters the place of its bytes into the object.
Result<Seen> StoreSink::seen_as(Observation& observation, const RecordedStep& recorded) const {
  Seen seen;
  seen.moment = {observation.observed, recorded.sequence};
  seen.capture = observation.capture;
  seen.reading = observation.reading;
  WarcRef place;
  if (observation.capture == 0 && !recorded.exchanges.empty()) {
    place = recorded.exchanges.back().response;
    seen.payload = recorded.exchanges.back().payload_digest;
  }
  if (observation.capture != 0) {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(observation.capture)));
    if (bytes) {
      BFA_ASSIGN_OR_RETURN(CaptureRecord record, decode_capture_record(*bytes));
      place = std::move(record.capture.warc);
      seen.payload = std::move(record.capture.payload_digest);
      seen.truncated = record.capture.truncated;
    }
  }
  WarcRef& known = observation.object.provenance.warc;
  if (known.file.empty()) known = std::move(place);
  return seen;
}

Status StoreSink::apply_objects(StepResult& result, const RecordedStep& recorded, Committed& committed) {
  std::vector<std::string> keys;
  for (auto& observation : result.objects) {
    DataObject& object = observation.object;
    if (object.status.empty()) object.status = "active";
    BFA_ASSIGN_OR_RETURN(Seen seen, seen_as(observation, recorded));
    if (observation.capture == 0 && !result.exchanges.empty())
      seen.truncated = result.exchanges.back().truncated != Truncation::kNone;
    if (result.task.kind ==
        TaskKind::kJoin) {  // read from several pages: one of them says nothing of the others
      seen.capture = 0;
      seen.payload.clear();
    }
    if (object.kind == ObjectKind::kComment && object.status == "gone") {  // its page lost it
      BFA_ASSIGN_OR_RETURN(auto item,
                           ledger_.mark_gone(object_key(object), observation.observed, recorded.sequence));
      if (item) committed.items.push_back(std::move(*item));
      continue;
    }
    if (!observation.moved_from.empty()) {
      BFA_ASSIGN_OR_RETURN(auto moved, moves_.join(observation.moved_from, object, seen));
      for (auto& item : moved) committed.items.push_back(std::move(item));
      continue;
    }
    BFA_ASSIGN_OR_RETURN(const bool elsewhere,
                         moves_.is_shown_again(object, {observation.observed, recorded.sequence}));
    if (elsewhere) {
      BFA_ASSIGN_OR_RETURN(auto item,
                           ledger_.sight(object_key(object), observation.observed, recorded.sequence));
      if (item) committed.items.push_back(std::move(*item));
      continue;
    }
    BFA_ASSIGN_OR_RETURN(auto item, ledger_.observe(object, seen));
    if (is_text(item.kind)) {
      keys.push_back(item.key);
      if (item.what == Committed::Item::What::kNew)
        BFA_RETURN_IF_ERROR(apply_gone_before(result.task.blog, object, seen));
    }
    committed.items.push_back(std::move(item));
  }
  const bool page = result.task.kind == TaskKind::kPage || result.task.kind == TaskKind::kExtract ||
                    result.task.kind == TaskKind::kHome || result.task.kind == TaskKind::kJoin;
  if (page && !keys.empty())
    database_.put(Family::kUrls, urls::sources(result.task.url.href()), encode_keys(keys));
  return apply_known(result, recorded.sequence, committed);
}

// Its address may have said that the page is gone before an older capture of it was imported.
Status StoreSink::apply_gone_before(const std::string& blog, const DataObject& object, const Seen& seen) {
  BFA_ASSIGN_OR_RETURN(const auto claim, claims_.find(blog, object.url));
  if (!claim || claim->kind != AddressClaim::Kind::kGone || claim->time <= seen.moment.time) return {};
  BFA_ASSIGN_OR_RETURN(const auto gone, ledger_.mark_gone(object_key(object), claim->time, claim->sequence));
  (void)gone;
  return {};
}

// A page that is unchanged (304) or gone is a new observation of the objects that were extracted from it.
Status StoreSink::apply_known(const StepResult& result, std::uint64_t sequence, Committed& committed) {
  const bool gone = result.outcome == Outcome::kGone;
  if ((!gone && result.outcome != Outcome::kNotModified) || result.exchanges.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kUrls, urls::sources(result.task.url.href())));
  if (!bytes) return {};
  const UtcTime observed = result.exchanges.back().started;
  for (const auto& key : decode_keys(*bytes)) {
    // The object stands at another address now: that this one is gone says nothing of it.
    BFA_ASSIGN_OR_RETURN(const bool former, moves_.is_former(key));
    if (former) continue;
    const auto observed_already = [&](const Committed::Item& item) { return item.key == key; };
    if (std::any_of(committed.items.begin(), committed.items.end(), observed_already)) continue;
    BFA_ASSIGN_OR_RETURN(auto item, gone ? ledger_.mark_gone(key, observed, sequence)
                                         : ledger_.sight(key, observed, sequence));
    if (item) committed.items.push_back(std::move(*item));
  }
  return {};
}

Status StoreSink::apply_failure(const StepResult& result, std::uint64_t sequence) {
  CrawlTask task = result.task;
  const bool something_else = result.outcome == Outcome::kSomethingElse;
  if (something_else && task.kind == TaskKind::kExtract) {  // the failure is that of the page
    task.kind = TaskKind::kPage;
    task.stage = Stage::kPost;
    task.capture = 0;
    task.captures.clear();
  }
  std::string key = meta::failures(task.blog);
  key += static_cast<char>(task.kind);
  key += task.url.href();
  const bool cut = result.outcome == Outcome::kTruncated;
  const bool failed =
      something_else || cut || result.outcome == Outcome::kFailed || result.outcome == Outcome::kDeferred;
  if (failed) {
    if (cut) task.captures.push_back(sequence);  // a later run compares its answer with this one
    FailedTask failure{std::move(task),
                       result.error.value_or(Error{Code::kUnavailable, "failed", result.task.url.href(), -1}),
                       result.exchanges.empty() ? sequences_.now() : result.exchanges.back().started};
    database_.put(Family::kMeta, std::move(key), encode_failure(failure));
    return {};
  }
  if (result.outcome == Outcome::kRetry) return {};
  BFA_ASSIGN_OR_RETURN(const bool known, database_.contains(Family::kMeta, key));
  if (known) database_.erase(Family::kMeta, std::move(key));
  return {};
}

std::string encode_failure(const FailedTask& failure) {
  nlohmann::ordered_json json;
  json["v"] = 1;
  json["code"] = static_cast<int>(failure.error.code);
  json["message"] = failure.error.message;
  json["where"] = failure.error.where;
  json["offset"] = failure.error.offset;
  json["time"] = format_rfc3339(failure.time);
  json["task"] = task_to_json(failure.task);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<FailedTask> decode_failure(std::string_view bytes) {
  const Error corrupt{Code::kCorrupt, "store: bad failure record", {}, -1};
  try {
    const auto json = nlohmann::ordered_json::parse(bytes);
    FailedTask failure;
    const int code = json.at("code").get<int>();
    if (code < static_cast<int>(Code::kInvalidArgument) || code > static_cast<int>(Code::kInternal))
      return corrupt;
    failure.error = {static_cast<Code>(code), json.at("message").get<std::string>(),
                     json.at("where").get<std::string>(), json.at("offset").get<std::int64_t>()};
    BFA_ASSIGN_OR_RETURN(failure.time, parse_rfc3339(json.at("time").get<std::string>()));
    BFA_ASSIGN_OR_RETURN(failure.task, task_from_json(json.at("task").get<std::string>()));
    return failure;
  } catch (const nlohmann::json::exception&) {
    return corrupt;
  }
}

}  // namespace bfa
