// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// Names of files for addresses: ASCII letters, digits, '.', '-' and '_' only, parts of 100 bytes at most,
// none that a system reserves, an ending that fits the media type and nothing else, no two alike but for
// case, and no file where a folder is. The same addresses in the same order give the same names.
class SiteNames {
 public:
  // "pages/HOST/PATH": relative to the site's top.
  std::string name_for(const Url& url, std::string_view media_type);

 private:
  bool is_free(const std::string& name) const;

  std::set<std::string> files_, folders_;  // lower case
};

// The way from the file `from` to the file `to`, both relative to the site's top.
std::string relative_path(std::string_view from, std::string_view to);

}  // namespace bfa
