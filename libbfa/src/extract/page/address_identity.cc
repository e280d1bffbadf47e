// SPDX-License-Identifier: Apache-2.0
#include "extract/page/address_identity.h"

#include "bfa/url/canonical.h"

namespace bfa {

std::string address_identity(const Url& url) {
  std::string text = percent_decode(fetch_dedup_key(url));
  while (text.ends_with('/')) text.pop_back();
  return text;
}

std::string path_identity(const Url& url) {
  std::string text = percent_decode(fetch_dedup_key(url));
  const std::size_t host = text.find("//");
  const std::size_t path = text.find('/', host == std::string::npos ? 0 : host + 2);
  text.erase(0, path == std::string::npos ? text.size() : path);
  while (text.ends_with('/')) text.pop_back();
  return text;
}

}  // namespace bfa
