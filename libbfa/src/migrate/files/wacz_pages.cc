// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/wacz_pages.h"

#include "base/try.h"
#include "bfa/wacz/wacz.h"

namespace bfa {

Result<WaczPageSearch> WaczPages::search_for(const std::string& path) {
  const std::size_t mark = path.rfind("!/");
  if (mark == std::string::npos) return WaczPageSearch::kYes;
  const std::string container = path.substr(0, mark);
  auto known = lists_.find(container);
  if (known == lists_.end()) {
    BFA_ASSIGN_OR_RETURN(const bool lists, add_list_of(container));
    known = lists_.emplace(container, lists).first;
  }
  return known->second ? WaczPageSearch::kNo : WaczPageSearch::kYes;
}

Result<bool> WaczPages::add_list_of(const std::string& container) {
  const auto wacz = WaczReader::open(fs_, container);
  if (!wacz) {
    if (wacz.error().code == Code::kIo) return wacz.error();
    return false;
  }
  bool any = false;
  Status added;
  Findings unreadable;
  const Status read = (*wacz)->for_each_page(
      [&](const WaczPage& page) {
        any = true;
        added = writer_.add_page(page);
        return added.ok();
      },
      unreadable);
  BFA_RETURN_IF_ERROR(added);
  if (!read && read.error().code == Code::kIo) return read.error();
  return any;
}

}  // namespace bfa
