// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "bfa/base/result.h"
#include "io/members/member_block.h"
#include "io/members/member_codec.h"
#include "io/members/member_scout.h"
#include "io/members/member_window.h"

namespace bfa {

// Decodes the sound members that follow each other in a file in a thread of its own, ahead of who reads
// them. It ends before anything else: damage, bytes between members, a member too large to be decoded whole,
// the end of the file. The caller then goes on from there by itself, with the window that it gets back.
// Where the system has several processors, a MemberScout decodes members that come later at the same time.
// Memory: blocks of kMostReady bytes, one more, one that is filled and one that is read, those of the scout,
// and those that are to be filled again: as many, of which kMostLarge have room for large members. Not
// thread-safe: one thread calls it.
class MemberAhead {
 public:
  static constexpr std::size_t kMostReady = 3u << 20;
  static constexpr std::size_t kMostLarge = 1;
  using Block = MemberBlock;

  // Makes another codec like the one that it gets; null: none.
  using MakeCodec = std::function<std::unique_ptr<MemberCodec>()>;

  // Takes the window and a codec of its own; `form` is that of the codec. `another`: makes the codec of the
  // scout, in the other thread; empty: no scout. The window's source is read by the other thread until the
  // window was taken back. Null when the system cannot start a thread: `window` is then untouched.
  static std::unique_ptr<MemberAhead> start(MemberWindow& window, std::unique_ptr<MemberCodec>& codec,
                                            MemberForm form, MakeCodec another);
  ~MemberAhead();
  MemberAhead(const MemberAhead&) = delete;
  MemberAhead& operator=(const MemberAhead&) = delete;

  // The next members, whose bytes take the place of those of `block`. False: there are none before something
  // else comes. Errors, when all members before it were given: those of the source.
  Result<bool> next(Block& block);
  // After next() returned false or an error: the window, and the codec for another run.
  MemberWindow take_window();
  std::unique_ptr<MemberCodec> take_codec() { return std::move(codec_); }
  // The memory of the blocks that are decoded and not yet read, and of those to be filled again.
  std::size_t memory();

 private:
  MemberAhead(std::unique_ptr<MemberCodec> codec, MemberForm form, MakeCodec another);
  void work();
  bool fill(Block& block);
  bool add_member(Block& block, bool& full);
  bool give(Block block);
  void put_ready(Block block);
  void put_spare(Block block);
  void give_found();
  void ask_scout();
  bool meets_scout();
  void end(std::optional<Error> error);

  std::unique_ptr<MemberCodec> codec_;
  MemberForm form_;
  MemberWindow window_;
  std::optional<Error> failed_;  // of the source, until end()
  MakeCodec another_;
  std::unique_ptr<MemberScout> scout_;  // made when there is enough for it to do
  bool met_ = false;                    // the members up to those of the scout are decoded

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Block> ready_;  // decoded, in order
  std::size_t ready_memory_ = 0;
  std::deque<Block> spare_;  // read, to be filled again: the large ones first, the last one next
  std::optional<Error> error_;
  bool ended_ = false;             // the thread gives no more blocks
  std::atomic<bool> stop_{false};  // the thread has to end; set under mutex_
  std::thread thread_;
};

}  // namespace bfa
