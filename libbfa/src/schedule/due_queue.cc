// SPDX-License-Identifier: Apache-2.0
#include "schedule/due_queue.h"

namespace bfa {

void DueQueue::place(std::size_t i, const Entry& entry) noexcept {
  heap_[i] = entry;
  places_[entry.feed] = static_cast<std::uint32_t>(i);
}

void DueQueue::up(std::size_t i, const Entry& entry) noexcept {
  for (; i > 0 && before(entry, heap_[(i - 1) / 2]); i = (i - 1) / 2) place(i, heap_[(i - 1) / 2]);
  place(i, entry);
}

void DueQueue::down(std::size_t i, const Entry& entry) noexcept {
  for (;;) {
    std::size_t child = 2 * i + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], entry)) break;
    place(i, heap_[child]);
    i = child;
  }
  place(i, entry);
}

void DueQueue::set(std::uint32_t feed, std::int64_t due) {
  if (feed >= places_.size()) places_.resize(std::size_t{feed} + 1, kNowhere);
  const Entry entry{due, feed};
  if (places_[feed] == kNowhere) {
    heap_.push_back(entry);
    up(heap_.size() - 1, entry);
    return;
  }
  const std::size_t i = places_[feed];
  if (before(entry, heap_[i])) {
    up(i, entry);
  } else {
    down(i, entry);
  }
}

void DueQueue::remove(std::uint32_t feed) noexcept {
  if (feed >= places_.size() || places_[feed] == kNowhere) return;
  const std::size_t i = places_[feed];
  places_[feed] = kNowhere;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (last.feed == feed) return;
  if (i > 0 && before(last, heap_[(i - 1) / 2])) {
    up(i, last);
  } else {
    down(i, last);
  }
}

}  // namespace bfa
