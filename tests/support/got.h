// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "bfa/base/result.h"

namespace bfa::test {

// The value of a result; an error fails the test.
template <class T>
T got(Result<T> result) {
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? std::move(*result) : T();
}

}  // namespace bfa::test
