// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/http/message.h"

namespace bfa {

// How the transfer of an answer is cut, for people: its connection ended early, fewer bytes came than its
// Content-Length says, its last chunk is missing, or a limit was reached. Nothing when it is whole. An answer
// without a length that ends with its connection is whole (RFC 9112 section 6.3). Errors: kIo.
Result<std::optional<std::string>> cut_of(const Exchange& exchange);

}  // namespace bfa
