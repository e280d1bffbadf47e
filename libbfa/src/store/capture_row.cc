// SPDX-License-Identifier: Apache-2.0
// The row of a capture, docs/formats/store.md. Most revisits add such a row and little else, so that it is
// short: numbers and digests in binary, and no address twice.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

constexpr std::uint8_t kJsonRow = 1;  // format 1
constexpr std::uint8_t kRowVersion = 2;

enum Flag : std::uint8_t { kHasOriginal = 1, kTruncated = 2, kRedirected = 4, kHasHops = 8 };
// How an identifier is written.
enum class Packing : std::uint8_t { kText = 0, kSha256 = 1, kUuid = 2 };

constexpr std::string_view kSha256Label = "sha256:";
constexpr std::string_view kUuidLabel = "urn:uuid:";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kSha256Bytes = 32;
constexpr std::size_t kUuidBytes = 16;

bool has_dash_before(std::size_t byte) {
  return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

// The bytes of lower-case hexadecimal digits; empty when the text is anything else.
std::string unhex(std::string_view text, std::size_t bytes, bool dashes) {
  std::string out;
  std::size_t at = 0;
  const auto digit = [&] {
    const char c = at < text.size() ? text[at++] : ' ';
    return kHexDigits.find(c) == std::string_view::npos ? -1 : hex_value(c);
  };
  for (std::size_t i = 0; i < bytes; ++i) {
    if (dashes && has_dash_before(i)) {
      if (at >= text.size() || text[at] != '-') return {};
      ++at;
    }
    const int high = digit(), low = digit();
    if (high < 0 || low < 0) return {};
    out += static_cast<char>(high * 16 + low);
  }
  return at == text.size() ? out : std::string();
}

std::string hex(std::string_view bytes, bool dashes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (dashes && has_dash_before(i)) out += '-';
    const auto byte = static_cast<unsigned char>(bytes[i]);
    out += kHexDigits[byte >> 4U];
    out += kHexDigits[byte & 15U];
  }
  return out;
}

void append_packed(std::string& out, std::string_view text) {
  std::string bytes;
  Packing packing = Packing::kText;
  if (text.starts_with(kSha256Label)) {
    bytes = unhex(text.substr(kSha256Label.size()), kSha256Bytes, false);
    packing = Packing::kSha256;
  } else if (text.starts_with(kUuidLabel)) {
    bytes = unhex(text.substr(kUuidLabel.size()), kUuidBytes, true);
    packing = Packing::kUuid;
  }
  if (bytes.empty()) packing = Packing::kText;
  out += static_cast<char>(packing);
  if (packing == Packing::kText) {
    append_short(out, text);
  } else {
    out += bytes;
  }
}

std::string read_packed(ByteReader& reader) {
  switch (static_cast<Packing>(reader.u8())) {
    case Packing::kSha256:
      return std::string(kSha256Label) + hex(reader.take(kSha256Bytes), false);
    case Packing::kUuid:
      return std::string(kUuidLabel) + hex(reader.take(kUuidBytes), true);
    case Packing::kText:
      break;
  }
  return std::string(reader.short_bytes());
}

void append_place(std::string& out, const WarcRef& warc) {
  append_short(out, warc.file);
  append_varint(out, warc.offset);
  append_varint(out, warc.length);
  append_packed(out, warc.record_id);
}

WarcRef read_place(ByteReader& reader) {
  WarcRef warc;
  warc.file = reader.short_bytes();
  warc.offset = reader.varint();
  warc.length = reader.varint();
  warc.record_id = read_packed(reader);
  return warc;
}

// Most hops are in the file of the capture, whose name is not repeated.
void append_hops(std::string& out, const CaptureRecord& record) {
  const std::size_t count = std::min(record.hops.size(), kMostHops);
  append_varint(out, count);
  for (std::size_t i = 0; i < count; ++i) {
    const CaptureHop& hop = record.hops[i];
    out += static_cast<char>(hop.revisit);
    append_short(out, hop.url);
    append_time(out, hop.time);
    append_varint(out, static_cast<std::uint64_t>(hop.status));
    append_short(out, hop.content_type);
    append_packed(out, hop.payload_digest);
    WarcRef place = hop.warc;
    if (place.file == record.capture.warc.file) place.file.clear();
    append_place(out, place);
  }
}

std::vector<CaptureHop> read_hops(ByteReader& reader, const std::string& file) {
  std::vector<CaptureHop> hops;
  const std::uint64_t count = reader.varint();
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
    CaptureHop hop;
    hop.revisit = reader.u8() != 0;
    hop.url = reader.short_bytes();
    hop.time = reader.time();
    hop.status = static_cast<int>(reader.varint());
    hop.content_type = reader.short_bytes();
    hop.payload_digest = read_packed(reader);
    hop.warc = read_place(reader);
    if (hop.warc.file.empty()) hop.warc.file = file;
    hops.push_back(std::move(hop));
  }
  return hops;
}

Result<CaptureRecord> decode_json_row(ByteReader& reader) {
  CaptureRecord record;
  if (reader.u8() != 0) record.original = read_location(reader);
  if (!reader.ok()) return corrupt_row("capture");
  BFA_ASSIGN_OR_RETURN(record.capture, capture_from_json(reader.rest()));
  return record;
}

}  // namespace

std::string encode(const CaptureRecord& record) {
  const Capture& capture = record.capture;
  const bool redirected = capture.final_url != capture.url;
  std::string out(1, static_cast<char>(kRowVersion));
  out += static_cast<char>((record.original ? kHasOriginal : 0) | (capture.truncated ? kTruncated : 0) |
                           (redirected ? kRedirected : 0) | (record.hops.empty() ? 0 : kHasHops));
  out += static_cast<char>(capture.kind);
  append_varint(out, capture.sequence);
  append_time(out, capture.time);
  append_varint(out, static_cast<std::uint64_t>(capture.status));
  append_short(out, capture.url);
  if (redirected) append_short(out, capture.final_url);
  for (const std::string* text :
       {&capture.etag, &capture.last_modified, &capture.content_type, &capture.not_page})
    append_short(out, *text);
  append_packed(out, capture.payload_digest);
  append_place(out, capture.warc);
  if (record.original) append_place(out, *record.original);
  if (!record.hops.empty()) append_hops(out, record);
  return out;
}

Result<CaptureRecord> decode_capture_record(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::uint8_t version = reader.u8();
  if (version == kJsonRow) return decode_json_row(reader);
  CaptureRecord record;
  Capture& capture = record.capture;
  const std::uint8_t flags = reader.u8();
  capture.truncated = (flags & kTruncated) != 0;
  capture.kind = static_cast<TaskKind>(reader.u8());
  capture.sequence = reader.varint();
  capture.time = reader.time();
  capture.status = static_cast<int>(reader.varint());
  capture.url = reader.short_bytes();
  capture.final_url = (flags & kRedirected) != 0 ? std::string(reader.short_bytes()) : capture.url;
  for (std::string* text : {&capture.etag, &capture.last_modified, &capture.content_type, &capture.not_page})
    *text = reader.short_bytes();
  capture.payload_digest = read_packed(reader);
  capture.warc = read_place(reader);
  if ((flags & kHasOriginal) != 0) record.original = read_place(reader);
  if ((flags & kHasHops) != 0) record.hops = read_hops(reader, capture.warc.file);
  if (!reader.ok() || version != kRowVersion) return corrupt_row("capture");
  return record;
}

}  // namespace bfa
