// SPDX-License-Identifier: Apache-2.0
#include "crawl/captures/own_originals.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "store/journal.h"

namespace bfa {

Result<const WarcIndex*> OwnOriginals::index() {
  const std::lock_guard lock(mutex_);
  if (!read_) read_ = read();
  if (!*read_) return read_->error();
  return index_ ? &*index_ : nullptr;
}

Status OwnOriginals::read() {
  BFA_ASSIGN_OR_RETURN(const bool any, fs_.exists(directory_));
  if (!any) return {};
  BFA_ASSIGN_OR_RETURN(const std::vector<std::string> names, fs_.list(directory_));
  std::vector<std::string> files;
  for (const std::string& name : names) {
    if (is_warc_name(name)) files.push_back(directory_ + "/" + name);
  }
  if (files.empty()) return {};
  Findings damage;  // not used: bfa check reports it
  BFA_ASSIGN_OR_RETURN(WarcIndex made, WarcIndex::build(fs_, files, damage));
  index_.emplace(std::move(made));
  return {};
}

}  // namespace bfa
