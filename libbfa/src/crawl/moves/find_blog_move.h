// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// That a blog is continued on another host, as its own pages say.
struct BlogMoveEvidence {
  std::string to;        // home URL of the other one
  std::string evidence;  // for people: "its home page redirects there; 12 of 14 pages do"
};

// Reads what the pages of a blog said last: where its home page sends on to, and to which host most of the
// pages that are sent on go, by redirects, pages that send on, or canonical links. Nothing when they say
// nothing or do not agree. It is evidence and no decision: bfa move joins the blogs. Errors: kIo, kCorrupt.
Result<std::optional<BlogMoveEvidence>> find_blog_move(const Archive& archive, const BlogState& blog);

}  // namespace bfa
