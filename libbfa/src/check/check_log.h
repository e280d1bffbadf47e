// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bfa/check/check.h"

namespace bfa {

// A capture that a problem affects.
struct BadCapture {
  std::uint64_t sequence = 0;
  std::size_t problem = 0;

  auto operator<=>(const BadCapture&) const = default;
};

// Collects what a check finds. Problems of one kind in one file are one. Thread-safe.
class CheckLog {
 public:
  // Returns the number of the problem, for bad_capture().
  std::size_t add(CheckProblem::Kind kind, std::string id, std::string file, std::string message,
                  std::string advice, std::int64_t offset = -1);
  std::size_t damage(std::string id, std::string file, std::string message, std::string advice,
                     std::int64_t offset = -1) {
    return add(CheckProblem::Kind::kDamage, std::move(id), std::move(file), std::move(message),
               std::move(advice), offset);
  }
  std::size_t unseen(std::string id, std::string file, std::string message, std::string advice,
                     std::int64_t offset = -1) {
    return add(CheckProblem::Kind::kUnseen, std::move(id), std::move(file), std::move(message),
               std::move(advice), offset);
  }
  void note(std::string id, std::string file, std::string message, std::string advice) {
    add(CheckProblem::Kind::kNote, std::move(id), std::move(file), std::move(message), std::move(advice));
  }
  void bad_capture(std::size_t problem, std::uint64_t sequence);
  // What could not be read: damage when its bytes are wrong, otherwise unseen.
  std::size_t failure(const Error& error, std::string file, const std::string& what);

  // One thread from here on. Sorted, each once.
  const std::vector<BadCapture>& bad_captures();
  void affected(const CheckOptions& options, std::size_t problem, bool object, std::string url, UtcTime time);
  // In the order of their kinds; `affected` of the options has to be told before.
  std::vector<CheckProblem> take();
  bool has(CheckProblem::Kind kind);

 private:
  std::mutex mutex_;
  std::vector<CheckProblem> problems_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;  // by id and file
  std::vector<BadCapture> bad_;
};

}  // namespace bfa
