// SPDX-License-Identifier: Apache-2.0
#include "crawl/captures/order_instants.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBody = std::uint64_t{1} << 30U;

struct Tied {
  int status = 0;
  bool readable = false;
  std::string digest;
  WarcEntry entry;
};

// Orders the entries [begin, end), and returns the end of those that are left.
Result<std::size_t> order(std::string_view url, std::vector<WarcEntry>& entries, std::size_t begin,
                          std::size_t end, const DigestOfCapture& digest_of) {
  std::vector<Tied> tied;
  for (std::size_t i = begin; i < end; ++i) {
    auto digest = digest_of(url, entries[i]);
    if (!digest && digest.error().code == Code::kIo) return std::move(digest).error();
    const bool readable = digest.has_value();
    tied.push_back({entries[i].status, readable, readable ? std::move(*digest) : std::string(), entries[i]});
  }
  std::stable_sort(tied.begin(), tied.end(), [](const Tied& a, const Tied& b) {
    return std::tie(a.status, a.readable, a.digest) < std::tie(b.status, b.readable, b.digest);
  });
  const auto last = std::unique(tied.begin(), tied.end(), [](const Tied& a, const Tied& b) {
    return a.readable && b.readable && a.status == b.status && a.digest == b.digest;
  });
  tied.erase(last, tied.end());
  auto out = entries.begin() + static_cast<std::ptrdiff_t>(begin);
  for (const Tied& each : tied) *out++ = each.entry;
  entries.erase(out, entries.begin() + static_cast<std::ptrdiff_t>(end));
  return begin + tied.size();
}

}  // namespace

Result<std::uint64_t> order_instants(WarcIndex& index, const DigestOfCapture& digest_of) {
  const std::size_t before = index.captures();
  BFA_RETURN_IF_ERROR(index.rewrite([&](std::string_view url, std::vector<WarcEntry>& entries) -> Status {
    for (std::size_t begin = 0; begin < entries.size();) {
      std::size_t end = begin + 1;
      while (end < entries.size() && entries[end].date == entries[begin].date &&
             entries[end].cut == entries[begin].cut)
        ++end;
      if (end - begin > 1) {
        BFA_ASSIGN_OR_RETURN(end, order(url, entries, begin, end, digest_of));
      }
      begin = end;
    }
    return {};
  }));
  return static_cast<std::uint64_t>(before - index.captures());
}

Result<std::string> payload_digest_of(const WarcIndex& index, std::string_view url, const WarcEntry& entry,
                                      DigestAlgorithm algorithm) {
  BFA_ASSIGN_OR_RETURN(const Exchange exchange, index.load(url, entry));
  Findings ignored;
  BFA_ASSIGN_OR_RETURN(const std::string body, entity_body(exchange, kMaxBody, ignored));
  if (body.empty()) return std::string();
  return labelled_digest(algorithm, digest(algorithm, body));
}

}  // namespace bfa
