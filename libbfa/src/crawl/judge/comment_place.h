// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "bfa/html/document.h"
#include "bfa/object/data_object.h"

namespace bfa {

// True when the bytes of a page end as those of a whole one: with `</body>` or `</html>`, and without a
// comment of HTML that is open at the end or holds the begin of another one.
bool ends_whole(std::string_view html);

// One capture of a post's page. Borrowed.
struct CommentPlace {
  const HtmlDocument& doc;
  const DataObject& post;
  const std::vector<DataObject>& comments;
  bool ends_whole = false;
  std::vector<bool> only_here = {};  // the comments that the other capture does not have
};

// True when comments that `after` lost may still exist: it ends before its end, its bytes have the words of
// one of them, it states more comments than it shows, or the place of its comments has a button, a link or a
// line that was not there before. `before.only_here`: the lost ones. Linear but for the search of each
// comment.
bool may_hide_comments(const CommentPlace& before, const CommentPlace& after);

}  // namespace bfa
