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

// Takes the block of an HTTP record as it comes and gives its body, as sent and with the chunked coding
// removed. Holds the head and one part, never the body. Not thread-safe.
class EntityStream {
 public:
  struct Parts {
    std::string_view raw;     // body bytes as sent
    std::string_view entity;  // the same without chunk framing; the same view when there is none
  };

  // For a block whose head is not known yet. `response`: else a request.
  void begin(bool response);
  // For a block whose head was parsed before.
  void begin(const HttpHead& head);
  // What these bytes add to the body; views live until the next call.
  Parts feed(std::string_view bytes);
  // What was held back to the end.
  Parts end();
  bool chunked() const noexcept { return chunked_; }
  // The head once it was taken; none when the bytes were no head, or while it is not whole.
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
