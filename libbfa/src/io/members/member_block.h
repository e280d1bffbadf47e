// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace bfa {

// Decoded members that follow each other in a file.
struct MemberBlock {
  static constexpr std::size_t kSize = 1u << 19;
  static constexpr std::size_t kMostRoom = 8u << 20;  // of the largest member that is decoded whole
  static constexpr std::size_t kMostMembers = 4096;   // so that empty ones fill it, too

  struct Member {
    std::size_t begin = 0;     // of its bytes in the block
    std::uint64_t offset = 0;  // in the file
  };

  std::unique_ptr<char[]> bytes;
  std::size_t room = 0, size = 0;
  std::vector<Member> members;
  std::uint64_t next = 0;  // offset in the file of what follows the last member

  bool full() const noexcept { return size >= kSize / 2 || members.size() >= kMostMembers; }
  // The memory that it takes, which is not less when it has fewer bytes than before.
  std::size_t memory() const noexcept { return room + members.capacity() * sizeof(Member); }
  // Has the room that members of usual sizes need.
  bool usual() const noexcept { return room <= 2 * kSize; }
  std::span<char> rest() const noexcept { return {bytes.get() + size, room - size}; }
  void clear() noexcept {
    size = 0;
    members.clear();
  }
  // Gives it room for `wanted` bytes after those that it has.
  void make_room(std::size_t wanted) {
    if (room - size >= wanted) return;
    const std::size_t more = std::max(kSize, size + wanted);
    auto grown = std::make_unique_for_overwrite<char[]>(more);
    if (size != 0) std::memcpy(grown.get(), bytes.get(), size);
    bytes = std::move(grown);
    room = more;
  }
  // Takes the member that was decoded to rest(): `made` bytes of `used` ones at `offset` of the file.
  void add(std::uint64_t offset, std::size_t used, std::size_t made) {
    members.push_back({size, offset});
    size += made;
    next = offset + used;
  }
};

}  // namespace bfa
