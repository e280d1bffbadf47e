// SPDX-License-Identifier: Apache-2.0
// Members that are decoded in the middle of a file, whose beginnings are guessed.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bfa/io/compress.h"
#include "io/members/member_scout.h"

namespace {

using bfa::MemberBlock;
using bfa::MemberScout;

struct Made {
  std::string file, plain;
  std::vector<std::size_t> offsets, starts;  // of each member: in the file, and of its bytes in `plain`
};

Made make_file(std::size_t count, std::size_t size) {
  Made made;
  for (std::size_t i = 0; i < count; ++i) {
    std::string bytes;
    while (bytes.size() < size) bytes += std::to_string(i * 7919 + bytes.size() * 31) + ' ';
    made.offsets.push_back(made.file.size());
    made.starts.push_back(made.plain.size());
    made.file += *bfa::gzip_member(bytes);
    made.plain += bytes;
  }
  return made;
}

class Io_MemberScout : public testing::Test {
 protected:
  void SetUp() override {
    auto codec = bfa::make_gzip_codec();
    ASSERT_TRUE(codec);
    scout_ = MemberScout::start(*std::move(codec));
    ASSERT_TRUE(scout_);
  }
  // What it decodes; the places of the members go to `offsets`.
  std::string decoded(std::string_view part, std::uint64_t offset) {
    scout_->begin(part, offset, std::move(spare_));
    EXPECT_TRUE(scout_->busy());
    spare_.clear();
    const auto blocks = scout_->take(spare_);
    EXPECT_FALSE(scout_->busy());
    std::string all;
    offsets_.clear();
    for (const MemberBlock& block : blocks) {
      EXPECT_FALSE(block.members.empty());
      for (const auto& member : block.members) offsets_.push_back(member.offset);
      all.append(block.bytes.get(), block.size);
      next_ = block.next;
    }
    return all;
  }
  std::unique_ptr<MemberScout> scout_;
  std::vector<MemberBlock> spare_;
  std::vector<std::uint64_t> offsets_;
  std::uint64_t next_ = 0;
};

TEST_F(Io_MemberScout, BeginsAtTheNextMember) {
  const Made made = make_file(60, 20'000);
  const std::string_view part = std::string_view(made.file).substr(made.offsets[20] + 5);
  const std::string all = decoded(part, made.offsets[20] + 5);
  EXPECT_EQ(all, made.plain.substr(made.starts[21]));
  EXPECT_EQ(scout_->found(), made.offsets[21]);
  EXPECT_EQ(offsets_, std::vector<std::uint64_t>(made.offsets.begin() + 21, made.offsets.end()));
  EXPECT_EQ(next_, made.file.size());
  EXPECT_EQ(decoded(part.substr(0, made.offsets[30] - made.offsets[20]), made.offsets[20] + 5),
            made.plain.substr(made.starts[21], made.starts[30] - made.starts[21]));
  EXPECT_EQ(next_, made.offsets[30]);
}

TEST_F(Io_MemberScout, PassesOverWhatLooksLikeAMember) {
  const Made made = make_file(3, 4000);
  const std::string before = std::string("\x1f\x8b\x08\0\x1f\x8b\x08\x1f\x8b", 9) + std::string(50, 'x');
  EXPECT_EQ(decoded(before + made.file, 1000), made.plain);
  EXPECT_EQ(scout_->found(), 1000 + before.size());
}

TEST_F(Io_MemberScout, EndsBeforeDamageAndOtherBytes) {
  const Made made = make_file(9, 4000);
  std::string damaged = made.file;
  damaged[made.offsets[4] + 100] = static_cast<char>(damaged[made.offsets[4] + 100] ^ 0x10);
  EXPECT_EQ(decoded(damaged, 0), made.plain.substr(0, made.starts[4]));
  EXPECT_EQ(next_, made.offsets[4]);
  EXPECT_EQ(decoded(std::string(made.file).insert(made.offsets[2], 1, '\0'), 0),
            made.plain.substr(0, made.starts[2]));
  const std::string empty = *bfa::gzip_member("");
  EXPECT_EQ(decoded(empty + empty + made.file, 0), made.plain);
  EXPECT_EQ(scout_->found(), 0U);
  EXPECT_EQ(decoded("nothing of that kind", 7), "");
  EXPECT_EQ(scout_->found(), MemberScout::kNone);
  EXPECT_EQ(decoded("", 7), "");
}

TEST_F(Io_MemberScout, HasALimitForWhatIsDecoded) {
  const std::string large(3u << 20, 'x');
  std::string file;
  for (int i = 0; i < 9; ++i) file += *bfa::gzip_member(large);
  EXPECT_EQ(decoded(file, 0).size(), 2 * large.size());
  const std::string larger(MemberBlock::kMostRoom + 1, 'x');
  EXPECT_EQ(decoded(*bfa::gzip_member(larger), 0), "");
}

TEST_F(Io_MemberScout, EmptyMembersFillABlock) {
  const std::string empty = *bfa::gzip_member("");
  std::string file;
  while (file.size() < MemberScout::kPart) file += empty;
  const std::size_t count = file.size() / empty.size();
  scout_->begin(file, 0, {});
  const auto blocks = scout_->take(spare_);
  std::size_t found = 0;
  for (const MemberBlock& block : blocks) {
    EXPECT_LE(block.members.size(), MemberBlock::kMostMembers);
    found += block.members.size();
  }
  EXPECT_EQ(found, count);
  EXPECT_GT(count, 3 * MemberBlock::kMostMembers);
}

TEST_F(Io_MemberScout, GivesItsBlocksBackWhenItIsCancelled) {
  const Made made = make_file(40, 20'000);
  for (int i = 0; i < 20; ++i) {
    scout_->begin(made.file, 0, std::move(spare_));
    spare_.clear();
    while (!scout_->cancel(spare_)) std::this_thread::yield();
    EXPECT_TRUE(scout_->cancelled());
    EXPECT_FALSE(scout_->busy());
    EXPECT_LE(spare_.size(), 4U);
  }
  EXPECT_EQ(decoded(made.file, 0), made.plain);
  scout_->begin(made.file, 0, {});  // it has more to do when it goes
}

}  // namespace
