// SPDX-License-Identifier: Apache-2.0
#include "bfa/notify/notifier.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/url.h"
#include "notify/sink_worker.h"

namespace bfa {
namespace {

Error wrong(std::string message, std::string where) {
  return {Code::kInvalidArgument, std::move(message), std::move(where), -1};
}

Status complete(NotifySink& sink) {
  const bool command = sink.type == NotifySink::Type::kCommand;
  if (sink.target.empty()) return wrong("a command or an address is wanted", {});
  if (!command) {
    const auto url = Url::parse(sink.target);
    if (!url || (url->scheme() != "http" && url->scheme() != "https"))
      return wrong("a webhook is an http or https address", sink.target);
  }
  if (sink.name.empty()) {
    const std::string hash = hex_encode(digest(DigestAlgorithm::kSha256, sink.target));
    sink.name = (command ? "command-" : "webhook-") + hash.substr(0, 16);
  }
  const auto fits = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
  if (sink.name.size() > 100 || !std::all_of(sink.name.begin(), sink.name.end(), fits))
    return wrong("the name of a sink has up to 100 letters, digits, '-' and '_'", sink.name);
  if (!(sink.filter.least_change >= 0 && sink.filter.least_change <= 1))
    return wrong("the least change is a share from 0 to 1", sink.target);
  return {};
}

Status check(const NotifyOptions& options) {
  if (options.batch_lines == 0 || options.time_limit.count() < 1 || options.first_wait.count() < 1 ||
      options.longest_wait < options.first_wait || options.look_again.count() < 1)
    return wrong("batches hold a line at least, and times are at least 1 ms", {});
  return {};
}

}  // namespace

struct Notifier::Impl {
  NotifyOptions options;
  std::mutex events;
  std::vector<std::unique_ptr<notify::SinkWorker>> workers;
};

Notifier::Notifier(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Notifier::~Notifier() {
  stop();
}

Result<std::unique_ptr<Notifier>> Notifier::open(const std::string& archive_directory,
                                                 std::vector<NotifySink> sinks, NotifyOptions options) {
  return guarded([&]() -> Result<std::unique_ptr<Notifier>> {
    BFA_RETURN_IF_ERROR(check(options));
    auto impl = std::make_unique<Impl>();
    impl->options = std::move(options);
    if (impl->options.on_event) {
      impl->options.on_event = [&events = impl->events,
                                say = std::move(impl->options.on_event)](const NotifyEvent& event) {
        const std::lock_guard lock(events);
        say(event);
      };
    }
    std::set<std::string> names;
    for (NotifySink& sink : sinks) {
      BFA_RETURN_IF_ERROR(complete(sink));
      if (!names.insert(sink.name).second) return wrong("two sinks have the same name", sink.name);
    }
    for (NotifySink& sink : sinks) {
      impl->workers.push_back(
          std::make_unique<notify::SinkWorker>(archive_directory, std::move(sink), impl->options));
      BFA_RETURN_IF_ERROR(impl->workers.back()->start());
    }
    return std::unique_ptr<Notifier>(new Notifier(std::move(impl)));
  });
}

void Notifier::wake() {
  for (const auto& worker : impl_->workers) (void)worker->wake();
}

bool Notifier::settle(std::chrono::milliseconds wait) {
  const auto end = std::chrono::steady_clock::now() + wait;
  std::vector<std::uint64_t> wanted;
  for (const auto& worker : impl_->workers) wanted.push_back(worker->wake());
  bool all = true;
  for (std::size_t i = 0; i < wanted.size(); ++i) all = impl_->workers[i]->settle(wanted[i], end) && all;
  return all;
}

void Notifier::stop() {
  for (const auto& worker : impl_->workers) worker->request_stop();
  for (const auto& worker : impl_->workers) worker->stop();
}

std::vector<NotifyState> Notifier::states() const {
  std::vector<NotifyState> out;
  for (const auto& worker : impl_->workers) out.push_back(worker->state());
  return out;
}

}  // namespace bfa
