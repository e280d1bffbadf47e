// SPDX-License-Identifier: Apache-2.0
#include "store/keys.h"

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "store/bytes.h"
#include "url/dedup_key.h"

namespace bfa {
namespace {

std::string join(std::string_view tag, std::string_view name) {
  std::string key(tag);
  key += name;
  return key;
}

std::string joined_prefix(std::string_view tag, std::string_view name) {
  std::string key = join(tag, name);
  key += '\0';
  return key;
}

constexpr std::uint8_t kRecordVersion = 1;

void append_location(std::string& out, const WarcRef& warc) {
  append_bytes(out, warc.file);
  append_u64(out, warc.offset);
  append_u64(out, warc.length);
  append_bytes(out, warc.record_id);
}

}  // namespace

WarcRef read_location(ByteReader& reader) {
  WarcRef warc;
  warc.file = reader.bytes();
  warc.offset = reader.u64();
  warc.length = reader.u64();
  warc.record_id = reader.bytes();
  return warc;
}

namespace meta {
std::string blog(std::string_view home) {
  return join("b:", home);
}
std::string epoch(std::string_view blog) {
  return join("e:", blog);
}
std::string robots(std::string_view origin) {
  return join("r:", origin);
}
std::string crawl(std::uint64_t number) {
  return join("c:", u64_bytes(number));
}
std::string warc_file(std::string_view file) {
  return join("w:", file);
}
std::string note(std::string_view name) {
  return join("x:", name);
}
std::string decisions(std::string_view kind) {
  return kind.empty() ? "d:" : joined_prefix("d:", kind);
}
std::string decision(std::string_view kind, std::string_view target) {
  return join(joined_prefix("d:", kind), target);
}
std::string templates(std::string_view blog) {
  return joined_prefix("t:", blog);
}
std::string failures(std::string_view blog) {
  return joined_prefix("f:", blog);
}
}  // namespace meta

namespace urls {
std::string last_capture(std::string_view url) {
  return join("l:", url);
}
std::string last_success(std::string_view url) {
  return join("o:", url);
}
std::string pages(std::string_view blog) {
  return joined_prefix("p:", blog);
}
std::string sources(std::string_view url) {
  return join("s:", url);
}
std::string comments(std::string_view post_url) {
  return joined_prefix("c:", twin_of(post_url));
}
std::string claims(std::string_view blog) {
  return joined_prefix("m:", blog);
}
std::string comment_count(std::string_view post_url) {
  return join("n:", twin_of(post_url));
}
std::string surt(std::string_view url) {
  return joined_prefix("u:", surt_key(url));
}
}  // namespace urls

Error corrupt_row(const char* what) {
  return Error{
      Code::kCorrupt, std::string("store: bad ") + what + "; bfa rebuild makes the store anew", {}, -1};
}

std::string u64_bytes(std::uint64_t value) {
  std::string out;
  append_u64(out, value);
  return out;
}

std::uint64_t u64_value(std::string_view bytes) {
  ByteReader reader(bytes);
  return reader.u64();
}

std::string encode(const DigestRecord& record) {
  std::string out(1, static_cast<char>(kRecordVersion));
  append_bytes(out, record.target_uri);
  append_bytes(out, record.date);
  append_location(out, record.warc);
  if (!record.payload_digest.empty()) append_bytes(out, record.payload_digest);
  return out;
}

Result<DigestRecord> decode_digest_record(std::string_view bytes) {
  ByteReader reader(bytes);
  DigestRecord record;
  const std::uint8_t version = reader.u8();
  record.target_uri = reader.bytes();
  record.date = reader.bytes();
  record.warc = read_location(reader);
  if (reader.ok() && !reader.at_end()) record.payload_digest = reader.bytes();
  if (!reader.ok() || version != kRecordVersion) return corrupt_row("digest record");
  return record;
}

std::string encode(const RobotsState& robots) {
  std::string out(1, static_cast<char>(kRecordVersion));
  append_bytes(out, robots.origin);
  append_u32(out, static_cast<std::uint32_t>(robots.status));
  append_time(out, robots.time);
  out += robots.body;
  return out;
}

Result<RobotsState> decode_robots(std::string_view bytes) {
  ByteReader reader(bytes);
  RobotsState robots;
  const std::uint8_t version = reader.u8();
  robots.origin = reader.bytes();
  robots.status = static_cast<int>(reader.u32());
  robots.time = reader.time();
  if (!reader.ok() || version != kRecordVersion) return corrupt_row("robots.txt record");
  robots.body = reader.rest();
  return robots;
}

std::string encode(const FeedRecord& record) {
  std::string out(1, static_cast<char>(kRecordVersion));
  append_time(out, record.time);
  append_u64(out, record.same_as);
  out += record.serialized;
  return out;
}

Result<FeedRecord> decode_feed_record(std::string_view bytes) {
  ByteReader reader(bytes);
  FeedRecord record;
  const std::uint8_t version = reader.u8();
  record.time = reader.time();
  record.same_as = reader.u64();
  if (!reader.ok() || version != kRecordVersion) return corrupt_row("feed record");
  record.serialized = reader.rest();
  return record;
}

std::string twin_of(const Url& url) {
  return dedup_key_with_empty_segments(url);
}

std::string twin_of(std::string_view url) {
  const auto parsed = Url::parse(url);
  return parsed ? twin_of(*parsed) : std::string(url);
}

}  // namespace bfa
