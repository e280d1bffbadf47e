// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa::websub {

// Whether an X-Hub-Signature ("sha256=HEX") is that of the body under the secret. The comparison takes the
// same time for every wrong signature of one length. Source: W3C WebSub section 7.1.
bool is_signed_by(std::string_view signature, std::string_view secret, std::string_view body);

}  // namespace bfa::websub
