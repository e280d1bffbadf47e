// SPDX-License-Identifier: Apache-2.0
// What reads as a record of a subscription is written again as the same bytes, and can be worked with.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/websub/subscriber.h"
#include "fuzz/fuzz_target.h"
#include "websub/subscription.h"

namespace {

bfa::Result<bfa::Subscriber> subscriber() {
  bfa::SubscriberOptions options;
  options.callback_base = "https://me.example/websub/";
  return bfa::Subscriber::make(options);
}

void use(bfa::Subscriber& made, bfa::UtcTime now) {
  const auto requests = made.tick(now);
  if (!requests) std::abort();
  for (const auto& request : *requests) {
    bfa::HubAnswer answer;
    answer.id = request.id;
    answer.status = 503;
    if (!made.answered(answer, now).ok()) std::abort();
  }
  for (const auto& report : made.reports(now)) {
    if (report.due > now + std::chrono::hours(24 * 16)) std::abort();
    if (report.pushed) std::abort();  // nobody polled since it was read
  }
  if (!made.encode()) std::abort();
}

}  // namespace

BFA_FUZZ_TARGET(websub_state) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const bfa::UtcTime now(std::chrono::seconds(1'700'000'000));
  if (const auto read = bfa::websub::decode_subscription(bytes)) {
    if (bfa::websub::encode_subscription(*read) != bytes) std::abort();
  }
  auto one = subscriber();
  auto many = subscriber();
  if (!one || !many) std::abort();
  if (one->restore(bytes, now).ok()) use(*one, now);
  if (many->decode(bytes, now).ok()) use(*many, now);
  return 0;
}
