// SPDX-License-Identifier: Apache-2.0
// What a subscriber asks of hubs, and what it makes of their answers.
#include <algorithm>

#include "base/guard.h"
#include "bfa/url/url.h"
#include "websub/form.h"
#include "websub/limits.h"
#include "websub/state.h"

namespace bfa {
namespace {

using websub::Seconds;

constexpr Seconds kHour = 3600;
constexpr Seconds kDay = 24 * kHour;
constexpr Seconds kFirstWait = 15 * 60;  // after the first failure; it doubles
constexpr Seconds kLongestWait = 7 * kDay;
constexpr Seconds kNextHubWait = 60;
constexpr std::uint32_t kFailuresPerHub = 5;  // when there is another one
constexpr std::uint32_t kGoodbyes = 3;        // requests to end a subscription
constexpr int kMostRedirects = 3;

bool is_success(int status) {
  return status >= 200 && status < 300;
}

// Another try of the same request may have another result.
bool is_passing(int status) {
  return status < 400 || status >= 500 || status == 408 || status == 425 || status == 429;
}

std::string what_came(const HubAnswer& answer) {
  if (answer.status != 0) return "the hub answered " + std::to_string(answer.status);
  return answer.error.empty() ? "the hub did not answer" : "the hub did not answer: " + answer.error;
}

}  // namespace

HubRequest Subscriber::State::ask(Subscription& s, Seconds now, bool leaving) {
  HubRequest out;
  if (!leaving) s.callback = options.callback_base + s.token;
  out.id = ++last_serial;
  out.url = s.endpoint.empty() ? s.hubs[s.hub] : s.endpoint;
  websub::FormFields fields = {{"hub.callback", s.callback},
                               {"hub.mode", leaving ? "unsubscribe" : "subscribe"},
                               {"hub.topic", s.topic},
                               // Of PubSubHubbub 0.3: hubs of WordPress refuse a request without it.
                               {"hub.verify", "async"}};
  if (!leaving) {
    fields.emplace_back("hub.lease_seconds", std::to_string(options.lease.count()));
    fields.emplace_back("hub.secret", s.secret);
  }
  out.form = websub::write_form(fields);
  if (s.serial != 0) open.erase(s.serial);
  s.serial = out.id;
  s.asked = now;
  open.emplace(out.id, s.token);
  return out;
}

std::optional<HubRequest> Subscriber::State::step(Subscription& s, Seconds now) {
  switch (s.phase) {
    case HubPhase::kAsked:
      fail(s, "the hub did not verify", now, 0);
      return std::nullopt;
    case HubPhase::kLeaving:
      if (s.failures++ >= kGoodbyes) {
        erase(s.token);
        return std::nullopt;
      }
      set_due(s, now + kDay);
      return ask(s, now, true);
    case HubPhase::kVerified:
    case HubPhase::kRefused:
      s.failures = 0;
      break;
    case HubPhase::kWanted:
      break;
  }
  HubRequest request = ask(s, now, false);
  s.phase = HubPhase::kAsked;
  set_due(s, now + options.verify_wait.count());
  return request;
}

void Subscriber::State::fail(Subscription& s, std::string reason, Seconds now, Seconds wait) {
  if (s.serial != 0) open.erase(s.serial);
  s.serial = 0;
  ++s.failures;
  if (s.failures >= kFailuresPerHub && s.hub + 1 < s.hubs.size()) return refuse(s, std::move(reason), now);
  s.phase = HubPhase::kWanted;
  s.denial = std::move(reason);
  s.denial.resize(std::min(s.denial.size(), websub::kMostReasonBytes));
  const Seconds doubled = std::min(kFirstWait << std::min(s.failures - 1, 10U), kLongestWait);
  const auto spread = static_cast<Seconds>(static_cast<double>(doubled) * (0.75 + chance() / 2));
  set_due(s, now + std::max(spread, std::clamp(wait, Seconds{0}, kDay)));
}

void Subscriber::State::refuse(Subscription& s, std::string reason, Seconds now) {
  if (s.serial != 0) open.erase(s.serial);
  s.serial = 0;
  s.denial = std::move(reason);
  s.denial.resize(std::min(s.denial.size(), websub::kMostReasonBytes));
  s.failures = 0;
  s.redirects = 0;
  s.endpoint.clear();
  s.lease_end = 0;
  s.proven = false;
  const bool more = s.hub + 1 < s.hubs.size();
  s.hub = more ? s.hub + 1 : 0;
  s.phase = more ? HubPhase::kWanted : HubPhase::kRefused;
  set_due(s, now + (more ? kNextHubWait : kLongestWait));
}

void Subscriber::State::answered(Subscription& s, const HubAnswer& answer, Seconds now) {
  s.serial = 0;
  if (s.phase == HubPhase::kLeaving) {
    if (!is_passing(answer.status)) erase(s.token);
    return;
  }
  // It may have verified before it answered.
  if (s.phase != HubPhase::kAsked || is_success(answer.status)) return;
  if ((answer.status == 307 || answer.status == 308) && s.redirects < kMostRedirects) {
    const auto url = Url::parse(answer.location);
    if (url && url->is_http() && url->href().size() <= websub::kMostUrlBytes) {
      ++s.redirects;
      s.endpoint = url->href();
      s.phase = HubPhase::kWanted;
      return set_due(s, now);
    }
  }
  if (!is_passing(answer.status)) return refuse(s, what_came(answer), now);
  fail(s, what_came(answer), now, answer.retry_after.count());
}

Result<std::vector<HubRequest>> Subscriber::tick(UtcTime time) {
  return guarded(
      [&]() -> Result<std::vector<HubRequest>> {
        const Seconds now = websub::seconds_of(time);
        State& state = *state_;
        state.see(now);
        std::vector<HubRequest> out;
        if (state.options.callback_base.empty()) return out;
        while (!state.agenda.empty() && state.agenda.begin()->first <= now &&
               state.open.size() < state.options.max_at_once) {
          auto* next = state.by_name(state.agenda.begin()->second);
          if (next == nullptr) {  // memory ran out while it was added
            state.agenda.erase(state.agenda.begin());
          } else if (auto request = state.step(*next, now)) {
            out.push_back(std::move(*request));
          }
        }
        return out;
      },
      "websub");
}

Status Subscriber::answered(const HubAnswer& answer, UtcTime time) {
  return guarded(
      [&]() -> Status {
        const auto at = state_->open.find(answer.id);
        if (at == state_->open.end()) return {};
        auto* found = state_->by_name(at->second);
        state_->open.erase(at);
        if (found != nullptr) state_->answered(*found, answer, websub::seconds_of(time));
        return {};
      },
      "websub");
}

}  // namespace bfa
