// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {

// What tells blogs apart: one for the http and https form of an address; the text itself when it is no
// address.
inline std::string identity_of(std::string_view address) {
  const auto url = Url::parse(address);
  return url ? fetch_dedup_key(canonical_url(url->without_fragment())) : std::string(address);
}

}  // namespace bfa
