// SPDX-License-Identifier: Apache-2.0
#include "websub/state.h"

#include <algorithm>

#include "bfa/io/digest.h"
#include "io/hmac.h"
#include "websub/limits.h"

namespace bfa {
namespace {

constexpr websub::Seconds kHour = 3600;

template <class Map>
auto* value_at(Map& map, const std::string& key) {
  const auto at = map.find(key);
  return at == map.end() ? nullptr : &at->second;
}

// "/websub/NAME?query": NAME.
std::string name_of(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string reason_of(const websub::Subscription& s, bool lease_runs) {
  if (s.phase == HubPhase::kRefused) return "refused: " + s.denial;
  if (!lease_runs) {
    if (s.phase == HubPhase::kVerified) return "the lease has ended";
    const std::string asked = s.phase == HubPhase::kAsked ? "not verified yet" : "to be asked";
    return s.denial.empty() ? asked : asked + "; before: " + s.denial;
  }
  if (!s.polled) return "not polled since the start";
  if (!s.proven) return "no push was confirmed by a poll yet";
  return s.missed != 0 ? "the hub did not tell of news that a poll found" : std::string();
}

}  // namespace

websub::Seconds websub::seconds_of(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
}

UtcTime websub::time_of(Seconds seconds) {
  return UtcTime(std::chrono::seconds(seconds));
}

websub::Subscription* Subscriber::State::by_name(const std::string& name) {
  return value_at(subscriptions, name);
}
const websub::Subscription* Subscriber::State::by_name(const std::string& name) const {
  return value_at(subscriptions, name);
}
websub::Subscription* Subscriber::State::by_feed(const std::string& feed_url) {
  const std::string* name = value_at(names, feed_url);
  return name == nullptr ? nullptr : by_name(*name);
}
const websub::Subscription* Subscriber::State::by_feed(const std::string& feed_url) const {
  const std::string* name = value_at(names, feed_url);
  return name == nullptr ? nullptr : by_name(*name);
}
websub::Subscription* Subscriber::State::by_target(std::string_view target) {
  return by_name(name_of(target));
}
const websub::Subscription* Subscriber::State::by_target(std::string_view target) const {
  return by_name(name_of(target));
}

Result<std::string> Subscriber::State::random_hex(std::size_t bytes) const {
  auto raw = options.random ? options.random(bytes) : random_bytes(bytes);
  if (!raw) return std::move(raw).error();
  if (raw->size() != bytes) return Error{Code::kIo, "too few random bytes", {}, -1};
  return hex_encode(*raw);
}

double Subscriber::State::chance() const {
  const auto raw = options.random ? options.random(2) : random_bytes(2);
  if (!raw || raw->size() != 2) return 0.5;
  const auto high = static_cast<unsigned char>((*raw)[0]);
  const auto low = static_cast<unsigned char>((*raw)[1]);
  return (high * 256.0 + low) / 65536.0;
}

Status Subscriber::State::insert(Subscription subscription) {
  const bool current = subscription.phase != HubPhase::kLeaving;
  if (subscriptions.contains(subscription.token))
    return Error{Code::kCorrupt, "subscription: its name is there already", subscription.feed_url, -1};
  if (current && by_feed(subscription.feed_url) != nullptr)
    return Error{Code::kCorrupt, "subscription: its feed has one already", subscription.feed_url, -1};
  if (subscriptions.size() >= options.max_feeds)
    return Error{Code::kLimit, "too many subscriptions", subscription.feed_url, -1};
  const std::string name = subscription.token;
  if (current) names[subscription.feed_url] = name;
  agenda.emplace(subscription.due, name);
  subscriptions.emplace(name, std::move(subscription));
  return {};
}

void Subscriber::State::erase(const std::string& name) {
  const Subscription* found = by_name(name);
  if (found == nullptr) return;
  const std::string key = name;  // `name` may be the subscription's own
  changed.insert(key);
  agenda.erase({found->due, key});
  std::erase_if(news, [&](const auto& entry) { return entry.second == key; });
  if (found->serial != 0) open.erase(found->serial);
  if (const auto at = names.find(found->feed_url); at != names.end() && at->second == key) names.erase(at);
  subscriptions.erase(key);
}

void Subscriber::State::set_due(Subscription& subscription, Seconds due) {
  agenda.emplace(due, subscription.token);
  if (due != subscription.due) agenda.erase({subscription.due, subscription.token});
  subscription.due = due;
  touch(subscription);
}

void Subscriber::State::see(Seconds now) {
  const bool back = now + kHour < last_seen;
  last_seen = now;
  if (!back) return;
  const Seconds latest = now + options.most_lease.count();
  for (auto& [name, subscription] : subscriptions) {
    if (subscription.due > latest) set_due(subscription, latest);
    subscription.lease_end = std::min(subscription.lease_end, latest);
    subscription.last_told = std::min(subscription.last_told, now);
    subscription.missed = std::min(subscription.missed, now);
    subscription.made = std::min(subscription.made, now);
  }
  Agenda sooner;
  for (const auto& [time, name] : news) sooner.emplace(std::min(time, now), name);
  news = std::move(sooner);
}

bool Subscriber::State::lease_runs(const Subscription& s, Seconds now) const {
  return s.phase != HubPhase::kRefused && s.phase != HubPhase::kLeaving && s.lease_end > now &&
         s.lease_end <= now + options.most_lease.count() + kHour;
}

// News that a poll found first are no silence when the push follows within an hour.
bool Subscriber::State::pushed(const Subscription& s, Seconds now) const {
  const bool silent = s.missed != 0 && now - s.missed > kHour;
  return lease_runs(s, now) && s.polled && s.proven && !silent;
}

HubReport Subscriber::State::report(const Subscription& s, Seconds now) const {
  HubReport out;
  out.feed_url = s.feed_url;
  out.topic = s.topic;
  out.hub = s.endpoint.empty() ? s.hubs[s.hub] : s.endpoint;
  out.phase = s.phase;
  out.lease_end = websub::time_of(s.lease_end);
  out.due = websub::time_of(s.due);
  out.pushed = pushed(s, now);
  out.pushes = s.pushes;
  out.lies = s.lies;
  if (!out.pushed) out.reason = reason_of(s, lease_runs(s, now));
  return out;
}

// A hub calls the address that it was given: with another one it has to be asked again.
void Subscriber::State::check_callback(Subscription& s, Seconds now) {
  if (options.callback_base.empty() || s.callback.empty()) return;
  if (s.callback == options.callback_base + s.token) return;
  if (s.phase != HubPhase::kAsked && s.phase != HubPhase::kVerified) return;
  s.phase = HubPhase::kWanted;
  s.lease_end = 0;
  set_due(s, now);
}

void Subscriber::State::leave(Subscription& s, Seconds now) {
  if (s.asked == 0) return erase(s.token);
  names.erase(s.feed_url);
  std::erase_if(news, [&](const auto& entry) { return entry.second == s.token; });
  s.phase = HubPhase::kLeaving;
  s.lease_end = 0;
  s.failures = 0;
  set_due(s, now);
}

Status Subscriber::State::add(const FeedNotice& notice, Seconds now) {
  Subscription s;
  s.feed_url = notice.feed_url;
  s.topic = notice.links.topic;
  s.hubs = notice.links.hubs;
  auto token = random_hex(websub::kTokenBytes);
  if (!token) return std::move(token).error();
  auto secret = random_hex(websub::kSecretBytes);
  if (!secret) return std::move(secret).error();
  s.token = std::move(token).value();
  s.secret = std::move(secret).value();
  s.made = s.due = now;
  changed.insert(s.token);
  return insert(std::move(s));
}

// Compares what the poll found with what the hub said.
void Subscriber::State::learn(Subscription& s, const FeedNotice& notice, Seconds now) {
  const bool told = s.told != 0;
  s.told = 0;
  if (!s.polled) {  // nobody listened before: silence is no fault of the hub
    s.polled = true;
    return;
  }
  if (!lease_runs(s, now)) return;
  if (told && notice.news) {
    if (!s.proven || s.empty != 0 || s.missed != 0) touch(s);
    s.proven = true;
    s.empty = 0;
    s.missed = 0;
  } else if (told) {
    ++s.empty;
    ++s.lies.empty_news;
    touch(s);
  } else if (notice.news && (s.last_told == 0 || now - s.last_told > kHour)) {
    // Within the hour, one push may stand for news that come in two polls.
    ++s.lies.silences;
    if (s.missed == 0) s.missed = now;
    touch(s);
  }
}

}  // namespace bfa
