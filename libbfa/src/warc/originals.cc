// SPDX-License-Identifier: Apache-2.0
#include "warc/originals.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/revisit.h"
#include "warc/entity_stream.h"

namespace bfa {
namespace {

constexpr int kMaxChain = 8;
constexpr std::uint64_t kMaxBlock = std::uint64_t{1} << 40U;

std::string id_key(std::string_view id) {
  return id.empty() ? std::string() : "i:" + std::string(id);
}

std::string moment_key(std::string_view url, std::string_view date) {
  if (url.empty() || date.empty()) return {};
  return "u:" + std::string(url) + "\n" + std::string(date);
}

std::string digest_key(std::string_view labelled) {
  const std::string digest = canonical_digest(labelled);
  return digest.empty() ? digest : "d:" + digest;
}

bool same_algorithm(std::string_view a, std::string_view b) {
  return a.substr(0, a.find(':')) == b.substr(0, b.find(':'));
}

// True when the place's payload is known to have another digest.
bool contradicts(const OriginalFinder::Place& place, std::string_view digest) {
  bool other = false;
  for (const auto& known : place.digests) {
    if (known == digest) return false;
    other = other || (!digest.empty() && same_algorithm(known, digest));
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
  const bool not_modified = revisit_kind(revisit) == RevisitKind::kServerNotModified;
  Wish wish;
  wish.url = revisit.target_uri();
  wish.digest = not_modified ? std::string() : canonical_digest(revisit.field("WARC-Payload-Digest"));
  for (std::string key : {id_key(without_brackets(revisit.field("WARC-Refers-To"))),
                          moment_key(without_brackets(revisit.field("WARC-Refers-To-Target-URI")),
                                     revisit.field("WARC-Refers-To-Date")),
                          digest_key(wish.digest)}) {
    if (key.empty()) continue;
    wanted_.try_emplace(key);
    wish.keys.push_back(std::move(key));
  }
  if (not_modified) wish.not_modified = revisit.date();
  if (wish.not_modified) successes_[wish.url].try_emplace(*wish.not_modified);
  std::string id = id_key(revisit.record_id());
  const std::string moment = moment_key(wish.url, revisit.field("WARC-Date"));
  if (!moment.empty()) revisits_.try_emplace(moment, id);
  wishes_.try_emplace(std::move(id), std::move(wish));
}

bool OriginalFinder::is_wanted(const Place& place) const {
  return wanted_.contains(id_key(place.record_id)) ||
         wanted_.contains(moment_key(place.target_uri, place.date)) ||
         wanted_.contains(digest_key(place.payload_digest)) || successes_.contains(place.target_uri);
}

void OriginalFinder::note(const std::string& key, const Place& place) {
  const auto at = wanted_.find(key);
  if (at != wanted_.end() && !at->second) at->second = place;
}

void OriginalFinder::note_success(const Place& place) {
  const auto at = successes_.find(place.target_uri);
  const auto date = parse_timestamp(place.date);
  if (at == successes_.end() || !date) return;
  for (auto& [until, last] : at->second) {
    if (until < date->utc) continue;
    const auto before = last ? parse_timestamp(last->date) : date;
    if (!last || (before && before->utc <= date->utc)) last = place;
  }
}

Status OriginalFinder::see(WarcRecord& record, const std::string& file, std::int64_t number) {
  const WarcHeader& header = record.header();
  if (!may_be_original(header.type()) || !header.field("WARC-Truncated").empty()) return {};
  if (!header.field("WARC-Segment-Number").empty()) return {};
  Place place;
  place.file = file;
  place.offset = record.position().offset;
  place.record_id = header.record_id();
  place.target_uri = header.target_uri();
  place.date = std::string(header.field("WARC-Date"));
  place.payload_digest = std::string(header.field("WARC-Payload-Digest"));
  place.number = number;
  if (!is_wanted(place)) return {};
  BFA_ASSIGN_OR_RETURN(SeenBlock block, read_block(record));
  if (!block.whole) return {};
  place.digests = std::move(block.digests);
  note(id_key(place.record_id), place);
  note(moment_key(place.target_uri, place.date), place);
  for (const auto& digest : place.digests) note(digest_key(digest), place);
  if (block.status == 200) note_success(place);
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

const OriginalFinder::Place* OriginalFinder::follow(const Wish& wish, const std::string& digest,
                                                    int depth) const {
  if (depth > kMaxChain) return nullptr;
  for (const auto& key : wish.keys) {
    const auto at = wanted_.find(key);
    if (at != wanted_.end() && at->second && !contradicts(*at->second, digest)) return &*at->second;
    const auto moment = revisits_.find(key);
    const auto link = wishes_.find(moment == revisits_.end() ? key : moment->second);
    if (link == wishes_.end()) continue;
    if (const Place* const place = follow(link->second, digest, depth + 1)) return place;
  }
  return nullptr;
}

const OriginalFinder::Place* OriginalFinder::last_success(const Wish& wish) const {
  if (!wish.not_modified) return nullptr;
  const auto by_url = successes_.find(wish.url);
  if (by_url == successes_.end()) return nullptr;
  const auto at = by_url->second.find(*wish.not_modified);
  return at != by_url->second.end() && at->second ? &*at->second : nullptr;
}

const OriginalFinder::Place* OriginalFinder::find(const std::string& revisit_id) const {
  const auto at = wishes_.find(id_key(revisit_id));
  if (at == wishes_.end()) return nullptr;
  if (const Place* const place = follow(at->second, at->second.digest, 0)) return place;
  return last_success(at->second);
}

Result<Exchange> OriginalFinder::load(const Place& place) const {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, place.file, {}, place.offset));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr || record->position().offset != place.offset) {
      return Error{Code::kNotFound, "the original's record is not there any more", place.file,
                   static_cast<std::int64_t>(place.offset)};
    }
    const WarcHeader& header = record->header();
    const bool same = header.record_id() == place.record_id && header.target_uri() == place.target_uri &&
                      header.field("WARC-Date") == place.date;
    if (same && may_be_original(header.type())) return read_exchange(*record, kMaxBlock);
  }
}

}  // namespace bfa
