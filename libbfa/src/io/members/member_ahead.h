// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "bfa/base/result.h"
#include "io/members/member_codec.h"
#include "io/members/member_window.h"

namespace bfa {

// Decodes the sound members that follow each other in a file in a thread of its own, ahead of who reads
// them. It ends before anything else: damage, bytes between members, a member too large to be decoded whole,
// the end of the file. The caller then goes on from there by itself, with the window that it gets back.
// Memory: at most kBlocks + 2 blocks (one is filled, one is read), each with room for the largest member that
// it had: kBlockSize in most files, kMostRoom at most. Not thread-safe: one thread calls it.
class MemberAhead {
 public:
  static constexpr std::size_t kBlocks = 4;
  static constexpr std::size_t kBlockSize = 1u << 19;
  static constexpr std::size_t kMostRoom = 8u << 20;

  struct Member {
    std::size_t begin = 0;     // of its bytes in the block
    std::uint64_t offset = 0;  // in the file
  };
  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t room = 0, size = 0;
    std::vector<Member> members;
    std::uint64_t next = 0;  // offset in the file of what follows the last member
  };

  // Takes the window and a codec of its own; `form` is that of the codec. The window's source is read by the
  // other thread until the window was taken back. Null when the system cannot start a thread: `window` is
  // then untouched.
  static std::unique_ptr<MemberAhead> start(MemberWindow& window, std::unique_ptr<MemberCodec>& codec,
                                            MemberForm form);
  ~MemberAhead();
  MemberAhead(const MemberAhead&) = delete;
  MemberAhead& operator=(const MemberAhead&) = delete;

  // The next members, whose bytes take the place of those of `block`. False: there are none before something
  // else comes. Errors, when all members before it were given: those of the source.
  Result<bool> next(Block& block);
  // After next() returned false or an error: the window, and the codec for another run.
  MemberWindow take_window();
  std::unique_ptr<MemberCodec> take_codec() { return std::move(codec_); }

 private:
  MemberAhead(std::unique_ptr<MemberCodec> codec, MemberForm form);
  void work();
  bool fill(Block& block);
  bool add_member(Block& block, bool& full);
  bool give(Block block);
  void end(std::optional<Error> error);

  std::unique_ptr<MemberCodec> codec_;
  MemberForm form_;
  MemberWindow window_;
  std::optional<Error> failed_;  // of the source, until end()

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Block> ready_;   // decoded, in order
  std::vector<Block> spare_;  // read, to be filled again
  std::optional<Error> error_;
  bool ended_ = false;  // the thread gives no more blocks
  bool stop_ = false;   // the thread has to end
  std::thread thread_;
};

}  // namespace bfa
