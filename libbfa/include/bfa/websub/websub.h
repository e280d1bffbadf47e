// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/log.h"
#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/http/fetcher.h"
#include "bfa/websub/subscriber.h"

namespace bfa {

// Sends requests to hubs. Used by one thread at a time.
class BFA_EXPORT HubPoster {
 public:
  virtual ~HubPoster() = default;
  // Accepts a request; next() returns its answer later. Errors: such a request gets no answer.
  virtual Status send(const HubRequest& request) = 0;
  // An answer that is there; it does not wait.
  virtual std::optional<HubAnswer> next() = 0;
};

// Posts by a fetcher of its own: its limits, delays and refused addresses hold for hubs, too. `clock`: for
// dates in Retry-After; system_clock() when null; must outlive it. Errors: kInvalidArgument (null), kIo.
BFA_EXPORT Result<std::unique_ptr<HubPoster>> make_fetch_poster(std::unique_ptr<Fetcher> fetcher,
                                                                Clock* clock = nullptr);

struct WebSubOptions {
  // Where hubs reach the listener: "https://archive.example/hubs"; the path of callbacks is added. Empty:
  // "http://" and the address that is listened at.
  std::string public_url;
  SubscriberOptions subscriber;                       // callback_base is set by WebSub
  std::size_t max_connections = 64;                   // when a further one comes, the oldest gives way
  std::chrono::milliseconds connection_time{10'000};  // of one request with its answer
  std::uint64_t max_memory = 32u << 20;               // of all requests together; what has no room gets 503
  // A hub tells of news: poll the feed soon. Called on the listener's thread, or on that of tick(); with no
  // lock held; it must be quick and may not throw. A feed comes at most once in least_news_interval.
  std::function<void(const std::string& feed_url)> on_news;
  Clock* clock = nullptr;  // of the listener's thread; system_clock() when null; must outlive it
  LogHook log;             // what hubs are asked, refuse and tell; no secrets, no callback addresses
};

// The subscriptions of a run: Subscriber, listener and poster together. All functions are thread-safe; tick()
// is called by one thread. docs/websub.md.
class BFA_EXPORT WebSub {
 public:
  // Errors: kInvalidArgument (no poster, a public URL that hubs cannot call, an option without meaning), kIo.
  static Result<std::unique_ptr<WebSub>> make(WebSubOptions options, std::unique_ptr<HubPoster> poster);
  ~WebSub();  // stops
  WebSub(const WebSub&) = delete;
  WebSub& operator=(const WebSub&) = delete;

  // Listens at "ADDRESS:PORT", "[IPV6]:PORT", ":PORT" or "PORT"; without an address at 127.0.0.1, and at no
  // other address than the one named. Port 0 takes a free one. Subscriptions that were restored before go on.
  // Errors: kInvalidArgument (not an address: names are not resolved), kUnavailable (the address or port
  // cannot be had), kIo; kInvalidArgument when it listens at all addresses (0.0.0.0, [::]) and there is no
  // public URL.
  Status start(std::string_view address);
  // Listens at another address, and is called at another public URL: stop() and start(). Hubs are asked again
  // when what they call has changed. After an error nothing listens. Errors: those of start(), and
  // kInvalidArgument for a public URL that hubs cannot call; then all is as before.
  Status restart(std::string_view address, std::string public_url);
  // Ends the listener within a second. Subscriptions stay: hubs try again for a while.
  void stop();
  int port() const;                   // 0 before start()
  std::string callback_base() const;  // what hubs call, without the names; empty before start()

  // The functions of Subscriber.
  Status note_feed(const FeedNotice& notice, UtcTime now);
  Status forget_feed(std::string_view feed_url, UtcTime now);
  bool is_pushed(std::string_view feed_url, UtcTime now) const;
  std::optional<HubReport> report(std::string_view feed_url, UtcTime now) const;
  std::vector<HubReport> reports(UtcTime now) const;
  std::uint64_t unknown_callbacks() const;
  Result<std::vector<SubscriptionChange>> take_changes();
  Status restore(std::string_view bytes, UtcTime now);
  Result<std::string> encode() const;
  Status decode(std::string_view bytes, UtcTime now);

  // Sends what is due to hubs, takes their answers, and calls on_news for feeds whose interval is over. Does
  // not wait. Call it about once a second. Before start() nothing is asked. Errors: kIo.
  Status tick(UtcTime now);

 private:
  struct State;
  explicit WebSub(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bfa
