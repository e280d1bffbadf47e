// SPDX-License-Identifier: Apache-2.0
// Any page gives one verdict, the same each time, and a page that shows its post or is marked as one is never
// judged as something else by words.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "crawl/judge/not_page.h"
#include "crawl/judge/same_text.h"
#include "fuzz/fuzz_target.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

BFA_FUZZ_TARGET(crawl_judge) {
  const std::string html = bfa::repair_utf8({reinterpret_cast<const char*>(data), size});
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(html, findings);
  const auto page = bfa::Url::parse("https://blog.example/2026/post");
  const auto home = bfa::Url::parse("https://blog.example/");
  require(doc && page && home);
  const auto links = bfa::links_of(*doc, 0, bfa::base_url(*doc, *page));
  const bfa::PageSigns signs = bfa::signs_of(*doc, *page, *home, links);
  bfa::KnownPage known;
  known.expected = true;
  const auto first = bfa::judge_page(signs, {}, known);
  const auto again = bfa::judge_page(bfa::signs_of(*doc, *page, *home, links), {}, known);
  require(first.has_value() == again.has_value());
  if (first)
    require(first->kind == again->kind && first->evidence == again->evidence && !first->evidence.empty());
  if (first) require(signs.post_mark.empty());
  if (bfa::is_one_of_many(*doc, *page, *home, links, {})) require(!first);
  known.present = true;
  require(!bfa::judge_page(signs, {}, known));
  const bfa::WordTriples print(html);
  require(print.size() == 0 || (print.likeness(print) == 1 && print.part_in(print) == 1));
  return 0;
}
