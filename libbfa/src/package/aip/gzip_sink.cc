// SPDX-License-Identifier: Apache-2.0
#include "package/aip/gzip_sink.h"

#include <algorithm>

#include "base/try.h"
#include "bfa/io/compress.h"

namespace bfa {
namespace {

constexpr std::size_t kMemberBytes = 1u << 20;

}  // namespace

Status GzipSink::member() {
  BFA_ASSIGN_OR_RETURN(const std::string packed, gzip_member(waiting_));
  waiting_.clear();
  return write_text(next_, packed);
}

Status GzipSink::write(std::span<const std::byte> src) {
  while (!src.empty()) {
    const std::size_t taken = std::min(src.size(), kMemberBytes - waiting_.size());
    waiting_.append(reinterpret_cast<const char*>(src.data()), taken);
    src = src.subspan(taken);
    if (waiting_.size() == kMemberBytes) BFA_RETURN_IF_ERROR(member());
  }
  return {};
}

Status GzipSink::finish() {
  return waiting_.empty() ? Status() : member();
}

}  // namespace bfa
