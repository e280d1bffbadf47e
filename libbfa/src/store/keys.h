// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/crawlmodel/crawl_store.h"
#include "store/bytes.h"
#include "store/capture_hops.h"

namespace bfa {

// The layouts of keys and values, docs/formats/store.md. A store with a greater number is refused.
inline constexpr std::uint64_t kStoreFormat = 2;

// In Family::kMeta.
namespace meta {
inline constexpr std::string_view kFormat = "n:format";
inline constexpr std::string_view kReserved = "n:reserved";  // sequence numbers below were given away
inline constexpr std::string_view kClean =
    "n:clean";  // next sequence number after a clean close; 0: not clean
inline constexpr std::string_view kCrawls = "n:crawls";  // number of the last crawl
std::string blog(std::string_view home);
std::string epoch(std::string_view blog);
std::string robots(std::string_view origin);
std::string crawl(std::uint64_t number);
inline constexpr std::string_view kObjects = "n:objects";  // number of the last object
std::string warc_file(std::string_view file);              // how far it is applied: Mark
std::string decision(std::string_view kind, std::string_view target);
std::string decisions(std::string_view kind);  // the first part of the former
std::string templates(std::string_view blog);
std::string note(std::string_view name);
std::string failures(std::string_view blog);
}  // namespace meta

// In Family::kUrls.
namespace urls {
std::string last_capture(std::string_view url);
std::string last_success(std::string_view url);
std::string pages(std::string_view blog);
std::string sources(std::string_view url);
std::string comments(std::string_view post_url);  // by fetch_dedup_key
std::string comment_count(std::string_view post_url);
std::string surt(std::string_view url);
std::string claims(std::string_view blog);  // what addresses said of where their content stands
}  // namespace urls

Error corrupt_row(const char* what);

std::string u64_bytes(std::uint64_t value);
std::uint64_t u64_value(std::string_view bytes);

// When an object was seen, and the step that saw it. The order is that of time.
struct Moment {
  UtcTime time{};
  std::uint64_t sequence = 0;

  auto operator<=>(const Moment&) const = default;
};

// A place of a record, as rows of format 1 and of originals have it.
WarcRef read_location(ByteReader& reader);

// Where a payload is stored in full.
struct DigestRecord {
  std::string target_uri, date;  // of the record
  WarcRef warc;
  std::string payload_digest;  // as the record has it, when that is not what it is kept under
};
std::string encode(const DigestRecord& record);
Result<DigestRecord> decode_digest_record(std::string_view bytes);

// A capture, and for a revisit where its payload is stored in full.
struct CaptureRecord {
  Capture capture;
  std::optional<WarcRef> original;
  std::vector<CaptureHop> hops;  // at most kMostHops
};
std::string encode(const CaptureRecord& record);
Result<CaptureRecord> decode_capture_record(std::string_view bytes);

std::string encode(const RobotsState& robots);
Result<RobotsState> decode_robots(std::string_view bytes);

// A feed version; `same_as`: the sequence of an earlier one with the same content (then `serialized` is
// empty).
struct FeedRecord {
  UtcTime time{};
  std::uint64_t same_as = 0;
  std::string serialized;
};
std::string encode(const FeedRecord& record);
Result<FeedRecord> decode_feed_record(std::string_view bytes);

// The key under which twins of a URL are one; the text itself when it is no URL. Rows are stored by it, so it
// stays as it is: "/a//b" is no twin of "/a/b" here.
std::string twin_of(std::string_view url);
std::string twin_of(const Url& url);

}  // namespace bfa
