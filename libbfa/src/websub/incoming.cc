// SPDX-License-Identifier: Apache-2.0
#include "websub/incoming.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa::websub {
namespace {

// The end of the head with its blank line; npos: not there yet.
std::size_t end_of_head(std::string_view bytes) {
  for (std::size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    const std::string_view rest = bytes.substr(at + 1);
    if (rest.starts_with('\n')) return at + 2;
    if (rest.starts_with("\r\n")) return at + 3;
  }
  return std::string_view::npos;
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 410:
      return "Gone";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Answer";
  }
}

}  // namespace

void Incoming::take(std::string_view bytes, std::uint64_t room) {
  if (answered_) return;
  if (has_head_) return take_body(bytes, room);
  const std::size_t before = head_bytes_.size();
  const std::size_t most = options_.max_head_bytes;
  head_bytes_.append(bytes.substr(0, std::min(bytes.size(), most + 1 - std::min(before, most))));
  // Only what is new can end the head: a search from its start at each byte would be quadratic.
  const std::size_t from = before < 3 ? 0 : before - 3;
  const std::size_t found = end_of_head(std::string_view(head_bytes_).substr(from));
  if (found == std::string_view::npos || from + found > most) {
    if (head_bytes_.size() > most) reply(431);
    return;
  }
  const std::size_t size = from + found;
  const std::string_view first = bytes.substr(std::min(size - before, bytes.size()));
  head_bytes_.resize(size);
  take_head();
  if (!answered_) begin_body(first, room);
}

void Incoming::take_head() {
  Findings findings;
  auto head = parse_request_head(head_bytes_, findings);
  const bool readable = head && head->version.starts_with("HTTP/1.") && head->target.starts_with('/');
  if (!readable) return reply(400);
  head_ = std::move(*head);
  has_head_ = true;
  if (!read_framing()) reply(400);
}

bool Incoming::read_framing() {
  std::size_t lengths = 0;
  for (const auto& [name, value] : head_.headers) {
    if (equals_ignoring_case(name, "Transfer-Encoding")) {
      if (chunked_ || !equals_ignoring_case(trim_blanks(value), "chunked")) return false;
      chunked_ = true;
    }
    if (!equals_ignoring_case(name, "Content-Length")) continue;
    const auto number = parse_number(trim_blanks(value));
    if (!number || ++lengths > 1) return false;
    length_ = *number;
  }
  return !chunked_ || lengths == 0;
}

void Incoming::begin_body(std::string_view first, std::uint64_t room) {
  if (!chunked_ && length_ == 0) return ask_handler(false);
  most_ = handler_.max_body(head_);
  if (most_ == 0 || (!chunked_ && length_ > most_)) return ask_handler(true);
  if (!chunked_ && length_ > room) return reply(503);
  if (equals_ignoring_case(head_.header("Expect"), "100-continue") && first.empty())
    output_ = "HTTP/1.1 100 Continue\r\n\r\n";
  take_body(first, room);
}

void Incoming::take_body(std::string_view bytes, std::uint64_t room) {
  if (bytes.size() > room) return reply(503);
  if (!chunked_) {
    body_.append(bytes.substr(0, static_cast<std::size_t>(length_) - body_.size()));
    if (body_.size() == length_) ask_handler(false);
    return;
  }
  chunks_.feed(bytes, body_);
  if (chunks_.state() == http::Dechunker::State::kNotChunks) return reply(400);
  if (body_.size() > most_) {
    body_.clear();
    return ask_handler(true);
  }
  if (chunks_.state() == http::Dechunker::State::kDone) ask_handler(false);
}

void Incoming::end() {
  if (!answered_) reply(400);
}

void Incoming::ask_handler(bool too_large) {
  reply(handler_.answer(head_, body_, too_large));
  body_ = std::string();
}

void Incoming::reply(const ListenerReply& answer) {
  answered_ = true;
  output_.append("HTTP/1.1 ").append(std::to_string(answer.status)).append(" ");
  output_.append(reason_of(answer.status)).append("\r\nContent-Type: ").append(answer.content_type);
  output_.append("\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: ");
  output_.append(std::to_string(answer.body.size())).append("\r\n\r\n");
  if (head_.method != "HEAD") output_.append(answer.body);
}

}  // namespace bfa::websub
