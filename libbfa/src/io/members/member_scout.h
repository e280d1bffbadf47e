// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "io/members/member_block.h"
#include "io/members/member_codec.h"

namespace bfa {

// Decodes members in the middle of a file in a thread of its own, for one who decodes those before them in
// the meantime. Where a member begins is a guess: the first place with the magic of a member from which one
// can be decoded. The guess is right if the members before it end there, and of no use otherwise. Memory: a
// part of the file, and at most kMostDecoded and one member more of what is decoded. Not thread-safe: one
// thread calls it.
class MemberScout {
 public:
  static constexpr std::size_t kPart = 1u << 19;
  static constexpr std::size_t kMostDecoded = 4u << 20;
  static constexpr std::uint64_t kNone = UINT64_MAX;

  // Takes a codec of its own. Null when the system cannot start a thread.
  static std::unique_ptr<MemberScout> start(std::unique_ptr<MemberCodec> codec);
  ~MemberScout();
  MemberScout(const MemberScout&) = delete;
  MemberScout& operator=(const MemberScout&) = delete;

  // Begins with a copy of a part of the file, which lies at `offset`. `spare`: blocks to be filled. Not while
  // it is busy.
  void begin(std::string_view part, std::uint64_t offset, std::vector<MemberBlock> spare);
  // From begin() to take(), or until cancel() gives true.
  bool busy() const noexcept { return busy_; }
  // Where the part begins.
  std::uint64_t from() const noexcept { return from_; }
  // Where the first member that was decoded begins; kNone: none up to now.
  std::uint64_t found() const noexcept { return found_.load(std::memory_order_acquire); }
  // Waits until the part is done. The blocks, in order, each with members: at least one, if found() gave a
  // place. Adds blocks that were not needed to `spare`.
  std::vector<MemberBlock> take(std::vector<MemberBlock>& spare);
  // Lets it end after the current member. True, and no longer busy, if it has ended: adds all blocks to
  // `spare`.
  bool cancel(std::vector<MemberBlock>& spare);
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

 private:
  explicit MemberScout(std::unique_ptr<MemberCodec> codec) : codec_(std::move(codec)) {}
  void work();
  void search();
  std::size_t add_member(std::string_view in, std::uint64_t offset);
  MemberBlock& open_block(std::size_t room);

  std::unique_ptr<MemberCodec> codec_;
  bool busy_ = false;  // the caller's
  std::uint64_t from_ = 0;
  std::atomic<std::uint64_t> found_{kNone};
  std::atomic<bool> cancelled_{false};

  // The thread's while it works.
  std::string part_;
  std::vector<MemberBlock> blocks_, spare_;
  std::size_t decoded_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool working_ = false, stop_ = false;
  std::thread thread_;
};

}  // namespace bfa
