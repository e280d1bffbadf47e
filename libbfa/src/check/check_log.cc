// SPDX-License-Identifier: Apache-2.0
#include "check/check_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bfa {
namespace {

constexpr std::size_t kMostPlaces = 100;

// Keeps them in order, the first ones, each once: whatever thread came first.
void add_place(std::vector<CheckPlace>& places, CheckPlace place) {
  const auto before = [](const CheckPlace& a, const CheckPlace& b) {
    return std::tie(a.offset, a.message) < std::tie(b.offset, b.message);
  };
  const auto at = std::lower_bound(places.begin(), places.end(), place, before);
  if (at != places.end() && !before(place, *at)) return;
  places.insert(at, std::move(place));
  if (places.size() > kMostPlaces) places.pop_back();
}

}  // namespace

std::size_t CheckLog::add(CheckProblem::Kind kind, std::string id, std::string file, std::string message,
                          std::string advice, std::int64_t offset) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = index_.try_emplace({id, file}, problems_.size());
  if (!fresh) {
    CheckProblem& known = problems_[at->second];
    if (++known.count == 2) known.places.push_back({known.offset, known.message});
    add_place(known.places, {offset, message});
    // The first place in the file, whatever thread came first.
    if (offset >= 0 && offset < known.offset) {
      known.offset = offset;
      known.message = std::move(message);
    }
    return at->second;
  }
  CheckProblem problem;
  problem.kind = kind;
  problem.id = std::move(id);
  problem.file = std::move(file);
  problem.offset = offset;
  problem.message = std::move(message);
  problem.advice = std::move(advice);
  problems_.push_back(std::move(problem));
  return at->second;
}

std::size_t CheckLog::failure(const Error& error, std::string file, const std::string& what) {
  if (error.code == Code::kIo || error.code == Code::kLimit || error.code == Code::kUnsupported) {
    return unseen("unreadable", std::move(file), what + " cannot be read: " + error.message,
                  "make it readable for the user who checks, then check again; when the disk reports errors, "
                  "restore the file from a backup",
                  error.offset);
  }
  return damage("damaged", std::move(file), what + ": " + error.message,
                "restore the file from a backup, then check again", error.offset);
}

void CheckLog::bad_capture(std::size_t problem, std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  bad_.push_back({sequence, problem});
}

const std::vector<BadCapture>& CheckLog::bad_captures() {
  std::sort(bad_.begin(), bad_.end());
  bad_.erase(std::unique(bad_.begin(), bad_.end()), bad_.end());
  return bad_;
}

void CheckLog::affected(const CheckOptions& options, std::size_t problem, bool object, std::string url,
                        UtcTime time) {
  CheckProblem& whose = problems_[problem];
  CheckAffected what{whose.id, whose.file, object, std::move(url), time};
  const std::uint64_t before = object ? whose.objects++ : whose.captures++;
  if (options.affected) options.affected(what);
  if (before < options.listed) whose.first.push_back(std::move(what));
}

bool CheckLog::has(CheckProblem::Kind kind) {
  const std::lock_guard lock(mutex_);
  return std::any_of(problems_.begin(), problems_.end(),
                     [&](const CheckProblem& problem) { return problem.kind == kind; });
}

std::vector<CheckProblem> CheckLog::take() {
  return std::move(problems_);
}

}  // namespace bfa
