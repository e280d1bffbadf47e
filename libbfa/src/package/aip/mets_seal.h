// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/io/digest.h"
#include "bfa/io/sink.h"
#include "bfa/io/source.h"

namespace bfa {

// The last line of a METS file of a package, a comment: the SHA-256 of all lines above it. METS has the
// digests of the other files, and nothing else would have that of METS itself.
//
//     head -n -1 METS.xml | sha256sum; tail -n 1 METS.xml

// The README of such a package says so, in these words: a check knows by them that the line was there.
inline constexpr std::string_view kMetsSealWords = "has the SHA-256 of the lines above it";

// Writes a document and that line after it. Not thread-safe. `next` must outlive it.
class SealingSink : public Sink {
 public:
  explicit SealingSink(Sink& next) : next_(next) {}
  Status write(std::span<const std::byte> src) override;
  Status finish() override;  // writes the line; does not finish `next`

 private:
  Sink& next_;
  Digester digester_{DigestAlgorithm::kSha256};
};

// What the line says of the document above it.
enum class MetsSeal : std::uint8_t {
  kAbsent,  // no such line: documents of others, and of earlier versions
  kRight,   // its digest is that of the document
  kWrong,   // the document or the line was changed
};

// Reads a document and compares it meanwhile. Not thread-safe. `from` must outlive it.
class SealedSource : public Source {
 public:
  explicit SealedSource(Source& from) : from_(from) {}
  Result<std::size_t> read(std::span<std::byte> dst) override;
  MetsSeal seal();  // once, after the end was read

 private:
  Source& from_;
  Digester digester_{DigestAlgorithm::kSha256};
  std::string last_;  // bytes that may be the line
};

}  // namespace bfa
