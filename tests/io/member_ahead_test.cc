// SPDX-License-Identifier: Apache-2.0
// What a thread that decodes members ahead keeps in memory, and how it ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "bfa/io/compress.h"
#include "bfa/io/source.h"
#include "io/members/member_ahead.h"

namespace {

using bfa::MemberAhead;
using bfa::MemberBlock;
using std::chrono::milliseconds;

// Repeats bytes, and counts what was read. From `slow_from` on one repetition at a time, with a pause.
class RepeatingSource final : public bfa::Source {
 public:
  RepeatingSource(std::string bytes, std::size_t times, std::size_t slow_from = SIZE_MAX)
      : bytes_(std::move(bytes)), size_(bytes_.size() * times), slow_from_(slow_from) {}
  bfa::Result<std::size_t> read(std::span<std::byte> dst) override {
    const std::size_t at = read_;
    const bool slow = at >= slow_from_;
    if (slow) std::this_thread::sleep_for(milliseconds(1));
    const std::size_t from = at % bytes_.size();
    const std::size_t count = std::min({dst.size(), bytes_.size() - from, size_ - at});
    std::memcpy(dst.data(), bytes_.data() + from, count);
    read_ = at + count;
    return count;
  }
  std::size_t size() const { return size_; }
  std::size_t read_up_to_now() const { return read_; }
  // Waits until nothing was read for some time.
  std::size_t read_when_it_rests() const {
    std::size_t before = SIZE_MAX;
    for (int same = 0; same < 5; same = before == read_ ? same + 1 : 0) {
      before = read_;
      std::this_thread::sleep_for(milliseconds(50));
    }
    return before;
  }

 private:
  std::string bytes_;
  std::size_t size_, slow_from_;
  std::atomic<std::size_t> read_{0};
};

std::unique_ptr<MemberAhead> start(bfa::Source& source) {
  bfa::MemberWindow window(source, {}, 0, false);
  auto codec = bfa::make_gzip_codec();
  if (!codec) return nullptr;
  return MemberAhead::start(window, *codec, bfa::MemberForm::kGzip, [] {
    auto another = bfa::make_gzip_codec();
    return another ? *std::move(another) : nullptr;
  });
}

std::string gzip(const std::string& bytes) {
  return *bfa::gzip_member(bytes);
}

std::string repeated(const std::string& bytes, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += bytes;
  return all;
}

// A block that had a large member keeps the room of it: few such blocks are filled again, and those that wait
// count with their room.
TEST(Io_MemberAhead, FewBlocksKeepTheRoomOfLargeMembers) {
  constexpr std::size_t kTimes = 300;
  RepeatingSource source(repeated(gzip(std::string(60'000, 'x')), 5), kTimes);
  const auto ahead = start(source);
  ASSERT_TRUE(ahead);
  std::size_t most = 0, members = 0;
  for (;;) {
    MemberBlock block;
    block.make_room(MemberBlock::kMostRoom);
    const auto more = ahead->next(block);
    if (!more || !*more) break;
    members += block.members.size();
    std::this_thread::sleep_for(milliseconds(1));  // so that the thread is ahead
    most = std::max(most, ahead->memory());
  }
  EXPECT_EQ(members, 5 * kTimes);
  EXPECT_LT(most, std::size_t{40} << 20);
}

TEST(Io_MemberAhead, EmptyMembersFillBlocksAndLetTheThreadWait) {
  const std::string empties = repeated(gzip(""), 1000);
  RepeatingSource source(empties, 1000);
  const auto ahead = start(source);
  ASSERT_TRUE(ahead);
  EXPECT_LT(source.read_when_it_rests(), source.size() / 2);
  MemberBlock block;
  std::size_t members = 0, largest = 0;
  for (auto more = ahead->next(block); more && *more; more = ahead->next(block)) {
    members += block.members.size();
    largest = std::max(largest, block.members.size());
  }
  EXPECT_EQ(members, 1'000'000U);
  EXPECT_LE(largest, MemberBlock::kMostMembers);
}

TEST(Io_MemberAhead, EndsInTheMiddleOfABlock) {
  const std::string member = gzip("");
  const std::size_t begin = bfa::MemberWindow::kEnough / member.size() * member.size();
  const std::size_t blocks = 2 * MemberBlock::kMostMembers * member.size();
  RepeatingSource source(member, 1'000'000, begin);
  auto ahead = start(source);
  ASSERT_TRUE(ahead);
  while (source.read_up_to_now() < begin + 10 * member.size()) std::this_thread::sleep_for(milliseconds(1));
  ahead.reset();
  // It would read one member for each that it decodes, until the block is full.
  EXPECT_LT(source.read_up_to_now(), begin + blocks / 4);
}

}  // namespace
