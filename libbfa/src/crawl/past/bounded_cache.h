// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "bfa/base/result.h"

namespace bfa {

// Immutable values that several threads share, by key. Holds at most a number of entries and of bytes; the
// entry that was used longest ago is dropped first. Thread-safe.
template <class Value>
class BoundedCache {
 public:
  using Ref = std::shared_ptr<const Value>;

  BoundedCache(std::size_t max_entries, std::size_t max_bytes)
      : max_entries_(max_entries), max_bytes_(max_bytes) {}

  // What `make` returns: a value (null: the key has no value), and its approximate memory.
  struct Made {
    Ref value;
    std::size_t bytes = 0;
  };

  // The value of `key`; null when the key has no value. On a miss `make` is called without the lock; it
  // returns a Result<Made>. Nothing is cached if `make` fails, or if it returns no value, or if forget() was
  // called in the meantime, because then the value may be out of date.
  template <class Make>
  Result<Ref> get(const std::string& key, const Make& make) {
    std::uint64_t generation = 0;
    {
      const std::lock_guard lock(mutex_);
      if (const auto at = index_.find(key); at != index_.end()) {
        entries_.splice(entries_.begin(), entries_, at->second);
        return at->second->made.value;
      }
      generation = generation_;
    }
    Result<Made> made = make();
    if (!made) return std::move(made).error();
    if (!made->value) return Ref();
    const std::lock_guard lock(mutex_);
    if (generation == generation_ && made->bytes <= max_bytes_ && !index_.contains(key)) insert(key, *made);
    return made->value;
  }

  // Keeps a value that was not there before. The caller knows that it is not out of date.
  void put(const std::string& key, Made made) {
    const std::lock_guard lock(mutex_);
    if (made.value && made.bytes <= max_bytes_ && !index_.contains(key)) insert(key, std::move(made));
  }

  // Makes this entry the first that is dropped when there is no room.
  void demote(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto at = index_.find(key); at != index_.end())
      entries_.splice(entries_.end(), entries_, at->second);
  }

  void forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    ++generation_;
    const auto at = index_.find(key);
    if (at == index_.end()) return;
    bytes_ -= at->second->made.bytes;
    entries_.erase(at->second);
    index_.erase(at);
  }

 private:
  struct Entry {
    std::string key;
    Made made;
  };

  void insert(const std::string& key, Made made) {
    bytes_ += made.bytes;
    entries_.push_front(Entry{key, std::move(made)});
    index_.emplace(key, entries_.begin());
    while (entries_.size() > max_entries_ || bytes_ > max_bytes_) {
      bytes_ -= entries_.back().made.bytes;
      index_.erase(entries_.back().key);
      entries_.pop_back();
    }
  }

  const std::size_t max_entries_, max_bytes_;
  std::mutex mutex_;  // guards what follows
  std::list<Entry> entries_;
  std::unordered_map<std::string, typename std::list<Entry>::iterator> index_;
  std::size_t bytes_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace bfa
