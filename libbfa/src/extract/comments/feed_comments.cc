// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/guard.h"
#include "bfa/extract/extract.h"
#include "bfa/html/content.h"
#include "bfa/url/canonical.h"
#include "extract/comments/comment_fields.h"
#include "extract/comments/reply_prefix.h"

namespace bfa {
namespace {

std::string canonical(const std::string& text, bool with_fragment) {
  const Result<Url> url = Url::parse(text);
  if (!url) return {};
  CanonicalOptions options;
  options.drop_fragment = !with_fragment;
  return canonical_url(*url, options).href();
}

// The comments that the entries of a feed answer: by the feed's element, otherwise by the line before an
// answer.
class Answers {
 public:
  explicit Answers(const Feed& feed) {
    for (const FeedEntry& entry : feed.entries) {
      if (!entry.id.empty()) ids_.emplace(entry.id, entry.id);
      // Without a fragment the address is the post's.
      if (std::string address = canonical(entry.link, true); address.find('#') != std::string::npos)
        addresses_.emplace(std::move(address), entry.id);
      const Result<Url> url = Url::parse(entry.link);
      lines_.push_back(url ? reply_prefix_of(markup_of(entry), *url) : std::nullopt);
      if (lines_.back()) ++seen_[lines_.back()->words];
    }
  }

  static const std::string& markup_of(const FeedEntry& entry) {
    return entry.content.empty() ? entry.summary : entry.content;
  }

  // A comment on the post refers to the post, which is not a comment. The id of a comment that is no longer
  // in the feed is its address, as for a comment that is only on a page.
  std::string parent_of(const FeedEntry& entry, std::size_t index) const {
    for (const auto* known : {&ids_, &addresses_}) {
      const auto found = known->find(entry.in_reply_to);
      if (found != known->end() && found->second != entry.id) return found->second;
    }
    if (!lines_[index]) return {};
    const auto found = addresses_.find(lines_[index]->address);
    if (found == addresses_.end()) return lines_[index]->address;
    return found->second == entry.id ? std::string() : found->second;
  }

  // The comment's own text: without the line if a publishing system wrote it, because it is a known one or
  // several comments have it.
  std::string_view own_markup_of(const FeedEntry& entry, std::size_t index) const {
    const std::string_view markup = markup_of(entry);
    const std::optional<ReplyPrefix>& line = lines_[index];
    const bool of_system = line && (line->is_known || seen_.at(line->words) > 1);
    return of_system && line->words != "%s" ? markup.substr(line->end) : markup;
  }

 private:
  std::map<std::string, std::string> ids_, addresses_;  // ids by id and by the comment's own address
  std::vector<std::optional<ReplyPrefix>> lines_;
  std::map<std::string, int> seen_;  // entries by the words of their line
};

}  // namespace

std::vector<DataObject> comments_of_feed(const Feed& feed, const std::string& feed_url,
                                         const std::string& post_url) {
  return guarded_or_empty([&]() -> std::vector<DataObject> {
    std::vector<DataObject> out;
    const Answers answers(feed);
    for (std::size_t i = 0; i < feed.entries.size(); ++i) {
      const FeedEntry& entry = feed.entries[i];
      DataObject comment;
      comment.kind = ObjectKind::kComment;
      comment.url = canonical(entry.link, true);
      comment.id = entry.id;
      comment.authors = entry.authors;
      comment.published = entry.published;
      comment.modified = entry.updated;
      comment.text = html_to_text(answers.own_markup_of(entry, i));
      if (reads_like_ping(comment.text)) comment.attributes["comment_type"] = "pingback";
      comment.feed = feed_url;
      comment.post = post_url.empty() ? canonical(entry.link, false) : canonical(post_url, false);
      if (comment.post.empty()) comment.post = post_url;
      comment.parent = answers.parent_of(entry, i);
      comment.status = "active";
      comment.provenance.method = "feed";
      comment.provenance.confidence = 1;
      if (comment.url.empty()) comment.url = comment.post;
      if (!comment.text.empty()) out.push_back(std::move(comment));
    }
    return out;
  });
}

}  // namespace bfa
