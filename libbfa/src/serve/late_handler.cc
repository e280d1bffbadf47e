// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/guard.h"
#include "bfa/serve/server.h"
#include "serve/data/replies.h"

namespace bfa {

struct LateHandler::Impl {
  std::chrono::steady_clock::time_point end;
  std::string sentence;
  std::mutex mutex;
  std::condition_variable changed;
  std::unique_ptr<ServeHandler> handler;
  bool given_up = false;

  ServeHandler* wait() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait_until(lock, end, [&] { return handler != nullptr || given_up; });
    return handler.get();
  }
};

LateHandler::LateHandler(std::chrono::milliseconds patience, std::string sentence)
    : impl_(std::make_unique<Impl>()) {
  impl_->end = std::chrono::steady_clock::now() + patience;
  impl_->sentence = std::move(sentence);
}

LateHandler::~LateHandler() = default;

void LateHandler::set(std::unique_ptr<ServeHandler> handler) {
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!impl_->handler) impl_->handler = std::move(handler);
  impl_->changed.notify_all();
}

void LateHandler::give_up() {
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  impl_->given_up = true;
  impl_->changed.notify_all();
}

ServeReply LateHandler::answer(const ServeRequest& request) {
  return guarded_or(
      [&] {
        ServeHandler* const handler = impl_->wait();
        if (handler != nullptr) return handler->answer(request);
        ServeReply reply = problem_reply(503, impl_->sentence);
        reply.set("Retry-After", "2");
        reply.set("Cache-Control", "no-store");
        return reply;
      },
      [] { return ServeReply{503, {}, {}, nullptr, {}}; });
}

}  // namespace bfa
