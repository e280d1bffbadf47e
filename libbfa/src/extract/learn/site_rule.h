// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/page/page_index.h"

namespace bfa {

// The result of learning from a blog's pages without a feed.
struct SiteLesson {
  std::vector<FieldRule> rules;    // for "article", winner first; empty: the pages have too little in common
  std::vector<std::string> posts;  // addresses of the pages that the rules take for posts with a date
};

struct SitePage {
  const PageIndex* page = nullptr;
  const Url* url = nullptr;
  UtcTime captured{};
};

// Text that many of the pages have is their template; the rest is content. Each page votes for the rule of
// the container with most of its own text. The rules with three votes or more win, if most pages that they
// match have one match with most of that page's own text; this excludes lists of posts. Fewer than four
// pages teach nothing. Cost: linear in the pages. Pure: the order of the pages only breaks ties.
SiteLesson learn_site(std::span<const SitePage> pages, const std::string& language);

}  // namespace bfa
