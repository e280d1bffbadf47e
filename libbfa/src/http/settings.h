// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bfa/http/fetcher.h"
#include "http/cookie_jar.h"
#include "http/seams.h"

namespace bfa::http {

struct SlistDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Slist = std::unique_ptr<curl_slist, SlistDeleter>;

// Appends a copy of `line`; false when out of memory.
bool append(Slist& list, const std::string& line);

// Which certificates are trusted: either files and folders that the TLS library reads, or all of them here.
struct Trust {
  std::string ca_file;    // bundle; empty: none
  std::string ca_folder;  // hashed folder; empty: none
  std::string bundle;     // PEM of all, instead of the two above when it is not empty
};

// The open connections of a fetcher by host: which sockets an answer may have come on. Network thread only.
using OpenSockets = std::multimap<std::string, curl_socket_t>;

// Shared by all transfers of one fetcher. Constant, except for `sockets` and `cookies`.
struct Settings {
  NetworkOptions options;
  std::vector<std::pair<std::string, std::string>> headers;  // the fetcher's own
  Slist connect_to;
  Trust trust;
  Seams seams;
  std::unique_ptr<OpenSockets> sockets = std::make_unique<OpenSockets>();
  std::unique_ptr<CookieJar> cookies = std::make_unique<CookieJar>();
};

// Checks the options, fills in defaults. Errors: kInvalidArgument, kIo.
Result<Settings> make_settings(NetworkOptions options);

}  // namespace bfa::http
