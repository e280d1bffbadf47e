// SPDX-License-Identifier: Apache-2.0
#include "serve/http/request_reader.h"

#include <algorithm>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

namespace bfa::serve_http {
namespace {

namespace beast = boost::beast;

// A line of a chunk's size, with the line end before it, and the trailers: RFC 9112 section 7.1.
constexpr std::size_t kMostChunkBytes = 8u << 10;

Refusal refusal_of(const beast::error_code& found) {
  using Kind = beast::http::error;
  if (found == Kind::bad_version) return {505, "only HTTP/1.0 and HTTP/1.1 are spoken here"};
  if (found == Kind::body_limit) return {413, "the body is longer than the server takes"};
  if (found == Kind::header_limit) return {431, "the head is longer than the server takes"};
  if (found == Kind::bad_method) return {400, "this is not a request of HTTP"};
  if (found == Kind::bad_target) return {400, "the request line has no readable target"};
  if (found == Kind::bad_content_length || found == Kind::multiple_content_length)
    return {400, "the length of the body is not clear: Content-Length"};
  if (found == Kind::bad_transfer_encoding)
    return {400, "the length of the body is not clear: Transfer-Encoding"};
  if (found == Kind::bad_chunk || found == Kind::bad_chunk_extension)
    return {400, "the body is not in readable chunks"};
  return {400, "a line of the head cannot be read"};
}

// Lines that end with LF alone are refused as soon as they come: the parser waits for an empty line of CR LF.
class LineEnds {
 public:
  // False at such a line. `bytes`: what follows the ones before, up to the end of the head at most.
  bool look(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size() && !ended_; ++at) {
      const char c = bytes[at];
      if (c == '\n' && last_ != '\r') return false;
      ended_ = c == '\n' && line_ == 1;
      line_ = c == '\n' ? 0 : line_ + 1;
      last_ = c;
    }
    return true;
  }

 private:
  std::size_t line_ = 0;
  char last_ = 0;
  bool ended_ = false;
};

// Collects what the parser finds. Fields behind a chunked body are left out: they could stand for others.
class Collector final : public beast::http::basic_parser<true> {
 public:
  RequestHead head;
  std::string body;
  bool head_done = false;

 private:
  using Text = beast::string_view;
  using Failure = beast::error_code;

  static std::string copy(Text text) { return {text.data(), text.size()}; }

  void on_request_impl(beast::http::verb, Text method, Text target, int version, Failure&) override {
    head.method = copy(method);
    head.target = copy(target);
    head.minor_version = version % 10;
  }
  void on_response_impl(int, Text, int, Failure&) override {}
  void on_field_impl(beast::http::field, Text name, Text value, Failure&) override {
    if (!head_done) head.headers.emplace_back(copy(name), copy(value));
  }
  void on_header_impl(Failure&) override { head_done = true; }
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Failure&) override {}
  std::size_t on_body_impl(Text bytes, Failure&) override {
    body.append(bytes.data(), bytes.size());
    return bytes.size();
  }
  void on_chunk_header_impl(std::uint64_t, Text, Failure&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, Failure&) override {
    body.append(bytes.data(), bytes.size());
    return bytes.size();
  }
  void on_finish_impl(Failure&) override {}
};

}  // namespace

struct RequestReader::Impl {
  Collector parser;
  ReadLimits limits;
  LineEnds line_ends;
  std::size_t head_bytes = 0;  // taken so far
  std::size_t looked = 0;      // at what was not taken
  bool began = false, head_told = false;
  std::optional<Refusal> refusal;

  State refuse(Refusal why) {
    refusal = why;
    return State::kRefused;
  }
  State read_head(std::string_view bytes, std::size_t& used);
  State read_body(std::string_view bytes, std::size_t& used);
};

RequestReader::RequestReader(const ReadLimits& limits) : impl_(std::make_unique<Impl>()) {
  impl_->limits = limits;
  // Both are looked at here, where a refusal can say which it was.
  impl_->parser.header_limit(
      static_cast<std::uint32_t>(std::min<std::size_t>(limits.head_bytes, 1u << 30) + 4096));
  impl_->parser.body_limit(boost::none);
}

RequestReader::~RequestReader() = default;

RequestReader::State RequestReader::Impl::read_head(std::string_view bytes, std::size_t& used) {
  std::size_t skipped = 0;
  // Empty lines before a request are ignored: RFC 9112 section 2.2.
  while (!began && skipped < bytes.size() && (bytes[skipped] == '\r' || bytes[skipped] == '\n')) ++skipped;
  bytes.remove_prefix(skipped);
  head_bytes += skipped;
  used = skipped;
  began = began || !bytes.empty();
  const std::string_view within =
      bytes.substr(0, limits.head_bytes - std::min(head_bytes, limits.head_bytes));
  if (!line_ends.look(within.substr(std::min(looked, within.size()))))
    return refuse({400, "a line of the head does not end with CR LF"});
  beast::error_code error;
  const std::size_t taken = within.empty() ? 0 : parser.put({within.data(), within.size()}, error);
  used += taken;
  head_bytes += taken;
  looked = within.size() - taken;
  if (error && error != beast::http::error::need_more) return refuse(refusal_of(error));
  if (!parser.is_header_done() && head_bytes + (bytes.size() - taken) >= limits.head_bytes) {
    if (parser.head.method.empty()) return refuse({414, "the request line is longer than the server takes"});
    return refuse({431, "the head is longer than the server takes"});
  }
  if (!parser.is_header_done()) return State::kNeedsMore;
  head_told = true;
  if (const auto length = parser.content_length(); length && *length > limits.body_bytes)
    return refuse({413, "the body is longer than the server takes"});
  parser.body_limit(limits.body_bytes);
  parser.eager(true);
  return State::kHead;
}

RequestReader::State RequestReader::Impl::read_body(std::string_view bytes, std::size_t& used) {
  beast::error_code error;
  used = parser.is_done() || bytes.empty() ? 0 : parser.put({bytes.data(), bytes.size()}, error);
  if (error && error != beast::http::error::need_more) return refuse(refusal_of(error));
  if (parser.is_done()) return State::kComplete;
  if (bytes.size() - used > kMostChunkBytes) return refuse({400, "the body is not in readable chunks"});
  return State::kNeedsMore;
}

RequestReader::State RequestReader::feed(std::string_view bytes, std::size_t& used) {
  used = 0;
  if (impl_->refusal) return State::kRefused;
  return impl_->head_told ? impl_->read_body(bytes, used) : impl_->read_head(bytes, used);
}

RequestHead& RequestReader::head() {
  return impl_->parser.head;
}
std::string& RequestReader::body() {
  return impl_->parser.body;
}
Refusal RequestReader::refusal() const {
  return impl_->refusal.value_or(Refusal{});
}
bool RequestReader::began() const {
  return impl_->began;
}
bool RequestReader::head_done() const {
  return impl_->head_told;
}

}  // namespace bfa::serve_http
