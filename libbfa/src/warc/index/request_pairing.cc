// SPDX-License-Identifier: Apache-2.0
#include "warc/index/request_pairing.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "warc/index/post_query.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr std::size_t kMostWaiting = 8;
constexpr std::size_t kMostBody = std::size_t{4} << 20;

std::string without_brackets(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return std::string(id);
}

bool names(const RecordLinks& a, const RecordLinks& b) {
  return std::find(a.concurrent_to.begin(), a.concurrent_to.end(), b.id) != a.concurrent_to.end();
}

}  // namespace

RecordLinks RecordLinks::of(const WarcHeader& header) {
  RecordLinks links{header.record_id(), header.target_uri(), std::string(header.field("WARC-Date")), {}};
  for (const auto& [name, value] : header.fields) {
    if (equals_ignoring_case(name, "WARC-Concurrent-To"))
      links.concurrent_to.push_back(without_brackets(value));
  }
  return links;
}

bool RecordLinks::belongs_to(const RecordLinks& other) const {
  if (names(*this, other) || names(other, *this)) return true;
  const bool untied = concurrent_to.empty() && other.concurrent_to.empty();
  return untied && url == other.url && date == other.date;
}

Result<RequestPairing::Request> RequestPairing::read_request(WarcRecord& record) {
  Request request;
  request.links = RecordLinks::of(record.header());
  EntityStream entity;
  entity.begin(false);
  std::string body;
  std::array<std::byte, 16384> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got || *got == 0) break;
    const std::string_view part = entity.feed({reinterpret_cast<const char*>(buffer.data()), *got}).entity;
    body.append(part.substr(0, kMostBody - body.size()));
    if (entity.head() && entity.head()->method == "GET") break;
  }
  body.append(entity.end().entity.substr(0, kMostBody - body.size()));
  const auto& head = entity.head();
  request.method = head ? head->method : "GET";
  if (request.method != "POST" && request.method != "PUT") return request;
  // Without a valid Content-Length the body is unknown.
  const std::string_view length = head->header("Content-Length");
  const auto size = parse_number(trim_blanks(length));
  if (!length.empty())
    body.resize(static_cast<std::size_t>(std::min<std::uint64_t>(body.size(), size.value_or(0))));
  request.query = request_body_query(head->header("Content-Type"), body);
  return request;
}

void RequestPairing::apply(const Request& request, HeldCapture& held) {
  held.paired = true;
  if (request.method == "GET") return;
  held.entry.method = request.method;
  held.entry.request_body = request.query;
}

Status RequestPairing::add_request(WarcRecord& record) {
  if (!record.header().content_type().starts_with("application/http")) return {};
  BFA_ASSIGN_OR_RETURN(Request request, read_request(record));
  for (HeldCapture& held : waiting_) {
    if (held.paired || !request.links.belongs_to(held.links)) continue;
    apply(request, held);
    return give_ready(kMostWaiting);
  }
  if (request.method == "GET") return {};
  if (requests_.size() == kMostWaiting) requests_.pop_front();
  requests_.push_back(std::move(request));
  return {};
}

Status RequestPairing::add_capture(HeldCapture held) {
  const auto request = std::find_if(requests_.begin(), requests_.end(), [&](const Request& candidate) {
    return candidate.links.belongs_to(held.links);
  });
  if (request != requests_.end()) {
    apply(*request, held);
    requests_.erase(request);
  }
  waiting_.push_back(std::move(held));
  return give_ready(kMostWaiting);
}

Status RequestPairing::give_ready(std::size_t most_waiting) {
  while (!waiting_.empty() && (waiting_.front().paired || waiting_.size() > most_waiting)) {
    BFA_RETURN_IF_ERROR(give_(waiting_.front()));
    waiting_.pop_front();
  }
  return {};
}

Status RequestPairing::finish() {
  return give_ready(0);
}

}  // namespace bfa
