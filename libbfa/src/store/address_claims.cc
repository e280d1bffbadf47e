// SPDX-License-Identifier: Apache-2.0
#include "store/address_claims.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

std::string encode(const AddressClaim& claim) {
  std::string out(1, '\1');
  out += static_cast<char>(claim.kind);
  append_bytes(out, claim.to);
  append_time(out, claim.time);
  append_u64(out, claim.sequence);
  return out;
}

Result<AddressClaim> decode(std::string from, std::string_view bytes) {
  ByteReader reader(bytes);
  AddressClaim claim;
  claim.from = std::move(from);
  const std::uint8_t format = reader.u8(), kind = reader.u8();
  claim.kind = static_cast<AddressClaim::Kind>(kind);
  claim.to = reader.bytes();
  claim.time = reader.time();
  claim.sequence = reader.u64();
  const bool known = kind >= static_cast<std::uint8_t>(AddressClaim::Kind::kRedirect) &&
                     kind <= static_cast<std::uint8_t>(AddressClaim::Kind::kGone);
  if (!reader.ok() || format != 1 || !known)
    return Error{Code::kCorrupt, "store: bad row of what an address said", claim.from, -1};
  return claim;
}

}  // namespace

Result<std::optional<AddressClaim>> AddressClaims::find(const std::string& blog,
                                                        const std::string& address) const {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kUrls, urls::claims(blog) + address));
  if (!bytes) return std::optional<AddressClaim>();
  BFA_ASSIGN_OR_RETURN(AddressClaim claim, decode(address, *bytes));
  return std::optional<AddressClaim>(std::move(claim));
}

Status AddressClaims::put(const std::string& blog, const AddressClaim& claim) {
  std::string key = urls::claims(blog) + claim.from;
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kUrls, key));
  if (bytes) {
    BFA_ASSIGN_OR_RETURN(const AddressClaim before, decode(claim.from, *bytes));
    const bool same = before.kind == claim.kind && before.to == claim.to;
    if (same ? before.time <= claim.time : before.time > claim.time) return {};
  }
  database_.put(Family::kUrls, std::move(key), encode(claim));
  return {};
}

Status AddressClaims::take(const StepResult& result, std::uint64_t sequence) {
  const std::string& blog = result.task.blog;
  for (AddressClaim claim : result.claims) {
    claim.sequence = sequence;
    BFA_RETURN_IF_ERROR(put(blog, claim));
  }
  if (result.task.kind != TaskKind::kPage || result.exchanges.empty()) return {};
  const UtcTime time = result.exchanges.back().started;
  if (result.outcome == Outcome::kGone) {
    return put(blog, AddressClaim{AddressClaim::Kind::kGone, result.task.url.href(), {}, time, sequence});
  }
  if (result.outcome != Outcome::kDone || !result.claims.empty() || result.objects.empty()) return {};
  std::string key = urls::claims(blog) + result.task.url.href();
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kUrls, key));
  if (!bytes) return {};
  BFA_ASSIGN_OR_RETURN(const AddressClaim before, decode(result.task.url.href(), *bytes));
  if (before.time < time) database_.erase(Family::kUrls, std::move(key));
  return {};
}

Status for_each_claim(const Database& database, const std::string& blog,
                      const std::function<bool(const AddressClaim&)>& visit) {
  const std::string prefix = urls::claims(blog);
  return database.for_each(
      Family::kUrls, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
        BFA_ASSIGN_OR_RETURN(const AddressClaim claim, decode(row.first.substr(prefix.size()), row.second));
        return visit(claim);
      });
}

}  // namespace bfa
