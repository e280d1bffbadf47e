// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"
#include "extract/rules/template_rules.h"

namespace bfa {

// The comments on a page: found before its article is measured, so that no comment is taken for a part of it,
// and read after it. All arguments must outlive it.
class PageComments {
 public:
  // `article`: where the learned rules find the article; kNone: not known yet. `rules` may be null; its rules
  // for "comment" come first.
  PageComments(const PageInput& input, const PageIndex& page, HtmlDocument::NodeId article,
               const TemplateRules* rules);

  bool found() const noexcept { return !found_.items.empty(); }

  // Cuts the comments that names identify.
  void cut(RemovalMask& cut) const;

  // Fills `out.comments` of a page whose object has been made. `article`: kNone when the page has none, and
  // then no comments; `duplicate_of`: the post that the page shows under another address, to which the
  // comments belong; empty: the page's own post.
  void read(HtmlDocument::NodeId article, const std::string& duplicate_of, Extraction& out) const;

 private:
  void cut_discussion(RemovalMask& cut) const;
  CommentSearch search_for(HtmlDocument::NodeId article, std::string_view language) const;
  CommentItems find(HtmlDocument::NodeId article, std::string_view language,
                    std::shared_ptr<const CommentRegions> known_regions = nullptr) const;
  std::string_view own_language() const;  // that the first search was in
  // The input of the first search, if a search with the known article has the same input.
  std::shared_ptr<const CommentRegions> same_regions(HtmlDocument::NodeId article,
                                                     std::string_view language) const;
  std::vector<DataObject> objects(const CommentItems& found, std::string_view language,
                                  const std::string& post) const;

  const PageInput& input_;
  const PageIndex& page_;
  HtmlDocument::NodeId article_;
  const TemplateRules* rules_;
  bool hinted_;
  bool unnamed_ = false;  // found by their structure
  CommentItems found_;
};

}  // namespace bfa
