// SPDX-License-Identifier: Apache-2.0
// Requests of HTTP: however the bytes are cut, the same requests are taken, with the same parts; a range lies
// within its body; what goes out has no line that a request put there. The first byte says how the input is
// cut.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "serve/http/byte_range.h"
#include "serve/http/content_coding.h"
#include "serve/http/host_rules.h"
#include "serve/http/listen_address.h"
#include "serve/http/reply_form.h"
#include "serve/http/request_check.h"
#include "serve/http/request_reader.h"

namespace {

using namespace bfa::serve_http;  // NOLINT(google-build-using-namespace): what is tried here
using State = RequestReader::State;

constexpr std::size_t kMostHead = 4096;
constexpr std::uint64_t kMostBody = 4096;

void require(bool holds) {
  if (!holds) std::abort();
}

struct Outcome {
  int status = -1;  // -1: more is needed, 0: whole, else that of the refusal
  std::size_t taken = 0;
  bfa::ServeRequest request;
  // Two refusals may differ: a fault is seen early or late.
  bool operator==(const Outcome& other) const {
    if (status != 0 || other.status != 0) return (status == 0) == (other.status == 0);
    return taken == other.taken && request.target == other.request.target &&
           request.headers == other.request.headers && request.body == other.request.body;
  }
};

Outcome read(std::string_view bytes, std::size_t step) {
  static const HostRules hosts = *HostRules::make({"a.example"});
  Outcome out;
  RequestReader reader({kMostHead, kMostBody});
  CheckedHead checked;
  for (std::size_t end = 0; end < bytes.size();) {
    end = std::min(end + step, bytes.size());
    for (bool more = true; more;) {
      std::size_t used = 0;
      const State state = reader.feed(bytes.substr(out.taken, end - out.taken), used);
      require(used <= end - out.taken);
      out.taken += used;
      if (state == State::kRefused) {
        out.status = reader.refusal().status;
        return out;
      }
      if (state == State::kHead) {
        const auto refusal = check_head(reader.head(), hosts, {"127.0.0.1", 80}, out.request, checked);
        if (refusal) {
          out.status = refusal->status;
          return out;
        }
      }
      if (state == State::kComplete) {
        require(reader.body().size() <= kMostBody);
        out.request.body = reader.body();
        out.status = 0;
        return out;
      }
      more = state != State::kNeedsMore;
    }
  }
  return out;
}

void check_reply(const bfa::ServeRequest& request) {
  bfa::ServeReply reply;
  reply.body = "0123456789";
  reply.headers = {{"Content-Type", "text/plain"}, {"X-Target", request.target}, {"X-Body", request.body}};
  const FormedReply formed = form_reply(request, {}, std::move(reply), bfa::UtcTime{});
  require(formed.head.find("\r\n\r\n") == formed.head.size() - 4);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = formed.head.find('\n', at)) != std::string::npos; ++at) ++lines;
  require(lines <= 12);
  require(formed.body.size() <= 10 || formed.status == 416);
}

void check_values(std::string_view text) {
  for (const std::uint64_t length : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, UINT64_MAX}) {
    const ByteRange range = parse_byte_range(text, length);
    if (range.kind != ByteRange::Kind::kPart) continue;
    require(range.count > 0 && range.first < length && range.count <= length - range.first);
  }
  (void)accepts_gzip(text);
  (void)is_compressible(text);
  if (const auto host = parse_host(text)) {
    const std::string shown = host->host + (host->port < 0 ? "" : ":" + std::to_string(host->port));
    const auto again = parse_host(shown);
    require(again && again->host == host->host && again->port == host->port);
  }
  if (const auto address = parse_listen_address(text)) {
    const auto again = parse_listen_address(address->in_url() + ":" + std::to_string(address->port));
    require(again && again->host == address->host && again->port == address->port &&
            again->six == address->six);
  }
}

}  // namespace

BFA_FUZZ_TARGET(serve_request) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome whole = read(bytes, bytes.size() + 1);
  require(read(bytes, data[0] + std::size_t{1}) == whole);
  if (whole.status == 0) check_reply(whole.request);
  check_values(bytes);
  return 0;
}
