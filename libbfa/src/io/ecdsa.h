// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// A signature as the Web Cryptography API makes it: r and s of the curve's width each (IEEE P1363), over the
// SHA-256 of the message; the key as SubjectPublicKeyInfo (DER). Raw bytes both.
struct EcdsaSignature {
  std::string signature, public_key;
};

// Signs with an EC private key (PEM, no pass phrase). Errors: kInvalidArgument (no such key), kInternal.
// Thread-safe.
Result<EcdsaSignature> sign_ecdsa(std::string_view private_key_pem, std::string_view message);

// True when the signature is of that key and message. Errors: kInvalidArgument (no EC key). Thread-safe.
Result<bool> verify_ecdsa(const EcdsaSignature& signature, std::string_view message);

}  // namespace bfa
