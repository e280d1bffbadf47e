// SPDX-License-Identifier: Apache-2.0
#include "crawl/past/pin_task_inputs.h"

#include "base/try.h"
#include "bfa/feed/news_reader.h"
#include "bfa/object/data_object.h"
#include "bfa/url/canonical.h"

namespace bfa {

Result<const TaskInputs::Known*> TaskInputs::known(const std::string& blog) {
  if (const auto at = blogs_.find(blog); at != blogs_.end()) return &at->second;
  Known known;
  BFA_ASSIGN_OR_RETURN(const auto state, view_.stored().blog(blog));
  if (state) {
    known.template_sequence = state->template_sequence;
    std::vector<std::string> feeds = state->feeds;
    if (!state->feed.empty()) feeds.insert(feeds.begin(), state->feed);
    for (const auto& url : feeds) {
      BFA_ASSIGN_OR_RETURN(const auto feed, view_.last_feed(url));
      if (!feed || !describes_posts(feed->feed)) continue;
      for (std::size_t i = 0; i < feed->entry_keys.size(); ++i) {
        if (!feed->entry_keys[i].empty())
          known.entries.try_emplace(feed->entry_keys[i], feed->sequence, static_cast<std::int32_t>(i));
      }
    }
  }
  return &blogs_.emplace(blog, std::move(known)).first->second;
}

Status TaskInputs::pin(CrawlTask& task) {
  if (task.kind != TaskKind::kPage && task.kind != TaskKind::kHome && task.kind != TaskKind::kExtract &&
      task.kind != TaskKind::kJoin)
    return {};
  BFA_ASSIGN_OR_RETURN(const Known* known, this->known(task.blog));
  task.template_sequence = known->template_sequence;
  task.feed_sequence = 0;
  task.feed_entry = -1;
  if (const auto at = known->entries.find(fetch_dedup_key(task.url)); at != known->entries.end()) {
    task.feed_sequence = at->second.first;
    task.feed_entry = at->second.second;
    return {};
  }
  // No feed links to the page any more: the last entry that did still has its author and date.
  BFA_ASSIGN_OR_RETURN(const auto last,
                       view_.stored().last_version(object_key(ObjectKind::kPost, task.url.href())));
  if (last && last->object.provenance.feed_sequence != 0) {
    task.feed_sequence = last->object.provenance.feed_sequence;
    task.feed_entry = last->object.provenance.feed_entry;
  }
  return {};
}

}  // namespace bfa
