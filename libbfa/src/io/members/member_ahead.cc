// SPDX-License-Identifier: Apache-2.0
#include "io/members/member_ahead.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace bfa {
namespace {

constexpr std::size_t kLeastMagic = 4;  // of zstd and lz4

// Gives the block room for `room` bytes after those that it has.
void make_room(MemberAhead::Block& block, std::size_t room) {
  if (block.room - block.size >= room) return;
  auto grown = std::make_unique_for_overwrite<char[]>(block.size + room);
  if (block.size != 0) std::memcpy(grown.get(), block.bytes.get(), block.size);
  block.bytes = std::move(grown);
  block.room = block.size + room;
}

}  // namespace

MemberAhead::MemberAhead(std::unique_ptr<MemberCodec> codec, MemberForm form)
    : codec_(std::move(codec)), form_(form) {}

std::unique_ptr<MemberAhead> MemberAhead::start(MemberWindow& window, std::unique_ptr<MemberCodec>& codec,
                                                MemberForm form) {
  std::unique_ptr<MemberAhead> made(new MemberAhead(std::move(codec), form));
  made->window_ = std::move(window);
  try {
    made->thread_ = std::thread([raw = made.get()] { raw->work(); });
  } catch (const std::system_error&) {
    window = std::move(made->window_);
    codec = std::move(made->codec_);
    return nullptr;
  }
  return made;
}

MemberAhead::~MemberAhead() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void MemberAhead::end(std::optional<Error> error) {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    error_ = std::move(error);
  }
  changed_.notify_all();
}

void MemberAhead::work() {
  try {
    for (bool more = true; more;) {
      Block block;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stop_ || ready_.size() < kBlocks; });
        if (stop_) break;
        if (!spare_.empty()) {
          block = std::move(spare_.back());
          spare_.pop_back();
        }
      }
      more = fill(block);
      if (!block.members.empty()) more = give(std::move(block)) && more;
    }
    end(std::move(failed_));
  } catch (const std::exception&) {
    end(Error{Code::kIo, "out of memory", {}, -1});
  }
}

// Hands a block over. False: the thread has to end.
bool MemberAhead::give(Block block) {
  {
    const std::lock_guard lock(mutex_);
    if (stop_) return false;
    ready_.push_back(std::move(block));
  }
  changed_.notify_all();
  return true;
}

// Decodes members until the block is full. False: something else follows the members of the block.
bool MemberAhead::fill(Block& block) {
  block.size = 0;
  block.members.clear();
  for (bool full = false; !full && block.size < kBlockSize / 2;) {
    if (!add_member(block, full)) return false;
  }
  return true;
}

// Decodes one member into the block. `full`: it has no room in it, but may have in another one. False: what
// follows is no member that can be decoded here.
bool MemberAhead::add_member(Block& block, bool& full) {
  if (Status status = window_.read(MemberWindow::kEnough); !status) {
    failed_ = std::move(status).error();
    return false;
  }
  if (window_.size() == 0) return false;
  const std::string_view magic = codec_->magic().substr(0, kLeastMagic);
  if (!window_.view().starts_with(magic) || codec_->lacks(window_.view()) != nullptr) return false;
  const std::uint64_t size = codec_->decoded_size(window_.view());
  if (size > kMostRoom) return false;
  std::size_t room = size != 0 ? static_cast<std::size_t>(size) : kBlockSize / 2;
  for (;;) {
    make_room(block, room);
    auto step = decode_member(*codec_, window_, {block.bytes.get() + block.size, block.room - block.size});
    if (!step) {
      failed_ = std::move(step).error();
      return false;
    }
    if (step->outcome == MemberCodec::Outcome::kDone) {
      block.members.push_back({block.size, window_.offset()});
      window_.advance(step->used);
      block.size += step->made;
      block.next = window_.offset();
      return true;
    }
    if (step->outcome != MemberCodec::Outcome::kNoRoom) return false;
    full = !block.members.empty();
    if (full) return true;
    if (room >= kMostRoom || form_ == MemberForm::kLz4) return false;
    room = std::min(kMostRoom, std::max(block.room, room) * 4);
  }
}

Result<bool> MemberAhead::next(Block& block) {
  {
    std::unique_lock lock(mutex_);
    if (block.bytes) spare_.push_back(std::move(block));
    changed_.wait(lock, [&] { return ended_ || !ready_.empty(); });
    if (ready_.empty()) {
      if (error_) return *error_;
      return false;
    }
    block = std::move(ready_.front());
    ready_.pop_front();
  }
  changed_.notify_all();
  return true;
}

MemberWindow MemberAhead::take_window() {
  if (thread_.joinable()) thread_.join();
  return std::move(window_);
}

}  // namespace bfa
