// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

enum class DigestAlgorithm : std::uint8_t { kSha1, kSha256, kSha512, kMd5 };

// Without memory all digests and encodings are empty, which none is otherwise, and same_digest() is false.

// Incremental hash. Not thread-safe; cheap to make.
class BFA_EXPORT Digester {
 public:
  explicit Digester(DigestAlgorithm algorithm);
  ~Digester();
  Digester(Digester&&) noexcept;
  Digester& operator=(Digester&&) noexcept;

  void update(std::string_view bytes);
  void update(std::span<const std::byte> bytes);
  // The raw digest (20, 32, 64 or 16 bytes); then the digester is empty again.
  std::string finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Raw digest of `bytes`.
BFA_EXPORT std::string digest(DigestAlgorithm algorithm, std::string_view bytes);

// A labelled-digest (WARC 1.1, section 5.8) in the usual spelling: "sha1:" + base32 upper case, "sha256:" +
// hex lower case.
BFA_EXPORT std::string labelled_digest(DigestAlgorithm algorithm, std::string_view raw);

// True if two labelled digests have the same value, whatever their case and encoding (base32 or hex).
BFA_EXPORT bool same_digest(std::string_view a, std::string_view b);

// The canonical spelling of a labelled digest, as labelled_digest() writes it. A value without label is
// accepted if its length identifies the algorithm (SHA-1, SHA-256). Empty if it is not a digest of a known
// algorithm. Thread-safe.
BFA_EXPORT std::string canonical_digest(std::string_view labelled);

BFA_EXPORT std::string hex_encode(std::string_view raw);
BFA_EXPORT std::string base32_encode(std::string_view raw);  // RFC 4648, no padding needed for 20 bytes

// XXH3, 64 bits: for hash tables and sets, never for fixity. Thread-safe.
BFA_EXPORT std::uint64_t fast_hash(std::string_view bytes) noexcept;

}  // namespace bfa
