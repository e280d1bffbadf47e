// SPDX-License-Identifier: Apache-2.0
#include "io/ecdsa.h"

#include <memory>

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace bfa {
namespace {

template <auto Free>
struct Freeing {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;
using Context = std::unique_ptr<EVP_MD_CTX, Freeing<EVP_MD_CTX_free>>;
using Bio = std::unique_ptr<BIO, Freeing<BIO_free_all>>;
using Pair = std::unique_ptr<ECDSA_SIG, Freeing<ECDSA_SIG_free>>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Bytes of each half of a signature; 0 if the key is not an EC key.
int half_bytes(const EVP_PKEY* key) {
  return EVP_PKEY_base_id(key) == EVP_PKEY_EC ? (EVP_PKEY_bits(key) + 7) / 8 : 0;
}

int no_pass_phrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*user*/) {
  return 0;
}

std::string public_key_of(EVP_PKEY* key) {
  const int size = i2d_PUBKEY(key, nullptr);
  std::string der(static_cast<std::size_t>(size > 0 ? size : 0), '\0');
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  if (size <= 0 || i2d_PUBKEY(key, &out) != size) return {};
  return der;
}

// r and s from the DER form that OpenSSL makes.
std::string halves_of(std::string_view der, int half) {
  const unsigned char* at = bytes_of(der);
  const Pair pair(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
  if (!pair) return {};
  std::string out(static_cast<std::size_t>(half) * 2, '\0');
  auto* const bytes = reinterpret_cast<unsigned char*>(out.data());
  if (BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), bytes, half) != half) return {};
  if (BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), bytes + half, half) != half) return {};
  return out;
}

std::string der_of(std::string_view halves, int half) {
  Pair pair(ECDSA_SIG_new());
  BIGNUM* const r = BN_bin2bn(bytes_of(halves), half, nullptr);
  BIGNUM* const s = BN_bin2bn(bytes_of(halves) + half, half, nullptr);
  if (!pair || ECDSA_SIG_set0(pair.get(), r, s) != 1) {
    BN_free(r);
    BN_free(s);
    return {};
  }
  const int size = i2d_ECDSA_SIG(pair.get(), nullptr);
  std::string der(static_cast<std::size_t>(size > 0 ? size : 0), '\0');
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  return i2d_ECDSA_SIG(pair.get(), &out) == size ? der : std::string();
}

}  // namespace

Result<EcdsaSignature> sign_ecdsa(std::string_view private_key_pem, std::string_view message) {
  const Bio bio(BIO_new_mem_buf(private_key_pem.data(), static_cast<int>(private_key_pem.size())));
  const Key key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, no_pass_phrase, nullptr) : nullptr);
  const int half = key ? half_bytes(key.get()) : 0;
  if (half == 0)
    return Error{Code::kInvalidArgument, "no EC private key in PEM without a pass phrase", {}, -1};
  const Context context(EVP_MD_CTX_new());
  std::size_t size = 0;
  std::string der;
  bool made = context && EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
              EVP_DigestSign(context.get(), nullptr, &size, bytes_of(message), message.size()) == 1;
  if (made) {
    der.resize(size);
    made = EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(der.data()), &size,
                          bytes_of(message), message.size()) == 1;
    der.resize(size);
  }
  EcdsaSignature signature{made ? halves_of(der, half) : std::string(), public_key_of(key.get())};
  if (signature.signature.empty() || signature.public_key.empty()) {
    return Error{Code::kInternal, "signature could not be made", {}, -1};
  }
  return signature;
}

Result<bool> verify_ecdsa(const EcdsaSignature& signature, std::string_view message) {
  const unsigned char* at = bytes_of(signature.public_key);
  const Key key(d2i_PUBKEY(nullptr, &at, static_cast<long>(signature.public_key.size())));
  const int half = key ? half_bytes(key.get()) : 0;
  if (half == 0) return Error{Code::kInvalidArgument, "no EC public key", {}, -1};
  if (signature.signature.size() != static_cast<std::size_t>(half) * 2) return false;
  const std::string der = der_of(signature.signature, half);
  const Context context(EVP_MD_CTX_new());
  return context && EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes_of(der), der.size(), bytes_of(message), message.size()) == 1;
}

}  // namespace bfa
