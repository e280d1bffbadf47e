// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// All functions: when memory runs out, the result is empty, which no key or domain of a URL is otherwise.

// What the canonical form of an object's URL removes. docs/formats/url.md has each rule.
struct CanonicalOptions {
  bool drop_fragment = false;    // fragments identify comments; the crawler drops them before it fetches
  bool drop_tracking = true;     // utm_*, fbclid, gclid, ...
  bool drop_session_ids = true;  // ;jsessionid=, PHPSESSID=, sid=<32 hex>
  bool drop_userinfo = true;
  bool drop_index_file = false;  // trailing index.html, index.php: on some servers another page
  bool drop_empty_query = true;  // a trailing "?"
  bool drop_www = false;         // "www." before two labels or more: another host, but mostly the same blog
  bool unify_scheme = false;     // http without a port becomes https: mostly, not always, the same page
};

// The canonical form: an identity for objects. Keeps the case, the path and the order of the remaining query
// parameters. Thread-safe.
BFA_EXPORT Url canonical_url(const Url& url, const CanonicalOptions& options = {});

// CDX servers use the keys of one of two programs, which differ for non-web URLs: "dns:archive.org" becomes
// "org,archive)" in webarchive-commons and stays "dns:archive.org" in the Python surt module.
enum class SurtDialect : std::uint8_t { kWayback, kPython };

// The key of CDX servers: "com,example)/path?query". It drops case, www, session ids and fragment: use it as
// an index, not as an identity. `url`: any text; non-URLs are returned unchanged. `keep_www`: keeps "www."
// and "www2.". Thread-safe. Source: webarchive-commons WaybackURLKeyMaker; docs/formats/url.md has the rules.
BFA_EXPORT std::string surt_key(std::string_view url, SurtDialect dialect = SurtDialect::kWayback,
                                bool keep_www = false);

// A key that is the same for http and https, with and without "www.", "/index.html" and empty segments of the
// path ("/a//b"): whether a page was already fetched. Thread-safe.
BFA_EXPORT std::string fetch_dedup_key(const Url& url);

// The registered domain by the public suffix list ("blog.example.co.uk" gives "example.co.uk"); the host
// itself for addresses and public suffixes. Thread-safe.
BFA_EXPORT std::string registered_domain(std::string_view host);

// "com.example.blog" for "blog.example.com"; IP addresses are returned unchanged. Thread-safe.
BFA_EXPORT std::string reversed_host(std::string_view host);

}  // namespace bfa
