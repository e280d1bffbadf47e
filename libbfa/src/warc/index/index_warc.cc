// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/cdx_writer.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "warc/index/post_query.h"
#include "warc/index/request_pairing.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr std::size_t kBufferBytes = 65536;

bool is_capture(const WarcHeader& header) {
  const WarcType type = header.type();
  const bool kind = type == WarcType::kResponse || type == WarcType::kRevisit || type == WarcType::kResource;
  return kind && header.date() && !header.field("WARC-Target-URI").empty();
}

bool is_html(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

// Readers split a line at its spaces, so that a key cannot contain one.
std::string key_of(const std::string& url, bool keep_www) {
  const std::string plain = surt_key(url, SurtDialect::kWayback, keep_www);
  if (std::none_of(plain.begin(), plain.end(), [](unsigned char c) { return c <= 0x20; })) return plain;
  std::string key;
  for (const char c : plain) {
    if (static_cast<unsigned char>(c) > 0x20) {
      key.push_back(c);
    } else {
      key.append("%").append(hex_encode({&c, 1}));
    }
  }
  return key;
}

// Reads captures: the index entry of one, and the first bytes of its body.
class CaptureReader {
 public:
  explicit CaptureReader(const CdxjOptions& options) : options_(options), buffer_(kBufferBytes) {}

  // Errors: kIo.
  Result<HeldCapture> read(WarcRecord& record) {
    begin(record.header());
    BFA_RETURN_IF_ERROR(read_block(record));
    if (record.position().length != 0) held_.entry.length = record.position().length;
    held_.entry.offset = record.position().offset;
    return std::move(held_);
  }

 private:
  void begin(const WarcHeader& header) {
    const WarcType type = header.type();
    held_ = {};
    held_.date = *header.date();
    http_ = header.content_type().starts_with("application/http");
    revisit_ = type == WarcType::kRevisit;
    CdxEntry& entry = held_.entry;
    entry.url = header.target_uri();
    entry.timestamp = format_cdx_time(held_.date);
    entry.filename = options_.filename;
    entry.digest = header.field("WARC-Payload-Digest");
    if (type == WarcType::kResource) entry.status = "200";
    if (revisit_) {
      entry.mime = "warc/revisit";
    } else if (!http_) {
      entry.mime = parse_media_type(header.content_type()).essence;
    }
    hash_ = entry.digest.empty() && !revisit_;
    wants_body_ = !http_ && options_.body_bytes != 0 && is_html(entry.mime);
    entity_.begin(true);
    in_head_ = http_;
  }

  // Reads status and type from the head of the response; called once, when it is complete.
  void take_head() {
    in_head_ = false;
    const auto& head = entity_.head();
    if (!head) return;
    held_.entry.status = std::to_string(head->status);
    if (!revisit_) held_.entry.mime = parse_media_type(head->header("Content-Type")).essence;
    wants_body_ = options_.body_bytes != 0 && is_html(held_.entry.mime);
    if (wants_body_) held_.head = *head;
  }

  void take_entity(std::string_view bytes) {
    if (hash_) digester_.update(bytes);
    if (wants_body_ && held_.body.size() < options_.body_bytes) {
      held_.body.append(bytes.substr(0, options_.body_bytes - held_.body.size()));
    }
  }

  void take(std::string_view bytes) {
    if (!http_) return take_entity(bytes);
    const bool passing = !in_head_ && !hash_ && (!wants_body_ || held_.body.size() >= options_.body_bytes);
    if (passing) return;
    const std::string_view entity = entity_.feed(bytes).entity;
    if (in_head_ && !entity_.in_head()) take_head();
    take_entity(entity);
  }

  // Reads the head for status and type, the body for a digest that the header lacks; the rest for its length.
  Status read_block(WarcRecord& record) {
    for (;;) {
      const auto got = record.block().read(buffer_);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got || *got == 0) break;
      take({reinterpret_cast<const char*>(buffer_.data()), *got});
    }
    if (http_) {
      const std::string_view entity = entity_.end().entity;
      if (in_head_) take_head();
      take_entity(entity);
    }
    if (hash_) held_.entry.digest = labelled_digest(DigestAlgorithm::kSha1, digester_.finish());
    if (held_.entry.mime.empty()) held_.entry.mime = "unk";
    return {};
  }

  const CdxjOptions& options_;
  std::vector<std::byte> buffer_;
  HeldCapture held_;
  bool http_ = false, revisit_ = false, hash_ = false, wants_body_ = false, in_head_ = false;
  EntityStream entity_;
  Digester digester_{DigestAlgorithm::kSha1};
};

Status give(HeldCapture& held, const CdxjOptions& options,
            const std::function<Status(const CdxCapture&)>& visit) {
  CdxEntry& entry = held.entry;
  const bool plain = entry.method.empty();
  entry.key = key_of(plain ? entry.url : url_with_request(entry.url, entry.method, entry.request_body),
                     options.keep_www);
  return visit({entry, held.date, held.body, held.head ? &*held.head : nullptr});
}

}  // namespace

Status index_warc(FileSystem& fs, std::string_view path_name, const CdxjOptions& options,
                  const std::function<Status(const CdxCapture&)>& visit, Findings& findings) {
  return guarded([&]() -> Status {
    const std::string path(path_name);
    CdxjOptions own = options;
    if (own.filename.empty()) own.filename = path.substr(path.find_last_of('/') + 1);
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
    CaptureReader captures(own);
    RequestPairing pairing([&](HeldCapture& held) { return give(held, own, visit); });
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      const WarcHeader& header = record->header();
      if (own.post && header.type() == WarcType::kRequest) {
        BFA_RETURN_IF_ERROR(pairing.add_request(*record));
      } else if (is_capture(header)) {
        const RecordLinks links = own.post ? RecordLinks::of(header) : RecordLinks();
        BFA_ASSIGN_OR_RETURN(HeldCapture held, captures.read(*record));
        held.links = links;
        BFA_RETURN_IF_ERROR(own.post ? pairing.add_capture(std::move(held)) : give(held, own, visit));
      }
    }
    BFA_RETURN_IF_ERROR(pairing.finish());
    findings.insert(findings.end(), reader->findings().begin(), reader->findings().end());
    return {};
  });
}

Result<std::vector<std::string>> cdxj_lines(FileSystem& fs, std::string_view path) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    std::vector<std::string> lines;
    Findings findings;
    BFA_RETURN_IF_ERROR(index_warc(
        fs, path, {},
        [&](const CdxCapture& capture) {
          lines.push_back(format_cdxj(capture.entry));
          return Status();
        },
        findings));
    return lines;
  });
}

}  // namespace bfa
