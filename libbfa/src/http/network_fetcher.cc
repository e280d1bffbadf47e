// SPDX-License-Identifier: Apache-2.0
#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>
#include <random>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/http/fetcher.h"
#include "bfa/url/url.h"
#include "http/host_queue.h"
#include "http/redirect.h"
#include "http/settings.h"
#include "http/transfer.h"

namespace bfa {
namespace {

using http::EasyHandle;
using http::SteadyTime;
using http::Transfer;

SteadyTime steady_now() {
  return std::chrono::steady_clock::now();
}

// One request with the state of its hops.
struct Job {
  FetchRequest request;
  Fetched answer;
  Url url;  // of the current or next hop
  std::string first_host;
  http::RedirectChain chain;
  EasyHandle easy;                     // made for the first hop
  std::unique_ptr<Transfer> transfer;  // of the current hop
  bool plain = false;                  // the hop is requested again, by HTTP/1.0
};

using JobPtr = std::unique_ptr<Job>;

struct MultiDeleter {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

// The library counts its users; the last one cleans up.
struct CurlGlobal {
  CurlGlobal() : started(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {}
  ~CurlGlobal() {
    if (started) curl_global_cleanup();
  }
  CurlGlobal(const CurlGlobal&) = delete;
  CurlGlobal& operator=(const CurlGlobal&) = delete;
  const bool started;
};

// Blocks all signals in this thread: the program's other threads get them, and a closed connection raises no
// signal.
class BlockSignals {
 public:
  BlockSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockSignals(const BlockSignals&) = delete;
  BlockSignals& operator=(const BlockSignals&) = delete;

 private:
  sigset_t before_;
};

class NetworkFetcher : public Fetcher {
 public:
  explicit NetworkFetcher(http::Settings settings)
      : settings_(std::move(settings)),
        queues_(politeness(settings_.options), settings_.seams.seed.value_or(std::random_device()())) {}

  ~NetworkFetcher() override {
    if (!thread_.joinable()) return;
    stop_.store(true);
    curl_multi_wakeup(multi_.get());
    thread_.join();
    for (auto& [easy, job] : active_) take_back(easy);
  }

  Status open() {
    if (!global_.started) return Error{Code::kInternal, "the transfer library does not start", {}, -1};
    multi_.reset(curl_multi_init());
    if (!multi_) return Error{Code::kInternal, "the transfer library does not start", {}, -1};
    curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, 2L * settings_.options.max_connections);
    curl_multi_setopt(multi_.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
    const BlockSignals block;
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error& e) {
      return Error{Code::kInternal, std::string("cannot start the network thread: ") + e.what(), {}, -1};
    }
    return {};
  }

  Status submit(FetchRequest request) override;
  Status enqueue(FetchRequest request);
  std::optional<Fetched> next(std::chrono::milliseconds wait) override;
  std::size_t pending() const override { return pending_.load(); }

 private:
  static http::Politeness politeness(const NetworkOptions& options) {
    return {options.max_connections, options.max_connections_per_host, options.delay, options.delay_factor,
            options.max_delay,       options.max_retry_after};
  }

  // Detaches the handle from the library, and the Transfer from the handle.
  void take_back(CURL* easy) {
    curl_multi_remove_handle(multi_.get(), easy);
    curl_easy_reset(easy);
  }

  // On the network thread.
  void run();
  void turn();
  void take_inbox();
  void start(JobPtr job);
  bool finish_done();
  void check_idle(SteadyTime now);
  void finish(CURL* easy, CURLcode code);
  void hop_over(JobPtr job, http::HopResult result);
  void queue_hop(JobPtr job);
  void give(JobPtr job);
  void refuse(JobPtr job, Code code, std::string message);
  int wait_ms() const;
  EasyHandle take_easy();
  void log_hop(const Job& job) const;

  const CurlGlobal global_;
  const http::Settings settings_;
  std::unique_ptr<CURLM, MultiDeleter> multi_;
  std::vector<EasyHandle> spare_;
  http::HostQueues<Job> queues_;
  std::unordered_map<CURL*, JobPtr> active_;

  std::mutex inbox_mutex_;
  std::deque<JobPtr> inbox_;
  std::mutex answers_mutex_;
  std::condition_variable answered_;
  std::deque<Fetched> answers_;
  std::atomic<std::size_t> pending_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

Status check_headers(const FetchRequest& request) {
  for (const auto& [name, value] : request.headers) {
    if (name.empty() || name.find_first_of("\r\n:;") != std::string::npos ||
        value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos)
      return Error{Code::kInvalidArgument, "header '" + name.substr(0, 40) + "' cannot be sent", request.url,
                   -1};
  }
  return {};
}

Status NetworkFetcher::submit(FetchRequest request) {
  return guarded([&] { return enqueue(std::move(request)); });
}

Status NetworkFetcher::enqueue(FetchRequest request) {
  BFA_RETURN_IF_ERROR(check_headers(request));
  auto url = Url::parse(request.url);
  if (!url) return url.error();
  if (!url->is_http())
    return Error{Code::kInvalidArgument, "only http and https are fetched", request.url, -1};
  auto job = std::make_unique<Job>();
  job->url = url->without_fragment();
  job->first_host = std::string(job->url.host());
  job->answer.id = request.id;
  job->request = std::move(request);
  bool wake = false;
  {
    const std::lock_guard lock(inbox_mutex_);
    wake = inbox_.empty();
    inbox_.push_back(std::move(job));
    pending_.fetch_add(1);
  }
  if (wake) curl_multi_wakeup(multi_.get());
  return {};
}

std::optional<Fetched> NetworkFetcher::next(std::chrono::milliseconds wait) {
  std::unique_lock lock(answers_mutex_);
  answered_.wait_for(lock, wait, [&] { return !answers_.empty() || pending_.load() == 0; });
  if (answers_.empty()) return std::nullopt;
  std::optional<Fetched> answer(std::move(answers_.front()));
  answers_.pop_front();
  pending_.fetch_sub(1);
  return answer;
}

void NetworkFetcher::run() {
  const InLibrary inside;
  while (!stop_.load()) {
    try {
      turn();
    } catch (const std::bad_alloc&) {
      // Running transfers continue; the next round tries again.
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

void NetworkFetcher::turn() {
  take_inbox();
  const SteadyTime now = steady_now();
  while (JobPtr job = queues_.take(now)) start(std::move(job));
  int running = 0;
  curl_multi_perform(multi_.get(), &running);
  const bool finished = finish_done();
  check_idle(steady_now());
  if (!finished) curl_multi_poll(multi_.get(), nullptr, 0, wait_ms(), nullptr);
}

void NetworkFetcher::take_inbox() {
  std::deque<JobPtr> jobs;
  {
    const std::lock_guard lock(inbox_mutex_);
    jobs.swap(inbox_);
  }
  for (auto& job : jobs) {
    const std::string host(job->url.host());
    const auto delay = job->request.delay;
    queues_.add(host, std::move(job), delay, false);
  }
}

EasyHandle NetworkFetcher::take_easy() {
  if (spare_.empty()) return EasyHandle(curl_easy_init());
  EasyHandle easy = std::move(spare_.back());
  spare_.pop_back();
  return easy;
}

// A proxy resolves the names itself, so that only literal addresses can be checked.
bool is_denied_through_proxy(const NetworkOptions& options, std::string_view host) {
  if (options.proxy.empty() || options.allow_private) return false;
  if (host == "localhost" || host.ends_with(".localhost")) return true;
  if (host.starts_with('[')) return is_special_address(host.substr(1, host.size() - 2));
  const bool literal = !host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos;
  return literal && is_special_address(host);
}

void NetworkFetcher::start(JobPtr job) {
  const std::string host(job->url.host());
  if (is_denied_through_proxy(settings_.options, host))
    return refuse(std::move(job), Code::kDenied,
                  "address " + host + " is private or special (--allow-private permits it)");
  if (job->request.budget && job->request.budget->load() <= 0)
    return refuse(std::move(job), Code::kUnavailable, "the limit of bytes for this run is reached");
  if (!job->easy) job->easy = take_easy();
  if (!job->easy) return refuse(std::move(job), Code::kIo, "out of memory");
  job->transfer = std::make_unique<Transfer>(settings_, job->easy.get(), job->request, job->url,
                                             job->first_host == host, job->plain);
  job->transfer->start(steady_now());
  CURL* easy = job->easy.get();
  if (!job->transfer->ready() || curl_multi_add_handle(multi_.get(), easy) != CURLM_OK)
    return refuse(std::move(job), Code::kInternal, "the transfer cannot be set up");
  active_.emplace(easy, std::move(job));
}

// Handles a job that was taken from its queue and could not start.
void NetworkFetcher::refuse(JobPtr job, Code code, std::string message) {
  const SteadyTime now = steady_now();
  queues_.finished(std::string(job->url.host()),
                   {.kind = http::HopEnd::Kind::kNotAsked, .started = now, .now = now});
  job->answer.error = Error{code, std::move(message), job->url.href(), -1};
  give(std::move(job));
}

bool NetworkFetcher::finish_done() {
  bool any = false;
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    finish(message->easy_handle, message->data.result);
    any = true;
  }
  return any;
}

void NetworkFetcher::check_idle(SteadyTime now) {
  std::vector<CURL*> late;
  for (const auto& [easy, job] : active_) {
    const auto deadline = job->transfer->idle_deadline();
    if (deadline && *deadline <= now && job->transfer->expired(now)) late.push_back(easy);
  }
  for (CURL* easy : late) finish(easy, CURLE_OPERATION_TIMEDOUT);
}

// The effect of the answer on the delay of its host.
http::HopEnd politeness_end(const http::HopResult& result) {
  http::HopEnd end;
  if (!result.exchange) {
    const bool failed = result.error && result.error->code == Code::kUnavailable;
    end.kind = failed ? http::HopEnd::Kind::kFailed : http::HopEnd::Kind::kNotAsked;
    return end;
  }
  const HttpHead& head = result.exchange->head;
  end.address = result.exchange->ip_address;
  const bool busy = head.status == 429 || head.status == 503;
  if (busy) end.retry_after = parse_retry_after(head, result.exchange->started);
  if (head.status == 403 || head.status == 429 || end.retry_after)
    end.kind = http::HopEnd::Kind::kComplained;
  else if (head.status >= 500)
    end.kind = http::HopEnd::Kind::kFailed;
  return end;
}

void NetworkFetcher::finish(CURL* easy, CURLcode code) {
  const auto found = active_.find(easy);
  if (found == active_.end()) return;
  JobPtr job = std::move(found->second);
  active_.erase(found);
  http::HopResult result = job->transfer->finish(code);
  take_back(easy);
  http::HopEnd end = politeness_end(result);
  end.started = job->transfer->started();
  end.now = steady_now();
  queues_.finished(std::string(job->url.host()), end);
  job->transfer.reset();
  if (result.bad_framing && !job->plain && !job->request.post_body) {
    job->plain = true;
    return queue_hop(std::move(job));
  }
  hop_over(std::move(job), std::move(result));
}

void NetworkFetcher::hop_over(JobPtr job, http::HopResult result) {
  if (result.exchange) job->answer.hops.push_back(std::move(*result.exchange));
  std::move(result.findings.begin(), result.findings.end(), std::back_inserter(job->answer.findings));
  log_hop(*job);
  if (result.error) {
    job->answer.error = std::move(result.error);
    return give(std::move(job));
  }
  const Exchange& exchange = job->answer.hops.back();
  const bool follows = job->request.max_redirects > 0 && !job->request.post_body;
  if (!follows || !http::is_redirect(exchange.head)) return give(std::move(job));
  auto target = job->chain.follow(job->url, exchange.head, job->request.max_redirects);
  if (!target) {
    job->answer.error = std::move(target).error();
    return give(std::move(job));
  }
  job->url = std::move(target).value();
  job->plain = false;
  queue_hop(std::move(job));
}

// Before the other requests of its host.
void NetworkFetcher::queue_hop(JobPtr job) {
  const std::string host(job->url.host());
  // The host's own delay is known only for the host of the first hop.
  const auto delay = host == job->first_host ? job->request.delay : std::chrono::milliseconds(0);
  queues_.add(host, std::move(job), delay, true);
}

void NetworkFetcher::give(JobPtr job) {
  if (job->easy && spare_.size() < static_cast<std::size_t>(settings_.options.max_connections))
    spare_.push_back(std::move(job->easy));
  const std::lock_guard lock(answers_mutex_);
  answers_.push_back(std::move(job->answer));
  answered_.notify_all();
}

void NetworkFetcher::log_hop(const Job& job) const {
  if (!settings_.options.log) return;
  std::string line = "GET " + job.url.href();
  if (!job.answer.hops.empty() && job.answer.hops.back().url == job.url.href())
    line += " -> " + std::to_string(job.answer.hops.back().head.status) + ", " +
            std::to_string(job.answer.hops.back().response.size()) + " bytes";
  else
    line += " -> no answer";
  settings_.options.log(LogLevel::kDebug, line);
}

// Until the next start is due or a transfer has been idle for too long; activity on sockets and submit() end
// the wait earlier.
int NetworkFetcher::wait_ms() const {
  SteadyTime until = steady_now() + std::chrono::seconds(1);
  if (const auto due = queues_.next_due()) until = std::min(until, *due);
  for (const auto& [easy, job] : active_) {
    if (const auto deadline = job->transfer->idle_deadline()) until = std::min(until, *deadline);
  }
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - steady_now());
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(0, wait.count()));
}

}  // namespace

Result<std::unique_ptr<Fetcher>> make_network_fetcher(NetworkOptions options) {
  return http::make_network_fetcher(std::move(options), {});
}

Result<std::unique_ptr<Fetcher>> http::make_network_fetcher(NetworkOptions options, Seams seams) {
  return guarded([&]() -> Result<std::unique_ptr<Fetcher>> {
    BFA_ASSIGN_OR_RETURN(Settings settings, make_settings(std::move(options)));
    settings.seams = std::move(seams);
    auto fetcher = std::make_unique<NetworkFetcher>(std::move(settings));
    BFA_RETURN_IF_ERROR(fetcher->open());
    return std::unique_ptr<Fetcher>(std::move(fetcher));
  });
}

}  // namespace bfa
