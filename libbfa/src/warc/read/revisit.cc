// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/exchange.h"

#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxHead = 1u << 20;

// Calls `take` with the bytes of `blob` after `begin`, in parts.
template <class Take>
Status each_part(const Blob& blob, std::uint64_t begin, Take&& take) {
  BFA_ASSIGN_OR_RETURN(const auto source, blob.open());
  BFA_ASSIGN_OR_RETURN(const std::uint64_t passed, source->skip(begin));
  (void)passed;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) return {};
    BFA_RETURN_IF_ERROR(take(std::string_view(reinterpret_cast<const char*>(buffer.data()), got)));
  }
}

bool framed_alike(const HttpHead& revisit, const HttpHead& original) {
  if (is_chunked(revisit) != is_chunked(original)) return false;
  const std::string_view length = revisit.header("Content-Length");
  return is_chunked(revisit) || length.empty() || length == original.header("Content-Length");
}

bool frames_body(std::string_view line) {
  const std::string_view name = trim_blanks(line.substr(0, line.find(':')));
  return equals_ignoring_case(name, "Content-Length") || equals_ignoring_case(name, "Transfer-Encoding");
}

// The head with another framing; all other lines are unchanged.
std::string head_with_length(std::string_view head, std::uint64_t length) {
  std::string out;
  bool dropped = false;
  bool first = true;
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    const std::string_view line = head.substr(0, end == std::string_view::npos ? end : end + 1);
    head.remove_prefix(line.size());
    if (trim_line_end(line).empty()) break;
    const bool folded = line.front() == ' ' || line.front() == '\t';
    if (!folded) dropped = !first && frames_body(line);
    if (!dropped) out.append(line);
    first = false;
  }
  if (!out.ends_with('\n')) out += "\r\n";
  return out + "Content-Length: " + std::to_string(length) + "\r\n\r\n";
}

// The original's entity; with wrong framing, the result of EntityStream.
Result<Blob> entity_of(const Exchange& original) {
  BlobWriter writer;
  EntityStream entity;
  entity.begin(original.head);
  BFA_RETURN_IF_ERROR(each_part(
      original.response, 0, [&](std::string_view bytes) { return writer.write(entity.feed(bytes).entity); }));
  BFA_RETURN_IF_ERROR(writer.write(entity.end().entity));
  return writer.finish();
}

Result<Blob> joined(const std::string& head, const Blob& body, std::uint64_t body_begin) {
  BlobWriter writer;
  BFA_RETURN_IF_ERROR(writer.write(head));
  BFA_RETURN_IF_ERROR(
      each_part(body, body_begin, [&](std::string_view bytes) { return writer.write(bytes); }));
  return writer.finish();
}

Result<Exchange> resolve(const Exchange& revisit, const Exchange& original) {
  Exchange whole = revisit;
  whole.truncated = original.truncated;
  if (revisit.head.status == 304 || revisit.head.size == 0) {
    whole.head = original.head;
    whole.response = original.response;
    return whole;
  }
  BFA_ASSIGN_OR_RETURN(const auto source, revisit.response.open());
  BFA_ASSIGN_OR_RETURN(std::string head, read_all(*make_limit_source(*source, revisit.head.size), kMaxHead));
  if (framed_alike(revisit.head, original.head)) {
    BFA_ASSIGN_OR_RETURN(whole.response, joined(head, original.response, original.head.size));
    return whole;
  }
  BFA_ASSIGN_OR_RETURN(const Blob entity, entity_of(original));
  head = head_with_length(head, entity.size());
  BFA_ASSIGN_OR_RETURN(whole.response, joined(head, entity, 0));
  Findings ignored;
  BFA_ASSIGN_OR_RETURN(whole.head, parse_response_head(head, ignored));
  return whole;
}

}  // namespace

RevisitKind revisit_kind(const WarcHeader& header) {
  std::string_view profile = header.field("WARC-Profile");
  if (profile.starts_with('<') && profile.ends_with('>')) profile = profile.substr(1, profile.size() - 2);
  const std::string_view name = profile.substr(profile.find_last_of('/') + 1);
  if (equals_ignoring_case(name, "identical-payload-digest")) return RevisitKind::kIdenticalPayload;
  if (equals_ignoring_case(name, "server-not-modified")) return RevisitKind::kServerNotModified;
  return RevisitKind::kUnknown;
}

Result<Exchange> resolve_revisit(const Exchange& revisit, const Exchange& original) {
  return guarded([&]() -> Result<Exchange> { return resolve(revisit, original); });
}

}  // namespace bfa
