// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

class Url;
struct CanonicalOptions;
BFA_EXPORT Url canonical_url(const Url& url, const CanonicalOptions& options);

// An absolute URL as the WHATWG URL standard parses it. A value: copyable, comparable by its serialisation.
// Views live as long as the URL is unchanged. Reading is thread-safe.
class BFA_EXPORT Url {
 public:
  // Parses `text`, relative to `base` when given. Errors: kInvalidArgument with the text in `where`.
  static Result<Url> parse(std::string_view text, const Url* base = nullptr);

  const std::string& href() const noexcept { return href_; }  // serialised
  std::string_view scheme() const noexcept;                   // "https", without the colon
  std::string_view host() const noexcept;   // serialised: ASCII, IPv6 in brackets; may be empty
  int port() const noexcept;                // the effective one; -1 when the scheme has none
  bool has_explicit_port() const noexcept;  // one that is not the scheme's default
  std::string_view path() const noexcept;   // with its leading slash
  std::string_view query() const noexcept;  // without '?'
  bool has_query() const noexcept;
  std::string_view fragment() const noexcept;  // without '#'
  std::string origin() const;                  // scheme://host[:port]
  bool is_http() const noexcept;               // http or https
  std::string_view username() const noexcept;
  std::string_view password() const noexcept;

  Url without_fragment() const;

  bool operator==(const Url& other) const { return href_ == other.href_; }

 private:
  friend BFA_EXPORT Url canonical_url(const Url& url, const CanonicalOptions& options);

  static Url from_href(std::string href);  // `href`: a serialised URL
  void locate_parts();
  void locate_authority(std::size_t begin);

  std::string href_;
  struct Parts {
    std::size_t scheme_end = 0, user_begin = 0, user_end = 0, pass_begin = 0, pass_end = 0, host_begin = 0,
                host_end = 0, path_begin = 0, path_end = 0, query_begin = 0, query_end = 0,
                fragment_begin = 0;
    int port = -1;
    bool has_query = false, has_fragment = false, explicit_port = false;
  } parts_;
};

// The serialised ASCII host that `host` (Unicode, UTF-8) has in an https URL: IDNA by UTS 46, addresses
// normalised. Errors: kInvalidArgument. Source: WHATWG URL, "host parsing".
BFA_EXPORT Result<std::string> host_to_ascii(std::string_view host);

// Percent-decodes; `+` is not decoded. Invalid escapes are kept. Empty when memory runs out. Thread-safe.
BFA_EXPORT std::string percent_decode(std::string_view text);

}  // namespace bfa
