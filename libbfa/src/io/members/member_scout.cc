// SPDX-License-Identifier: Apache-2.0
#include "io/members/member_scout.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <system_error>
#include <utility>

namespace bfa {

std::unique_ptr<MemberScout> MemberScout::start(std::unique_ptr<MemberCodec> codec) {
  std::unique_ptr<MemberScout> made(new MemberScout(std::move(codec)));
  try {
    made->thread_ = std::thread([raw = made.get()] { raw->work(); });
  } catch (const std::system_error&) {
    return nullptr;
  }
  return made;
}

MemberScout::~MemberScout() {
  cancelled_.store(true, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void MemberScout::begin(std::string_view part, std::uint64_t offset, std::vector<MemberBlock> spare) {
  part_.assign(part);
  from_ = offset;
  spare_ = std::move(spare);
  decoded_ = 0;
  found_.store(kNone, std::memory_order_relaxed);
  cancelled_.store(false, std::memory_order_relaxed);
  busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    working_ = true;
  }
  changed_.notify_all();
}

std::vector<MemberBlock> MemberScout::take(std::vector<MemberBlock>& spare) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !working_; });
  }
  busy_ = false;
  std::ranges::move(spare_, std::back_inserter(spare));
  spare_.clear();
  return std::exchange(blocks_, {});
}

bool MemberScout::cancel(std::vector<MemberBlock>& spare) {
  cancelled_.store(true, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    if (working_) return false;
  }
  auto blocks = take(spare);
  std::ranges::move(blocks, std::back_inserter(spare));
  return true;
}

void MemberScout::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stop_ || working_; });
    if (stop_) return;
    lock.unlock();
    try {
      search();
    } catch (const std::exception&) {
      spare_.clear();  // without memory: the caller decodes the members itself that are not in the blocks
    }
    if (!blocks_.empty() && blocks_.back().members.empty()) blocks_.pop_back();
    lock.lock();
    working_ = false;
    changed_.notify_all();
  }
}

// Decodes the members from the first place on that has one.
void MemberScout::search() {
  const std::string_view magic = codec_->magic();
  std::string_view rest = part_;
  for (bool first = true; decoded_ < kMostDecoded && !cancelled_.load(std::memory_order_relaxed);) {
    if (first) rest.remove_prefix(std::min(rest.find(magic), rest.size()));
    if (!rest.starts_with(magic) || codec_->lacks(rest) != nullptr) return;
    const std::uint64_t offset = from_ + (part_.size() - rest.size());
    const std::size_t used = add_member(rest, offset);
    if (used == 0 && !first) return;
    if (used != 0 && first) {
      first = false;
      found_.store(offset, std::memory_order_release);
    }
    rest.remove_prefix(std::max<std::size_t>(used, 1));
  }
}

MemberBlock& MemberScout::open_block(std::size_t room) {
  if (blocks_.empty() || blocks_.back().full() ||
      (blocks_.back().size != 0 && blocks_.back().rest().size() < room)) {
    MemberBlock next;
    if (!spare_.empty()) {
      next = std::move(spare_.back());
      spare_.pop_back();
    }
    next.clear();
    blocks_.push_back(std::move(next));
  }
  blocks_.back().make_room(room);
  return blocks_.back();
}

// Decodes the member that `in` begins with; the bytes that it takes, 0 if it is not sound and whole there.
std::size_t MemberScout::add_member(std::string_view in, std::uint64_t offset) {
  const std::uint64_t size = codec_->decoded_size(in);
  if (size > MemberBlock::kMostRoom) return 0;
  std::size_t room = size != 0 ? static_cast<std::size_t>(size) : MemberBlock::kSize / 2;
  for (;;) {
    MemberBlock& block = open_block(room);
    const auto step = codec_->whole(in, block.rest());
    if (step.outcome == MemberCodec::Outcome::kDone) {
      block.add(offset, step.used, step.made);
      decoded_ += step.made;
      return step.used;
    }
    if (step.outcome != MemberCodec::Outcome::kNoRoom || room >= MemberBlock::kMostRoom) return 0;
    room = std::min(MemberBlock::kMostRoom, room * 4);
  }
}

}  // namespace bfa
