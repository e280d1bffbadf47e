// SPDX-License-Identifier: Apache-2.0
#include "crawl/pin_task_inputs.h"

#include "base/try.h"
#include "bfa/feed/feed.h"
#include "bfa/object/data_object.h"
#include "bfa/url/canonical.h"
#include "crawl/scope.h"

namespace bfa {

Result<const TaskStamp::Known*> TaskStamp::known(const std::string& blog) {
  if (const auto at = blogs_.find(blog); at != blogs_.end()) return &at->second;
  Known known;
  BFA_ASSIGN_OR_RETURN(const auto state, view_.blog(blog));
  if (state) {
    known.template_sequence = state->template_sequence;
    std::vector<std::string> feeds = state->feeds;
    if (!state->feed.empty()) feeds.insert(feeds.begin(), state->feed);
    for (const auto& url : feeds) {
      BFA_ASSIGN_OR_RETURN(const auto version, view_.last_feed(url));
      if (!version) continue;
      BFA_ASSIGN_OR_RETURN(const Feed feed, deserialize_feed(version->serialized));
      for (std::size_t i = 0; i < feed.entries.size(); ++i) {
        const auto link = Url::parse(feed.entries[i].link);
        if (link)
          known.entries.try_emplace(fetch_dedup_key(*link), version->sequence, static_cast<std::int32_t>(i));
      }
    }
  }
  return &blogs_.emplace(blog, std::move(known)).first->second;
}

Status TaskStamp::stamp(CrawlTask& task) {
  if (task.kind != TaskKind::kPage && task.kind != TaskKind::kHome && task.kind != TaskKind::kExtract &&
      task.kind != TaskKind::kJoin)
    return {};
  BFA_ASSIGN_OR_RETURN(const Known* known, this->known(task.blog));
  task.template_sequence = known->template_sequence;
  task.feed_sequence = 0;
  task.feed_entry = -1;
  const auto url = Url::parse(task.url);
  if (!url) return {};
  if (const auto at = known->entries.find(fetch_dedup_key(*url)); at != known->entries.end()) {
    task.feed_sequence = at->second.first;
    task.feed_entry = at->second.second;
    return {};
  }
  // No feed names it any more: the entry that named it last still says what its author and date are.
  BFA_ASSIGN_OR_RETURN(const auto last, view_.last_version(object_key(ObjectKind::kPost, task.url)));
  if (last && last->object.provenance.feed_sequence != 0) {
    task.feed_sequence = last->object.provenance.feed_sequence;
    task.feed_entry = last->object.provenance.feed_entry;
  }
  return {};
}

}  // namespace bfa
