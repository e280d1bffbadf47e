// SPDX-License-Identifier: Apache-2.0
#include "bfa/base/result.h"

#include <gtest/gtest.h>

#include <memory>

#include "bfa/base/finding.h"

namespace bfa {
namespace {

TEST(House_Result, HoldsAValueOrAnError) {
  Result<std::string> value(std::string("text"));
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, "text");
  EXPECT_EQ(value->size(), 4u);
  EXPECT_EQ(value.value_or("other"), "text");

  Result<std::string> error(Error{Code::kNotFound, "no such key", "store", 7});
  ASSERT_FALSE(error.has_value());
  EXPECT_EQ(error.error().code, Code::kNotFound);
  EXPECT_EQ(error.value_or("other"), "other");
}

TEST(House_Result, CarriesMoveOnlyValues) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  ASSERT_TRUE(result);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 5);
}

TEST(House_Status, IsOkUntilAnErrorIsGiven) {
  EXPECT_TRUE(Status().ok());
  const Status failed(Error{Code::kIo, "disk full", {}, -1});
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "disk full");
}

TEST(House_Error, PrintsOnOneLine) {
  EXPECT_EQ(to_string(Error{Code::kCorrupt, "bad length", "a.warc", 12}), "a.warc:12: bad length (corrupt)");
  EXPECT_EQ(to_string(Error{Code::kCorrupt, "bad length", "a.warc", -1}), "a.warc: bad length (corrupt)");
  EXPECT_EQ(to_string(Error{Code::kCorrupt, "bad length", "", 12}), "offset 12: bad length (corrupt)");
  EXPECT_EQ(to_string(Error{Code::kInternal, "oops", "", -1}), "oops (internal)");
}

TEST(House_Code, NamesAreStable) {
  EXPECT_EQ(code_name(Code::kInvalidArgument), "invalid_argument");
  EXPECT_EQ(code_name(Code::kNotFound), "not_found");
  EXPECT_EQ(code_name(Code::kCorrupt), "corrupt");
  EXPECT_EQ(code_name(Code::kTruncated), "truncated");
  EXPECT_EQ(code_name(Code::kUnsupported), "unsupported");
  EXPECT_EQ(code_name(Code::kLimit), "limit");
  EXPECT_EQ(code_name(Code::kUnavailable), "unavailable");
  EXPECT_EQ(code_name(Code::kDenied), "denied");
  EXPECT_EQ(code_name(Code::kIo), "io");
  EXPECT_EQ(code_name(Code::kInternal), "internal");
}

}  // namespace
}  // namespace bfa
