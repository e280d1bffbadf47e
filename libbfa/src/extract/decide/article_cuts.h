// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/url/url.h"
#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"
#include "extract/rules/in_article_rules.h"

namespace bfa {

// The part of a page's address that links for sharing it carry.
std::string share_address(const Url& url);

struct CutContext {
  HtmlDocument::NodeId article = 0;
  HtmlDocument::NodeId title = HtmlDocument::kNone;  // where the learned rules found them
  HtmlDocument::NodeId author = HtmlDocument::kNone;
  HtmlDocument::NodeId date = HtmlDocument::kNone;
  std::string title_text;
  std::string_view
      url_path;          // of the page, with its host ("blog.example/2014/post/"): what share links carry
  bool learned = false;  // the container was learned: trust what is in it
  const InArticleRules* in_article = nullptr;  // the template's; may be null
  std::string_view language;
  UtcTime now{};
};

// Flags what is in the article's container and is not its text: navigation, forms, line numbers beside code,
// bars of links that carry the page's own address to other sites; at its head the title and the byline; at
// its end comments, related posts and what belongs to the page.
void cut_inside_article(const PageIndex& page, const CutContext& context, RemovalMask& cut);

}  // namespace bfa
