// SPDX-License-Identifier: Apache-2.0
#include "watch/run_services.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

#include "command.h"

namespace bfa::tool {
namespace {

// A part that stays as it was.
void say_kept(const char* what, const Error& error, bool is_back) {
  report_error(error, false);
  std::fprintf(stderr, "bfa: %s: %s\n", what, is_back ? "as before" : "none until the next reload");
}

Result<std::unique_ptr<HubPoster>> make_poster(const CrawlArguments& crawl, Clock& clock) {
  auto fetcher = make_network_fetcher(make_network_options(crawl, clock));
  if (!fetcher) return std::move(fetcher).error();
  return make_fetch_poster(std::move(*fetcher), &clock);
}

}  // namespace

// Posts by the newest of several posters: those before it are kept until their answers are there.
class RunServices::Posters final : public HubPoster {
 public:
  explicit Posters(std::unique_ptr<HubPoster> first) { use(std::move(first)); }

  void use(std::unique_ptr<HubPoster> poster) { posters_.push_back({std::move(poster), 0}); }

  Status send(const HubRequest& request) override {
    Status sent = posters_.back().poster->send(request);
    if (sent.ok()) ++posters_.back().open;
    return sent;
  }

  std::optional<HubAnswer> next() override {
    for (Each& each : posters_) {
      auto answer = each.poster->next();
      if (!answer) continue;
      --each.open;
      return answer;
    }
    while (posters_.size() > 1 && posters_.front().open == 0) posters_.erase(posters_.begin());
    return std::nullopt;
  }

 private:
  struct Each {
    std::unique_ptr<HubPoster> poster;
    std::size_t open = 0;  // requests without an answer
  };
  std::vector<Each> posters_;
};

RunServices::RunServices(std::string archive_directory, Clock& clock)
    : directory_(std::move(archive_directory)), clock_(clock) {}
RunServices::~RunServices() = default;

Status RunServices::open_hubs(const std::string& address, const std::string& public_url) {
  const Status opened = hubs_->restart(address, public_url);
  listens_ = opened.ok();
  if (listens_ && !quiet_) std::fprintf(stderr, "bfa: hubs call %s\n", hubs_->callback_base().c_str());
  return opened;
}

// Nothing without an address.
Status RunServices::start_hubs(const ServiceArguments& wanted, const CrawlArguments& crawl) {
  if (wanted.hub_address.empty()) {
    if (wanted.public_url.empty()) return {};
    return Error{Code::kInvalidArgument, "--public-url goes with --listen", {}, -1};
  }
  if (hubs_ == nullptr) {
    auto poster = make_poster(crawl, clock_);
    if (!poster) return std::move(poster).error();
    auto posters = std::make_unique<Posters>(std::move(*poster));
    Posters* const kept = posters.get();
    WebSubOptions options;
    options.clock = &clock_;
    options.on_news = [this](const std::string& feed) { news_.add(feed); };
    auto made = WebSub::make(std::move(options), std::move(posters));
    if (!made) return std::move(made).error();
    hubs_ = std::move(*made);
    posters_ = kept;
  }
  return open_hubs(wanted.hub_address, wanted.public_url);
}

Status RunServices::start_metrics(const std::string& address) {
  if (address.empty()) return {};
  auto served = serve_metrics(address);
  if (!served) return std::move(served).error();
  metrics_ = std::move(*served);
  metrics_->set(last_);
  if (!quiet_) std::fprintf(stderr, "bfa: metrics at port %d, /metrics\n", metrics_->port());
  return {};
}

std::optional<int> RunServices::start(const ServiceArguments& wanted, const CrawlArguments& crawl) {
  quiet_ = crawl.quiet;
  now_ = wanted;
  if (const Status started = start_hubs(wanted, crawl); !started.ok())
    return report_error(started.error(), crawl.json);
  if (const Status started = start_metrics(wanted.metrics_address); !started.ok())
    return report_error(started.error(), crawl.json);
  auto plan = plan_notifier(wanted.notify, crawl.allow_private, crawl.ca_file, crawl.json);
  if (!plan) return report_notifier_error(plan.error(), crawl.json);
  told_ = std::move(*plan);
  auto opened = open_notifier(directory_, told_);
  if (!opened) return report_notifier_error(opened.error(), crawl.json);
  notifier_ = std::move(*opened);
  return std::nullopt;
}

void RunServices::change_hubs(const ServiceArguments& wanted, const CrawlArguments& crawl) {
  if (posters_ != nullptr) {
    if (auto poster = make_poster(crawl, clock_)) posters_->use(std::move(*poster));
  }
  if (wanted.hub_address == now_.hub_address && wanted.public_url == now_.public_url) return;
  if (wanted.hub_address.empty() && wanted.public_url.empty()) {
    if (hubs_ != nullptr) hubs_->stop();
    listens_ = false;
  } else if (const Status started = start_hubs(wanted, crawl); !started.ok()) {
    const bool was_open = !now_.hub_address.empty();
    if (was_open && !listens_) (void)open_hubs(now_.hub_address, now_.public_url);
    say_kept("--listen", started.error(), listens_ || !was_open);
    if (listens_ || !was_open) return;
  }
  now_.hub_address = wanted.hub_address;
  now_.public_url = wanted.public_url;
}

void RunServices::change_metrics(const std::string& address) {
  if (address == now_.metrics_address) return;
  const bool was_open = metrics_ != nullptr;
  Status started = address.empty() ? Status() : start_metrics(address);
  if (address.empty()) metrics_.reset();
  if (!started.ok() && started.error().code == Code::kUnavailable && was_open) {
    metrics_.reset();  // it may have the port
    started = start_metrics(address);
  }
  if (!started.ok()) {
    if (was_open && metrics_ == nullptr) (void)start_metrics(now_.metrics_address);
    say_kept("--metrics", started.error(), !was_open || metrics_ != nullptr);
    if (!was_open || metrics_ != nullptr) return;
  }
  now_.metrics_address = address;
}

void RunServices::change_notifier(const NotifyArguments& wanted, const CrawlArguments& crawl) {
  auto plan = plan_notifier(wanted, crawl.allow_private, crawl.ca_file, crawl.json);
  if (!plan) return say_kept("who is told", plan.error(), true);
  if (*plan == told_) return;
  notifier_.reset();  // it has the locks
  auto opened = open_notifier(directory_, *plan);
  if (opened) {
    notifier_ = std::move(*opened);
    told_ = std::move(*plan);
    return;
  }
  auto again = open_notifier(directory_, told_);
  if (again) notifier_ = std::move(*again);
  say_kept("who is told", opened.error(), again.operator bool());
  if (!again) told_ = {};
}

void RunServices::change(const ServiceArguments& wanted, const CrawlArguments& crawl, RunReload& reload) {
  quiet_ = crawl.quiet;
  change_metrics(wanted.metrics_address);
  change_notifier(wanted.notify, crawl);
  change_hubs(wanted, crawl);
  reload.websub = hubs();
}

void RunServices::set(const RunState& state) {
  last_ = state;
  if (metrics_ != nullptr) metrics_->set(state);
}

void RunServices::wake() {
  if (notifier_ != nullptr) notifier_->wake();
}

bool RunServices::settle() {
  return notifier_ == nullptr || notifier_->settle(std::chrono::seconds(30));
}

}  // namespace bfa::tool
