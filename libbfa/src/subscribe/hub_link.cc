// SPDX-License-Identifier: Apache-2.0
#include "subscribe/hub_link.h"

#include <utility>
#include <vector>

#include "base/try.h"

namespace bfa {
namespace {

constexpr const char* kPrefix = "websub/";

}  // namespace

Status restore_hubs(const Archive& archive, WebSub& websub, UtcTime now) {
  return archive.for_each_note(kPrefix, [&](const std::string&, const std::string& bytes) {
    (void)websub.restore(bytes, now);
    return true;
  });
}

Status tell_hubs(WebSub& websub, const FeedPoll& poll, UtcTime now) {
  FeedNotice notice;
  notice.feed_url = poll.url;
  notice.failed = !poll.read;
  notice.whole = poll.read && poll.status != 304;
  notice.news = !poll.new_dates.empty();
  std::vector<std::pair<std::string, std::string>> headers;
  for (const auto& value : poll.link_headers) headers.emplace_back("link", value);
  Feed links;
  links.hubs = poll.hubs;
  links.self = poll.self;
  notice.links = find_hubs(poll.url, headers, notice.whole ? &links : nullptr);
  return websub.note_feed(notice, now);
}

Status tick_hubs(Archive& archive, WebSub& websub, UtcTime now) {
  BFA_RETURN_IF_ERROR(websub.tick(now));
  BFA_ASSIGN_OR_RETURN(const auto changes, websub.take_changes());
  for (const SubscriptionChange& change : changes)
    BFA_RETURN_IF_ERROR(archive.put_note(kPrefix + change.key, change.bytes));
  return {};
}

}  // namespace bfa
