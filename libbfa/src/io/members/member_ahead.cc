// SPDX-License-Identifier: Apache-2.0
#include "io/members/member_ahead.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace bfa {
namespace {

constexpr std::size_t kLeastMagic = 4;  // of zstd and lz4

}  // namespace

MemberAhead::MemberAhead(std::unique_ptr<MemberCodec> codec, MemberForm form, MakeCodec another)
    : codec_(std::move(codec)), form_(form), another_(std::move(another)) {}

std::unique_ptr<MemberAhead> MemberAhead::start(MemberWindow& window, std::unique_ptr<MemberCodec>& codec,
                                                MemberForm form, MakeCodec another) {
  std::unique_ptr<MemberAhead> made(new MemberAhead(std::move(codec), form, std::move(another)));
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
        changed_.wait(lock, [&] { return stop_ || ready_memory_ < kMostReady; });
        if (stop_) break;
        if (!spare_.empty()) {
          block = std::move(spare_.back());
          spare_.pop_back();
        }
      }
      more = fill(block);
      if (!block.members.empty()) more = give(std::move(block)) && more;
      if (more && met_) give_found();
    }
    end(std::move(failed_));
  } catch (const std::exception&) {
    end(Error{Code::kIo, "out of memory", {}, -1});
  }
}

void MemberAhead::put_ready(Block block) {
  ready_memory_ += block.memory();
  ready_.push_back(std::move(block));
}

// Keeps a block that was read. Large ones are of use for large members only: few are kept, for when there are
// no others.
void MemberAhead::put_spare(Block block) {
  if (block.usual()) {
    spare_.push_back(std::move(block));
  } else if (spare_.size() < kMostLarge || spare_[kMostLarge - 1].usual()) {
    spare_.push_front(std::move(block));
  }
}

std::size_t MemberAhead::memory() {
  const std::lock_guard lock(mutex_);
  std::size_t sum = ready_memory_;
  for (const Block& block : spare_) sum += block.memory();
  return sum;
}

// Hands a block over. False: the thread has to end.
bool MemberAhead::give(Block block) {
  {
    const std::lock_guard lock(mutex_);
    if (stop_) return false;
    put_ready(std::move(block));
  }
  changed_.notify_all();
  return true;
}

// Hands the members over that the scout found.
void MemberAhead::give_found() {
  met_ = false;
  std::vector<Block> spare;
  auto blocks = scout_->take(spare);
  window_.advance(static_cast<std::size_t>(blocks.back().next - window_.offset()));
  {
    const std::lock_guard lock(mutex_);
    for (auto& block : blocks) put_ready(std::move(block));
    for (auto& block : spare) put_spare(std::move(block));
  }
  changed_.notify_all();
}

// Lets the scout begin at some distance, if the window has as much.
void MemberAhead::ask_scout() {
  constexpr std::size_t kDistance = MemberScout::kPart;
  const std::string_view view = window_.view();
  if (!another_ || view.size() < kDistance + MemberScout::kPart / 4) return;
  if (!scout_) {
    auto codec = another_();
    if (codec) scout_ = MemberScout::start(std::move(codec));
    if (!scout_) another_ = {};
    if (!scout_) return;
  }
  std::vector<Block> spare;
  {
    const std::lock_guard lock(mutex_);
    constexpr std::size_t kMost = 8;
    for (; !spare_.empty() && spare_.back().usual() && spare.size() < kMost; spare_.pop_back())
      spare.push_back(std::move(spare_.back()));
  }
  scout_->begin(view.substr(kDistance, MemberScout::kPart), window_.offset() + kDistance, std::move(spare));
}

// True when the next member is the first one that the scout has.
bool MemberAhead::meets_scout() {
  if (!scout_ || !scout_->busy()) {
    ask_scout();
    return false;
  }
  if (window_.offset() < scout_->from()) return false;
  const std::uint64_t found = scout_->found();
  if (found == window_.offset() && !scout_->cancelled()) return true;
  if (found != MemberScout::kNone && found > window_.offset()) return false;
  // It was too late, or took something else for a member. There is no need to wait for it.
  std::vector<Block> spare;
  if (scout_->cancel(spare)) {
    const std::lock_guard lock(mutex_);
    for (auto& block : spare) put_spare(std::move(block));
  }
  return false;
}

// Decodes members until the block is full, or those of the scout follow. False: something else follows the
// members of the block, or the thread has to end.
bool MemberAhead::fill(Block& block) {
  block.clear();
  for (bool full = false; !full && !block.full();) {
    if (stop_.load(std::memory_order_relaxed)) return false;
    met_ = meets_scout();
    if (met_) break;
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
  if (size > Block::kMostRoom) return false;
  std::size_t room = size != 0 ? static_cast<std::size_t>(size) : Block::kSize / 2;
  for (;;) {
    block.make_room(room);
    auto step = decode_member(*codec_, window_, block.rest());
    if (!step) {
      failed_ = std::move(step).error();
      return false;
    }
    if (step->outcome == MemberCodec::Outcome::kDone) {
      block.add(window_.offset(), step->used, step->made);
      window_.advance(step->used);
      return true;
    }
    if (step->outcome != MemberCodec::Outcome::kNoRoom) return false;
    full = !block.members.empty();
    if (full) return true;
    if (room >= Block::kMostRoom || form_ == MemberForm::kLz4) return false;
    room = std::min(Block::kMostRoom, std::max(block.room, room) * 4);
  }
}

Result<bool> MemberAhead::next(Block& block) {
  {
    std::unique_lock lock(mutex_);
    if (block.bytes) put_spare(std::move(block));
    changed_.wait(lock, [&] { return ended_ || !ready_.empty(); });
    if (ready_.empty()) {
      if (error_) return *error_;
      return false;
    }
    block = std::move(ready_.front());
    ready_.pop_front();
    ready_memory_ -= block.memory();
  }
  changed_.notify_all();
  return true;
}

MemberWindow MemberAhead::take_window() {
  if (thread_.joinable()) thread_.join();
  return std::move(window_);
}

}  // namespace bfa
