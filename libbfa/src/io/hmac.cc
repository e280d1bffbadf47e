// SPDX-License-Identifier: Apache-2.0
#include "io/hmac.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>
#include <sys/types.h>

#include <array>
#include <cerrno>

#include "base/guard.h"

namespace bfa {
namespace {

const EVP_MD* method_of(HmacHash hash) {
  switch (hash) {
    case HmacHash::kSha1:
      return EVP_sha1();
    case HmacHash::kSha256:
      return EVP_sha256();
    case HmacHash::kSha384:
      return EVP_sha384();
    case HmacHash::kSha512:
      return EVP_sha512();
  }
  return nullptr;
}

}  // namespace

Result<std::string> hmac(HmacHash hash, std::string_view key, std::string_view bytes) {
  return guarded(
      [&]() -> Result<std::string> {
        std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
        unsigned int size = 0;
        // A null pointer as key would mean the key of an earlier call.
        const char* key_bytes = key.empty() ? "" : key.data();
        if (HMAC(method_of(hash), key_bytes, static_cast<int>(key.size()),
                 reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), code.data(),
                 &size) == nullptr) {
          return Error{Code::kInternal, "cannot make a message authentication code", {}, -1};
        }
        return std::string(reinterpret_cast<const char*>(code.data()), size);
      },
      "hmac");
}

bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  return a.empty() || CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Result<std::string> random_bytes(std::size_t count) {
  return guarded(
      [&]() -> Result<std::string> {
        std::string out(count, '\0');
        std::size_t used = 0;
        while (used < count) {
          const ssize_t got = ::getrandom(out.data() + used, count - used, 0);
          if (got < 0 && errno != EINTR) return Error{Code::kIo, "no random bytes", {}, -1};
          if (got > 0) used += static_cast<std::size_t>(got);
        }
        return out;
      },
      "random_bytes");
}

}  // namespace bfa
