// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// A signature in the form of the Web Cryptography API: r and s of the curve's width each (IEEE P1363), over
// the SHA-256 of the message; the key as SubjectPublicKeyInfo (DER). Both are raw bytes.
struct EcdsaSignature {
  std::string signature, public_key;
};

// Signs with an EC private key (PEM, no pass phrase). Errors: kInvalidArgument (no such key), kInternal.
// Thread-safe.
Result<EcdsaSignature> sign_ecdsa(std::string_view private_key_pem, std::string_view message);

// True if the signature is that of the key and message. Errors: kInvalidArgument (not an EC key).
// Thread-safe.
Result<bool> verify_ecdsa(const EcdsaSignature& signature, std::string_view message);

}  // namespace bfa
