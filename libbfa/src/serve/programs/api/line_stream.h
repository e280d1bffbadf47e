// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bfa/serve/handler.h"

namespace bfa {

// Appends what comes next to `out`; false when it was the last. It keeps what it needs alive.
using MoreBytes = std::function<Result<bool>(std::string& out)>;

// A body that is made in pieces of about 64 KiB.
std::unique_ptr<ReplyStream> make_byte_stream(MoreBytes more);

// JSON Lines by a byte stream.
ServeReply lines_reply(MoreBytes more);

}  // namespace bfa
