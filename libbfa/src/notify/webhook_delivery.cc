// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/base/time.h"
#include "bfa/http/fetcher.h"
#include "bfa/io/digest.h"
#include "io/hmac.h"
#include "io/name_uuid.h"
#include "notify/delivery.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostAnswerBytes = 64u << 10;
constexpr auto kLookForStop = std::chrono::milliseconds(100);

}  // namespace

std::string webhook_signature(const std::string& secret, const std::string& timestamp,
                              const std::string& body) {
  return guarded_or_empty([&]() -> std::string {
    const auto code = hmac(HmacHash::kSha256, secret, timestamp + "." + body);
    return code ? "sha256=" + hex_encode(*code) : std::string();
  });
}

namespace notify {
namespace {

// Errors: kInternal: a secret is there, and no signature can be made. Nothing is sent without it.
Result<FetchRequest> request_of(const NotifySink& sink, const std::vector<WaitingLine>& lines, UtcTime now) {
  std::string ids = "libbfa batch", changes;
  for (const WaitingLine& line : lines) {
    ids += '\0' + line.id;
    if (!changes.empty()) changes += ',';
    changes += line.json;
  }
  const std::string id = "urn:uuid:" + name_uuid(ids);
  const std::string body = R"({"v":1,"id":")" + id + R"(","changes":[)" + changes + "]}";
  FetchRequest request;
  request.url = sink.target;
  request.max_body_bytes = kMostAnswerBytes;
  request.max_redirects = 0;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  const std::string timestamp = std::to_string(seconds.count());
  request.headers = {{"Content-Type", "application/json"}, {"X-Bfa-Id", id}, {"X-Bfa-Timestamp", timestamp}};
  if (!sink.secret.empty()) {
    std::string signature = webhook_signature(sink.secret, timestamp, body);
    if (signature.empty()) return Error{Code::kInternal, "no signature can be made", sink.target, -1};
    request.headers.emplace_back("X-Bfa-Signature", std::move(signature));
  }
  request.post_body = body;
  return request;
}

// What anything but HTTP says is no success, and neither is an answer that was cut before its end, but for
// the limit here.
Result<HttpHead> head_of(Exchange answer) {
  if (answer.protocol == "http/0.9") return Error{Code::kCorrupt, "the answer is not HTTP", answer.url, -1};
  const bool whole = answer.truncated == Truncation::kNone || answer.truncated == Truncation::kLength;
  if (!whole && answer.head.status < 300)
    return Error{Code::kUnavailable, "the answer was cut", answer.url, -1};
  return std::move(answer.head);
}

// The head of the answer. It is no crawl: nothing is archived, and robots.txt does not count. Errors:
// kInvalidArgument (the address), those of Fetched; kUnavailable after a stop.
Result<HttpHead> post(FetchRequest request, const NotifyOptions& options, const std::stop_token& stop) {
  const std::string url = request.url;
  NetworkOptions network;
  network.delay = std::chrono::milliseconds(0);
  network.total_timeout = options.time_limit;
  network.connect_timeout = std::min(network.connect_timeout, network.total_timeout);
  network.timeout = std::min(network.timeout, network.total_timeout);
  network.min_rate = 0;
  network.cookies = false;
  network.ca_file = options.ca_file;
  network.allow_private = options.allow_private;
  BFA_ASSIGN_OR_RETURN(const auto fetcher, make_network_fetcher(network));
  BFA_RETURN_IF_ERROR(fetcher->submit(std::move(request)));
  while (!stop.stop_requested()) {
    auto fetched = fetcher->next(kLookForStop);
    if (!fetched) continue;
    if (!fetched->hops.empty()) return head_of(std::move(fetched->hops.back()));
    return fetched->error.value_or(Error{Code::kUnavailable, "no answer", url, -1});
  }
  return Error{Code::kUnavailable, "stopped", url, -1};
}

}  // namespace

Delivery post_lines(const NotifySink& sink, const NotifyOptions& options,
                    const std::vector<WaitingLine>& lines, const std::stop_token& stop) {
  const UtcTime now = system_clock().now();
  auto request = request_of(sink, lines, now);
  if (!request) return {request.error(), false, {}};
  const auto head = post(std::move(*request), options, stop);
  if (!head) return {head.error(), false, {}};
  if (head->status >= 200 && head->status < 300) return {};
  Delivery out;
  out.error = Error{Code::kUnavailable, "the hook answers " + std::to_string(head->status), sink.target, -1};
  if (head->status == 410) {
    out.ended = true;
    out.error->code = Code::kNotFound;
    out.error->message += ": it is gone, and is told nothing more";
  }
  out.retry_after = parse_retry_after(*head, now);
  return out;
}

}  // namespace notify
}  // namespace bfa
