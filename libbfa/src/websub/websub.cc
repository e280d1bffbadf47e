// SPDX-License-Identifier: Apache-2.0
#include "bfa/websub/websub.h"

#include <mutex>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/url/url.h"
#include "websub/listener.h"

namespace bfa {
namespace {

constexpr std::string_view kPath = "/websub/";

Status check_public_url(const std::string& text) {
  if (text.empty()) return {};
  const auto url = Url::parse(text);
  const bool good = url && url->is_http() && !url->host().empty() && !url->has_query() &&
                    url->fragment().empty() && url->username().empty() && url->href().size() <= 1024;
  if (good) return {};
  return Error{Code::kInvalidArgument,
               "websub: the public URL has to be an http or https address without query, fragment and user",
               text, -1};
}

}  // namespace

struct WebSub::State final : ListenerHandler {
  State(WebSubOptions wanted, std::unique_ptr<HubPoster> sender, Subscriber made)
      : options(std::move(wanted)),
        clock(options.clock != nullptr ? *options.clock : system_clock()),
        poster(std::move(sender)),
        public_url(options.public_url),
        subscriber(std::move(made)) {}

  std::uint64_t max_body(const HttpHead& head) override {
    const std::lock_guard lock(mutex);
    return head.method == "POST" ? subscriber.max_body(head.target, clock.now()) : 0;
  }

  ListenerReply answer(const HttpHead& head, std::string_view body, bool too_large) override {
    return guarded_or(
        [&]() -> ListenerReply {
          const UtcTime now = clock.now();
          CallbackReply reply;
          std::vector<std::string> news;
          {
            const std::lock_guard lock(mutex);
            reply = subscriber.callback(
                {head.method, head.target, head.header("X-Hub-Signature"), body, too_large}, now);
            news = subscriber.take_news(now);
          }
          tell(news);
          return {reply.status, std::move(reply.body)};
        },
        [] { return ListenerReply{503}; });
  }

  void tell(const std::vector<std::string>& news) const {
    for (const std::string& feed_url : news) {
      log(LogLevel::kDebug, "websub: " + feed_url + ": its hub tells of news");
      if (options.on_news) options.on_news(feed_url);
    }
  }
  void log(LogLevel level, const std::string& line) const {
    if (options.log) options.log(level, line);
  }

  Status send(const std::vector<HubRequest>& requests, UtcTime now);
  Status take_answers(UtcTime now);

  const WebSubOptions options;
  Clock& clock;
  const std::unique_ptr<HubPoster> poster;
  mutable std::mutex mutex;  // of what follows
  std::string public_url;
  Subscriber subscriber;
  std::unique_ptr<Listener> listener;
  std::string base;
};

Status WebSub::State::send(const std::vector<HubRequest>& requests, UtcTime now) {
  for (const HubRequest& request : requests) {
    log(LogLevel::kDebug, "websub: asks the hub " + request.url);
    const Status sent = poster->send(request);
    if (sent.ok()) continue;
    HubAnswer answer;
    answer.id = request.id;
    answer.error = sent.error().message;
    const std::lock_guard lock(mutex);
    BFA_RETURN_IF_ERROR(subscriber.answered(answer, now));
  }
  return {};
}

Status WebSub::State::take_answers(UtcTime now) {
  while (const auto answer = poster->next()) {
    if (answer->status < 200 || answer->status > 299)
      log(LogLevel::kInfo, "websub: a hub answered " + std::to_string(answer->status) + " " + answer->error);
    const std::lock_guard lock(mutex);
    BFA_RETURN_IF_ERROR(subscriber.answered(*answer, now));
  }
  return {};
}

WebSub::WebSub(std::unique_ptr<State> state) : state_(std::move(state)) {}
WebSub::~WebSub() {
  stop();
}

Result<std::unique_ptr<WebSub>> WebSub::make(WebSubOptions options, std::unique_ptr<HubPoster> poster) {
  return guarded(
      [&]() -> Result<std::unique_ptr<WebSub>> {
        if (poster == nullptr) return Error{Code::kInvalidArgument, "websub: no poster", {}, -1};
        BFA_RETURN_IF_ERROR(check_public_url(options.public_url));
        options.subscriber.callback_base.clear();
        BFA_ASSIGN_OR_RETURN(auto subscriber, Subscriber::make(options.subscriber));
        auto state = std::make_unique<State>(std::move(options), std::move(poster), std::move(subscriber));
        return std::unique_ptr<WebSub>(new WebSub(std::move(state)));
      },
      "websub");
}

Status WebSub::start(std::string_view address) {
  return guarded(
      [&]() -> Status {
        State& state = *state_;
        std::string base;
        {
          const std::lock_guard lock(state.mutex);
          if (state.listener != nullptr)
            return Error{Code::kInvalidArgument, "websub: it listens already", std::string(address), -1};
          base = state.public_url;
        }
        ListenerOptions limits;
        limits.max_connections = state.options.max_connections;
        limits.time = state.options.connection_time;
        limits.max_memory = state.options.max_memory;
        BFA_ASSIGN_OR_RETURN(auto listener, make_listener(address, state, limits));
        const std::string host = listener->address();
        if (base.empty() && (host == "0.0.0.0" || host == "[::]"))
          return Error{Code::kInvalidArgument,
                       "websub: it listens at all addresses: a public URL has to say which one hubs call",
                       std::string(address), -1};
        if (base.empty()) base = "http://" + host + ":" + std::to_string(listener->port());
        while (base.ends_with('/')) base.pop_back();
        base += kPath;
        const UtcTime now = state.clock.now();
        const std::lock_guard lock(state.mutex);
        state.base = base;
        state.subscriber.set_callback_base(base, now);
        state.listener = std::move(listener);
        return {};
      },
      "websub");
}

Status WebSub::restart(std::string_view address, std::string public_url) {
  return guarded(
      [&]() -> Status {
        BFA_RETURN_IF_ERROR(check_public_url(public_url));
        stop();
        {
          const std::lock_guard lock(state_->mutex);
          state_->public_url = std::move(public_url);
        }
        return start(address);
      },
      "websub");
}

void WebSub::stop() {
  std::unique_ptr<Listener> listener;
  {
    const std::lock_guard lock(state_->mutex);
    listener = std::move(state_->listener);
  }
  // Without the lock: the listener's thread may be waiting for it.
  if (listener != nullptr) listener->stop();
}

int WebSub::port() const {
  const std::lock_guard lock(state_->mutex);
  return state_->listener == nullptr ? 0 : state_->listener->port();
}

std::string WebSub::callback_base() const {
  return guarded_or_empty([&] {
    const std::lock_guard lock(state_->mutex);
    return state_->base;
  });
}

Status WebSub::note_feed(const FeedNotice& notice, UtcTime now) {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.note_feed(notice, now);
}
Status WebSub::forget_feed(std::string_view feed_url, UtcTime now) {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.forget_feed(feed_url, now);
}
bool WebSub::is_pushed(std::string_view feed_url, UtcTime now) const {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.is_pushed(feed_url, now);
}
std::optional<HubReport> WebSub::report(std::string_view feed_url, UtcTime now) const {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.report(feed_url, now);
}
std::vector<HubReport> WebSub::reports(UtcTime now) const {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.reports(now);
}
std::uint64_t WebSub::unknown_callbacks() const {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.unknown_callbacks();
}
Result<std::vector<SubscriptionChange>> WebSub::take_changes() {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.take_changes();
}
Status WebSub::restore(std::string_view bytes, UtcTime now) {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.restore(bytes, now);
}
Result<std::string> WebSub::encode() const {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.encode();
}
Status WebSub::decode(std::string_view bytes, UtcTime now) {
  const std::lock_guard lock(state_->mutex);
  return state_->subscriber.decode(bytes, now);
}

Status WebSub::tick(UtcTime now) {
  return guarded(
      [&]() -> Status {
        State& state = *state_;
        std::vector<HubRequest> requests;
        std::vector<std::string> news;
        {
          const std::lock_guard lock(state.mutex);
          BFA_ASSIGN_OR_RETURN(requests, state.subscriber.tick(now));
          news = state.subscriber.take_news(now);
        }
        state.tell(news);
        BFA_RETURN_IF_ERROR(state.send(requests, now));
        return state.take_answers(now);
      },
      "websub");
}

}  // namespace bfa
