// SPDX-License-Identifier: Apache-2.0
#include "extract/page/address_identity.h"

#include <algorithm>

#include "bfa/url/canonical.h"

namespace bfa {

std::string address_identity(const Url& url) {
  std::string text = percent_decode(fetch_dedup_key(url));
  while (text.ends_with('/')) text.pop_back();
  return text;
}

std::string path_identity(const Url& url) {
  std::string text = address_identity(url);
  text.erase(0, std::min(text.find('/'), text.size()));
  const auto query = text.begin() + static_cast<std::ptrdiff_t>(std::min(text.find('?'), text.size()));
  text.erase(std::unique(text.begin(), query, [](char a, char b) { return a == '/' && b == '/'; }), query);
  return text;
}

}  // namespace bfa
