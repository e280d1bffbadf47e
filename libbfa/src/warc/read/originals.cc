// SPDX-License-Identifier: Apache-2.0
#include "warc/read/originals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/exchange.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr int kMaxChain = 8;
constexpr std::uint64_t kMaxBlock = std::uint64_t{1} << 40U;

using MaybeKey = std::optional<ShortKey>;  // nothing: the field is not there

MaybeKey id_key(std::string_view id) {
  return id.empty() ? MaybeKey() : short_key("i:" + std::string(id));
}

MaybeKey moment_key(std::string_view url, std::string_view date) {
  if (url.empty() || date.empty()) return {};
  return short_key("u:" + std::string(url) + "\n" + std::string(date));
}

// `labelled`: in its canonical spelling, or empty.
OriginalFinder::Digest digest_of(const std::string& labelled) {
  if (labelled.empty()) return {};
  const auto algorithm = static_cast<std::uint32_t>(short_key(labelled.substr(0, labelled.find(':'))).low);
  return {std::max<std::uint32_t>(algorithm, 1), short_key("d:" + labelled)};
}

// True when the place's payload is known to have another digest.
bool contradicts(const OriginalFinder::Place& place, const OriginalFinder::Digest& digest) {
  bool other = false;
  for (const auto& known : place.digests) {
    if (digest.algorithm == 0 || known.algorithm != digest.algorithm) continue;
    if (known.key == digest.key) return false;
    other = true;
  }
  return other;
}

bool may_be_original(WarcType type) {
  return type == WarcType::kResponse || type == WarcType::kResource;
}

// Digests of the payload both ways that tools take it, in the algorithms that revisits name.
class PayloadDigests {
 public:
  void update(const EntityStream::Parts& parts, bool chunked) {
    sha1_.update(parts.entity);
    sha256_.update(parts.entity);
    raw_ = raw_ || chunked;
    if (raw_) raw_sha1_.update(parts.raw);
  }
  std::vector<std::string> finish() {
    std::vector<std::string> all{labelled_digest(DigestAlgorithm::kSha1, sha1_.finish()),
                                 labelled_digest(DigestAlgorithm::kSha256, sha256_.finish())};
    if (raw_) all.push_back(labelled_digest(DigestAlgorithm::kSha1, raw_sha1_.finish()));
    return all;
  }

 private:
  Digester sha1_{DigestAlgorithm::kSha1}, sha256_{DigestAlgorithm::kSha256},
      raw_sha1_{DigestAlgorithm::kSha1};
  bool raw_ = false;
};

struct SeenBlock {
  bool whole = false;
  int status = 0;
  std::vector<std::string> digests;
};

Result<SeenBlock> read_block(WarcRecord& record) {
  SeenBlock seen;
  const WarcHeader& header = record.header();
  const bool http = header.type() == WarcType::kResponse;
  PayloadDigests digests;
  EntityStream entity;
  entity.begin(true);
  std::uint64_t size = 0;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) return seen;
    size += *got;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), *got);
    if (http) {
      digests.update(*got == 0 ? entity.end() : entity.feed(bytes), entity.chunked());
    } else {
      digests.update({bytes, bytes}, false);
    }
    if (*got == 0) break;
  }
  seen.whole = size == header.content_length;
  seen.status = http ? (entity.head() ? entity.head()->status : 0) : 200;
  seen.digests = digests.finish();
  return seen;
}

}  // namespace

std::string without_brackets(std::string_view value) {
  if (value.size() >= 2 && value.front() == '<' && value.back() == '>')
    value = value.substr(1, value.size() - 2);
  return std::string(value);
}

void OriginalFinder::want(const WarcHeader& revisit) {
  const MaybeKey id = id_key(revisit.record_id());
  const bool not_modified = revisit_kind(revisit) == RevisitKind::kServerNotModified;
  Wish wish;
  if (!not_modified) wish.digest = digest_of(canonical_digest(revisit.field("WARC-Payload-Digest")));
  for (const MaybeKey& key : {id_key(without_brackets(revisit.field("WARC-Refers-To"))),
                              moment_key(without_brackets(revisit.field("WARC-Refers-To-Target-URI")),
                                         revisit.field("WARC-Refers-To-Date")),
                              wish.digest.algorithm == 0 ? MaybeKey() : MaybeKey(wish.digest.key)}) {
    if (!key) continue;
    wanted_.try_emplace(*key, kNone);
    wish.keys[wish.count++] = *key;
  }
  const ShortKey own = id.value_or(ShortKey{});
  const std::string url = revisit.target_uri();
  if (const auto date = revisit.date(); not_modified && date) {
    successes_[url].try_emplace(*date, kNone);
    not_modified_.try_emplace(own, NotModified{url, *date});
  }
  const MaybeKey moment = moment_key(url, revisit.field("WARC-Date"));
  if (moment) revisits_.try_emplace(*moment, own);
  wishes_.try_emplace(own, wish);
}

bool OriginalFinder::is_wanted(const Place& place) const {
  const Digest declared = digest_of(canonical_digest(place.payload_digest));
  for (const MaybeKey& key : {id_key(place.record_id), moment_key(place.target_uri, place.date),
                              declared.algorithm == 0 ? MaybeKey() : MaybeKey(declared.key)}) {
    if (key && wanted_.contains(*key)) return true;
  }
  return successes_.contains(place.target_uri);
}

void OriginalFinder::note(const ShortKey& key, Number number) {
  const auto at = wanted_.find(key);
  if (at != wanted_.end() && at->second == kNone) at->second = number;
}

void OriginalFinder::note_success(Number number) {
  const Place& place = places_[number];
  const auto at = successes_.find(place.target_uri);
  const auto date = parse_timestamp(place.date);
  if (at == successes_.end() || !date) return;
  for (auto& [until, last] : at->second) {
    if (until < date->utc) continue;
    const auto before = last != kNone ? parse_timestamp(places_[last].date) : date;
    if (last == kNone || (before && before->utc <= date->utc)) last = number;
  }
}

Status OriginalFinder::see(WarcRecord& record, const std::string& file, std::int64_t number) {
  const WarcHeader& header = record.header();
  if (!may_be_original(header.type()) || !header.field("WARC-Truncated").empty()) return {};
  if (!header.field("WARC-Segment-Number").empty()) return {};
  Place place;
  place.offset = record.position().offset;
  place.record_id = header.record_id();
  place.target_uri = header.target_uri();
  place.date = std::string(header.field("WARC-Date"));
  place.payload_digest = std::string(header.field("WARC-Payload-Digest"));
  place.number = number;
  if (!is_wanted(place)) return {};
  BFA_ASSIGN_OR_RETURN(SeenBlock block, read_block(record));
  if (!block.whole) return {};
  place.file = &*files_.insert(file).first;
  for (const auto& digest : block.digests) place.digests.push_back(digest_of(digest));
  const auto at = static_cast<Number>(places_.size());
  if (at == kNone) return Error{Code::kLimit, "more originals than can be counted", file, -1};
  places_.push_back(std::move(place));
  const Place& kept = places_.back();
  for (const MaybeKey& key : {id_key(kept.record_id), moment_key(kept.target_uri, kept.date)}) {
    if (key) note(*key, at);
  }
  for (const auto& digest : kept.digests) note(digest.key, at);
  if (block.status == 200) note_success(at);
  return {};
}

Status OriginalFinder::want_all(const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr) return {};
    if (record->header().type() == WarcType::kRevisit) want(record->header());
  }
}

Status OriginalFinder::see_all(const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr) return {};
    BFA_RETURN_IF_ERROR(see(*record, path, -1));
  }
}

const OriginalFinder::Place* OriginalFinder::follow(const Wish& wish, const Digest& digest, int depth) const {
  if (depth > kMaxChain) return nullptr;
  for (std::size_t i = 0; i < wish.count; ++i) {
    const ShortKey& key = wish.keys[i];
    const auto at = wanted_.find(key);
    if (at != wanted_.end() && at->second != kNone && !contradicts(places_[at->second], digest))
      return &places_[at->second];
    const auto moment = revisits_.find(key);
    const auto link = wishes_.find(moment == revisits_.end() ? key : moment->second);
    if (link == wishes_.end()) continue;
    if (const Place* const place = follow(link->second, digest, depth + 1)) return place;
  }
  return nullptr;
}

const OriginalFinder::Place* OriginalFinder::last_success(const NotModified& wish) const {
  const auto by_url = successes_.find(wish.url);
  if (by_url == successes_.end()) return nullptr;
  const auto at = by_url->second.find(wish.date);
  return at != by_url->second.end() && at->second != kNone ? &places_[at->second] : nullptr;
}

const OriginalFinder::Place* OriginalFinder::find(const std::string& revisit_id) const {
  const ShortKey id = id_key(revisit_id).value_or(ShortKey{});
  const auto at = wishes_.find(id);
  if (at == wishes_.end()) return nullptr;
  if (const Place* const place = follow(at->second, at->second.digest, 0)) return place;
  const auto not_modified = not_modified_.find(id);
  return not_modified == not_modified_.end() ? nullptr : last_success(not_modified->second);
}

Result<Exchange> OriginalFinder::load(const Place& place) const {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, *place.file, {}, place.offset));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr || record->position().offset != place.offset) {
      return Error{Code::kNotFound, "the original's record is not there any more", *place.file,
                   static_cast<std::int64_t>(place.offset)};
    }
    const WarcHeader& header = record->header();
    const bool same = header.record_id() == place.record_id && header.target_uri() == place.target_uri &&
                      header.field("WARC-Date") == place.date;
    if (same && may_be_original(header.type())) return read_exchange(*record, kMaxBlock);
  }
}

}  // namespace bfa
