// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "bfa/html/content.h"
#include "bfa/url/canonical.h"

namespace bfa {
namespace {

std::string canonical(const std::string& text, bool with_fragment) {
  const Result<Url> url = Url::parse(text);
  if (!url) return {};
  CanonicalOptions options;
  options.drop_fragment = !with_fragment;
  return canonical_url(*url, options).href();
}

}  // namespace

std::vector<DataObject> comments_of_feed(const Feed& feed, const std::string& feed_url,
                                         const std::string& post_url) {
  std::vector<DataObject> out;
  for (const FeedEntry& entry : feed.entries) {
    DataObject comment;
    comment.kind = ObjectKind::kComment;
    comment.url = canonical(entry.link, true);
    comment.id = entry.id;
    comment.authors = entry.authors;
    comment.published = entry.published;
    comment.modified = entry.updated;
    comment.text = html_to_text(entry.content.empty() ? entry.summary : entry.content);
    comment.feed = feed_url;
    comment.post = post_url.empty() ? canonical(entry.link, false) : canonical(post_url, false);
    if (comment.post.empty()) comment.post = post_url;
    // An answer names the entry that it answers; a comment on the post names the post, which is no comment.
    for (const FeedEntry& other : feed.entries) {
      if (!entry.in_reply_to.empty() && other.id == entry.in_reply_to) comment.parent = other.id;
    }
    comment.status = "active";
    comment.provenance.method = "feed";
    comment.provenance.confidence = 1;
    if (comment.url.empty()) comment.url = comment.post;
    if (!comment.text.empty()) out.push_back(std::move(comment));
  }
  return out;
}

}  // namespace bfa
