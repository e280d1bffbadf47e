// SPDX-License-Identifier: Apache-2.0
#include "warc/copy/url_pattern.h"

#include <re2/re2.h>

#include <utility>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr int kMaxMemory = 8 << 20;  // of an expression's programs and caches

RE2::Options options(RE2::Options::Encoding encoding) {
  RE2::Options options;
  options.set_encoding(encoding);
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  return options;
}

}  // namespace

struct UrlPattern::Impl {
  explicit Impl(const std::string& expression)
      : of_utf8(expression, options(RE2::Options::EncodingUTF8)),
        of_bytes(expression, options(RE2::Options::EncodingLatin1)) {}
  RE2 of_utf8;
  RE2 of_bytes;  // for URLs of other encodings, which WARC files have
};

UrlPattern::UrlPattern(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
UrlPattern::UrlPattern(UrlPattern&&) noexcept = default;
UrlPattern& UrlPattern::operator=(UrlPattern&&) noexcept = default;
UrlPattern::~UrlPattern() = default;

Result<UrlPattern> UrlPattern::compile(const std::string& expression) {
  auto impl = std::make_unique<Impl>(expression);
  for (const RE2* compiled : {&impl->of_utf8, &impl->of_bytes}) {
    if (!compiled->ok())
      return Error{Code::kInvalidArgument, "not a regular expression of RE2: " + compiled->error(),
                   expression, -1};
  }
  return UrlPattern(std::move(impl));
}

bool UrlPattern::is_found_in(std::string_view url) const {
  const RE2& compiled = is_valid_utf8(url) ? impl_->of_utf8 : impl_->of_bytes;
  return RE2::PartialMatch(re2::StringPiece(url.data(), url.size()), compiled);
}

}  // namespace bfa
