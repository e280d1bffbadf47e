// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bfa/http/message.h"

namespace bfa {

// One POST to an address that the user of the program chose. It is no crawl: nothing of it is archived, and
// robots.txt does not count.
struct PostRequest {
  std::string url;  // http or https
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::chrono::milliseconds timeout{10'000};  // for all of it
  std::string ca_file;         // trust these certificates (PEM) in place of the system's; empty: the system's
  bool allow_private = false;  // as NetworkOptions::allow_private, checked at connect time
};

// Sends it and reads the head of the answer; redirects are not followed, and the body of the answer is
// dropped after 64 KiB, when the connection is closed. Returns within half a second after a stop. Errors:
// kInvalidArgument (not an http or https address, a header with a line end), kDenied (a special address),
// kUnavailable (everything on the way, with the reason; also a stop), kCorrupt (the answer is not HTTP), kIo
// (memory). Thread-safe.
BFA_EXPORT Result<HttpHead> post_once(const PostRequest& request, const std::stop_token& stop);

}  // namespace bfa
