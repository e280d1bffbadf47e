// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <unordered_map>

#include "extract/page/page_index.h"

namespace bfa {

// The indexes, with hashes of blocks, of the pages that one learning works on, each made when it is first
// asked for. Not for several threads at once.
class PageIndexes {
 public:
  // `doc` must outlive this. The reference stays valid as long as this lives.
  const PageIndex& of(const HtmlDocument& doc) {
    std::unique_ptr<PageIndex>& index = indexes_[&doc];
    if (!index) index = std::make_unique<PageIndex>(doc, BlockHashes::kMade);
    return *index;
  }

 private:
  std::unordered_map<const HtmlDocument*, std::unique_ptr<PageIndex>> indexes_;
};

}  // namespace bfa
