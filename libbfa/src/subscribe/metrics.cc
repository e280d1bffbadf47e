// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/metrics.h"

#include <mutex>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "websub/listener.h"

namespace bfa {
namespace {

void add_line(std::string& out, const char* name, const char* type, const char* help,
              const std::string& value) {
  out += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " +
         value + "\n";
}

void add(std::string& out, const char* name, const char* help, std::uint64_t value) {
  const bool counter = std::string_view(name).ends_with("_total");
  add_line(out, name, counter ? "counter" : "gauge", help, std::to_string(value));
}

class Server final : public MetricsServer, private ListenerHandler {
 public:
  Status start(std::string_view address) {
    BFA_ASSIGN_OR_RETURN(listener_, make_listener(address, *this));
    return {};
  }

  void set(const RunState& state) override {
    std::string text = metrics_text(state);
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }

  int port() const override { return listener_->port(); }

 private:
  std::uint64_t max_body(const HttpHead&) override { return 0; }

  ListenerReply answer(const HttpHead& head, std::string_view, bool) override {
    ListenerReply reply;
    if (head.target != "/metrics" && !head.target.starts_with("/metrics?")) return reply;
    reply.status = head.method == "GET" || head.method == "HEAD" ? 200 : 405;
    if (reply.status != 200) return reply;
    reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
    reply.body = guarded_or_empty([&]() -> std::string {
      const std::lock_guard lock(mutex_);
      return text_;
    });
    return reply;
  }

  std::mutex mutex_;
  std::string text_;
  std::unique_ptr<Listener> listener_;  // last: its thread uses what is above
};

}  // namespace

std::string metrics_text(const RunState& state) {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    add(out, "bfa_visits_total", "Visits of blogs that ended, polls too.", state.visits);
    add(out, "bfa_failed_visits_total", "Visits that failed as a whole.", state.failed_visits);
    add(out, "bfa_polls_total", "Requests for feeds.", state.polls);
    add(out, "bfa_polls_with_news_total", "Polls that found new entries.", state.polls_with_news);
    add(out, "bfa_rechecks_total", "Requests for known pages.", state.rechecks);
    add(out, "bfa_feed_overflows_total", "Polls that found nothing of the poll before: entries may be lost.",
        state.overflows);
    add(out, "bfa_requests_total", "Requests of visits.", state.counts.requests);
    add(out, "bfa_received_bytes_total", "Bytes of answers.", state.counts.bytes);
    add(out, "bfa_new_posts_total", "Posts stored for the first time.", state.counts.posts);
    add(out, "bfa_new_objects_total", "Objects stored for the first time.", state.counts.created);
    add(out, "bfa_changed_objects_total", "New versions of objects.", state.counts.changed);
    add(out, "bfa_failed_requests_total", "Addresses that failed.", state.counts.failed);
    add(out, "bfa_not_modified_total", "Answers that nothing changed.", state.counts.not_modified);
    add(out, "bfa_hub_news_total", "Feeds of which WebSub hubs told news.", state.hub_news);
    add(out, "bfa_blogs", "Blogs that are followed.", state.blogs);
    add(out, "bfa_feeds", "Feeds that are polled.", state.feeds);
    add(out, "bfa_pushed_feeds", "Feeds of which a WebSub hub tells news.", state.pushed);
    add(out, "bfa_open_visits", "Visits that are open.", state.open);
    add(out, "bfa_waiting", "Blogs and polls that are due and held back by limits.", state.waiting);
    add_line(out, "bfa_polls_per_day", "gauge", "Polls a day of late.",
             std::to_string(state.polls_per_day_of_late));
    add_line(out, "bfa_rechecks_per_day", "gauge", "Requests a day of late for known pages.",
             std::to_string(state.rechecks_per_day_of_late));
    return out;
  });
}

Result<std::unique_ptr<MetricsServer>> serve_metrics(std::string_view address) {
  return guarded([&]() -> Result<std::unique_ptr<MetricsServer>> {
    auto server = std::make_unique<Server>();
    BFA_RETURN_IF_ERROR(server->start(address));
    server->set({});
    return std::unique_ptr<MetricsServer>(std::move(server));
  });
}

}  // namespace bfa
