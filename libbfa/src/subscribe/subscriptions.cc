// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/subscriptions.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "crawl/seed.h"
#include "crawl/visit.h"
#include "subscribe/identity.h"

namespace bfa {
namespace {

constexpr const char* kKind = "subscription";

std::string value_of(const Subscription& subscription) {
  nlohmann::ordered_json json;
  json["v"] = 1;
  if (!subscription.feeds.empty()) json["feeds"] = subscription.feeds;
  if (!subscription.title.empty()) json["title"] = subscription.title;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<Subscription> subscription_of(const Decision& decision) {
  const auto json = nlohmann::json::parse(decision.value, nullptr, false);
  if (!json.is_object())
    return Error{Code::kCorrupt, "a subscription cannot be read; bfa rebuild makes the store anew",
                 decision.target, -1};
  Subscription out;
  out.url = decision.target;
  out.added = decision.time;
  if (const auto title = json.find("title"); title != json.end() && title->is_string())
    out.title = title->get<std::string>();
  const auto feeds = json.find("feeds");
  if (feeds == json.end() || !feeds->is_array()) return out;
  for (const auto& feed : *feeds) {
    if (feed.is_string()) out.feeds.push_back(feed.get<std::string>());
  }
  return out;
}

// Adds subscriptions to those that the archive has.
class Adder {
 public:
  Adder(Archive& archive, UtcTime now) : archive_(archive), now_(now) {}

  Result<AddReport> run(const std::vector<Subscription>& wanted) {
    BFA_ASSIGN_OR_RETURN(const auto before, subscriptions(archive_));
    for (const auto& subscription : before) all_[identity_of(subscription.url)] = {subscription, false};
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive_.blogs());
    for (const auto& blog : blogs) homes_[identity_of(blog.home)] = blog.home;
    for (const auto& blog : blogs) {
      for (const auto& address : other_addresses(blog)) homes_.try_emplace(identity_of(address), blog.home);
    }
    for (const auto& list : {before, wanted}) {
      for (const auto& subscription : list) note_feeds(subscription);
    }
    for (const auto& subscription : wanted) add(subscription);
    std::vector<Decision> decisions;
    for (const auto& [identity, entry] : all_) {
      if (entry.changed)
        decisions.push_back({kKind, entry.subscription.url, value_of(entry.subscription), {}, now_});
    }
    if (!decisions.empty()) BFA_RETURN_IF_ERROR(archive_.put_decisions(decisions));
    return std::move(report_);
  }

 private:
  struct Entry {
    Subscription subscription;
    bool changed = false;
  };

  std::optional<std::string> address_of(const std::string& text) {
    auto address = home_url(text);
    if (address) return std::move(*address);
    report_.refused.push_back({Code::kInvalidArgument, "not_an_address", address.error().message, -1, text});
    return std::nullopt;
  }

  // A feed of a blog in a list is no blog of its own when it is given alone.
  void note_feeds(const Subscription& subscription) {
    const auto home = home_url(subscription.url);
    if (!home) return;
    for (const auto& feed : subscription.feeds) {
      const auto address = home_url(feed);
      if (address && identity_of(*address) != identity_of(*home))
        homes_.try_emplace(identity_of(*address), *home);
    }
  }

  void add(const Subscription& wanted) {
    auto address = address_of(wanted.url);
    if (!address) return;
    std::string identity = identity_of(*address);
    if (const auto known = homes_.find(identity); known != homes_.end() && !all_.contains(identity)) {
      address = known->second;
      identity = identity_of(*address);
    }
    const auto [at, is_new] = all_.try_emplace(identity, Entry{{*address, {}, wanted.title, now_}, true});
    ++(is_new ? report_.added : report_.known);
    std::vector<std::string>& feeds = at->second.subscription.feeds;
    for (const auto& text : wanted.feeds) {
      auto feed = address_of(text);
      if (!feed || std::find(feeds.begin(), feeds.end(), *feed) != feeds.end()) continue;
      feeds.push_back(std::move(*feed));
      at->second.changed = true;
    }
  }

  Archive& archive_;
  UtcTime now_;
  std::map<std::string, Entry> all_;          // by identity
  std::map<std::string, std::string> homes_;  // of known blogs, by identity
  AddReport report_;
};

}  // namespace

Result<std::string> subscription_address(const std::string& text) {
  return guarded([&] { return home_url(text); });
}

Result<AddReport> add_subscriptions(Archive& archive, const std::vector<Subscription>& wanted, UtcTime now) {
  return guarded([&] { return Adder(archive, now).run(wanted); });
}

Status end_subscription(Archive& archive, const std::string& url, const std::string& reason, UtcTime now) {
  return guarded([&]() -> Status {
    BFA_ASSIGN_OR_RETURN(const std::string address, home_url(url));
    BFA_ASSIGN_OR_RETURN(const auto all, subscriptions(archive));
    const std::string identity = identity_of(address);
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const Subscription& each) { return identity_of(each.url) == identity; });
    if (at == all.end()) return Error{Code::kNotFound, "no subscription has this address", url, -1};
    return archive.put_decision({kKind, at->url, {}, reason, now});
  });
}

Result<std::vector<Subscription>> subscriptions(const Archive& archive) {
  return guarded([&]() -> Result<std::vector<Subscription>> {
    BFA_ASSIGN_OR_RETURN(const auto decisions, archive.decisions(kKind));
    std::vector<Subscription> out;
    out.reserve(decisions.size());
    for (const Decision& decision : decisions) {
      BFA_ASSIGN_OR_RETURN(Subscription subscription, subscription_of(decision));
      out.push_back(std::move(subscription));
    }
    return out;
  });
}

}  // namespace bfa
