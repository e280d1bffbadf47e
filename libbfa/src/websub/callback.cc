// SPDX-License-Identifier: Apache-2.0
// What hubs say to a subscriber.
#include <algorithm>

#include "base/ascii.h"
#include "base/guard.h"
#include "websub/form.h"
#include "websub/limits.h"
#include "websub/signature.h"
#include "websub/state.h"

namespace bfa {
namespace {

using websub::Seconds;
using websub::Subscription;

constexpr Seconds kHour = 3600;
constexpr Seconds kDay = 24 * kHour;

// It goes back as text: no line ends, and nothing that a browser could take for markup in another charset.
bool is_good_challenge(std::string_view text) {
  return !text.empty() && text.size() <= websub::kMostChallengeBytes &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::string cleaned_reason(std::string_view text) {
  std::string out = "the hub denied it";
  if (!text.empty()) out += ": ";
  for (const char c : text.substr(0, websub::kMostReasonBytes / 2)) out += c >= ' ' && c <= '~' ? c : '?';
  return out;
}

}  // namespace

// False: no lease to rely on.
bool Subscriber::State::take_lease(Subscription& s, std::optional<std::string_view> wanted, Seconds now) {
  Seconds lease = options.lease.count();
  if (wanted) {
    const bool digits = is_all_digits(*wanted);
    const auto number = parse_number(*wanted);
    const auto most = static_cast<std::uint64_t>(options.most_lease.count());
    if (!digits || number == std::uint64_t{0}) {
      ++s.lies.bad_leases;
      return false;
    }
    // More digits than a number has: endless.
    if (!number || *number > most) ++s.lies.bad_leases;
    lease = static_cast<Seconds>(std::min(number.value_or(most), most));
  }
  if (lease < kHour) ++s.lies.bad_leases;
  s.lease_end = now + lease;
  const double early = static_cast<double>(lease) * (0.1 + 0.2 * chance());
  // A lease of minutes does not make the archive ask every few minutes.
  set_due(s, std::max(now + kHour, s.lease_end - static_cast<Seconds>(early)));
  return true;
}

CallbackReply Subscriber::State::verify(Subscription& s, std::string_view query, Seconds now) {
  const websub::FormFields fields = websub::read_form(query);
  const std::string_view mode = websub::only_field(fields, "hub.mode").value_or("");
  const std::string_view topic = websub::only_field(fields, "hub.topic").value_or("");
  const std::string_view challenge = websub::only_field(fields, "hub.challenge").value_or("");
  if (mode == "denied" && topic == s.topic && s.phase != HubPhase::kLeaving) {
    refuse(s, cleaned_reason(websub::only_field(fields, "hub.reason").value_or("")), now);
    return {200, {}};
  }
  if (topic != s.topic || !is_good_challenge(challenge)) {
    ++s.lies.unasked;
    return {404, {}};
  }
  if (mode == "unsubscribe" && s.phase == HubPhase::kLeaving) {
    CallbackReply reply{200, std::string(challenge)};
    erase(s.token);
    return reply;
  }
  // A hub may ask again when the first answer was lost, and may be late.
  const bool recent = s.asked != 0 && now - s.asked <= kDay;
  const bool awaited = s.phase == HubPhase::kAsked || (s.phase != HubPhase::kRefused && recent);
  if (mode != "subscribe" || !awaited || s.phase == HubPhase::kLeaving) {
    ++s.lies.unasked;
    return {404, {}};
  }
  if (!take_lease(s, websub::only_field(fields, "hub.lease_seconds"), now)) return {404, {}};
  s.phase = HubPhase::kVerified;
  s.failures = 0;
  s.redirects = 0;
  s.denial.clear();
  return {200, std::string(challenge)};
}

bool Subscriber::State::flooded(const Subscription& s, Seconds now) const {
  return s.minute == now / 60 && s.pushes_in_minute >= options.pushes_a_minute;
}

// The feed becomes due, or will when its interval is over.
void Subscriber::State::tell(Subscription& s, Seconds now) {
  if (s.waiting) return;
  const Seconds most = options.most_news_interval.count();
  const Seconds interval = std::min(options.least_news_interval.count() << std::min(s.empty, 20U), most);
  const Seconds at = s.last_told == 0 ? now : std::max(now, s.last_told + interval);
  news.emplace(at, s.token);
  s.waiting = true;
}

CallbackReply Subscriber::State::push(Subscription& s, const CallbackRequest& request, Seconds now) {
  if (s.phase == HubPhase::kLeaving) return {410, {}};
  if (flooded(s, now)) {
    ++s.lies.floods;
    return {429, {}};
  }
  if (s.minute != now / 60) s.pushes_in_minute = 0;
  s.minute = now / 60;
  ++s.pushes_in_minute;
  if (request.too_large || request.body.size() > options.max_body_bytes) {
    ++s.lies.too_large;
    return {413, {}};
  }
  // The W3C's text: a push with a wrong signature is acknowledged, and ignored.
  if (!websub::is_signed_by(request.signature, s.secret, request.body)) {
    ++s.lies.bad_signatures;
    return {200, {}};
  }
  ++s.pushes;
  if (s.missed != 0 && now - s.missed <= kHour) {
    s.missed = 0;
    touch(s);
  }
  tell(s, now);
  return {200, {}};
}

std::uint64_t Subscriber::max_body(std::string_view target, UtcTime time) const {
  return guarded_or_empty([&]() -> std::uint64_t {
    const auto* found = state_->by_target(target);
    if (found == nullptr || found->phase == HubPhase::kLeaving) return 0;
    return state_->flooded(*found, websub::seconds_of(time)) ? 0 : state_->options.max_body_bytes;
  });
}

CallbackReply Subscriber::callback(const CallbackRequest& request, UtcTime time) {
  return guarded_or(
      [&]() -> CallbackReply {
        const Seconds now = websub::seconds_of(time);
        auto* found = state_->by_target(request.target);
        if (found == nullptr) {
          ++state_->unknown;
          return {404, {}};
        }
        if (request.method == "POST") return state_->push(*found, request, now);
        if (request.method != "GET") return {405, {}};
        const std::size_t mark = request.target.find('?');
        return state_->verify(*found, mark == std::string_view::npos ? "" : request.target.substr(mark + 1),
                              now);
      },
      [] { return CallbackReply{503, {}}; });
}

std::vector<std::string> Subscriber::take_news(UtcTime time) {
  return guarded_or_empty([&] {
    const Seconds now = websub::seconds_of(time);
    auto& news = state_->news;
    const auto end = std::find_if(news.begin(), news.end(), [now](const auto& at) { return at.first > now; });
    std::vector<std::string> out;
    std::vector<Subscription*> told;
    for (auto at = news.begin(); at != end; ++at) {
      auto* found = state_->by_name(at->second);
      if (found == nullptr) continue;
      out.push_back(found->feed_url);
      told.push_back(found);
    }
    // From here on nothing can fail.
    for (Subscription* one : told) {
      one->waiting = false;
      one->told = one->last_told = now;
    }
    news.erase(news.begin(), end);
    return out;
  });
}

}  // namespace bfa
