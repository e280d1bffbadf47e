// SPDX-License-Identifier: Apache-2.0
#include "websub/signature.h"

#include <array>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "io/hmac.h"

namespace bfa::websub {
namespace {

struct Method {
  std::string_view name;
  HmacHash hash;
};
constexpr std::array<Method, 4> kMethods = {{{"sha1", HmacHash::kSha1},
                                             {"sha256", HmacHash::kSha256},
                                             {"sha384", HmacHash::kSha384},
                                             {"sha512", HmacHash::kSha512}}};

std::optional<HmacHash> hash_of(std::string_view name) {
  for (const Method& method : kMethods) {
    if (equals_ignoring_case(name, method.name)) return method.hash;
  }
  return std::nullopt;
}

// Empty when it is not hexadecimal.
std::string raw_of(std::string_view hex) {
  std::string out;
  if (hex.size() % 2 != 0 || hex.size() > 128) return out;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = hex_value(hex[i]);
    const int low = hex_value(hex[i + 1]);
    if (high < 0 || low < 0) return {};
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

}  // namespace

bool is_signed_by(std::string_view signature, std::string_view secret, std::string_view body) {
  const std::string_view text = trim_blanks(signature);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  const auto hash = hash_of(text.substr(0, equals));
  const std::string claimed = raw_of(text.substr(equals + 1));
  if (!hash || claimed.empty() || secret.empty()) return false;
  const auto code = hmac(*hash, secret, body);
  return code && equal_in_constant_time(claimed, *code);
}

}  // namespace bfa::websub
