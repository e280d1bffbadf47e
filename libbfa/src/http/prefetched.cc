// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <mutex>
#include <new>

#include "base/guard.h"
#include "bfa/http/fetcher.h"

namespace bfa {
namespace {

class Prefetched : public Fetcher {
 public:
  explicit Prefetched(Fetched fetched) : fetched_(std::move(fetched)) {}

  Status submit(FetchRequest request) override {
    return guarded([&]() -> Status {
      const std::lock_guard lock(mutex_);
      Fetched answer;
      if (fetched_) {
        answer = std::move(*fetched_);
        fetched_.reset();
      } else {
        answer.error = Error{Code::kNotFound, "only one answer was fetched ahead", request.url, -1};
      }
      answer.id = request.id;
      answers_.push_back(std::move(answer));
      return {};
    });
  }

  std::optional<Fetched> next(std::chrono::milliseconds) override {
    const std::lock_guard lock(mutex_);
    if (answers_.empty()) return std::nullopt;
    std::optional<Fetched> answer(std::move(answers_.front()));
    answers_.pop_front();
    return answer;
  }

  std::size_t pending() const override {
    const std::lock_guard lock(mutex_);
    return answers_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Fetched> fetched_;
  std::deque<Fetched> answers_;
};

}  // namespace

std::unique_ptr<Fetcher> make_prefetched(Fetched fetched) {
  return std::make_unique<Prefetched>(std::move(fetched));
}

}  // namespace bfa
