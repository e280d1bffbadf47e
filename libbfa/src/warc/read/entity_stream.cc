// SPDX-License-Identifier: Apache-2.0
#include "warc/read/entity_stream.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "warc/read/header_parser.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxHead = 1u << 20;  // more than this without a blank line is not a head

}  // namespace

bool is_chunked(const HttpHead& head) {
  const std::string codings = head.combined("Transfer-Encoding");
  const std::size_t comma = codings.rfind(',');
  return equals_ignoring_case(
      trim_blanks(std::string_view(codings).substr(comma == std::string::npos ? 0 : comma + 1)), "chunked");
}

void EntityStream::begin(bool response) {
  response_ = response;
  in_head_ = true;
  chunked_ = false;
  head_left_ = 0;
  head_.clear();
  parsed_.reset();
  findings_.clear();
  searched_ = 0;
}

void EntityStream::begin(const HttpHead& head) {
  begin(true);
  in_head_ = false;
  head_left_ = head.size;
  chunked_ = is_chunked(head);
  dechunker_ = {};
}

// Reads the head once it is complete; the bytes after it stay in head_. False when more is needed.
bool EntityStream::take_head(bool last) {
  const std::size_t end = header_end(head_, searched_);
  searched_ = head_.size();
  if (end == std::string_view::npos && !last && head_.size() < kMaxHead) return false;
  findings_.clear();
  auto head = response_ ? parse_response_head(head_, findings_) : parse_request_head(head_, findings_);
  if (!head && head.error().code == Code::kTruncated && !last && head_.size() < kMaxHead) return false;
  in_head_ = false;
  dechunker_ = {};
  chunked_ = head && is_chunked(*head);
  // Bytes without an HTTP head are all body. A head without its blank line has no body.
  const bool headless = !head && head.error().code != Code::kTruncated;
  head_.erase(0, head ? head->size : headless ? 0 : head_.size());
  if (head) parsed_ = std::move(*head);
  return true;
}

EntityStream::Parts EntityStream::body(std::string_view bytes) {
  if (!chunked_) return {bytes, bytes};
  decoded_.clear();
  dechunker_.feed(bytes, decoded_);
  return {bytes, decoded_};
}

EntityStream::Parts EntityStream::feed(std::string_view bytes) {
  if (in_head_) {
    head_.append(bytes);
    return take_head(false) ? body(head_) : Parts{};
  }
  const std::size_t skip = std::min(head_left_, bytes.size());
  head_left_ -= skip;
  return body(bytes.substr(skip));
}

EntityStream::Parts EntityStream::end() {
  std::string_view raw;
  decoded_.clear();
  if (in_head_) {
    take_head(true);
    if (!chunked_) return {head_, head_};
    raw = head_;
    dechunker_.feed(raw, decoded_);
  }
  if (chunked_) dechunker_.end(decoded_);
  return {raw, decoded_};
}

}  // namespace bfa
