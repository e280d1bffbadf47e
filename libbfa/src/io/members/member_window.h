// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "bfa/io/source.h"
#include "io/members/member_codec.h"

namespace bfa {

// The part of a file that is in memory while its members are decoded: a view that moves forward. Not
// thread-safe; it can be moved to another thread together with its source.
class MemberWindow {
 public:
  static constexpr std::size_t kSize = 2u << 20;
  // Input needed before a member is tried whole.
  static constexpr std::size_t kEnough = 1u << 18;

  MemberWindow() = default;
  // Begins with `first`, which lies at `offset` of the file; `done`: the source has no more bytes.
  MemberWindow(Source& source, std::string_view first, std::uint64_t offset, bool done)
      : source_(&source),
        bytes_(std::make_unique_for_overwrite<char[]>(kSize)),
        offset_(offset),
        done_(done) {
    first.copy(bytes_.get(), first.size());  // it may be a null view
    end_ = first.size();
  }

  // True when the window holds a file's bytes.
  explicit operator bool() const noexcept { return bytes_ != nullptr; }
  std::string_view view() const noexcept { return {bytes_.get() + begin_, end_ - begin_}; }
  std::size_t size() const noexcept { return end_ - begin_; }
  std::uint64_t offset() const noexcept { return offset_ + begin_; }  // of view()[0] in the file
  std::uint64_t start() const noexcept { return offset_; }            // of the oldest byte that is in memory
  bool full() const noexcept { return size() == kSize; }
  bool done() const noexcept { return done_; }  // the source has no more bytes
  void advance(std::size_t n) noexcept { begin_ += n; }
  // Goes to a place from start() to offset().
  void rewind(std::uint64_t place) noexcept { begin_ = static_cast<std::size_t>(place - offset_); }
  // Begins anew with no bytes, before `offset` of the file.
  void reset(Source& source, std::uint64_t offset) noexcept {
    source_ = &source;
    done_ = false;
    begin_ = end_ = 0;
    offset_ = offset;
  }

  // Reads until the view has at least `want` bytes, or the source ends. Errors: those of the source.
  Status read(std::size_t want);

 private:
  Source* source_ = nullptr;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t offset_ = 0;
  bool done_ = false;
};

// Decodes the member that the window begins with at once, and reads on where it is incomplete. The step is
// that of MemberCodec::whole(); kMore: the file is cut in it, it is damaged, or larger than the window.
// Errors: those of the source.
Result<MemberCodec::Step> decode_member(MemberCodec& codec, MemberWindow& window, std::span<char> out);

}  // namespace bfa
