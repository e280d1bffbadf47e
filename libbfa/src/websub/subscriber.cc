// SPDX-License-Identifier: Apache-2.0
#include "bfa/websub/subscriber.h"

#include <algorithm>
#include <map>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/url/url.h"
#include "websub/limits.h"
#include "websub/state.h"

namespace bfa {
namespace {

constexpr websub::Seconds kDay = 24 * 3600;
constexpr int kAbsences = 2;  // whole answers without a hub until it is left
constexpr std::size_t kMostHubs = 4;
constexpr std::string_view kMagic = "bfa-websub-1\n";

bool usable(std::string_view address) {
  if (address.size() > websub::kMostUrlBytes) return false;
  const auto url = Url::parse(address);
  return url && url->is_http() && !url->host().empty();
}

// Without what is no address.
HubLinks usable_links(const HubLinks& links) {
  HubLinks out;
  for (const std::string& hub : links.hubs) {
    if (usable(hub) && out.hubs.size() < kMostHubs) out.hubs.push_back(hub);
  }
  out.topic = links.topic;
  if (!usable(out.topic)) out.hubs.clear();
  return out;
}

Status check(const SubscriberOptions& options) {
  const auto hour = std::chrono::hours(1);
  const bool times = options.lease >= hour && options.most_lease >= options.lease &&
                     options.most_lease <= std::chrono::hours(24 * 365) && options.verify_wait.count() > 0 &&
                     options.least_news_interval.count() > 0 &&
                     options.most_news_interval >= options.least_news_interval;
  if (!times) return Error{Code::kInvalidArgument, "websub: a time is out of range", {}, -1};
  if (options.max_at_once == 0 || options.pushes_a_minute <= 0)
    return Error{Code::kInvalidArgument, "websub: a limit is 0", {}, -1};
  return {};
}

}  // namespace

std::string_view hub_phase_name(HubPhase phase) noexcept {
  switch (phase) {
    case HubPhase::kWanted:
      return "wanted";
    case HubPhase::kAsked:
      return "asked";
    case HubPhase::kVerified:
      return "verified";
    case HubPhase::kRefused:
      return "refused";
    case HubPhase::kLeaving:
      return "leaving";
  }
  return "";
}

Subscriber::Subscriber(std::unique_ptr<State> state) : state_(std::move(state)) {}
Subscriber::~Subscriber() = default;
Subscriber::Subscriber(Subscriber&&) noexcept = default;
Subscriber& Subscriber::operator=(Subscriber&&) noexcept = default;

Result<Subscriber> Subscriber::make(SubscriberOptions options) {
  return guarded(
      [&]() -> Result<Subscriber> {
        BFA_RETURN_IF_ERROR(check(options));
        return Subscriber(std::make_unique<State>(std::move(options)));
      },
      "websub");
}

Status Subscriber::note_feed(const FeedNotice& notice, UtcTime time) {
  return guarded(
      [&]() -> Status {
        const websub::Seconds now = websub::seconds_of(time);
        state_->see(now);
        if (notice.failed) return {};
        auto* known = state_->by_feed(notice.feed_url);
        if (known != nullptr) state_->learn(*known, notice, now);
        if (!notice.whole) return {};
        const FeedNotice wanted{notice.feed_url, usable_links(notice.links), true, false, notice.news};
        if (wanted.links.hubs.empty()) {
          if (known != nullptr && ++known->absent >= kAbsences) state_->leave(*known, now);
          return {};
        }
        if (!usable(notice.feed_url))
          return Error{Code::kInvalidArgument, "websub: the feed has no http address", notice.feed_url, -1};
        if (known == nullptr) return state_->add(wanted, now);
        known->absent = 0;
        const auto& hubs = wanted.links.hubs;
        const auto at = std::find(hubs.begin(), hubs.end(), known->hubs[known->hub]);
        if (known->topic == wanted.links.topic && at != hubs.end()) {
          if (known->hubs != hubs) state_->touch(*known);
          known->hub = static_cast<std::uint32_t>(at - hubs.begin());
          known->hubs = hubs;
          return {};
        }
        // A feed that names another hub at each poll costs one subscription a day.
        if (now - known->made < kDay) return {};
        state_->leave(*known, now);
        return state_->add(wanted, now);
      },
      "websub");
}

Status Subscriber::forget_feed(std::string_view feed_url, UtcTime time) {
  return guarded(
      [&]() -> Status {
        const websub::Seconds now = websub::seconds_of(time);
        state_->see(now);
        if (auto* known = state_->by_feed(std::string(feed_url))) state_->leave(*known, now);
        return {};
      },
      "websub");
}

bool Subscriber::is_pushed(std::string_view feed_url, UtcTime now) const {
  return guarded_or_empty([&] {
    const auto* known = state_->by_feed(std::string(feed_url));
    return known != nullptr && state_->pushed(*known, websub::seconds_of(now));
  });
}

std::optional<HubReport> Subscriber::report(std::string_view feed_url, UtcTime now) const {
  return guarded_or_empty([&]() -> std::optional<HubReport> {
    const auto* known = state_->by_feed(std::string(feed_url));
    if (known == nullptr) return std::nullopt;
    return state_->report(*known, websub::seconds_of(now));
  });
}

std::vector<HubReport> Subscriber::reports(UtcTime now) const {
  return guarded_or_empty([&] {
    std::vector<HubReport> out;
    for (const auto& [name, subscription] : state_->subscriptions)
      out.push_back(state_->report(subscription, websub::seconds_of(now)));
    std::sort(out.begin(), out.end(), [](const HubReport& a, const HubReport& b) {
      return std::tie(a.feed_url, a.hub) < std::tie(b.feed_url, b.hub);
    });
    return out;
  });
}

std::size_t Subscriber::size() const noexcept {
  return state_->subscriptions.size();
}

std::uint64_t Subscriber::unknown_callbacks() const noexcept {
  return state_->unknown;
}

void Subscriber::set_callback_base(std::string base, UtcTime now) {
  guarded_or_empty([&] {
    state_->options.callback_base = std::move(base);
    for (auto& [name, subscription] : state_->subscriptions)
      state_->check_callback(subscription, websub::seconds_of(now));
  });
}

Result<std::vector<SubscriptionChange>> Subscriber::take_changes() {
  return guarded(
      [&]() -> Result<std::vector<SubscriptionChange>> {
        std::vector<SubscriptionChange> out;
        for (const std::string& name : state_->changed) {
          const auto* found = state_->by_name(name);
          out.push_back({name, found == nullptr ? std::string() : websub::encode_subscription(*found)});
        }
        state_->changed.clear();
        std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
        return out;
      },
      "websub");
}

Status Subscriber::restore(std::string_view bytes, UtcTime time) {
  return guarded(
      [&]() -> Status {
        const websub::Seconds now = websub::seconds_of(time);
        auto decoded = websub::decode_subscription(bytes);
        if (!decoded) return std::move(decoded).error();
        const websub::Seconds latest = now + state_->options.most_lease.count();
        decoded->due = std::min(decoded->due, latest);
        decoded->lease_end = std::min(decoded->lease_end, latest);
        const std::string name = decoded->token;
        BFA_RETURN_IF_ERROR(state_->insert(std::move(*decoded)));
        state_->check_callback(*state_->by_name(name), now);
        return {};
      },
      "websub");
}

Result<std::string> Subscriber::encode() const {
  return guarded(
      [&]() -> Result<std::string> {
        std::map<std::string, const websub::Subscription*> sorted;
        for (const auto& [name, subscription] : state_->subscriptions) sorted[name] = &subscription;
        std::string out(kMagic);
        for (const auto& [name, subscription] : sorted) {
          const std::string record = websub::encode_subscription(*subscription);
          for (int shift = 24; shift >= 0; shift -= 8)
            out += static_cast<char>(record.size() >> static_cast<unsigned>(shift) & 0xFFU);
          out += record;
        }
        return out;
      },
      "websub");
}

Status Subscriber::decode(std::string_view bytes, UtcTime now) {
  const Status status = guarded(
      [&]() -> Status {
        state_ = std::make_unique<State>(std::move(state_->options));
        if (!bytes.starts_with(kMagic))
          return Error{Code::kCorrupt, "websub: not a list of subscriptions", {}, 0};
        std::size_t at = kMagic.size();
        while (at < bytes.size()) {
          if (bytes.size() - at < 4)
            return Error{
                Code::kCorrupt, "websub: the list ends too early", {}, static_cast<std::int64_t>(at)};
          std::size_t size = 0;
          for (std::size_t i = 0; i < 4; ++i) size = size << 8U | static_cast<unsigned char>(bytes[at + i]);
          at += 4;
          if (size > bytes.size() - at)
            return Error{
                Code::kCorrupt, "websub: the list ends too early", {}, static_cast<std::int64_t>(at)};
          Status one = restore(bytes.substr(at, size), now);
          if (!one.ok()) {
            one.error().offset = static_cast<std::int64_t>(at);
            return one;
          }
          at += size;
        }
        return {};
      },
      "websub");
  if (!status.ok()) state_ = std::make_unique<State>(std::move(state_->options));
  return status;
}

}  // namespace bfa
