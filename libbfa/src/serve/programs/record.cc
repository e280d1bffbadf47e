// SPDX-License-Identifier: Apache-2.0
// WARC records and files as they are stored: /warc/RECORD-ID, /warc/record?file=&offset=, /warc/file/NAME.
// docs/cdx.md.
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/file_system.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "serve/data/query_string.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/http/byte_range.h"
#include "serve/programs/package_file.h"
#include "serve/programs/page_wacz.h"
#include "serve/programs/warc_place.h"
#include "store/capture_hops.h"

namespace bfa {
namespace {

constexpr std::string_view kUrnPrefix = "urn:uuid:";
constexpr std::size_t kUuidLength = 36;

// A name for a file that is saved: letters, digits, points, dashes and underscores only.
std::string safe_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
    name += plain ? c : '-';
  }
  return name.substr(0, 120);
}

ServeReply bytes_reply(std::unique_ptr<ReplyStream> stream, std::uint64_t length, std::string_view name) {
  ServeReply reply;
  reply.set("Content-Type", "application/warc");
  reply.set("X-Content-Type-Options", "nosniff");
  reply.set("Content-Disposition", "attachment; filename=\"" + safe_name(name) + "\"");
  reply.stream = std::move(stream);
  reply.length = length;
  return reply;
}

// The record as it is stored, a gzip member of its own; with `plain` decompressed. A record that cannot be
// read alone is always given plain.
Result<ServeReply> record_reply(const std::string& path, std::uint64_t offset, bool plain) {
  BFA_ASSIGN_OR_RETURN(const StoredRecord record, find_stored_record(path, offset));
  const bool packed = path.ends_with(".gz") || path.ends_with(".gz.open");
  std::string name = record.id.substr(record.id.rfind(':') + 1);
  if (name.empty()) name = "record";
  if (!plain && record.length > 0) {
    BFA_ASSIGN_OR_RETURN(auto stream, stream_file(path, offset, record.length));
    return bytes_reply(std::move(stream), record.length, name + (packed ? ".warc.gz" : ".warc"));
  }
  BFA_ASSIGN_OR_RETURN(auto stream, stream_plain_record(record));
  return bytes_reply(std::move(stream), record.plain_length, name + ".warc");
}

Result<ServeReply> answer_place(const SiteContext& context, const QueryString& query, bool plain) {
  const auto offset = parse_number(query.value("offset"));
  if (!offset || query.value("file").empty())
    return Error{Code::kInvalidArgument,
                 "a record is asked for by file=NAME and offset=BYTES, as /index gives them",
                 {},
                 -1};
  BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(*context.archive, query.value("file")));
  if (file.missing) return missing_file_reply(query.value("file"));
  return record_reply(file.path, *offset, plain);
}

// Only records of captures are in the index, which has hashes of their ids: the store knows for certain.
Result<ServeReply> answer_id(const SiteContext& context, std::string_view given, bool plain) {
  std::string id = percent_decode(given);
  if (id.starts_with("<") && id.ends_with(">")) id = id.substr(1, id.size() - 2);
  if (id.size() == kUuidLength) id = std::string(kUrnPrefix) + id;
  if (id.size() > 1000 || id.find(':') == std::string::npos)
    return Error{Code::kInvalidArgument, "the id of a record is urn:uuid:..., or the UUID alone", {}, -1};
  BFA_ASSIGN_OR_RETURN(const auto steps, context.index->find_record(id));
  for (const std::uint64_t step : steps) {
    BFA_ASSIGN_OR_RETURN(const auto capture, context.archive->view().capture(step));
    BFA_ASSIGN_OR_RETURN(const CaptureTrail trail, trail_of(*context.archive, step));
    std::vector<WarcRef> places;
    if (capture) places.push_back(capture->warc);
    for (const CaptureHop& hop : trail.hops) places.push_back(hop.warc);
    for (const WarcRef& place : places) {
      if (!equals_ignoring_case(place.record_id, id)) continue;
      BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(*context.archive, place));
      if (file.missing) return missing_file_reply(place.file);
      return record_reply(file.path, place.offset, plain);
    }
  }
  return Error{Code::kNotFound,
               "no capture has a record of this id; request, metadata and other records are found by "
               "/warc/record?file=NAME&offset=BYTES",
               repair_utf8(id), -1};
}

// A file, or one range of it: players read single records of files of gigabytes.
Result<ServeReply> answer_file(const SiteContext& context, const ServeRequest& request,
                               std::string_view given) {
  const std::string name = percent_decode(given);
  BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(*context.archive, name));
  if (file.missing) return missing_file_reply(name);
  BFA_ASSIGN_OR_RETURN(const std::uint64_t size, posix_file_system().file_size(file.path));
  using Kind = serve_http::ByteRange::Kind;
  // There are no validators: what a client has the start of cannot be told to be this file.
  const bool conditional = !request.header("if-range").empty();
  auto range = serve_http::parse_byte_range(conditional ? std::string_view() : request.header("range"), size);
  if (range.kind == Kind::kUnsatisfiable) {
    ServeReply reply = problem_reply(416, "the range lies behind the end of the file");
    reply.set("Content-Range", "bytes */" + std::to_string(size));
    return reply;
  }
  if (range.kind == Kind::kWhole) range = {Kind::kWhole, 0, size};
  BFA_ASSIGN_OR_RETURN(auto stream, stream_file(file.path, range.first, range.count));
  ServeReply reply = bytes_reply(std::move(stream), range.count, name);
  reply.set("Accept-Ranges", "bytes");
  if (range.kind == Kind::kWhole) return reply;
  reply.status = 206;
  reply.set("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                 std::to_string(range.first + range.count - 1) + "/" + std::to_string(size));
  return reply;
}

}  // namespace

std::optional<ServeReply> answer_record(const SiteContext& context, const ServeRequest& request) {
  constexpr std::string_view kWarc = "/warc/", kFile = "/warc/file/";
  const std::string_view path = request.path();
  if (path == "/wacz") return answer_page_wacz(context, request);
  if (path == "/package") return answer_package(context, request);
  if (!path.starts_with(kWarc)) return std::nullopt;
  const QueryString query(request.query());
  const bool plain = query.has("plain") && query.value("plain") != "false";
  auto reply = path == "/warc/record"    ? answer_place(context, query, plain)
               : path.starts_with(kFile) ? answer_file(context, request, path.substr(kFile.size()))
                                         : answer_id(context, path.substr(kWarc.size()), plain);
  return reply ? std::move(*reply) : problem_reply(reply.error());
}

}  // namespace bfa
