// SPDX-License-Identifier: Apache-2.0
#include "store/store_dedup.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxPendingBytes = 32u << 20;  // then add() writes the pending rows

}  // namespace

// Without the bytes of its original a revisit would be useless.
Result<bool> StoreDedup::is_there(const std::string& file) {
  if (there_.contains(file)) return true;
  const std::size_t container = file.find("!/");  // a member of it
  const std::string path = file.starts_with('/') ? file.substr(0, container) : warc_directory_ + "/" + file;
  BFA_ASSIGN_OR_RETURN(bool there, fs_.exists(path));
  if (!there) {
    BFA_ASSIGN_OR_RETURN(there, fs_.exists(path + ".open"));
  }
  if (there) there_.insert(file);
  return there;
}

Result<std::optional<PayloadOriginal>> StoreDedup::answer(Family family, const std::string& key) {
  std::optional<PayloadOriginal> none;
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(family, key));
  if (!bytes) return none;
  BFA_ASSIGN_OR_RETURN(DigestRecord record, decode_digest_record(*bytes));
  BFA_ASSIGN_OR_RETURN(const bool there, is_there(record.warc.file));
  if (!there) return none;
  const WarcRef& warc = record.warc;
  return std::optional(PayloadOriginal{std::move(record.target_uri),
                                       std::move(record.date),
                                       warc.record_id,
                                       std::move(record.payload_digest),
                                       {warc.file, warc.offset, warc.length, warc.record_id}});
}

Result<std::optional<PayloadOriginal>> StoreDedup::find(std::string_view payload_digest) {
  const std::string key = canonical_digest(payload_digest);
  return answer(Family::kDigests, key.empty() ? std::string(payload_digest) : key);
}

Result<std::optional<PayloadOriginal>> StoreDedup::last_success(std::string_view url) {
  return answer(Family::kUrls, urls::last_success(url));
}

Result<bool> StoreDedup::add(std::string_view payload_digest, const PayloadOriginal& original) {
  return guarded([&]() -> Result<bool> {
    const std::string key = canonical_digest(payload_digest);
    if (key.empty())
      return Error{Code::kInvalidArgument, "no digest of a known algorithm", std::string(payload_digest), -1};
    BFA_ASSIGN_OR_RETURN(const auto known, find(key));
    if (known) return false;
    database_.put(Family::kDigests, key, encode(digest_record(original)));
    if (database_.pending_bytes() > kMaxPendingBytes) BFA_RETURN_IF_ERROR(database_.write_pending());
    return true;
  });
}

DigestRecord digest_record(const PayloadOriginal& original) {
  return {original.target_uri, original.date, original.place, original.payload_digest};
}

}  // namespace bfa
