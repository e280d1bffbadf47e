// SPDX-License-Identifier: Apache-2.0
#include "serve/http/reply_form.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "bfa/io/compress.h"
#include "object/json_value.h"
#include "serve/http/byte_range.h"
#include "serve/http/content_coding.h"
#include "serve/http/reason.h"
#include "serve/http/stream_filters.h"

namespace bfa::serve_http {
namespace {

constexpr std::size_t kLeastPacked = 1024;
constexpr int kGzipLevel = 5;

std::string_view header_of(const ServeReply& reply, std::string_view name) {
  for (const auto& [key, value] : reply.headers) {
    if (equals_ignoring_case(key, name)) return value;
  }
  return {};
}

void vary_by_coding(ServeReply& reply) {
  const std::string_view vary = header_of(reply, "vary");
  if (vary == "*" || ascii_lower_case(vary).find("accept-encoding") != std::string::npos) return;
  reply.set("Vary", vary.empty() ? "Accept-Encoding" : std::string(vary) + ", Accept-Encoding");
}

void weaken_tag(ServeReply& reply) {
  const std::string_view tag = header_of(reply, "etag");
  if (!tag.empty() && !tag.starts_with("W/")) reply.set("ETag", "W/" + std::string(tag));
}

// Whether a byte range is given at all: of the version that the client has the start of (RFC 9110
// section 13.1.5).
bool range_fits(const ServeRequest& request, const ServeReply& reply) {
  const std::string_view wanted = request.header("if-range");
  if (wanted.empty()) return true;
  const bool is_tag = wanted.starts_with('"');
  return wanted == header_of(reply, is_tag ? "etag" : "last-modified");
}

void make_unsatisfiable(ServeReply& reply, std::uint64_t length) {
  reply = plain_problem({416, "the range lies behind the end"});
  reply.set("Content-Range", "bytes */" + std::to_string(length));
}

// Cuts the range that is asked for; true when the answer is only a part, or none.
bool cut_range(const ServeRequest& request, ServeReply& reply) {
  const std::string_view header = request.header("range");
  if (header.empty() || request.method != "GET" || reply.status != 200) return false;
  if (reply.stream && !reply.length) return false;
  if (!header_of(reply, "content-range").empty() || header_of(reply, "accept-ranges") == "none") return false;
  if (!range_fits(request, reply)) return false;
  const std::uint64_t length = reply.stream ? *reply.length : reply.body.size();
  const ByteRange range = parse_byte_range(header, length);
  if (range.kind == ByteRange::Kind::kWhole) return false;
  if (range.kind == ByteRange::Kind::kUnsatisfiable) {
    make_unsatisfiable(reply, length);
    return true;
  }
  reply.status = 206;
  reply.set("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                 std::to_string(range.first + range.count - 1) + "/" +
                                 std::to_string(length));
  if (reply.stream) {
    reply.stream = make_part_stream(std::move(reply.stream), range.first, range.count);
    reply.length = range.count;
  } else {
    reply.body =
        reply.body.substr(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.count));
  }
  return true;
}

// Packs the body or the stream when that is allowed and worth it.
void pack(const ServeRequest& request, ServeReply& reply) {
  const std::string_view type = header_of(reply, "content-type");
  if (!header_of(reply, "content-encoding").empty() || !is_compressible(type) || is_event_stream(type))
    return;
  if (ascii_lower_case(header_of(reply, "cache-control")).find("no-transform") != std::string::npos) return;
  if (reply.stream ? reply.length.has_value() : reply.status != 304 && reply.body.size() < kLeastPacked)
    return;
  vary_by_coding(reply);
  if (reply.status == 304 || !accepts_gzip(request.header("accept-encoding"))) return;
  if (reply.stream) {
    reply.stream = make_gzip_stream(std::move(reply.stream));
  } else {
    auto packed = gzip_member(reply.body, kGzipLevel);
    if (!packed || packed->size() >= reply.body.size()) return;
    reply.body = std::move(*packed);
  }
  reply.set("Content-Encoding", "gzip");
  weaken_tag(reply);
}

bool is_token_character(char c) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return is_letter_or_digit(c) || kOthers.find(c) != std::string_view::npos;
}

bool is_framing(std::string_view name) {
  for (const std::string_view own :
       {"content-length", "transfer-encoding", "connection", "date", "keep-alive"}) {
    if (equals_ignoring_case(name, own)) return true;
  }
  return false;
}

void append_header(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ");
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    head += (byte < 0x20 && c != '\t') || byte == 0x7f ? ' ' : c;
  }
  head += "\r\n";
}

std::string start_of_head(const ServeReply& reply, UtcTime now) {
  std::string head;
  head.reserve(512);
  head.append("HTTP/1.1 ").append(std::to_string(reply.status)).append(" ");
  head.append(reason_of(reply.status)).append("\r\n");
  append_header(head, "Date", format_http_date(std::chrono::floor<std::chrono::seconds>(now)));
  for (const auto& [name, value] : reply.headers) {
    if (name.empty() || !std::all_of(name.begin(), name.end(), is_token_character) || is_framing(name))
      continue;
    append_header(head, name, value);
  }
  return head;
}

// Adds what says where the answer ends.
void frame(const ServeRequest& request, const ReplyTerms& terms, ServeReply& reply, FormedReply& out) {
  const bool bodiless = reply.status == 204 || reply.status == 304;
  out.close = !terms.keep_alive;
  if (reply.stream && !reply.length) {
    out.chunked = terms.minor_version > 0;
    if (bodiless) {
      out.chunked = false;
    } else if (out.chunked) {
      append_header(out.head, "Transfer-Encoding", "chunked");
    } else {
      out.close = true;
    }
  } else if (!bodiless) {
    const std::uint64_t length = reply.stream ? *reply.length : reply.body.size();
    append_header(out.head, "Content-Length", std::to_string(length));
  }
  if (out.close) {
    append_header(out.head, "Connection", "close");
  } else if (terms.minor_version == 0) {
    append_header(out.head, "Connection", "keep-alive");
  }
  out.head += "\r\n";
  if (bodiless || request.method == "HEAD") {
    out.chunked = false;
    return;
  }
  out.body = std::move(reply.body);
  out.length = reply.length;
  out.stream = std::move(reply.stream);
  if (out.stream) out.body.clear();
  if (out.stream && out.length == 0) out.stream.reset();
}

}  // namespace

ServeReply plain_problem(const Refusal& refusal) {
  ServeReply reply;
  reply.status = refusal.status;
  reply.headers = {{"Content-Type", "application/problem+json"},
                   {"X-Content-Type-Options", "nosniff"},
                   {"Cache-Control", "no-store"}};
  // The titles are sentences of this program: nothing in them has to be escaped.
  reply.body.append(R"({"type":"about:blank","status":)").append(std::to_string(refusal.status));
  reply.body.append(R"(,"title":")").append(refusal.title).append("\"}\n");
  return reply;
}

ServeReply error_problem(const Error& error) {
  const bool later = error.code == Code::kUnavailable;
  ServeReply reply = plain_problem({later ? 503 : 500, "the answer could not be made"});
  if (later) reply.set("Retry-After", "5");
  reply.body.resize(reply.body.size() - 2);  // "}\n"
  reply.body += R"(,"detail":)";
  append_json_text(reply.body, error.message);
  reply.body += "}\n";
  return reply;
}

FormedReply form_reply(const ServeRequest& request, const ReplyTerms& terms, ServeReply reply, UtcTime now) {
  if (reply.status < 200 || reply.status > 599) reply = plain_problem({500, "the answer could not be made"});
  if (!cut_range(request, reply)) pack(request, reply);
  const bool ranges = reply.status == 200 && (!reply.stream || reply.length) &&
                      !is_compressible(header_of(reply, "content-type"));
  if (ranges && header_of(reply, "accept-ranges").empty()) reply.set("Accept-Ranges", "bytes");
  FormedReply out;
  out.status = reply.status;
  out.head = start_of_head(reply, now);
  frame(request, terms, reply, out);
  return out;
}

FormedReply form_refusal(const Refusal& refusal, bool without_body, UtcTime now) {
  ServeRequest request;
  if (without_body) request.method = "HEAD";
  return form_reply(request, ReplyTerms{1, false}, plain_problem(refusal), now);
}

}  // namespace bfa::serve_http
