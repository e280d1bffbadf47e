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

// The same for the home pages of blogs as people write them: "blog.example/~ann" without a scheme, and a last
// slash or none, are one too. A host alone is the blog at its root.
inline std::string home_identity_of(std::string_view address) {
  const auto url = Url::parse(address);
  const bool without_scheme = (!url || !url->is_http()) && address.find("://") == std::string_view::npos &&
                              address.find('/') != std::string_view::npos;
  std::string identity =
      identity_of(without_scheme ? "http://" + std::string(address) : std::string(address));
  if (identity.ends_with('/')) identity.pop_back();
  return identity;
}

}  // namespace bfa
