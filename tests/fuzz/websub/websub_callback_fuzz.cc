// SPDX-License-Identifier: Apache-2.0
// Bytes of hubs: Link headers, forms, signatures, and whole requests in two parts. A stranger gets no
// challenge back and makes no feed due.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/websub/subscriber.h"
#include "fuzz/fuzz_target.h"
#include "websub/form.h"
#include "websub/incoming.h"
#include "websub/signature.h"

namespace {

class Handler final : public bfa::ListenerHandler {
 public:
  explicit Handler(bfa::Subscriber& subscriber) : subscriber_(subscriber) {}
  std::uint64_t max_body(const bfa::HttpHead& head) override {
    (void)subscriber_.max_body(head.target, kNow);
    return 256;
  }
  bfa::ListenerReply answer(const bfa::HttpHead& head, std::string_view body, bool too_large) override {
    if (body.size() > 256 || (too_large && !body.empty())) std::abort();
    auto reply = subscriber_.callback(
        {head.method, head.target, head.header("X-Hub-Signature"), body, too_large}, kNow);
    if (reply.status != 404 || !reply.body.empty()) std::abort();
    return {reply.status};
  }
  static constexpr bfa::UtcTime kNow = bfa::UtcTime(std::chrono::seconds(1'700'000'000));

 private:
  bfa::Subscriber& subscriber_;
};

}  // namespace

BFA_FUZZ_TARGET(websub_callback) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (bfa::parse_link_header(bytes).size() > 64) std::abort();
  const auto fields = bfa::websub::read_form(bytes);
  if (bfa::websub::read_form(bfa::websub::write_form(fields)) != fields) std::abort();
  if (bfa::websub::is_signed_by(bytes, "secret", "body")) std::abort();

  auto subscriber = bfa::Subscriber::make({});
  if (!subscriber) std::abort();
  Handler handler(*subscriber);
  bfa::ListenerOptions options;
  options.max_head_bytes = 512;
  options.max_memory = 4096;
  bfa::websub::Incoming request(handler, options);
  const std::size_t cut = std::min<std::size_t>(data[0], bytes.size());
  request.take(bytes.substr(0, cut), options.max_memory);
  request.take(bytes.substr(cut), options.max_memory);
  request.end();
  if (!request.answered() || request.output().empty() || request.memory() > 4096 + 1024) std::abort();
  if (!subscriber->take_news(Handler::kNow).empty()) std::abort();
  return 0;
}
