// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/record_builder.h"

#include <array>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/writer.h"
#include "package/aip/premis.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr DigestAlgorithm kDigest = DigestAlgorithm::kSha256;

struct BlockDigests {
  std::string block, payload;  // labelled
};

Result<BlockDigests> digest_block(const RecordBuilder::Capture& capture) {
  Digester whole(kDigest);
  Digester payload(kDigest);
  std::uint64_t payload_bytes = 0;
  EntityStream entity;
  if (capture.head) entity.begin(*capture.head);
  const bool bare = capture.type == "resource" || capture.type == "conversion";
  const auto add_payload = [&](std::string_view bytes) {
    payload.update(bytes);
    payload_bytes += bytes.size();
  };
  std::array<std::byte, 65536> buffer;
  BFA_ASSIGN_OR_RETURN(const auto source, capture.block.open());
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), got);
    whole.update(bytes);
    if (bare) add_payload(bytes);
    if (capture.head) add_payload(entity.feed(bytes).entity);
  }
  if (capture.head) add_payload(entity.end().entity);
  BlockDigests digests;
  digests.block = labelled_digest(kDigest, whole.finish());
  if (payload_bytes != 0) digests.payload = labelled_digest(kDigest, payload.finish());
  return digests;
}

std::string bracketed(const std::string& id) {
  return "<" + id + ">";
}

// A line end in a value would begin another field.
std::string one_line(std::string value) {
  for (char& c : value) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return value;
}

}  // namespace

std::string target_uri_of(std::string_view url) {
  std::string out;
  for (const char c : url) {
    if (c > ' ' && c <= '~' && c != '<' && c != '>') {
      out.push_back(c);
    } else {
      out += "%" + hex_encode({&c, 1});
    }
  }
  return out;
}

RecordBuilder::RecordBuilder(const CaptureInputOptions& options)
    : clock_(options.clock != nullptr ? options.clock : &system_clock()),
      make_uuid_(options.make_uuid ? options.make_uuid : random_uuid) {}

MigratedRecord RecordBuilder::begin(std::string_view type, const std::string& id, UtcTime date,
                                    const std::string& url) const {
  MigratedRecord record;
  record.fields.emplace_back("WARC-Type", type);
  record.fields.emplace_back("WARC-Record-ID", bracketed(id));
  record.fields.emplace_back("WARC-Date", format_rfc3339(date));
  if (!url.empty()) record.fields.emplace_back("WARC-Target-URI", target_uri_of(url));
  if (!warcinfo_id_.empty() && type != "warcinfo")
    record.fields.emplace_back("WARC-Warcinfo-ID", bracketed(warcinfo_id_));
  return record;
}

MigratedRecord RecordBuilder::warcinfo(const std::string& source, CaptureFormat format,
                                       const WarcFields& more) {
  warcinfo_id_ = new_id();
  MigratedRecord record = begin("warcinfo", warcinfo_id_, now(), {});
  WarcFields fields = {
      {"software", software_name() + "/" + software_version()},
      {"format", "WARC File Format 1.1"},
      {"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
      {"description", "converted from " + std::string(capture_format_name(format))},
      {"source-file", source}};
  fields.insert(fields.end(), more.begin(), more.end());
  std::string block = format_warc_fields(fields);
  record.fields.emplace_back("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  record.fields.emplace_back("Content-Type", "application/warc-fields");
  record.block = Blob(std::move(block));
  return record;
}

Result<MigratedRecord> RecordBuilder::capture(Capture capture, std::string& id) {
  id = new_id();
  MigratedRecord record = begin(capture.type, id, capture.date, capture.url);
  for (auto& field : capture.more) {
    if (!field.second.empty()) record.fields.emplace_back(std::move(field.first), one_line(field.second));
  }
  BFA_ASSIGN_OR_RETURN(const BlockDigests digests, digest_block(capture));
  if (!digests.payload.empty()) record.fields.emplace_back("WARC-Payload-Digest", digests.payload);
  record.fields.emplace_back("WARC-Block-Digest", digests.block);
  if (!capture.content_type.empty())
    record.fields.emplace_back("Content-Type", one_line(capture.content_type));
  record.block = std::move(capture.block);
  return record;
}

MigratedRecord RecordBuilder::metadata(const std::string& url, const std::string& about,
                                       const WarcFields& fields) {
  return metadata_block(url, about, "application/warc-fields", format_warc_fields(fields));
}

MigratedRecord RecordBuilder::metadata_block(const std::string& url, const std::string& about,
                                             const std::string& content_type, std::string block) {
  MigratedRecord record = begin("metadata", new_id(), now(), url);
  if (!about.empty()) record.fields.emplace_back("WARC-Refers-To", bracketed(about));
  record.fields.emplace_back("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  record.fields.emplace_back("Content-Type", content_type);
  record.block = Blob(std::move(block));
  return record;
}

}  // namespace bfa
