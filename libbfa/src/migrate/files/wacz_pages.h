// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "bfa/wacz/wacz.h"

namespace bfa {

// Copies the page lists of WACZ files, whose titles can differ from those in the captures. Not thread-safe.
class WaczPages {
 public:
  // Both must outlive it; `fs`: one of make_container_file_system().
  WaczPages(FileSystem& fs, WaczWriter& writer) : fs_(fs), writer_(writer) {}

  // How to find the pages of the WARC file `path`. If it is in a WACZ file that lists pages, no others are
  // searched; the first call for that WACZ file adds its list. Errors: kIo.
  Result<WaczPageSearch> search_for(const std::string& path);

 private:
  Result<bool> add_list_of(const std::string& container);

  FileSystem& fs_;
  WaczWriter& writer_;
  std::map<std::string, bool> lists_;  // containers that were looked into, and whether they list pages
};

}  // namespace bfa
