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

// The part of a page's address that share links contain.
std::string share_address(const Url& url);

struct CutContext {
  HtmlDocument::NodeId article = 0;
  HtmlDocument::NodeId title = HtmlDocument::kNone;  // as found by the learned rules
  HtmlDocument::NodeId author = HtmlDocument::kNone;
  HtmlDocument::NodeId date = HtmlDocument::kNone;
  std::string title_text;
  std::string_view
      url_path;          // of the page, with its host ("blog.example/2014/post/"): contained in share links
  bool learned = false;  // the container was learned: trust what is in it
  const InArticleRules* in_article = nullptr;  // the template's; may be null
  std::string_view language;
  UtcTime now{};
};

// Flags nodes in the article's container that are not its text: navigation, forms, line numbers next to
// code, bars of share links; at its head the title and the byline; at its end comments, related posts and
// parts of the page's frame.
void cut_inside_article(const PageIndex& page, const CutContext& context, RemovalMask& cut);

}  // namespace bfa
