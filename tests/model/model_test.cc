// SPDX-License-Identifier: Apache-2.0
// Random operations, faults and damage on an archive, against a model of what it must know.
// BFA_MODEL_SECONDS: how long (default 20); BFA_MODEL_SEED: the first seed (default 1); docs/operating.md.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "archive_model.h"

namespace bfa::test {
namespace {

constexpr int kStepsOfSeed = 30;

std::uint32_t number_of(const char* name, std::uint32_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : static_cast<std::uint32_t>(std::strtoul(value, nullptr, 10));
}

TEST(ArchiveModel, AnswersAsTheModelKnows) {
  const auto begun = std::chrono::steady_clock::now();
  const auto most = std::chrono::seconds(number_of("BFA_MODEL_SECONDS", 20));
  const std::uint32_t first = number_of("BFA_MODEL_SEED", 1);
  std::uint32_t seed = first;
  for (; std::chrono::steady_clock::now() - begun < most; ++seed) {
    ArchiveModel model(seed);
    for (int i = 0; i < kStepsOfSeed && !HasFailure(); ++i) model.step();
    ASSERT_FALSE(HasFailure()) << "BFA_MODEL_SEED=" << seed << "\n" << model.steps();
  }
  std::string told;
  for (const auto& [name, count] : ArchiveModel::counts()) told += ", " + name + " " + std::to_string(count);
  std::printf("seeds %u to %u%s\n", first, seed - 1, told.c_str());
}

}  // namespace
}  // namespace bfa::test
