// SPDX-License-Identifier: Apache-2.0
#include "package/aip/mets_seal.h"

#include <algorithm>
#include <string_view>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::string_view kBegin = "<!-- sha256 ";
constexpr std::string_view kEnd = " of all lines above -->\n";
constexpr std::size_t kDigits = 64;
constexpr std::size_t kLine = kBegin.size() + kDigits + kEnd.size();

}  // namespace

Status SealingSink::write(std::span<const std::byte> src) {
  digester_.update(src);
  return next_.write(src);
}

Status SealingSink::finish() {
  BFA_RETURN_IF_ERROR(write_text(*this, "\n"));
  const std::string digest = hex_encode(digester_.finish());
  return write_text(next_, std::string(kBegin) + digest + std::string(kEnd));
}

Result<std::size_t> SealedSource::read(std::span<std::byte> dst) {
  BFA_ASSIGN_OR_RETURN(const std::size_t bytes, from_.read(dst));
  last_.append(reinterpret_cast<const char*>(dst.data()), bytes);
  if (last_.size() > kLine) {
    const std::size_t before = last_.size() - kLine;
    digester_.update(std::string_view(last_).substr(0, before));
    last_.erase(0, before);
  }
  return bytes;
}

MetsSeal SealedSource::seal() {
  const std::string_view line = last_;
  // A part of it is enough: the rest may be what was changed.
  const bool meant = line.find(kBegin.substr(5)) != std::string_view::npos ||
                     line.find(kEnd.substr(0, kEnd.size() - 5)) != std::string_view::npos;
  if (!meant) return MetsSeal::kAbsent;
  const std::string digest = hex_encode(digester_.finish());
  const bool right = line.starts_with(kBegin) && line.ends_with(kEnd) &&
                     line.substr(std::min(kBegin.size(), line.size()), kDigits) == digest;
  return right ? MetsSeal::kRight : MetsSeal::kWrong;
}

}  // namespace bfa
