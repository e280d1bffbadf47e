// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "serve/data/site_context.h"

namespace bfa {

// The mementos of a URL (RFC 7089): the captures with its SURT key, so that http and https, with and without
// "www.", are one original resource, as in other web archives. Each keeps the URL that it is of. A capture is
// a memento whatever its status; an address that led to another one has mementos too (archived redirects),
// unless both have the same key. Mementos are told apart by URL and second.

bool is_memento(const IndexedCapture& capture);

// The key under which the mementos of `url` are: its own, else that of its canonical form (without tracking
// parameters and session ids), as for the pages at /web/. Its own when there are none.
Result<std::string> memento_key(const SearchIndex& index, const std::string& url);

// The first memento with that key between two instants, both included; the last one when `backwards`.
Result<std::optional<IndexedCapture>> find_memento(const SearchIndex& index, const std::string& key,
                                                   std::optional<UtcTime> from, std::optional<UtcTime> to,
                                                   bool backwards);

// The one nearest to `time`, which has whole seconds; of two that are equally near the older one. Without a
// time: the last one.
Result<std::optional<IndexedCapture>> nearest_memento(const SearchIndex& index, const std::string& key,
                                                      std::optional<UtcTime> time);

// The second that a time is in.
UtcTime whole_second(UtcTime time);

// How many mementos a key has, up to `most`.
Result<std::size_t> count_mementos(const SearchIndex& index, const std::string& key, std::size_t most);

}  // namespace bfa
