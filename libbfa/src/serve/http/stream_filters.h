// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "bfa/serve/handler.h"

namespace bfa::serve_http {

// `count` bytes of a stream, behind its first `skip`. Errors of next(): those of `inner`; kTruncated when it
// ends before.
std::unique_ptr<ReplyStream> make_part_stream(std::unique_ptr<ReplyStream> inner, std::uint64_t skip,
                                              std::uint64_t count);

// A stream as one gzip member. Where `inner` has nothing yet, all that it gave can be decoded. Errors of
// next(): those of `inner`, kIo.
std::unique_ptr<ReplyStream> make_gzip_stream(std::unique_ptr<ReplyStream> inner);

}  // namespace bfa::serve_http
