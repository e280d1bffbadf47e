// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/object_rows.h"

// Keys and values of the rows about objects, docs/formats/store.md.
namespace bfa::object_row {

// Object number, time, sequence: 24 bytes, in the order of time.
std::string history_prefix(std::uint64_t number);
std::string history_key(std::uint64_t number, const Moment& moment);
Result<Moment> moment_of(std::string_view key);

std::string encode_head(const ObjectHead& head);
std::string encode_move(std::string_view to_key);
// A head, or the key to which the object moved.
Result<std::variant<ObjectHead, std::string>> decode_head(std::string_view bytes);

// What the row of a version says without its state.
struct Meta {
  Verdict verdict = Verdict::kContent;
  bool truncated = false;
  std::uint64_t capture = 0, read_by = 0, readings = 1;
  std::string payload, program;
};
Meta meta_of(const StoredVersion& version);

// How a row keeps a state.
enum class Form : std::uint8_t {
  kInLatest = 0,  // in Family::kLatest: the newest version
  kWhole = 1,     // JSON
  kDelta = 2,     // io/text_delta.h, against the next newer state
};
struct State {
  Form form = Form::kWhole;
  std::string bytes;
};
// `base`: the next newer state. Some states stay whole, so that reading an old one takes a bounded number of
// deltas. Which ones is decided by their moment alone, so that the order of arrival makes no difference.
State encode_state(const Moment& moment, const std::string& json, const std::string& base);

struct HistoryRow {
  Moment moment;
  Meta meta;
  State state;
};
std::string encode_history(const Meta& meta, const State& state);
Result<HistoryRow> decode_history(const Database::Row& row);

struct LatestRow {
  Moment moment;
  Meta meta;
  std::string json;
};
std::string encode_latest(const Moment& moment, const Meta& meta, const std::string& json);
Result<LatestRow> decode_latest(std::string_view bytes);

Result<StoredVersion> make_version(const Moment& moment, const Meta& meta, std::string_view json);

// An older reading; its state is kept against the next newer reading.
struct ReadingRow {
  std::uint64_t step = 0;
  std::string program;
  State state;
};
std::string reading_key(std::uint64_t number, const Moment& moment, std::uint64_t step);
std::string encode_reading(const ReadingRow& row);
Result<ReadingRow> decode_reading(const Database::Row& row);

// How many comments a post has, and the keys of the posts and pages that have its URL or a twin of it.
struct CommentCount {
  std::uint64_t comments = 0;
  std::vector<std::string> posts;
};
std::string encode_comment_count(const CommentCount& count);
Result<CommentCount> decode_comment_count(std::string_view bytes);

}  // namespace bfa::object_row
