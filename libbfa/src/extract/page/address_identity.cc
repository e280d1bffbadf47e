// SPDX-License-Identifier: Apache-2.0
#include "extract/page/address_identity.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/url/canonical.h"
#include "extract/words/vocabulary.h"
#include "extract/words/zones.h"

namespace bfa {

std::string address_identity(const Url& url) {
  std::string text = percent_decode(fetch_dedup_key(url));
  while (text.ends_with('/')) text.pop_back();
  return text;
}

std::string path_identity(const Url& url) {
  std::string text = address_identity(url);
  text.erase(0, std::min(text.find('/'), text.size()));
  return text;
}

std::string bare_target(const Url& url) {
  std::string text(url.path());
  if (url.has_query()) text.append("?").append(url.query());
  for (const std::string_view name : {"/index.html", "/index.htm", "/index.php"}) {
    if (text.ends_with(name)) text.resize(text.size() - name.size());
  }
  while (text.ends_with('/')) text.pop_back();
  return text;
}

std::string post_of_comment_page(const Url& url) {
  const std::string bare = bare_target(url);
  const std::size_t slash = bare.rfind('/');
  if (url.has_query() || slash == std::string::npos || slash == 0) return {};
  const std::string_view name = std::string_view(bare).substr(slash + 1);
  if (!(zones_of_words(name) & kZoneComments) || std::ranges::none_of(name, is_digit)) return {};
  std::string path = bare.substr(0, slash);
  if (path.starts_with("//")) return {};  // it would be read as a host
  if (url.path() != bare) path += '/';
  const Result<Url> post = Url::parse(path, &url);
  return post ? post->href() : std::string();
}

}  // namespace bfa
