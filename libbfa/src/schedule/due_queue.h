// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace bfa {

// Feeds by the time at which they are due: a heap with the place of each feed, so that a time can change.
// Equal times come in the order of feeds. 16 bytes a feed, and 4 for its place.
class DueQueue {
 public:
  struct Entry {
    std::int64_t due;
    std::uint32_t feed;
  };

  bool empty() const noexcept { return heap_.empty(); }
  const Entry& front() const noexcept { return heap_.front(); }

  // Puts a feed in, or changes its time. Feeds are to be numbered from 0 without large gaps.
  void set(std::uint32_t feed, std::int64_t due);
  void remove(std::uint32_t feed) noexcept;

 private:
  static constexpr std::uint32_t kNowhere = UINT32_MAX;

  static bool before(const Entry& a, const Entry& b) noexcept {
    return a.due != b.due ? a.due < b.due : a.feed < b.feed;
  }
  void place(std::size_t i, const Entry& entry) noexcept;
  void up(std::size_t i, const Entry& entry) noexcept;
  void down(std::size_t i, const Entry& entry) noexcept;

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> places_;
};

}  // namespace bfa
