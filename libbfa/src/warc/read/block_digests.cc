// SPDX-License-Identifier: Apache-2.0
#include "warc/read/block_digests.h"

#include <array>
#include <utility>

#include "base/ascii.h"

namespace bfa {
namespace {

constexpr std::size_t kBlock = 0;
constexpr std::size_t kEntity = 1;
constexpr std::size_t kRaw = 2;

bool is_http(const WarcHeader& header) {
  const std::string_view type = header.field("Content-Type");
  return type.size() >= 16 && equals_ignoring_case(type.substr(0, 16), "application/http");
}

}  // namespace

std::optional<DigestAlgorithm> digest_algorithm(std::string_view name) {
  struct Name {
    std::string_view name;
    DigestAlgorithm algorithm;
  };
  constexpr std::array<Name, 7> kKnown = {{{"sha1", DigestAlgorithm::kSha1},
                                           {"sha-1", DigestAlgorithm::kSha1},
                                           {"sha256", DigestAlgorithm::kSha256},
                                           {"sha-256", DigestAlgorithm::kSha256},
                                           {"sha512", DigestAlgorithm::kSha512},
                                           {"sha-512", DigestAlgorithm::kSha512},
                                           {"md5", DigestAlgorithm::kMd5}}};
  for (const auto& known : kKnown) {
    if (equals_ignoring_case(name, known.name)) return known.algorithm;
  }
  return std::nullopt;
}

std::optional<BlockDigests::Declared> BlockDigests::declared(std::string_view value) {
  if (value.empty()) return std::nullopt;
  const std::size_t colon = value.find(':');
  if (colon != std::string_view::npos) {
    const auto algorithm = digest_algorithm(value.substr(0, colon));
    if (!algorithm) return std::nullopt;
    return Declared{std::string(value), *algorithm, true};
  }
  // A value without label: its length identifies the algorithm.
  if (value.size() == 32 || value.size() == 40) {
    return Declared{"sha1:" + std::string(value), DigestAlgorithm::kSha1, false};
  }
  if (value.size() == 64) return Declared{"sha256:" + std::string(value), DigestAlgorithm::kSha256, false};
  return std::nullopt;
}

Digester& BlockDigests::digester(std::size_t slot, DigestAlgorithm algorithm) {
  auto& made = digesters_[slot][static_cast<std::size_t>(algorithm)];
  if (!made) made = std::make_unique<Digester>(algorithm);
  return *made;
}

void BlockDigests::begin_payload(const WarcHeader& header) {
  const WarcType type = header.type();
  const bool has_payload = type == WarcType::kResponse || type == WarcType::kRequest ||
                           type == WarcType::kResource || type == WarcType::kConversion;
  if (has_payload) payload_ = declared(header.field("WARC-Payload-Digest"));
  if (!payload_) return;
  kind_ = is_http(header) ? Payload::kHttp : Payload::kBlock;
  entity_size_ = 0;
  if (kind_ == Payload::kHttp) entity_.begin(type == WarcType::kResponse);
  // Removes the bytes of an earlier record that was not read to its end.
  (void)digester(kEntity, payload_->algorithm).finish();
  (void)digester(kRaw, payload_->algorithm).finish();
}

void BlockDigests::begin(const WarcHeader& header) {
  block_ = declared(header.field("WARC-Block-Digest"));
  payload_.reset();
  kind_ = Payload::kNone;
  hash_raw_ = false;
  // The digest of a segment is that of the whole logical record, and the digest of a revisit that of the
  // original. This block contains neither.
  if (header.field("WARC-Segment-Number").empty()) begin_payload(header);
  if (block_) (void)digester(kBlock, block_->algorithm).finish();
}

void BlockDigests::begin_joined(const WarcHeader& header) {
  block_.reset();
  payload_.reset();
  kind_ = Payload::kNone;
  hash_raw_ = false;
  begin_payload(header);
}

void BlockDigests::payload(const EntityStream::Parts& parts) {
  digester(kEntity, payload_->algorithm).update(parts.entity);
  entity_size_ += parts.entity.size();
  if (!entity_.chunked()) return;
  hash_raw_ = true;
  digester(kRaw, payload_->algorithm).update(parts.raw);
}

void BlockDigests::update(std::string_view bytes) {
  if (block_) digester(kBlock, block_->algorithm).update(bytes);
  if (kind_ == Payload::kBlock) digester(kEntity, payload_->algorithm).update(bytes);
  if (kind_ == Payload::kHttp) payload(entity_.feed(bytes));
}

void BlockDigests::compare(const Declared& declared, const char* what, const std::string& seen,
                           const std::string* raw, DigestReport& report) {
  const std::string entity = labelled_digest(declared.algorithm, seen);
  const bool good = same_digest(declared.value, entity);
  const bool good_raw =
      !good && raw != nullptr && same_digest(declared.value, labelled_digest(declared.algorithm, *raw));
  const bool is_payload = what[0] == 'p';
  if (!good && !good_raw) {
    ++report.bad;
    report.payload_bad = report.payload_bad || is_payload;
    report.mismatches.push_back(
        {what[0] == 'b' ? "block_digest_mismatch" : "payload_digest_mismatch",
         std::string(what) + " digest is " + entity + ", the header says " + declared.value});
    return;
  }
  ++report.good;
  report.payload_good = report.payload_good || is_payload;
  report.payload_raw = good_raw;
  if (good_raw) {
    report.remarks.push_back(
        {"payload_digest_of_raw_body", "payload digest is of the body with its chunk framing"});
  }
  if (!declared.labelled) {
    report.remarks.push_back(
        {"digest_without_algorithm", std::string(what) + " digest does not name its algorithm"});
  }
}

// HTTP framing that does not fit the body. It breaks no rule of WARC.
void BlockDigests::check_framing(DigestReport& report) const {
  if (!entity_.head() || entity_size_ == 0) return;
  if (entity_.chunked()) {
    const bool never = entity_.chunks().state() == http::Dechunker::State::kNotChunks;
    if (never && entity_.chunks().chunks() == 0) {
      report.remarks.push_back({"http_not_chunked", "HTTP body that is called chunked and is not"});
    }
    return;
  }
  const std::string_view declared = trim_blanks(entity_.head()->header("Content-Length"));
  const auto length = parse_number(declared);
  if (declared.empty() || (length && *length == entity_size_)) return;
  report.remarks.push_back({"http_content_length_mismatch", "HTTP body of " + std::to_string(entity_size_) +
                                                                " bytes, its Content-Length says " +
                                                                std::string(declared.substr(0, 30))});
}

DigestReport BlockDigests::finish() {
  DigestReport report;
  if (kind_ == Payload::kHttp) {
    payload(entity_.end());
    check_framing(report);
  }
  if (block_) compare(*block_, "block", digester(kBlock, block_->algorithm).finish(), nullptr, report);
  if (payload_) {
    const std::string seen = digester(kEntity, payload_->algorithm).finish();
    const std::string raw = hash_raw_ ? digester(kRaw, payload_->algorithm).finish() : std::string();
    compare(*payload_, "payload", seen, hash_raw_ ? &raw : nullptr, report);
  }
  block_.reset();
  payload_.reset();
  kind_ = Payload::kNone;
  return report;
}

}  // namespace bfa
