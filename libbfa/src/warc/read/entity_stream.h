// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/http/message.h"
#include "http/chunked.h"

namespace bfa {

// True when the last transfer coding is chunked.
bool is_chunked(const HttpHead& head);

// Splits the block of an HTTP record, fed in parts, into head and body, as sent and with the chunked coding
// removed. Holds the head and one part, never the body. Not thread-safe.
class EntityStream {
 public:
  struct Parts {
    std::string_view raw;     // body bytes as sent
    std::string_view entity;  // the same without chunk framing; the same view without chunked coding
  };

  // For a block whose head is not known yet. `response`: else a request.
  void begin(bool response);
  // For a block whose head was parsed before.
  void begin(const HttpHead& head);
  // The body bytes in `bytes`; views are valid until the next call.
  Parts feed(std::string_view bytes);
  // The body bytes that were held back; call it at the end of the block.
  Parts end();
  bool chunked() const noexcept { return chunked_; }
  // The head once it is complete; nothing if the block does not begin with one.
  const std::optional<HttpHead>& head() const noexcept { return parsed_; }
  bool in_head() const noexcept { return in_head_; }
  const http::Dechunker& chunks() const noexcept { return dechunker_; }
  Findings& findings() noexcept { return findings_; }

 private:
  Parts body(std::string_view bytes);
  bool take_head(bool last);

  bool response_ = true;
  bool in_head_ = true;
  bool chunked_ = false;
  std::size_t head_left_ = 0;  // of a known head
  std::optional<HttpHead> parsed_;
  Findings findings_;
  std::string head_;  // of an unknown one
  std::size_t searched_ = 0;
  std::string decoded_;
  http::Dechunker dechunker_;
};

}  // namespace bfa
