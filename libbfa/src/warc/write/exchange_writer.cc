// SPDX-License-Identifier: Apache-2.0
#include "warc/write/exchange_writer.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/try.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr DigestAlgorithm kDigest = DigestAlgorithm::kSha256;

std::string_view truncation_name(Truncation truncation) {
  switch (truncation) {
    case Truncation::kNone:
      return {};
    case Truncation::kLength:
      return "length";
    case Truncation::kTime:
      return "time";
    case Truncation::kDisconnect:
      return "disconnect";
    case Truncation::kUnspecified:
      break;
  }
  return "unspecified";
}

// 1xx heads on one line: '%' and bytes that are not printable ASCII as %XX.
std::string percent_coded(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c >= ' ' && c <= '~' && c != '%') {
      out.push_back(c);
    } else {
      out += "%" + hex_encode({&c, 1});
    }
  }
  return out;
}

// A resource as read_exchange() returns it: it has no HTTP head, so none is written.
bool is_resource(const Exchange& exchange) {
  return exchange.head.size == 0 && exchange.head.version.empty() && exchange.head.status == 200;
}

}  // namespace

void ExchangeWriter::no_warcinfo(const std::string& name) {
  name_ = name;
  warcinfo_id_.clear();
}

void ExchangeWriter::begin_header(std::string_view type, const std::string& id, UtcTime date,
                                  std::string_view target_uri) {
  header_.begin();
  header_.field("WARC-Type", type);
  header_.id_field("WARC-Record-ID", id);
  header_.field("WARC-Date", format_rfc3339(date));
  header_.field("WARC-Target-URI", target_uri);
  header_.id_field("WARC-Warcinfo-ID", type == "warcinfo" ? "" : warcinfo_id_);
}

Status ExchangeWriter::warcinfo(const std::string& name) {
  no_warcinfo(name);
  WarcFields fields = options_.warcinfo;
  const auto add = [&](const char* key, const char* value) {
    const bool given =
        std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.first == key; });
    if (!given) fields.emplace_back(key, value);
  };
  add("software", "libbfa");
  add("format", "WARC File Format 1.1");
  add("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
  const std::string block = format_warc_fields(fields);
  const std::string id = new_id();
  begin_header("warcinfo", id, options_.clock->now(), {});
  header_.field("WARC-Filename", name_);
  header_.field("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  header_.field("Content-Type", "application/warc-fields");
  header_.end(block.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), block));
  warcinfo_id_ = id;
  return {};
}

Result<std::string> ExchangeWriter::digest_block(const Blob& blob) {
  if (blob.in_memory()) return labelled_digest(kDigest, digest(kDigest, blob.memory()));
  BFA_ASSIGN_OR_RETURN(const auto source, blob.open());
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    block_digester_.update(std::span<const std::byte>(buffer.data(), got));
  }
  return labelled_digest(kDigest, block_digester_.finish());
}

Result<ExchangeWriter::Digests> ExchangeWriter::digest_response(const Exchange& exchange) {
  Digests digests;
  EntityStream entity;
  entity.begin(exchange.head);
  const auto add = [&](std::string_view bytes) {
    block_digester_.update(bytes);
    const auto parts = entity.feed(bytes);
    payload_digester_.update(parts.entity);
    digests.payload_bytes += parts.entity.size();
  };
  if (exchange.response.in_memory()) {
    add(exchange.response.memory());
  } else {
    BFA_ASSIGN_OR_RETURN(const auto source, exchange.response.open());
    std::array<std::byte, 65536> buffer;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
      if (got == 0) break;
      add({reinterpret_cast<const char*>(buffer.data()), got});
    }
  }
  const auto rest = entity.end();
  payload_digester_.update(rest.entity);
  digests.payload_bytes += rest.entity.size();
  digests.block = labelled_digest(kDigest, block_digester_.finish());
  const std::string payload = payload_digester_.finish();
  if (digests.payload_bytes != 0) digests.payload = labelled_digest(kDigest, payload);
  return digests;
}

// The original that a revisit record of this exchange refers to; nothing if it becomes a response record.
Result<std::optional<PayloadOriginal>> ExchangeWriter::original_of(const Exchange& exchange,
                                                                   const Digests& digests) {
  std::optional<PayloadOriginal> none;
  if (dedup_ == nullptr || exchange.truncated != Truncation::kNone) return none;
  if (exchange.head.status == 304) return dedup_->last_success(exchange.url);
  if (exchange.head.status != 200 || digests.payload.empty()) return none;
  if (digests.payload_bytes < options_.min_dedup_bytes) return none;
  return dedup_->find(digests.payload);
}

Result<WarcRef> ExchangeWriter::request(const Exchange& exchange, const std::string& response_id) {
  const std::uint64_t offset = out_.position();
  std::string id = new_id();
  begin_header("request", id, exchange.started, exchange.url);
  header_.id_field("WARC-Concurrent-To", response_id);
  header_.field("WARC-IP-Address", exchange.ip_address);
  header_.field("WARC-Protocol", exchange.protocol);
  BFA_ASSIGN_OR_RETURN(const std::string block_digest, digest_block(exchange.request));
  header_.field("WARC-Block-Digest", block_digest);
  header_.field("Content-Type", "application/http; msgtype=request");
  header_.end(exchange.request.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), exchange.request, exchange.request.size()));
  return ref(offset, std::move(id));
}

Result<WarcRef> ExchangeWriter::response(const Exchange& exchange, const Digests& digests, std::string id,
                                         const std::optional<PayloadOriginal>& original) {
  const bool revisit = original.has_value();
  const bool not_modified = revisit && exchange.head.status == 304;
  const bool identical = revisit && !not_modified;
  const std::uint64_t offset = out_.position();
  const bool resource = is_resource(exchange);
  begin_header(revisit ? "revisit" : resource ? "resource" : "response", id, exchange.started, exchange.url);
  header_.field("WARC-IP-Address", exchange.ip_address);
  header_.field("WARC-Protocol", exchange.protocol);
  std::uint64_t block_bytes = exchange.response.size();
  std::string block_digest = digests.block;
  if (revisit) {
    header_.field("WARC-Profile", not_modified ? kRevisitServerNotModified : kRevisitIdenticalPayload);
    header_.id_field("WARC-Refers-To", original->record_id);
    header_.field("WARC-Refers-To-Target-URI", original->target_uri);
    header_.field("WARC-Refers-To-Date", original->date);
  }
  if (identical) {
    // WARC 1.1, section 6.7.2: the block is the head only, declared by WARC-Truncated.
    block_bytes = std::min<std::uint64_t>(exchange.head.size, block_bytes);
    BFA_ASSIGN_OR_RETURN(const auto source, exchange.response.open());
    BFA_ASSIGN_OR_RETURN(const std::string head,
                         read_all(*make_limit_source(*source, block_bytes), block_bytes));
    block_digest = labelled_digest(kDigest, digest(kDigest, head));
    header_.field("WARC-Truncated", "length");
  } else {
    header_.field("WARC-Truncated", truncation_name(exchange.truncated));
  }
  if (!not_modified) header_.field("WARC-Payload-Digest", digests.payload);
  header_.field("WARC-Block-Digest", block_digest);
  header_.field("Content-Type",
                resource ? exchange.head.header("content-type") : "application/http; msgtype=response");
  header_.end(block_bytes);
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), exchange.response, block_bytes));
  return ref(offset, std::move(id));
}

Result<WarcRef> ExchangeWriter::exchange_metadata(const Exchange& exchange, const WarcFields& fields,
                                                  const std::string& response_id) {
  const std::uint64_t offset = out_.position();
  std::string id = new_id();
  std::string block = format_warc_fields(fields);
  if (!exchange.interim.empty())
    block += format_warc_fields({{"http-interim-heads", percent_coded(exchange.interim)}});
  begin_header("metadata", id, exchange.started, exchange.url);
  header_.id_field("WARC-Concurrent-To", response_id);
  header_.field("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  header_.field("Content-Type", "application/warc-fields");
  header_.end(block.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), block));
  return ref(offset, std::move(id));
}

Result<WarcWritten> ExchangeWriter::exchange(const Exchange& exchange, const WarcFields& metadata_fields) {
  if (exchange.response.size() == 0 || exchange.url.empty()) {
    return Error{Code::kInvalidArgument, "an exchange without a response or a URL has no record",
                 exchange.url, -1};
  }
  // An earlier exchange that could not be read to its end leaves unfinished digests.
  (void)block_digester_.finish();
  (void)payload_digester_.finish();
  WarcWritten written;
  BFA_ASSIGN_OR_RETURN(Digests digests, digest_response(exchange));
  BFA_ASSIGN_OR_RETURN(written.original, original_of(exchange, digests));
  written.revisit = written.original.has_value();
  // Replay tools look for the original by the digest of the revisit.
  const bool identical = written.revisit && exchange.head.status != 304;
  if (identical && !written.original->payload_digest.empty())
    digests.payload = written.original->payload_digest;
  const std::string response_id = new_id();
  if (exchange.request.size() != 0) {
    BFA_ASSIGN_OR_RETURN(written.request, request(exchange, response_id));
  }
  BFA_ASSIGN_OR_RETURN(written.response, response(exchange, digests, response_id, written.original));
  if (!metadata_fields.empty() || !exchange.interim.empty()) {
    BFA_ASSIGN_OR_RETURN(written.metadata, exchange_metadata(exchange, metadata_fields, response_id));
  }
  written.payload_digest = digests.payload;
  return written;
}

Result<WarcRef> ExchangeWriter::metadata(std::string_view target_uri, UtcTime date,
                                         std::string_view content_type, std::string_view block) {
  const std::uint64_t offset = out_.position();
  std::string id = new_id();
  begin_header("metadata", id, date, target_uri);
  header_.field("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  header_.field("Content-Type", content_type);
  header_.end(block.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), block));
  return ref(offset, std::move(id));
}

}  // namespace bfa
