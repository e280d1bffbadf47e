// SPDX-License-Identifier: Apache-2.0
#include "check/places.h"

#include <algorithm>
#include <memory>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "check/watched_file.h"

namespace bfa {
namespace {

constexpr const char* kRebuild =
    "run bfa check --read-data: when it finds damage in the WARC file, restore that file from a backup, else "
    "run "
    "bfa rebuild";
constexpr const char* kRestore = "restore the WARC file from a backup, then check again";

std::uint64_t digest_hash(std::string_view labelled) {
  const std::string canonical = canonical_digest(labelled);
  return canonical.empty() ? 0 : fast_hash(canonical);
}

Place place_at(const WarcRef& ref, std::uint64_t sequence) {
  Place place;
  place.offset = ref.offset;
  place.length = ref.length;
  place.sequence = sequence;
  place.id = fast_hash(ref.record_id);
  return place;
}

}  // namespace

Place place_of(const CaptureRecord& record) {
  const Capture& capture = record.capture;
  Place place = place_at(capture.warc, capture.sequence);
  place.uri = fast_hash(capture.final_url.empty() ? capture.url : capture.final_url);
  place.digest = digest_hash(capture.payload_digest);
  place.date = capture.time;
  return place;
}

Place original_place_of(const CaptureRecord& record) {
  Place place = place_at(*record.original, record.capture.sequence);
  place.digest = digest_hash(record.capture.payload_digest);
  place.original = true;
  return place;
}

Place digest_place_of(const DigestRecord& record, std::string_view digest) {
  Place place = place_at(record.warc, 0);
  place.digest =
      digest_hash(record.payload_digest.empty() ? digest : std::string_view(record.payload_digest));
  place.original = true;
  return place;
}

void PlaceChecker::wrong(const Place& place, const std::string& what) {
  const std::string whose = place.original ? "the original of a revisit: " : "";
  log_.bad_capture(
      log_.damage("record_differs", file_, whose + what, kRebuild, static_cast<std::int64_t>(place.offset)),
      place.sequence);
}

void PlaceChecker::compare(Place& place, const WarcHeader& header) {
  place.found = true;
  ++looked_at_;
  if (!place.original) {
    if (fast_hash(header.target_uri()) != place.uri)
      return wrong(place, "the record of a capture has another target: " + header.target_uri());
    const auto date = header.date();
    if (!date || *date != place.date)
      return wrong(place,
                   "the record of a capture has another date: " + std::string(header.field("WARC-Date")));
  }
  const std::uint64_t digest = digest_hash(header.field("WARC-Payload-Digest"));
  if (place.digest != 0 && digest != 0 && place.digest != digest)
    wrong(place, "the record of a capture has another payload digest");
}

void PlaceChecker::see(const WarcRecord& record) {
  const std::uint64_t offset = record.position().offset;
  for (; at_ < places_.size() && places_[at_].offset < offset; ++at_) {
    if (!places_[at_].found) absent(places_[at_]);
  }
  if (at_ == places_.size() || places_[at_].offset != offset) return;
  // Several records can begin at one offset, and several captures refer to one record.
  const std::uint64_t id = fast_hash(record.position().record_id);
  for (std::size_t i = at_; i < places_.size() && places_[i].offset == offset; ++i) {
    if (!places_[i].found && places_[i].id == id) compare(places_[i], record.header());
  }
}

void PlaceChecker::finish(bool damaged) {
  for (; at_ < places_.size(); ++at_) {
    if (!places_[at_].found) absent(places_[at_]);
  }
  for (const Place* const place : absent_) {
    const std::size_t problem =
        log_.damage("record_missing", file_,
                    std::string(place->original ? "the original of a revisit" : "the record of a capture") +
                        " is not where the store says",
                    damaged ? kRestore : kRebuild, static_cast<std::int64_t>(place->offset));
    log_.bad_capture(problem, place->sequence);
  }
  absent_.clear();
}

Status PlaceChecker::look_at(FileSystem& fs, const std::string& path, Place& place) {
  auto reader = WarcReader::open(fs, path, {}, place.offset);
  if (!reader) {
    if (reader.error().code == Code::kIo || is_stopped(reader.error())) return std::move(reader).error();
    absent(place);
    return {};
  }
  for (;;) {
    const auto record = (*reader)->next();
    if (!record) return record.error();
    if (*record == nullptr || (*record)->position().offset != place.offset) break;
    if (fast_hash((*record)->position().record_id) != place.id) continue;
    compare(place, (*record)->header());
    return {};
  }
  absent(place);
  return {};
}

void PlaceChecker::damaged_at(std::size_t problem, std::int64_t offset) {
  // A request or metadata record belongs to the response before it.
  const auto after = std::upper_bound(places_.begin(), places_.end(), static_cast<std::uint64_t>(offset),
                                      [](std::uint64_t at, const Place& place) { return at < place.offset; });
  if (after == places_.begin()) return;
  const std::uint64_t start = std::prev(after)->offset;
  for (auto place = after; place != places_.begin() && std::prev(place)->offset == start; --place)
    log_.bad_capture(problem, std::prev(place)->sequence);
}

void PlaceChecker::lost_from(std::size_t problem, std::uint64_t from) {
  for (Place& place : places_) {
    if (place.offset + place.length <= from) continue;
    log_.bad_capture(problem, place.sequence);
    place.found = true;
  }
}

}  // namespace bfa
