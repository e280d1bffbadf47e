// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/subscribe/subscriptions.h"
#include "subscribe/identity.h"

namespace bfa {
namespace {

// The title that a blog gives itself; empty when it is not known.
Result<std::string> title_of(const Archive& archive, const std::string& home) {
  const auto summary = archive.summary(object_key(ObjectKind::kBlog, home));
  if (summary) return summary->latest.title;
  if (summary.error().code == Code::kNotFound) return std::string();
  return summary.error();
}

class OpmlMaker {
 public:
  explicit OpmlMaker(const Archive& archive) : archive_(archive) {}

  Result<Opml> run(UtcTime now, bool known) {
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive_.blogs());
    std::map<std::string, BlogState> states;
    for (const BlogState& blog : blogs) states.try_emplace(identity_of(blog.home), blog);
    BFA_ASSIGN_OR_RETURN(auto list, subscriptions(archive_));
    std::set<std::string> listed;
    for (const Subscription& each : list) listed.insert(identity_of(each.url));
    for (const auto& [identity, state] : states) {
      if (known && state.moved_to.empty() && listed.insert(identity).second)
        list.push_back({state.home, state.given_feeds, {}, {}});
    }
    opml_.version = "2.0";
    opml_.title = "Subscriptions";
    opml_.created = Timestamp{now};
    for (Subscription& each : list) {
      const auto state = states.find(identity_of(each.url));
      if (each.feeds.empty() && state != states.end() && !state->second.feed.empty())
        each.feeds.push_back(state->second.feed);
      if (each.title.empty()) {
        BFA_ASSIGN_OR_RETURN(each.title, title_of(archive_, each.url));
      }
      add(each);
    }
    return std::move(opml_);
  }

 private:
  void add(const Subscription& subscription) {
    OpmlOutline outline;
    outline.type = "rss";
    outline.title = subscription.title;
    outline.text = subscription.title.empty() ? subscription.url : subscription.title;
    bool written = false;
    for (const std::string& feed : subscription.feeds) {
      if (!feeds_.insert(feed).second) continue;
      outline.xml_url = feed;
      if (feed != subscription.url) outline.html_url = subscription.url;
      opml_.outlines.push_back(outline);
      written = true;
    }
    if (written || !feeds_.insert(subscription.url).second) return;
    outline.xml_url = subscription.url;
    outline.html_url.clear();
    opml_.outlines.push_back(std::move(outline));
  }

  const Archive& archive_;
  Opml opml_;
  std::set<std::string> feeds_;
};

}  // namespace

Result<Opml> opml_of_subscriptions(const Archive& archive, UtcTime now, bool known) {
  return guarded([&] { return OpmlMaker(archive).run(now, known); });
}

}  // namespace bfa
