// SPDX-License-Identifier: Apache-2.0
#include "websub/signature.h"

#include <gtest/gtest.h>

#include "bfa/io/digest.h"
#include "io/hmac.h"
#include "websub/form.h"

namespace bfa::test {
namespace {

// RFC 4231 section 4.3 (test case 2), RFC 2202 section 3 for SHA-1.
constexpr std::string_view kKey = "Jefe";
constexpr std::string_view kText = "what do ya want for nothing?";

struct SignatureCase {
  std::string signature;
  bool good;
};

TEST(WebSubSignature, AcceptsTheFourMethods) {
  const std::string sha256 = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  const std::vector<SignatureCase> cases = {
      {"sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", true},
      {"sha256=" + sha256, true},
      {"SHA256=5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843", true},
      {" sha256=" + sha256 + "\t", true},
      {"sha384=af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
       "8e2240ca5e69e2c78b3239ecfab21649",
       true},
      {"sha512=164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
       "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
       true},
      {"", false},
      {"sha256=", false},
      {sha256, false},
      {"md5=" + sha256, false},
      {"sha1=" + sha256, false},
      {"sha256=" + sha256.substr(2), false},
      {"sha256=" + sha256 + "00", false},
      {"sha256=x" + sha256.substr(1), false},
      {"sha256=4" + sha256.substr(1), false},
      {"sha256=" + std::string(1u << 20, 'a'), false},
  };
  for (const SignatureCase& one : cases)
    EXPECT_EQ(websub::is_signed_by(one.signature, kKey, kText), one.good) << one.signature.substr(0, 200);
  EXPECT_FALSE(websub::is_signed_by("sha256=" + sha256, "jefe", kText));
  EXPECT_FALSE(websub::is_signed_by("sha256=" + sha256, kKey, "what do ya want for nothing!"));
  // Without a secret there is nothing to check.
  const std::string empty = hex_encode(hmac(HmacHash::kSha256, "", kText).value_or(""));
  EXPECT_FALSE(websub::is_signed_by("sha256=" + empty, "", kText));
}

struct FormCase {
  std::string text;
  websub::FormFields fields;
};

TEST(WebSubForm, ReadsAndWrites) {
  const std::vector<FormCase> cases = {
      {"a=b", {{"a", "b"}}},
      {"a=b&c=%20%2B+", {{"a", "b"}, {"c", " + "}}},
      {"a", {{"a", ""}}},
      {"&&=b&", {{"", "b"}}},
      {"a=b=c", {{"a", "b=c"}}},
      {"a=%", {{"a", "%"}}},
      {"a=%0d%0A", {{"a", "\r\n"}}},
      {"", {}},
  };
  for (const FormCase& one : cases) {
    EXPECT_EQ(websub::read_form(one.text), one.fields) << one.text;
    EXPECT_EQ(websub::read_form(websub::write_form(one.fields)), one.fields) << one.text;
  }
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "a=b&";
  EXPECT_EQ(websub::read_form(many).size(), 32U);
  const auto twice = websub::read_form("a=1&a=2&b=3");
  EXPECT_EQ(websub::only_field(twice, "a"), std::nullopt);
  EXPECT_EQ(websub::only_field(twice, "b"), "3");
}

}  // namespace
}  // namespace bfa::test
