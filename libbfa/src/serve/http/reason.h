// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa::serve_http {

// The reason phrase of a status (RFC 9110 section 15, RFC 6585); that of its class where it has none of its
// own.
std::string_view reason_of(int status) noexcept;

}  // namespace bfa::serve_http
