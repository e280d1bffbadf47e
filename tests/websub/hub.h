// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "websub/form.h"
#include "websub/listener.h"

namespace bfa::test {

enum class HubKind : std::uint8_t { kWebSub, kOld };

// An honest hub on 127.0.0.1: takes subscriptions, verifies each on a thread of its own, and pushes what the
// publisher, the test, gives it. The old kind (PubSubHubbub 0.3, as WordPress has it) wants to know how it
// shall verify, verifies before it answers with 204, and gives a lease of ten years.
class Hub final : public ListenerHandler {
 public:
  explicit Hub(HubKind kind = HubKind::kWebSub);
  ~Hub() override;
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  std::string url() const;
  int asked() const;     // requests
  int verified() const;  // subscriptions that the subscriber confirmed
  int left() const;      // ends that it confirmed
  std::string secret(const std::string& topic) const;

  // Pushes to the topic's subscriber; the status of its answer, 0 without one.
  int publish(const std::string& topic, const std::string& body) const;
  int publish_signed(const std::string& topic, const std::string& body, const std::string& secret) const;

  std::uint64_t max_body(const HttpHead& head) override;
  ListenerReply answer(const HttpHead& head, std::string_view body, bool too_large) override;

 private:
  struct Subscriber {
    std::string callback, secret;
  };
  void verify(const websub::FormFields& fields);

  const HubKind kind_;
  mutable std::mutex mutex_;
  std::map<std::string, Subscriber> subscribers_;  // by topic
  int asked_ = 0, verified_ = 0, left_ = 0;
  std::vector<std::thread> threads_;
  std::unique_ptr<Listener> listener_;
};

}  // namespace bfa::test
