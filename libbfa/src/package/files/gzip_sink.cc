// SPDX-License-Identifier: Apache-2.0
#include "package/files/gzip_sink.h"

#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr int kLevel = 6;
constexpr std::size_t kPart = 64u << 10;  // bytes that are passed on at once

}  // namespace

Result<std::unique_ptr<GzipSink>> GzipSink::make(Sink& next) {
  BFA_ASSIGN_OR_RETURN(auto encoder, GzipEncoder::make(kLevel));
  BFA_RETURN_IF_ERROR(encoder->begin(0));
  return std::unique_ptr<GzipSink>(new GzipSink(next, std::move(encoder)));
}

Status GzipSink::pass_on(std::size_t at_least) {
  if (packed_.size() < at_least) return {};
  BFA_RETURN_IF_ERROR(write_text(next_, packed_));
  packed_.clear();
  return {};
}

Status GzipSink::write(std::span<const std::byte> src) {
  BFA_RETURN_IF_ERROR(encoder_->update({reinterpret_cast<const char*>(src.data()), src.size()}, packed_));
  return pass_on(kPart);
}

Status GzipSink::finish() {
  BFA_RETURN_IF_ERROR(encoder_->finish(packed_));
  return pass_on(0);
}

}  // namespace bfa
