// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/guard.h"
#include "bfa/base/time.h"
#include "bfa/http/post.h"
#include "bfa/io/digest.h"
#include "io/name_uuid.h"
#include "notify/delivery.h"

namespace bfa {
namespace {

constexpr std::size_t kBlock = 64;  // bytes of a block of SHA-256

std::string keyed(const std::string& key, unsigned char with) {
  std::string out(kBlock, '\0');
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto byte = i < key.size() ? static_cast<unsigned char>(key[i]) : static_cast<unsigned char>(0);
    out[i] = static_cast<char>(byte ^ with);
  }
  return out;
}

}  // namespace

std::string webhook_signature(const std::string& secret, const std::string& timestamp,
                              const std::string& body) {
  return guarded_or_empty([&]() -> std::string {
    const std::string key = secret.size() > kBlock ? digest(DigestAlgorithm::kSha256, secret) : secret;
    std::string inner = keyed(key, 0x36);
    inner.append(timestamp).append(".").append(body);
    const std::string hashed = digest(DigestAlgorithm::kSha256, inner);
    return "sha256=" + hex_encode(digest(DigestAlgorithm::kSha256, keyed(key, 0x5c) + hashed));
  });
}

namespace notify {
namespace {

PostRequest request_of(const NotifySink& sink, const NotifyOptions& options,
                       const std::vector<WaitingLine>& lines, UtcTime now) {
  std::string ids = "libbfa batch", changes;
  for (const WaitingLine& line : lines) {
    ids += '\0' + line.id;
    if (!changes.empty()) changes += ',';
    changes += line.json;
  }
  const std::string id = "urn:uuid:" + name_uuid(ids);
  PostRequest request;
  request.url = sink.target;
  request.body = R"({"v":1,"id":")" + id + R"(","changes":[)" + changes + "]}";
  request.timeout = options.time_limit;
  request.ca_file = options.ca_file;
  request.allow_private = options.allow_private;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  const std::string timestamp = std::to_string(seconds.count());
  request.headers = {{"Content-Type", "application/json"}, {"X-Bfa-Id", id}, {"X-Bfa-Timestamp", timestamp}};
  if (!sink.secret.empty())
    request.headers.emplace_back("X-Bfa-Signature", webhook_signature(sink.secret, timestamp, request.body));
  return request;
}

}  // namespace

Delivery post_lines(const NotifySink& sink, const NotifyOptions& options,
                    const std::vector<WaitingLine>& lines, const std::stop_token& stop) {
  const UtcTime now = system_clock().now();
  const auto head = post_once(request_of(sink, options, lines, now), stop);
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
