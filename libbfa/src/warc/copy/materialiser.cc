// SPDX-License-Identifier: Apache-2.0
#include "warc/copy/materialiser.h"

#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/writer.h"
#include "warc/read/block_digests.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBlock = std::uint64_t{1} << 40U;

// Fields that a response does not have, or that are written again.
bool is_of_revisit(std::string_view name) {
  for (const std::string_view other :
       {"WARC-Profile", "WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date",
        "WARC-Truncated", "WARC-Block-Digest", "WARC-Payload-Digest", "Content-Type", "Content-Length"}) {
    if (equals_ignoring_case(name, other)) return true;
  }
  return false;
}

// The digest of the block, in the algorithm of the revisit's digests.
Result<std::string> block_digest(const WarcHeader& revisit, const Blob& block) {
  DigestAlgorithm algorithm = DigestAlgorithm::kSha256;
  for (const char* const name : {"WARC-Payload-Digest", "WARC-Block-Digest"}) {
    const std::string declared = canonical_digest(revisit.field(name));
    if (const auto known = digest_algorithm(declared.substr(0, declared.find(':')))) algorithm = *known;
  }
  Digester digester(algorithm);
  BFA_ASSIGN_OR_RETURN(const auto source, block.open());
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    digester.update(std::span<const std::byte>(buffer.data(), got));
  }
  return labelled_digest(algorithm, digester.finish());
}

WarcHeader response_header(const WarcHeader& revisit, const std::string& type, const std::string& id) {
  WarcHeader header;
  header.version = revisit.version;
  for (const auto& [name, value] : revisit.fields) {
    if (equals_ignoring_case(name, "WARC-Type")) {
      header.fields.emplace_back(name, type);
    } else if (equals_ignoring_case(name, "WARC-Record-ID")) {
      header.fields.emplace_back(name, "<" + id + ">");
    } else if (!is_of_revisit(name)) {
      header.fields.emplace_back(name, value);
    }
  }
  return header;
}

// Describes in a metadata record how a record was changed.
Status add_note(const WarcHeader& revisit, const OriginalFinder::Place& place, const std::string& id,
                OutputFile& out) {
  std::string block = "software: libbfa\r\nmaterialised-from: <" + revisit.record_id() + ">\r\n";
  if (!place.record_id.empty()) block += "materialised-original: <" + place.record_id + ">\r\n";
  block += "materialised-original-uri: " + place.target_uri + "\r\n";
  block += "materialised-original-date: " + place.date + "\r\n";
  HeaderText text;
  text.begin();
  text.field("WARC-Type", "metadata");
  text.id_field("WARC-Record-ID", Materialiser::new_id("metadata of " + revisit.record_id()));
  text.field("WARC-Date", revisit.field("WARC-Date"));
  text.field("WARC-Target-URI", revisit.target_uri());
  text.field("WARC-Warcinfo-ID", revisit.field("WARC-Warcinfo-ID"));
  text.id_field("WARC-Concurrent-To", id);
  text.field("Content-Type", "application/warc-fields");
  text.end(block.size());
  return out.add(text.text(), block);
}

}  // namespace

std::string Materialiser::new_id(const std::string& revisit_id) {
  return "urn:uuid:" + seeded_uuids("materialised " + revisit_id)();
}

const OriginalFinder::Place* Materialiser::replaced(const std::string& id) const {
  const OriginalFinder::Place* const place = id.empty() ? nullptr : finder_.find(id);
  return place != nullptr && wanted_(id, *place) ? place : nullptr;
}

Status Materialiser::write_response(RecordFeed& feed, const OriginalFinder::Place& place, OutputFile* out) {
  const auto revisit = read_exchange(feed.record(), kMaxBlock);
  if (!revisit && revisit.error().code == Code::kIo) return revisit.error();
  if (!revisit) {
    ++report_.dropped;
    report_.findings.push_back({revisit.error().code, "record_dropped",
                                "revisit that cannot be read: left out: " + revisit.error().message,
                                static_cast<std::int64_t>(feed.place().offset), feed.path()});
    return {};
  }
  BFA_ASSIGN_OR_RETURN(const Exchange original, finder_.load(place));
  BFA_ASSIGN_OR_RETURN(const Exchange whole, resolve_revisit(*revisit, original));
  ++report_.materialised;
  report_.records += 2;
  if (out == nullptr) return {};
  const WarcHeader& old = feed.header();
  const std::string id = new_id(old.record_id());
  // Neither the original nor the revisit has an HTTP head.
  const bool http = whole.head.size != 0;
  WarcHeader header = response_header(old, http ? "response" : "resource", id);
  const bool not_modified = revisit_kind(old) == RevisitKind::kServerNotModified;
  const std::string payload =
      not_modified ? place.payload_digest : std::string(old.field("WARC-Payload-Digest"));
  if (!payload.empty()) header.fields.emplace_back("WARC-Payload-Digest", payload);
  BFA_ASSIGN_OR_RETURN(std::string digest, block_digest(old, whole.response));
  header.fields.emplace_back("WARC-Block-Digest", std::move(digest));
  header.fields.emplace_back("Content-Type", http ? "application/http; msgtype=response"
                                                  : std::string(original.head.header("Content-Type")));
  BFA_RETURN_IF_ERROR(out->add(header_text(header, whole.response.size()), whole.response));
  return add_note(old, place, id, *out);
}

Status Materialiser::write_relinked(RecordFeed& feed, OutputFile* out) {
  BFA_ASSIGN_OR_RETURN(const bool whole, feed.read());
  if (!whole) return {};
  ++report_.records;
  if (out == nullptr) return {};
  WarcHeader header = feed.header();
  for (auto& [name, value] : header.fields) {
    if (!equals_ignoring_case(name, "WARC-Concurrent-To")) continue;
    const std::string id = without_brackets(value);
    if (replaced(id) != nullptr) value = "<" + new_id(id) + ">";
  }
  const Blob block = feed.block();
  return out->add(header_text(header, block.size()), block);
}

Status Materialiser::write(RecordFeed& feed, OutputFile* out) {
  const WarcHeader& header = feed.header();
  if (header.type() == WarcType::kRevisit) {
    const OriginalFinder::Place* const place = replaced(header.record_id());
    if (place != nullptr) return write_response(feed, *place, out);
    if (finder_.find(header.record_id()) == nullptr) {
      ++report_.unresolved;
      report_.findings.push_back({Code::kNotFound, "original_missing",
                                  "revisit of " + header.target_uri() + " at " +
                                      std::string(header.field("WARC-Date")) +
                                      ": its original is in none of the files; it stays a revisit",
                                  static_cast<std::int64_t>(feed.place().offset), feed.path()});
    }
  }
  for (const auto& id : concurrent_to(header)) {
    if (replaced(id) != nullptr) return write_relinked(feed, out);
  }
  BFA_ASSIGN_OR_RETURN(const bool copied, feed.copy(out));
  (void)copied;
  return {};
}

}  // namespace bfa
