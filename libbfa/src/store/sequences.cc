// SPDX-License-Identifier: Apache-2.0
#include "store/sequences.h"

#include <algorithm>

#include "base/try.h"
#include "store/keys.h"

namespace bfa {

namespace {
constexpr std::uint64_t kBlock = 1000;
}

Status Sequences::load() {
  BFA_ASSIGN_OR_RETURN(const auto reserved, database_.get(Family::kMeta, meta::kReserved));
  BFA_ASSIGN_OR_RETURN(const auto clean, database_.get(Family::kMeta, meta::kClean));
  const std::uint64_t after_close = clean ? u64_value(*clean) : 0;
  clean_ = !reserved || after_close != 0;
  reserved_ = reserved ? u64_value(*reserved) : 1;
  next_ = after_close != 0 ? after_close : reserved_;
  reserved_ = next_;  // the first use reserves a new block, and records that the archive is open
  return {};
}

Result<std::uint64_t> Sequences::next() {
  if (next_ >= reserved_) {
    const std::uint64_t end = next_ + kBlock;
    BFA_RETURN_IF_ERROR(database_.put_now(Family::kMeta, meta::kClean, u64_bytes(0)));
    BFA_RETURN_IF_ERROR(database_.put_now(Family::kMeta, meta::kReserved, u64_bytes(end)));
    reserved_ = end;
  }
  return next_++;
}

void Sequences::note_used(std::uint64_t sequence) {
  next_ = std::max(next_, sequence + 1);
}

void Sequences::mark_clean() {
  database_.put(Family::kMeta, std::string(meta::kReserved), u64_bytes(next_));
  database_.put(Family::kMeta, std::string(meta::kClean), u64_bytes(next_));
}

}  // namespace bfa
