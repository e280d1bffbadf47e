// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/io/digest.h"
#include "bfa/websub/subscriber.h"
#include "io/hmac.h"
#include "websub/form.h"

namespace bfa::test {

inline constexpr std::string_view kFeed = "https://a.blog.example/feed/";
inline constexpr std::string_view kHub = "https://hub.example/";

inline UtcTime time_at(std::int64_t seconds) {
  return UtcTime(std::chrono::seconds(1'700'000'000 + seconds));
}
inline constexpr std::int64_t kMinute = 60, kHour = 3600, kDay = 24 * kHour;

inline FeedNotice notice_of(std::string_view feed = kFeed, bool news = false,
                            std::vector<std::string> hubs = {std::string(kHub)}) {
  FeedNotice out;
  out.feed_url = feed;
  out.links.topic = feed;
  out.links.hubs = std::move(hubs);
  out.news = news;
  return out;
}

// A field of a form that goes to a hub; empty when absent.
inline std::string field(const std::string& form, std::string_view name) {
  const auto fields = websub::read_form(form);
  return std::string(websub::only_field(fields, name).value_or(""));
}

inline std::string signature_of(const std::string& secret, const std::string& body) {
  return "sha256=" + hex_encode(hmac(HmacHash::kSha256, secret, body).value_or(""));
}

// A subscriber, and the hub's side of it as a test wants it.
struct Desk {
  explicit Desk(SubscriberOptions options = {}) : subscriber(make(std::move(options))) {}

  static Subscriber make(SubscriberOptions options) {
    if (options.callback_base.empty()) options.callback_base = "https://me.example/websub/";
    return std::move(Subscriber::make(std::move(options))).value();
  }

  // The requests that are due; each is answered with `status`.
  std::vector<HubRequest> ask(std::int64_t at, int status = 202) {
    auto requests = std::move(subscriber.tick(time_at(at))).value();
    for (const HubRequest& request : requests) {
      HubAnswer answer;
      answer.id = request.id;
      answer.status = status;
      (void)subscriber.answered(answer, time_at(at)).ok();
      form = request.form;
    }
    return requests;
  }
  std::string target(const std::string& of) const {
    const std::string callback = field(of, "hub.callback");
    return callback.substr(callback.find("/websub/"));
  }
  CallbackReply get(std::int64_t at, const websub::FormFields& fields) {
    const std::string to = target(form) + "?" + websub::write_form(fields);
    return subscriber.callback({"GET", to, {}, {}, false}, time_at(at));
  }
  // The hub verifies the last request.
  CallbackReply verify(std::int64_t at, const std::string& lease = "864000") {
    return get(at, {{"hub.mode", field(form, "hub.mode")},
                    {"hub.topic", field(form, "hub.topic")},
                    {"hub.challenge", "abc"},
                    {"hub.lease_seconds", lease}});
  }
  CallbackReply push(std::int64_t at, const std::string& body = "<rss/>") {
    return push_as(at, signature_of(field(form, "hub.secret"), body), body);
  }
  CallbackReply push_as(std::int64_t at, const std::string& signature, const std::string& body) {
    const std::string to = target(form);
    return subscriber.callback({"POST", to, signature, body, false}, time_at(at));
  }
  Status poll(std::int64_t at, bool news) {
    return subscriber.note_feed(notice_of(kFeed, news), time_at(at));
  }
  std::size_t news(std::int64_t at) { return subscriber.take_news(time_at(at)).size(); }
  bool pushed(std::int64_t at) const { return subscriber.is_pushed(kFeed, time_at(at)); }
  HubReport report(std::int64_t at) const {
    return subscriber.report(kFeed, time_at(at)).value_or(HubReport{});
  }

  // A subscription that a push and a poll have proven, at the time 0 to 20.
  void prove() {
    (void)poll(0, true).ok();
    (void)ask(1);
    (void)verify(2);
    (void)push(10);
    (void)news(10);
    (void)poll(20, true).ok();
  }

  Subscriber subscriber;
  std::string form;  // of the last request
};

}  // namespace bfa::test
