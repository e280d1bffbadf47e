// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// Names of files for addresses: ASCII letters, digits, '.', '-' and '_' only, parts of 100 bytes at most, no
// name that a system reserves, only an ending that fits the media type, no two names that differ only in
// case, and no file with the name of a folder. The same addresses in the same order give the same names.
class SiteNames {
 public:
  // "pages/HOST/PATH": relative to the site's top.
  std::string name_for(const Url& url, std::string_view media_type);

 private:
  bool is_free(const std::string& name) const;

  std::set<std::string> files_, folders_;  // lower case
};

// The relative path from the file `from` to the file `to`, both relative to the site's top.
std::string relative_path(std::string_view from, std::string_view to);

}  // namespace bfa
