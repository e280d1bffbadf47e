// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "archive/crawl_options.h"
#include "bfa/notify/notifier.h"
#include "bfa/subscribe/metrics.h"
#include "bfa/subscribe/run.h"
#include "bfa/websub/websub.h"
#include "watch/notify_options.h"

namespace bfa::tool {

// Where a run listens, and whom it tells.
struct ServiceArguments {
  std::string hub_address, public_url, metrics_address;
  NotifyArguments notify;
};

// What a run has beside its visits: the listener for hubs, the counters, and who is told. One thread.
class RunServices {
 public:
  // `clock` must outlive it.
  RunServices(std::string archive_directory, Clock& clock);
  ~RunServices();
  RunServices(const RunServices&) = delete;
  RunServices& operator=(const RunServices&) = delete;

  // Starts what is wanted. The exit code when something cannot be had; the error is printed then.
  std::optional<int> start(const ServiceArguments& wanted, const CrawlArguments& crawl);

  // After SIGHUP. What changed is closed and opened anew. What cannot be had is said, and the one of before
  // is opened again. `reload` gets the hubs for the run.
  void change(const ServiceArguments& wanted, const CrawlArguments& crawl, RunReload& reload);

  WebSub* hubs() const { return listens_ ? hubs_.get() : nullptr; }
  FeedNews& news() { return news_; }
  void set(const RunState& state);
  void wake();
  // Waits until all is told; false when something waits.
  bool settle();

 private:
  class Posters;

  Status start_hubs(const ServiceArguments& wanted, const CrawlArguments& crawl);
  Status open_hubs(const std::string& address, const std::string& public_url);
  Status start_metrics(const std::string& address);
  void change_hubs(const ServiceArguments& wanted, const CrawlArguments& crawl);
  void change_metrics(const std::string& address);
  void change_notifier(const NotifyArguments& wanted, const CrawlArguments& crawl);

  std::string directory_;
  Clock& clock_;
  bool quiet_ = false, listens_ = false;
  ServiceArguments now_;  // what is open
  NotifyPlan told_;
  RunState last_;
  FeedNews news_;
  Posters* posters_ = nullptr;  // of the hubs
  std::unique_ptr<WebSub> hubs_;
  std::unique_ptr<MetricsServer> metrics_;
  std::unique_ptr<Notifier> notifier_;
};

}  // namespace bfa::tool
