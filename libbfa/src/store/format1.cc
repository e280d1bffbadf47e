// SPDX-License-Identifier: Apache-2.0
#include "store/format1.h"

#include "store/bytes.h"

namespace bfa::format1 {

std::string moment_prefix(std::string_view object_key) {
  std::string key(object_key);
  key.append(2, '\0');
  return key;
}

std::string moment_key(std::string_view object_key, UtcTime time, std::uint64_t sequence) {
  std::string key = moment_prefix(object_key);
  append_time(key, time);
  append_u64(key, sequence);
  return key;
}

Result<Moment> parse_moment(std::string_view key) {
  if (key.size() < 16) return corrupt_row("key of a version");
  ByteReader reader(key.substr(key.size() - 16));
  Moment moment;
  moment.time = reader.time();
  moment.sequence = reader.u64();
  return moment;
}

Result<ObjectRecord> decode_object_record(std::string_view bytes) {
  ByteReader reader(bytes);
  ObjectRecord record;
  const std::uint8_t version = reader.u8();
  record.versions = reader.u64();
  record.sightings = reader.u64();
  record.first_seen = reader.time();
  record.last_seen = reader.time();
  record.last_changed = reader.time();
  record.latest.time = reader.time();
  record.latest.sequence = reader.u64();
  if (!reader.ok() || version != 1) return corrupt_row("object record");
  return record;
}

}  // namespace bfa::format1
