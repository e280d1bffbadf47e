// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/cdxj.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "io/guard.h"
#include "warc/ascii.h"
#include "warc/entity_stream.h"

namespace bfa {
namespace {

constexpr std::size_t kHeadBytes = 1u << 16;

// JSON string; bytes above 0x7F stay (the line is UTF-8 when the record's header is).
void json_string(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += out.back() == '{' ? "\"" : ", \"";
  out.append(name).append("\": \"");
  for (const char c : value) {
    if (c == '"' || c == '\\') out.push_back('\\');
    if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00" + hex_encode({&c, 1});
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

struct Capture {
  std::string url, time, mime, status, digest;
  WarcRef position;
};

// Reads the block: its head for status and type, all of it for a digest that the header lacks.
Status read_capture(WarcRecord& record, Capture& capture) {
  const WarcHeader& header = record.header();
  const WarcType type = header.type();
  const bool http = header.content_type().starts_with("application/http");
  const bool hash = capture.digest.empty() && type != WarcType::kRevisit;
  Digester digester(DigestAlgorithm::kSha1);
  EntityStream entity;
  entity.begin(true);
  std::string head;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got || *got == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), *got);
    if (http && head.size() < kHeadBytes) head.append(bytes.substr(0, kHeadBytes - head.size()));
    if (hash) digester.update(http ? entity.feed(bytes).entity : bytes);
  }
  if (hash && http) digester.update(entity.end().entity);
  if (hash) capture.digest = labelled_digest(DigestAlgorithm::kSha1, digester.finish());
  capture.position = record.position();
  capture.mime = http ? "" : parse_media_type(header.content_type()).essence;
  Findings findings;
  if (const auto parsed = parse_response_head(head, findings); http && parsed) {
    capture.status = std::to_string(parsed->status);
    capture.mime = parse_media_type(parsed->header("Content-Type")).essence;
  }
  if (type == WarcType::kResource) capture.status = "200";
  if (type == WarcType::kRevisit) capture.mime = "warc/revisit";
  return {};
}

std::string line_of(const Capture& capture, const std::string& file) {
  std::string line = surt_key(capture.url) + " " + capture.time + " {";
  json_string(line, "url", capture.url);
  json_string(line, "mime", capture.mime.empty() ? "unk" : capture.mime);
  json_string(line, "status", capture.status);
  json_string(line, "digest", capture.digest);
  if (capture.position.length != 0) json_string(line, "length", std::to_string(capture.position.length));
  json_string(line, "offset", std::to_string(capture.position.offset));
  json_string(line, "filename", file);
  line.push_back('}');
  return line;
}

bool is_capture(const WarcHeader& header) {
  const WarcType type = header.type();
  const bool kind = type == WarcType::kResponse || type == WarcType::kRevisit || type == WarcType::kResource;
  return kind && header.date() && !header.field("WARC-Target-URI").empty();
}

}  // namespace

Result<std::vector<std::string>> cdxj_lines(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    const std::string file = path.substr(path.find_last_of('/') + 1);
    std::vector<std::string> lines;
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) return lines;
      const WarcHeader& header = record->header();
      if (!is_capture(header)) continue;
      Capture capture;
      capture.url = header.target_uri();
      capture.time = format_cdx_time(*header.date());
      capture.digest = header.field("WARC-Payload-Digest");
      BFA_RETURN_IF_ERROR(read_capture(*record, capture));
      lines.push_back(line_of(capture, file));
    }
  });
}

}  // namespace bfa
