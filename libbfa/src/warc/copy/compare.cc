// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/validate.h"

#include <array>
#include <unordered_map>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "warc/read/block_digests.h"
#include "warc/read/capture_groups.h"
#include "warc/read/entity_stream.h"
#include "warc/read/short_key.h"

namespace bfa {
namespace {

using Counts = std::unordered_map<ShortKey, std::int32_t, ShortKeyHash>;

struct Capture {
  std::string url, date, digest;
  WarcRef place;
};

ShortKey key_of(const Capture& capture) {
  return short_key(capture.url + "\n" + capture.date + "\n" + capture.digest);
}

// The computed digest of the payload, whatever the header says; empty if it has no bytes. Of a payload that
// cannot be read to its end: that of its first part, marked.
Result<std::string> digest_of(WarcRecord& record, DigestAlgorithm algorithm) {
  const bool http = record.header().type() == WarcType::kResponse;
  Digester digester(algorithm);
  EntityStream entity;
  entity.begin(true);
  std::uint64_t size = 0;
  const auto add = [&](std::string_view bytes) {
    size += bytes.size();
    digester.update(bytes);
  };
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) return "cut " + labelled_digest(algorithm, digester.finish());
    if (*got == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), *got);
    add(http ? entity.feed(bytes).entity : bytes);
  }
  if (http) add(entity.end().entity);
  return size == 0 ? std::string() : labelled_digest(algorithm, digester.finish());
}

std::string_view algorithm_of(const std::string& digest) {
  return std::string_view(digest).substr(0, digest.find(':'));
}

// Calls `visit` for each capture of the files.
template <class Visit>
Status each_capture(FileSystem& fs, const std::vector<std::string>& files, Visit&& visit) {
  Capture capture;
  for (const auto& path : files) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      const WarcHeader& header = record->header();
      if (!is_main_record(header.type())) continue;
      capture.url = header.target_uri();
      capture.date = std::string(header.field("WARC-Date"));
      capture.digest = canonical_digest(header.field("WARC-Payload-Digest"));
      capture.place = record->position();
      capture.place.file = path;
      // A header that was copied with a lost or damaged payload still has the digest of the whole one.
      if (header.type() != WarcType::kRevisit) {
        const auto stated = digest_algorithm(algorithm_of(capture.digest));
        BFA_ASSIGN_OR_RETURN(capture.digest, digest_of(*record, stated.value_or(DigestAlgorithm::kSha256)));
      }
      BFA_RETURN_IF_ERROR(visit(capture));
    }
  }
  return {};
}

class Comparer {
 public:
  Comparer(FileSystem& fs, const std::function<void(const WarcDifference&)>& visit)
      : fs_(fs), visit_(visit) {}

  Result<WarcComparison> run(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    BFA_RETURN_IF_ERROR(each_capture(fs_, a, [&](const Capture& capture) {
      ++result_.captures_a;
      ++counts_[key_of(capture)];
      return Status();
    }));
    BFA_RETURN_IF_ERROR(each_capture(fs_, b, [&](const Capture& capture) {
      ++result_.captures_b;
      --counts_[key_of(capture)];
      return Status();
    }));
    for (auto at = counts_.begin(); at != counts_.end();)
      at = at->second == 0 ? counts_.erase(at) : std::next(at);
    if (counts_.empty()) {
      result_.same = result_.captures_a;
      return result_;
    }
    BFA_RETURN_IF_ERROR(collect(a, 1, left_));
    BFA_RETURN_IF_ERROR(collect(b, -1, right_));
    BFA_RETURN_IF_ERROR(pair_up());
    result_.same = result_.captures_a - result_.only_a - result_.differing;
    return result_;
  }

 private:
  // The captures that one side has more often.
  Status collect(const std::vector<std::string>& files, std::int32_t sign, std::vector<Capture>& out) {
    return each_capture(fs_, files, [&](const Capture& capture) {
      const auto at = counts_.find(key_of(capture));
      if (at == counts_.end() || at->second * sign <= 0) return Status();
      at->second -= sign;
      out.push_back(capture);
      return Status();
    });
  }

  Status pair_up() {
    std::unordered_multimap<std::string, std::size_t> others;
    for (std::size_t i = right_.size(); i-- > 0;) others.emplace(moment(right_[i]), i);
    std::vector<bool> taken(right_.size());
    for (const Capture& one : left_) {
      const auto at = others.find(moment(one));
      if (at == others.end()) {
        ++result_.only_a;
        tell({WarcDifference::Kind::kOnlyA, one.url, one.date, one.digest, {}, one.place, {}});
        continue;
      }
      const Capture& other = right_[at->second];
      taken[at->second] = true;
      others.erase(at);
      BFA_ASSIGN_OR_RETURN(const bool same, same_payload(one, other));
      if (same) continue;
      ++result_.differing;
      tell({WarcDifference::Kind::kDiffers, one.url, one.date, one.digest, other.digest, one.place,
            other.place});
    }
    for (std::size_t i = 0; i < right_.size(); ++i) {
      if (taken[i]) continue;
      ++result_.only_b;
      tell({WarcDifference::Kind::kOnlyB,
            right_[i].url,
            right_[i].date,
            {},
            right_[i].digest,
            {},
            right_[i].place});
    }
    return {};
  }

  static std::string moment(const Capture& capture) { return capture.url + "\n" + capture.date; }

  // Of two captures whose digests are of different algorithms.
  Result<bool> same_payload(const Capture& one, const Capture& other) {
    if (one.digest.empty() || other.digest.empty()) return false;
    if (algorithm_of(one.digest) == algorithm_of(other.digest)) return false;
    BFA_ASSIGN_OR_RETURN(const std::string again, read_digest(one.place, algorithm_of(other.digest)));
    if (!again.empty()) return again == other.digest;
    BFA_ASSIGN_OR_RETURN(const std::string that, read_digest(other.place, algorithm_of(one.digest)));
    return that == one.digest;
  }

  // Empty for a revisit, which has no payload.
  Result<std::string> read_digest(const WarcRef& place, std::string_view algorithm_name) {
    const auto algorithm = digest_algorithm(algorithm_name);
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, place.file, {}, place.offset));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr || record->position().offset != place.offset || !algorithm) return std::string();
      if (record->header().record_id() != place.record_id) continue;
      if (record->header().type() == WarcType::kRevisit) return std::string();
      return digest_of(*record, *algorithm);
    }
  }

  void tell(const WarcDifference& difference) {
    if (visit_) visit_(difference);
  }

  FileSystem& fs_;
  const std::function<void(const WarcDifference&)>& visit_;
  WarcComparison result_;
  Counts counts_;
  std::vector<Capture> left_, right_;
};

}  // namespace

Result<WarcComparison> compare_warcs(FileSystem& fs, const std::vector<std::string>& a,
                                     const std::vector<std::string>& b,
                                     const std::function<void(const WarcDifference&)>& visit) {
  return guarded([&] { return Comparer(fs, visit).run(a, b); });
}

}  // namespace bfa
