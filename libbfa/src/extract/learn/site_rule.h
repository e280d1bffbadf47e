// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/page/page_index.h"

namespace bfa {

// What a blog's pages show together without any feed.
struct SiteLesson {
  std::vector<FieldRule> rules;    // for "article", winner first; empty: the pages have too little in common
  std::vector<std::string> posts;  // addresses of the pages that the rules take for posts with a date
};

struct SitePage {
  const PageIndex* page = nullptr;
  const Url* url = nullptr;
  UtcTime captured{};
};

// Text that many of the pages have is their template; what is left is content. Each page votes for the rule
// of the container that holds most of its own text, the rules with three votes or more win, as far as most
// pages that they match have one match with most of that page's own text: so lists of posts have no say.
// Fewer than four pages teach nothing. Cost: linear in the pages. Pure: the order of the pages only breaks
// ties.
SiteLesson learn_site(std::span<const SitePage> pages, const std::string& language);

}  // namespace bfa
