// SPDX-License-Identifier: Apache-2.0
#include "store/store_view.h"

#include <limits>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/object/json.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxExchangeBytes = std::uint64_t{1} << 30U;
constexpr std::uint64_t kNoSequence = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::string feed_prefix(const std::string& url) {
  std::string key = url;
  key += '\0';
  return key;
}

Result<std::optional<BlogState>> StoreView::blog(const std::string& home) const {
  return guarded([&]() -> Result<std::optional<BlogState>> {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kMeta, meta::blog(home)));
    if (!bytes) return std::optional<BlogState>();
    BFA_ASSIGN_OR_RETURN(BlogState state, blog_from_json(*bytes));
    return std::optional<BlogState>(std::move(state));
  });
}

Result<std::optional<Template>> StoreView::template_at(const std::string& blog,
                                                       std::uint64_t sequence) const {
  return guarded([&]() -> Result<std::optional<Template>> {
    BFA_ASSIGN_OR_RETURN(const auto bytes,
                         database_.get(Family::kMeta, meta::templates(blog) + u64_bytes(sequence)));
    if (!bytes) return std::optional<Template>();
    BFA_ASSIGN_OR_RETURN(Template t, template_from_json(*bytes));
    return std::optional<Template>(std::move(t));
  });
}

Result<FeedVersion> StoreView::read_feed(const std::string& url, const Database::Row& row) const {
  BFA_ASSIGN_OR_RETURN(FeedRecord record, decode_feed_record(row.second));
  FeedVersion version;
  version.url = url;
  version.time = record.time;
  version.sequence = u64_value(std::string_view(row.first).substr(row.first.size() - 8));
  if (record.same_as != 0) {
    BFA_ASSIGN_OR_RETURN(const auto bytes,
                         database_.get(Family::kFeeds, feed_prefix(url) + u64_bytes(record.same_as)));
    if (!bytes) return Error{Code::kCorrupt, "store: a feed version is missing", url, -1};
    BFA_ASSIGN_OR_RETURN(record, decode_feed_record(*bytes));
  }
  version.serialized = std::move(record.serialized);
  return version;
}

Result<std::optional<FeedVersion>> StoreView::feed_at(const std::string& url, std::uint64_t sequence) const {
  return guarded([&]() -> Result<std::optional<FeedVersion>> {
    const std::string prefix = feed_prefix(url);
    std::string end = prefix + u64_bytes(sequence);
    end += '\0';
    BFA_ASSIGN_OR_RETURN(const auto row, database_.last_row(Family::kFeeds, prefix, end));
    if (!row) return std::optional<FeedVersion>();
    BFA_ASSIGN_OR_RETURN(FeedVersion version, read_feed(url, *row));
    return std::optional<FeedVersion>(std::move(version));
  });
}

Result<std::optional<FeedVersion>> StoreView::last_feed(const std::string& url) const {
  return feed_at(url, kNoSequence);
}

Result<std::optional<RobotsState>> StoreView::robots(const std::string& origin) const {
  return guarded([&]() -> Result<std::optional<RobotsState>> {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kMeta, meta::robots(origin)));
    if (!bytes) return std::optional<RobotsState>();
    BFA_ASSIGN_OR_RETURN(RobotsState state, decode_robots(*bytes));
    return std::optional<RobotsState>(std::move(state));
  });
}

Result<std::optional<Capture>> StoreView::last_capture(const std::string& url) const {
  return guarded([&]() -> Result<std::optional<Capture>> {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kUrls, urls::last_capture(url)));
    if (!bytes) return std::optional<Capture>();
    return capture(u64_value(*bytes));
  });
}

Result<std::optional<Capture>> StoreView::capture(std::uint64_t sequence) const {
  return guarded([&]() -> Result<std::optional<Capture>> {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(sequence)));
    if (!bytes) return std::optional<Capture>();
    BFA_ASSIGN_OR_RETURN(CaptureRecord record, decode_capture_record(*bytes));
    return std::optional<Capture>(std::move(record.capture));
  });
}

namespace {

// What was found where a record was to stand, with its offset and what to do. A missing file and a fault of
// the disk say it themselves.
Error unreadable(Error error, const std::string& path, const WarcRef& location) {
  if (error.code != Code::kUnsupported && error.code != Code::kCorrupt && error.code != Code::kTruncated)
    return error;
  error.message = "the record at byte " + std::to_string(location.offset) +
                  " cannot be read: " + error.message + "; bfa check tells what is damaged";
  error.where = path;
  error.offset = static_cast<std::int64_t>(location.offset);
  return error;
}

}  // namespace

Result<Exchange> StoreView::read_record(const WarcRef& location) const {
  const bool outside = location.file.starts_with('/');
  const std::string path = outside ? location.file : warc_directory_ + "/" + location.file;
  auto reader = WarcReader::open(*files_, path, {}, location.offset);
  if (!reader && !outside && reader.error().code == Code::kNotFound) {
    auto open = WarcReader::open(*files_, path + ".open", {}, location.offset);
    // When both are missing, the error names the file as it is called once it is closed.
    if (open || open.error().code != Code::kNotFound) reader = std::move(open);
  }
  if (!reader) return unreadable(std::move(reader).error(), path, location);
  const auto next = (*reader)->next();
  if (!next) return unreadable(next.error(), path, location);
  WarcRecord* const record = *next;
  if (record == nullptr || record->header().record_id() != location.record_id) {
    return Error{Code::kCorrupt,
                 "the capture's record is not where the store says; bfa rebuild makes the store anew", path,
                 static_cast<std::int64_t>(location.offset)};
  }
  auto exchange = read_exchange(*record, kMaxExchangeBytes);
  if (!exchange) return unreadable(std::move(exchange).error(), path, location);
  return exchange;
}

Result<Exchange> StoreView::load(std::uint64_t sequence) const {
  return guarded([&]() -> Result<Exchange> {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(sequence)));
    if (!bytes)
      return Error{Code::kNotFound, "the archive has no such capture", std::to_string(sequence), -1};
    BFA_ASSIGN_OR_RETURN(const CaptureRecord record, decode_capture_record(*bytes));
    BFA_ASSIGN_OR_RETURN(Exchange exchange, read_record(record.capture.warc));
    if (!record.original) return exchange;
    BFA_ASSIGN_OR_RETURN(const Exchange original, read_record(*record.original));
    return resolve_revisit(exchange, original);
  });
}

Result<std::optional<WarcRef>> StoreView::original_of(std::uint64_t sequence) const {
  return guarded([&]() -> Result<std::optional<WarcRef>> {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(sequence)));
    if (!bytes) return std::optional<WarcRef>();
    BFA_ASSIGN_OR_RETURN(CaptureRecord record, decode_capture_record(*bytes));
    return std::move(record.original);
  });
}

Result<std::optional<Version>> StoreView::last_version(const std::string& object_key) const {
  return guarded([&] { return objects_.last_version(object_key); });
}

}  // namespace bfa
