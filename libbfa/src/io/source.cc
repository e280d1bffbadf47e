// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

class MemorySource final : public Source {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    const std::size_t n = std::min(dst.size(), bytes_.size());
    if (n != 0) std::memcpy(dst.data(), bytes_.data(), n);
    bytes_.remove_prefix(n);
    return n;
  }

 private:
  std::string_view bytes_;
};

class StringSource final : public Source {
 public:
  explicit StringSource(std::string bytes) : bytes_(std::move(bytes)) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    const std::size_t n = std::min(dst.size(), bytes_.size() - at_);
    if (n != 0) std::memcpy(dst.data(), bytes_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

class LimitSource final : public Source {
 public:
  LimitSource(Source& inner, std::uint64_t limit) : inner_(inner), left_(limit) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(dst.size(), left_));
    if (n == 0) return std::size_t{0};
    BFA_ASSIGN_OR_RETURN(const std::size_t got, inner_.read(dst.first(n)));
    left_ -= got;
    return got;
  }

 private:
  Source& inner_;
  std::uint64_t left_;
};

Result<std::string> read_rest(Source& source, std::uint64_t max_bytes) {
  constexpr std::size_t kFirst = 16384;
  constexpr std::size_t kMost = 1u << 20;
  std::string out;
  std::size_t used = 0;
  std::size_t step = kFirst;
  for (;;) {
    if (out.size() - used < kFirst / 4) {
      // One byte above the limit, so that "more than max_bytes" is seen without reading it all.
      const std::uint64_t want = std::min<std::uint64_t>(std::uint64_t{used} + step, max_bytes);
      out.resize(static_cast<std::size_t>(want) + 1);
      step = std::min(step * 2, kMost);
    }
    auto got = source.read(std::as_writable_bytes(std::span(out.data() + used, out.size() - used)));
    if (!got) return std::move(got).error();
    if (*got == 0) break;
    used += *got;
    if (used > max_bytes) {
      return Error{Code::kLimit,
                   "more than " + std::to_string(max_bytes) + " bytes",
                   {},
                   static_cast<std::int64_t>(used)};
    }
  }
  out.resize(used);
  return out;
}

}  // namespace

Result<std::uint64_t> Source::skip(std::uint64_t n) {
  std::array<std::byte, 65536> buffer;
  std::uint64_t done = 0;
  while (done < n) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), n - done));
    BFA_ASSIGN_OR_RETURN(const std::size_t got, read(std::span(buffer).first(want)));
    if (got == 0) break;
    done += got;
  }
  return done;
}

std::unique_ptr<Source> make_memory_source(std::string_view bytes) {
  return guarded_or_empty([&]() -> std::unique_ptr<Source> { return std::make_unique<MemorySource>(bytes); });
}

std::unique_ptr<Source> make_string_source(std::string bytes) {
  return guarded_or_empty(
      [&]() -> std::unique_ptr<Source> { return std::make_unique<StringSource>(std::move(bytes)); });
}

std::unique_ptr<Source> make_limit_source(Source& inner, std::uint64_t limit) {
  return guarded_or_empty(
      [&]() -> std::unique_ptr<Source> { return std::make_unique<LimitSource>(inner, limit); });
}

Result<std::string> read_all(Source& source, std::uint64_t max_bytes) {
  return guarded([&]() -> Result<std::string> { return read_rest(source, max_bytes); });
}

}  // namespace bfa
