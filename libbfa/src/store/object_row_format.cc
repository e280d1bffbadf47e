// SPDX-License-Identifier: Apache-2.0
#include "store/object_row_format.h"

#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "io/text_delta.h"
#include "store/bytes.h"

namespace bfa::object_row {
namespace {

constexpr std::uint8_t kHeadVersion = 2;
constexpr std::uint8_t kMoveVersion = 3;
constexpr std::uint8_t kRowVersion = 1;
constexpr std::uint8_t kTruncated = 1;
constexpr std::uint64_t kWholeEvery = 32;  // on average
constexpr std::size_t kMomentBytes = 16;

void append_moment(std::string& out, const Moment& moment) {
  append_time(out, moment.time);
  append_u64(out, moment.sequence);
}

Moment read_moment(ByteReader& reader) {
  Moment moment;
  moment.time = reader.time();
  moment.sequence = reader.u64();
  return moment;
}

void append_published(std::string& out, const std::optional<Timestamp>& published) {
  out += static_cast<char>(published ? static_cast<int>(published->precision) + 1 : 0);
  if (!published) return;
  append_time(out, published->utc);
  append_u32(out, static_cast<std::uint32_t>(published->offset.count()));
}

std::optional<Timestamp> read_published(ByteReader& reader) {
  const std::uint8_t precision = reader.u8();
  if (precision == 0) return std::nullopt;
  Timestamp out;
  out.precision = static_cast<TimePrecision>(precision - 1);
  out.utc = reader.time();
  out.offset = std::chrono::minutes(static_cast<std::int32_t>(reader.u32()));
  return out;
}

void append_meta(std::string& out, const Meta& meta) {
  out += static_cast<char>(meta.verdict);
  out += static_cast<char>(meta.truncated ? kTruncated : 0);
  append_varint(out, meta.capture);
  append_varint(out, meta.read_by);
  append_varint(out, meta.readings);
  append_short(out, meta.payload);
  append_short(out, meta.program);
}

Meta read_meta(ByteReader& reader) {
  Meta meta;
  meta.verdict = static_cast<Verdict>(reader.u8());
  meta.truncated = (reader.u8() & kTruncated) != 0;
  meta.capture = reader.varint();
  meta.read_by = reader.varint();
  meta.readings = reader.varint();
  meta.payload = reader.short_bytes();
  meta.program = reader.short_bytes();
  return meta;
}

// Spreads moments evenly, whatever their distances are (splitmix64, public domain, S. Vigna).
std::uint64_t spread(const Moment& moment) {
  std::uint64_t x = static_cast<std::uint64_t>(moment.time.time_since_epoch().count()) + moment.sequence;
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

State read_state(ByteReader& reader) {
  State state;
  state.form = static_cast<Form>(reader.u8());
  state.bytes = reader.rest();
  return state;
}

}  // namespace

std::string history_prefix(std::uint64_t number) {
  return u64_bytes(number);
}

std::string history_key(std::uint64_t number, const Moment& moment) {
  std::string key = u64_bytes(number);
  append_moment(key, moment);
  return key;
}

Result<Moment> moment_of(std::string_view key) {
  if (key.size() < sizeof(std::uint64_t) + kMomentBytes) return corrupt_row("key of a version");
  ByteReader reader(key.substr(sizeof(std::uint64_t)));
  return read_moment(reader);
}

std::string encode_head(const ObjectHead& head) {
  std::string out(1, static_cast<char>(kHeadVersion));
  for (const std::uint64_t value : {head.number, head.versions, head.sightings, head.comments})
    append_varint(out, value);
  for (const UtcTime time : {head.first_seen, head.last_seen, head.last_changed}) append_time(out, time);
  append_moment(out, head.latest);
  out += static_cast<char>(head.kind);
  append_published(out, head.published);
  for (const std::string* text :
       {&head.url, &head.title, &head.status, &head.language, &head.post, &head.id, &head.comment_type})
    append_short(out, *text);
  return out;
}

std::string encode_move(std::string_view to_key) {
  std::string out(1, static_cast<char>(kMoveVersion));
  out += to_key;
  return out;
}

Result<std::variant<ObjectHead, std::string>> decode_head(std::string_view bytes) {
  using Out = std::variant<ObjectHead, std::string>;
  ByteReader reader(bytes);
  const std::uint8_t version = reader.u8();
  if (version == kMoveVersion) return Out(std::string(reader.rest()));
  ObjectHead head;
  for (std::uint64_t* value : {&head.number, &head.versions, &head.sightings, &head.comments})
    *value = reader.varint();
  for (UtcTime* time : {&head.first_seen, &head.last_seen, &head.last_changed}) *time = reader.time();
  head.latest = read_moment(reader);
  head.kind = static_cast<ObjectKind>(reader.u8());
  head.published = read_published(reader);
  for (std::string* text :
       {&head.url, &head.title, &head.status, &head.language, &head.post, &head.id, &head.comment_type})
    *text = reader.short_bytes();
  if (!reader.ok() || version != kHeadVersion) return corrupt_row("head of an object");
  return Out(std::move(head));
}

Meta meta_of(const StoredVersion& version) {
  Meta meta;
  meta.verdict = version.verdict;
  meta.truncated = version.version.truncated;
  meta.capture = version.version.capture;
  meta.read_by = version.read_by;
  meta.readings = version.version.readings;
  meta.payload = version.payload;
  meta.program = version.program;
  return meta;
}

State encode_state(const Moment& moment, const std::string& json, const std::string& base) {
  if (spread(moment) % kWholeEvery != 0) {
    auto delta = make_delta(base, json);
    if (delta && delta->size() < json.size()) return {Form::kDelta, std::move(*delta)};
  }
  return {Form::kWhole, json};
}

std::string encode_history(const Meta& meta, const State& state) {
  std::string out(1, static_cast<char>(kRowVersion));
  append_meta(out, meta);
  out += static_cast<char>(state.form);
  out += state.bytes;
  return out;
}

Result<HistoryRow> decode_history(const Database::Row& row) {
  ByteReader reader(row.second);
  const std::uint8_t version = reader.u8();
  HistoryRow out;
  BFA_ASSIGN_OR_RETURN(out.moment, moment_of(row.first));
  out.meta = read_meta(reader);
  out.state = read_state(reader);
  if (!reader.ok() || version != kRowVersion || out.state.form > Form::kDelta) return corrupt_row("version");
  return out;
}

std::string encode_latest(const Moment& moment, const Meta& meta, const std::string& json) {
  std::string out(1, static_cast<char>(kRowVersion));
  append_moment(out, moment);
  append_meta(out, meta);
  out += json;
  return out;
}

Result<LatestRow> decode_latest(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::uint8_t version = reader.u8();
  LatestRow out;
  out.moment = read_moment(reader);
  out.meta = read_meta(reader);
  if (!reader.ok() || version != kRowVersion) return corrupt_row("newest version");
  out.json = reader.rest();
  return out;
}

Result<StoredVersion> make_version(const Moment& moment, const Meta& meta, std::string_view json) {
  StoredVersion out;
  BFA_ASSIGN_OR_RETURN(out.version.object, object_from_json(json));
  out.version.observed = moment.time;
  out.version.sequence = moment.sequence;
  out.version.capture = meta.capture;
  out.version.readings = meta.readings;
  out.version.truncated = meta.truncated;
  out.verdict = meta.verdict;
  out.read_by = meta.read_by;
  out.payload = meta.payload;
  out.program = meta.program;
  return out;
}

std::string reading_key(std::uint64_t number, const Moment& moment, std::uint64_t step) {
  std::string key = history_key(number, moment);
  append_u64(key, step);
  return key;
}

std::string encode_reading(const ReadingRow& row) {
  std::string out(1, static_cast<char>(kRowVersion));
  append_short(out, row.program);
  out += static_cast<char>(row.state.form);
  out += row.state.bytes;
  return out;
}

Result<ReadingRow> decode_reading(const Database::Row& row) {
  ByteReader reader(row.second);
  const std::uint8_t version = reader.u8();
  ReadingRow out;
  out.step = u64_value(std::string_view(row.first).substr(row.first.size() - sizeof(std::uint64_t)));
  out.program = reader.short_bytes();
  out.state = read_state(reader);
  const bool form = out.state.form == Form::kWhole || out.state.form == Form::kDelta;
  if (!reader.ok() || version != kRowVersion || !form) return corrupt_row("reading");
  return out;
}

std::string encode_comment_count(const CommentCount& count) {
  std::string out(1, static_cast<char>(kRowVersion));
  append_varint(out, count.comments);
  for (const auto& post : count.posts) append_short(out, post);
  return out;
}

Result<CommentCount> decode_comment_count(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::uint8_t version = reader.u8();
  CommentCount out;
  out.comments = reader.varint();
  while (reader.ok() && !reader.at_end()) out.posts.emplace_back(reader.short_bytes());
  if (!reader.ok() || version != kRowVersion) return corrupt_row("count of comments");
  return out;
}

}  // namespace bfa::object_row
