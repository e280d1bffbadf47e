// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/feed/feed.h"
#include "bfa/html/document.h"

namespace bfa {

// What a document says about hubs that tell of its changes. Absolute http or https URLs without fragment.
struct HubLinks {
  std::string topic;              // what to subscribe to: the link "self"; the document's URL without one
  std::vector<std::string> hubs;  // in the order of the document, each once, at most 4

  bool operator==(const HubLinks&) const = default;
};

// One link of a Link header.
struct HeaderLink {
  std::string target;             // as written
  std::vector<std::string> rels;  // in lower case

  bool operator==(const HeaderLink&) const = default;
};

// Reads the value of a Link header; bad links are left out, and what comes after the first 64. Links with an
// anchor are about another document, and are left out. Never fails. Thread-safe. Source: RFC 8288 section 3.
BFA_EXPORT std::vector<HeaderLink> parse_link_header(std::string_view value);

// The hubs of a feed. Link headers win: the links in the body count where the headers name no hub, or no
// topic. `url`: that the body came from. `feed`: null when no body was read (304). Without a hub the result
// is empty. Empty when memory runs out. Thread-safe. Source: W3C WebSub section 4.
BFA_EXPORT HubLinks find_hubs(std::string_view url,
                              std::span<const std::pair<std::string, std::string>> headers, const Feed* feed);

// The hubs of a page: Link headers, then link elements in its head. As find_hubs.
BFA_EXPORT HubLinks find_hubs_of_page(std::string_view url,
                                      std::span<const std::pair<std::string, std::string>> headers,
                                      const HtmlDocument& page);

struct SubscriberOptions {
  // Hubs call this address with the name of a subscription behind it: "https://archive.example/websub/".
  std::string callback_base;
  std::chrono::seconds lease = std::chrono::hours(24 * 10);       // what hubs are asked for
  std::chrono::seconds most_lease = std::chrono::hours(24 * 15);  // longer leases are cut to this
  std::chrono::seconds verify_wait = std::chrono::hours(1);       // how long a hub may take to verify
  // Between two news of one feed. The time doubles with each of them that no poll confirms, up to the most.
  std::chrono::seconds least_news_interval = std::chrono::minutes(1);
  std::chrono::seconds most_news_interval = std::chrono::hours(6);
  std::uint64_t max_body_bytes = 4u << 20;  // of a push
  int pushes_a_minute = 60;                 // of one subscription; more get 429 and are not read
  std::size_t max_at_once = 16;             // requests to hubs that are not answered yet
  std::size_t max_feeds = 1'000'000;
  // Random bytes, for names and secrets. The kernel's when empty; tests replace it.
  std::function<Result<std::string>(std::size_t count)> random;
};

// What a poll of a feed brought.
struct FeedNotice {
  std::string feed_url;
  HubLinks links;       // find_hubs()
  bool whole = true;    // the feed was read; false after 304: then missing links mean nothing
  bool failed = false;  // no feed came: nothing is learned of hubs
  bool news = false;    // there were entries that no earlier poll had
};

// A POST of a form (application/x-www-form-urlencoded) to a hub. `form` has the secret: never log it.
struct HubRequest {
  std::uint64_t id = 0;
  std::string url, form;
};

// What came of it.
struct HubAnswer {
  std::uint64_t id = 0;
  int status = 0;        // 0: no answer
  std::string location;  // of 307 and 308, absolute
  std::chrono::seconds retry_after{0};
  std::string error;  // why there is no answer, one line
};

// A request of a hub to the callback address.
struct CallbackRequest {
  std::string_view method, target;  // "POST", "/websub/NAME?hub.mode=..."
  std::string_view signature;       // X-Hub-Signature
  std::string_view body;
  bool too_large = false;  // the body was not read: it is larger than max_body()
};

struct CallbackReply {
  int status = 404;
  std::string body{};  // text/plain
};

enum class HubPhase : std::uint8_t {
  kWanted = 1,    // the hub has to be asked
  kAsked = 2,     // it was asked, and has to verify
  kVerified = 3,  // until the end of the lease
  kRefused = 4,   // no hub takes it; asked again after a week
  kLeaving = 5,   // the end was asked for
};
BFA_EXPORT std::string_view hub_phase_name(HubPhase phase) noexcept;  // "wanted", ...

// What hubs did wrong to one subscription. Of no use as a proof: a stranger can guess no callback address,
// but who reads the traffic between hub and archive can.
struct HubLies {
  std::uint64_t bad_signatures = 0;  // pushes without signature, or with one that is not of the secret
  std::uint64_t too_large = 0;       // pushes over max_body_bytes
  std::uint64_t floods = 0;          // pushes over pushes_a_minute
  std::uint64_t empty_news = 0;      // good pushes after which a poll found nothing
  std::uint64_t silences = 0;        // polls that found what no push had told
  std::uint64_t unasked = 0;         // verifications of what was not asked for
  std::uint64_t bad_leases = 0;      // over most_lease, or under an hour

  std::uint64_t sum() const {
    return bad_signatures + too_large + floods + empty_news + silences + unasked + bad_leases;
  }
  bool operator==(const HubLies&) const = default;
};

// What is known about one feed, for people and metrics. Without secret and callback address.
struct HubReport {
  std::string feed_url, topic, hub;
  HubPhase phase = HubPhase::kWanted;
  UtcTime lease_end{};  // 0: no lease
  UtcTime due{};        // when the next request to the hub is due
  bool pushed = false;  // is_pushed()
  std::uint64_t pushes = 0;
  HubLies lies;
  std::string reason;  // why it is not pushed, one line; empty when it is
};

// One changed record for the caller to keep: `bytes` replaces what `key` had; empty bytes remove it.
struct SubscriptionChange {
  std::string key, bytes;
};

// The subscriptions of feeds at WebSub hubs: a state machine without network, store, clock and threads.
// Nothing that a hub says becomes content: a good push makes a feed due, and the poll finds what is new.
// Not thread-safe; WebSub (websub.h) adds the rest. Memory: about 1 KB for a feed with a hub.
// Source: W3C WebSub (2018), parts for subscribers. docs/websub.md says what is done against hubs that lie.
class BFA_EXPORT Subscriber {
 public:
  // Errors: kInvalidArgument (an option without meaning), kIo.
  static Result<Subscriber> make(SubscriberOptions options);
  ~Subscriber();
  Subscriber(Subscriber&&) noexcept;
  Subscriber& operator=(Subscriber&&) noexcept;

  // Call it after each poll of any feed. A feed with a hub is subscribed to; when its hub or topic changes
  // (once a day at most), or two whole answers in a row have no hub, the subscription is given up. Errors:
  // kLimit (max_feeds), kIo (no random bytes, no memory).
  Status note_feed(const FeedNotice& notice, UtcTime now);
  // The feed is no longer wanted: the hub is told. Errors: kIo.
  Status forget_feed(std::string_view feed_url, UtcTime now);

  // The requests that are due; answered() has to follow for each. Cheap when there are none. Errors: kIo.
  Result<std::vector<HubRequest>> tick(UtcTime now);
  // Errors: kIo. An unknown id is ignored.
  Status answered(const HubAnswer& answer, UtcTime now);

  // How much of the body of a POST to `target` is worth reading, in bytes: 0 for an unknown or flooded one.
  std::uint64_t max_body(std::string_view target, UtcTime now) const;
  // Answers a hub. Never fails; 503 without memory.
  CallbackReply callback(const CallbackRequest& request, UtcTime now);

  // The feeds that hubs told news of and that may be polled now, each once; also those whose interval has
  // ended by `now`. Call it after tick() and callback(). Empty when memory runs out; then they come later.
  std::vector<std::string> take_news(UtcTime now);

  // True while a hub keeps its word for this feed: the lease runs, a push of its hub was confirmed by a poll,
  // and no poll found news that the hub kept to itself. Then one poll a day is enough
  // (ServerWishes::pushed).
  bool is_pushed(std::string_view feed_url, UtcTime now) const;
  // Nothing when the feed has no hub.
  std::optional<HubReport> report(std::string_view feed_url, UtcTime now) const;
  std::vector<HubReport> reports(UtcTime now) const;
  std::size_t size() const noexcept;  // subscriptions, with those that are being left
  // Requests to names that are no subscription, since the start.
  std::uint64_t unknown_callbacks() const noexcept;

  // Where hubs call from now on. Subscriptions with another address are made again.
  void set_callback_base(std::string base, UtcTime now);

  // What changed since the last call, for a durable place that only its owner can read: the records have the
  // secrets. Pushes and polls that teach nothing new change nothing. Errors: kIo.
  Result<std::vector<SubscriptionChange>> take_changes();
  // Adds a kept record. Errors: kCorrupt (with what is wrong), kLimit; nothing changes then.
  Status restore(std::string_view bytes, UtcTime now);

  // All records as one text of bytes, and back into an empty subscriber. Errors: kCorrupt, kLimit, kIo;
  // after an error the subscriber is empty.
  Result<std::string> encode() const;
  Status decode(std::string_view bytes, UtcTime now);

 private:
  struct State;
  explicit Subscriber(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bfa
