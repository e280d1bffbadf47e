// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// What the canonical form of an object's URL takes away. Each rule stands in docs/formats/url.md.
struct CanonicalOptions {
  bool drop_fragment = false;    // fragments name comments; the crawler drops them before it fetches
  bool drop_tracking = true;     // utm_*, fbclid, gclid, ...
  bool drop_session_ids = true;  // ;jsessionid=, PHPSESSID=, sid=<32 hex>
  bool drop_userinfo = true;
  bool drop_index_file = false;  // trailing index.html, index.php: not every server treats them alike
  bool drop_empty_query = true;  // a trailing "?"
  bool drop_www = false;      // "www." before two labels or more: another host, though mostly the same blog
  bool unify_scheme = false;  // http becomes https, without a port only: twins mostly, not surely
};

// The canonical form: an identity for objects. Keeps case, path and the order of what is left of the query.
// Thread-safe.
BFA_EXPORT Url canonical_url(const Url& url, const CanonicalOptions& options = {});

// The two programs whose keys CDX servers use differ in what is no web address: "dns:archive.org" is
// "org,archive)" for webarchive-commons and stays "dns:archive.org" for the Python surt module.
enum class SurtDialect : std::uint8_t { kWayback, kPython };

// The key of CDX servers: "com,example)/path?query". Loses case, www, session ids, fragment: an index, never
// an identity. `url`: any text; what is no URL comes back as it is, so that sorting goes on. Thread-safe.
// Source: webarchive-commons WaybackURLKeyMaker; the rules stand in docs/formats/url.md.
// `keep_www`: "www." and "www2." stay, for indexes that tell hosts apart by it.
BFA_EXPORT std::string surt_key(std::string_view url, SurtDialect dialect = SurtDialect::kWayback,
                                bool keep_www = false);

// A key under which http/https twins, www twins and a missing "/index.html" are one: for "was this fetched
// already".
BFA_EXPORT std::string fetch_dedup_key(const Url& url);

// The registered domain by the public suffix list ("blog.example.co.uk" gives "example.co.uk"); the host
// itself for addresses and public suffixes. Thread-safe.
BFA_EXPORT std::string registered_domain(std::string_view host);

// "com.example.blog" for "blog.example.com"; addresses stay as they are.
BFA_EXPORT std::string reversed_host(std::string_view host);

}  // namespace bfa
