// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/digest.h"

#include <array>
#include <utility>

#include <openssl/evp.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/ascii.h"
#include "base/guard.h"

namespace bfa {
namespace {

// Fetched once: looking an algorithm up by name costs more than hashing a small block. Never changes after.
const EVP_MD* message_digest(DigestAlgorithm algorithm) {
  static const std::array<const EVP_MD*, 4> table = {
      EVP_MD_fetch(nullptr, "SHA1", nullptr), EVP_MD_fetch(nullptr, "SHA256", nullptr),
      EVP_MD_fetch(nullptr, "SHA512", nullptr), EVP_MD_fetch(nullptr, "MD5", nullptr)};
  return table[static_cast<std::size_t>(algorithm)];
}

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

int base32_value(char c) {
  if (is_letter(c)) return ascii_lower(c) - 'a';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

bool decode_hex(std::string_view text, std::string& raw) {
  if (text.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_value(text[i]);
    const int low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return false;
    raw.push_back(static_cast<char>(high * 16 + low));
  }
  return true;
}

bool decode_base32(std::string_view text, std::string& raw) {
  unsigned buffer = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const int value = base32_value(c);
    if (value < 0) return false;
    buffer = (buffer << 5U) | static_cast<unsigned>(value);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      raw.push_back(static_cast<char>((buffer >> bits) & 0xffU));
      buffer &= (1U << bits) - 1U;
    }
  }
  return true;
}

std::size_t raw_size(std::string_view lower_algorithm) {
  if (lower_algorithm == "sha1") return 20;
  if (lower_algorithm == "sha256") return 32;
  if (lower_algorithm == "sha512") return 64;
  if (lower_algorithm == "md5") return 16;
  return 0;
}

// "SHA-256:ABC=" as "sha256" and raw bytes; if the encoding is unknown, the value unchanged.
struct Labelled {
  std::string algorithm, value;
  bool decoded = false;
  bool operator==(const Labelled&) const = default;
};

Labelled parse_labelled(std::string_view text) {
  std::string algorithm;
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    for (const char c : text.substr(0, colon)) {
      if (c == '-') continue;
      algorithm.push_back(ascii_lower(c));
    }
    text.remove_prefix(colon + 1);
  }
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  const std::size_t size = raw_size(algorithm);
  std::string raw;
  if (size != 0 && text.size() == size * 2 && decode_hex(text, raw)) return {algorithm, raw, true};
  raw.clear();
  if (size != 0 && text.size() == (size * 8 + 4) / 5 && decode_base32(text, raw))
    return {algorithm, raw, true};
  return {algorithm, std::string(text), false};
}

}  // namespace

struct Digester::Impl {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  const EVP_MD* algorithm = nullptr;
  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { EVP_MD_CTX_free(context); }
};

Digester::Digester(DigestAlgorithm algorithm)
    : impl_(guarded_or_empty([&]() -> std::unique_ptr<Impl> {
        auto impl = std::make_unique<Impl>();
        if (impl->context == nullptr) throw std::bad_alloc();
        impl->algorithm = message_digest(algorithm);
        EVP_DigestInit_ex2(impl->context, impl->algorithm, nullptr);
        return impl;
      })) {}
Digester::~Digester() = default;
Digester::Digester(Digester&&) noexcept = default;
Digester& Digester::operator=(Digester&&) noexcept = default;

void Digester::update(std::string_view bytes) {
  if (!impl_) return;
  EVP_DigestUpdate(impl_->context, bytes.data(), bytes.size());
}

void Digester::update(std::span<const std::byte> bytes) {
  if (!impl_) return;
  EVP_DigestUpdate(impl_->context, bytes.data(), bytes.size());
}

std::string Digester::finish() {
  if (!impl_) return {};
  return guarded_or_empty([&]() -> std::string {
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned size = 0;
    EVP_DigestFinal_ex(impl_->context, raw.data(), &size);
    EVP_DigestInit_ex2(impl_->context, impl_->algorithm, nullptr);
    return {reinterpret_cast<const char*>(raw.data()), size};
  });
}

std::string digest(DigestAlgorithm algorithm, std::string_view bytes) {
  return guarded_or_empty([&]() -> std::string {
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned size = 0;
    EVP_Digest(bytes.data(), bytes.size(), raw.data(), &size, message_digest(algorithm), nullptr);
    return {reinterpret_cast<const char*>(raw.data()), size};
  });
}

std::string labelled_digest(DigestAlgorithm algorithm, std::string_view raw) {
  return guarded_or_empty([&]() -> std::string {
    switch (algorithm) {
      case DigestAlgorithm::kSha1:
        return "sha1:" + base32_encode(raw);
      case DigestAlgorithm::kSha256:
        return "sha256:" + hex_encode(raw);
      case DigestAlgorithm::kSha512:
        return "sha512:" + hex_encode(raw);
      case DigestAlgorithm::kMd5:
        return "md5:" + hex_encode(raw);
    }
    return {};
  });
}

bool same_digest(std::string_view a, std::string_view b) {
  return guarded_or_empty([&]() -> bool { return a == b || parse_labelled(a) == parse_labelled(b); });
}

std::string canonical_digest(std::string_view labelled) {
  return guarded_or_empty([&]() -> std::string {
    std::string text(labelled);
    if (text.find(':') == std::string::npos) {
      // Base32 and hex of SHA-1, hex of SHA-256.
      const bool sha1 = text.size() == 32 || text.size() == 40;
      if (!sha1 && text.size() != 64) return {};
      text.insert(0, sha1 ? "sha1:" : "sha256:");
    }
    const Labelled digest = parse_labelled(text);
    if (!digest.decoded) return {};
    if (digest.algorithm == "sha1") return labelled_digest(DigestAlgorithm::kSha1, digest.value);
    if (digest.algorithm == "sha256") return labelled_digest(DigestAlgorithm::kSha256, digest.value);
    if (digest.algorithm == "sha512") return labelled_digest(DigestAlgorithm::kSha512, digest.value);
    return labelled_digest(DigestAlgorithm::kMd5, digest.value);
  });
}

std::string hex_encode(std::string_view raw) {
  return guarded_or_empty([&]() -> std::string {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    out.reserve(raw.size() * 2);
    for (const char c : raw) {
      const auto byte = static_cast<unsigned char>(c);
      out.push_back(kDigits[byte >> 4U]);
      out.push_back(kDigits[byte & 15U]);
    }
    return out;
  });
}

std::string base32_encode(std::string_view raw) {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    out.reserve((raw.size() * 8 + 4) / 5);
    unsigned buffer = 0;
    unsigned bits = 0;
    for (const char c : raw) {
      buffer = (buffer << 8U) | static_cast<unsigned char>(c);
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        out.push_back(kBase32[(buffer >> bits) & 31U]);
      }
      buffer &= (1U << bits) - 1U;
    }
    if (bits != 0) out.push_back(kBase32[(buffer << (5 - bits)) & 31U]);
    return out;
  });
}

std::uint64_t fast_hash(std::string_view bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace bfa
