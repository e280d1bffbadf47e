// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "bfa/io/source.h"

namespace bfa {

// `inner` up to where it is damaged or truncated, as members of containers can be: there it ends, and
// `damage` is set, which must outlive the source. Other errors are passed on.
class SalvagingSource final : public Source {
 public:
  SalvagingSource(std::unique_ptr<Source> inner, std::optional<Error>& damage)
      : inner_(std::move(inner)), damage_(damage) {}

  Result<std::size_t> read(std::span<std::byte> dst) override {
    return kept(inner_->read(dst), std::size_t{0});
  }
  Result<std::uint64_t> skip(std::uint64_t n) override { return kept(inner_->skip(n), std::uint64_t{0}); }

 private:
  template <class T>
  Result<T> kept(Result<T> got, T none) {
    if (got || (got.error().code != Code::kCorrupt && got.error().code != Code::kTruncated)) return got;
    if (!damage_) damage_ = std::move(got).error();
    return none;
  }

  std::unique_ptr<Source> inner_;
  std::optional<Error>& damage_;
};

}  // namespace bfa
