// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/exchange.h"
#include "http/head_limit.h"

namespace bfa {
namespace {

Truncation truncation(std::string_view value) {
  if (value.empty()) return Truncation::kNone;
  if (equals_ignoring_case(value, "length")) return Truncation::kLength;
  if (equals_ignoring_case(value, "time")) return Truncation::kTime;
  if (equals_ignoring_case(value, "disconnect")) return Truncation::kDisconnect;
  return Truncation::kUnspecified;
}

Error at_record(Code code, std::string message, const WarcRef& position) {
  return Error{code, std::move(message), position.file, static_cast<std::int64_t>(position.offset)};
}

Result<Blob> read_blob(WarcRecord& record, std::uint64_t max_bytes) {
  const std::uint64_t size = record.header().content_length;
  if (size > max_bytes) {
    return at_record(Code::kLimit,
                     "block of " + std::to_string(size) + " bytes, more than " + std::to_string(max_bytes),
                     record.position());
  }
  BlobWriter writer;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, record.block().read(buffer));
    if (got == 0) return writer.finish();
    BFA_RETURN_IF_ERROR(writer.write({reinterpret_cast<const char*>(buffer.data()), got}));
  }
}

// The first bytes of a block, with the head. `kept` holds them when the block is not in memory.
Result<std::string_view> first_bytes(const Blob& blob, std::string& kept) {
  if (blob.in_memory()) return blob.memory().substr(0, kMaxHeadBytes);
  BFA_ASSIGN_OR_RETURN(const auto source, blob.open());
  BFA_ASSIGN_OR_RETURN(kept, read_all(*make_limit_source(*source, kMaxHeadBytes), kMaxHeadBytes));
  return std::string_view(kept);
}

void read_head(std::string_view bytes, WarcType type, const WarcHeader& header, Exchange& exchange) {
  if (type == WarcType::kResource) {
    // No head was received, and the reader does not invent one: the block is the body, its type is the
    // record's.
    exchange.head.status = 200;
    exchange.head.headers.emplace_back("Content-Type", header.content_type());
    return;
  }
  auto head = parse_response_head(bytes, exchange.findings);
  if (head) {
    exchange.head = std::move(*head);
  } else {
    exchange.findings.push_back(
        {head.error().code, "bad_response_head", head.error().message, -1, exchange.url});
  }
}

Result<Exchange> read_record(WarcRecord& record, std::uint64_t max_bytes) {
  const WarcHeader& header = record.header();
  const WarcType type = header.type();
  if (type != WarcType::kResponse && type != WarcType::kResource && type != WarcType::kRevisit) {
    return at_record(Code::kUnsupported,
                     "no exchange in a record of type '" + std::string(header.field("WARC-Type")) + "'",
                     record.position());
  }
  const auto date = header.date();
  if (!date) {
    return at_record(Code::kCorrupt, "WARC-Date '" + std::string(header.field("WARC-Date")) + "' is no date",
                     record.position());
  }
  Exchange exchange;
  exchange.url = header.target_uri();
  exchange.started = *date;
  exchange.ip_address = header.field("WARC-IP-Address");
  exchange.protocol = header.field("WARC-Protocol");
  // On a revisit it means that the block is only the head, not that bytes are missing.
  if (type != WarcType::kRevisit) exchange.truncated = truncation(header.field("WARC-Truncated"));
  BFA_ASSIGN_OR_RETURN(exchange.response, read_blob(record, max_bytes));
  if (type == WarcType::kRevisit && exchange.response.size() == 0) return exchange;
  std::string kept;
  BFA_ASSIGN_OR_RETURN(const std::string_view head, first_bytes(exchange.response, kept));
  read_head(head, type, header, exchange);
  return exchange;
}

}  // namespace

Result<Exchange> read_exchange(WarcRecord& record, std::uint64_t max_bytes) {
  return guarded([&]() -> Result<Exchange> { return read_record(record, max_bytes); });
}

}  // namespace bfa
