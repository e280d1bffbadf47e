// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/http/fetcher.h"

namespace bfa::http {

// Replacements for the resolver and the sockets in tests, so that no request leaves the machine. Called on
// the network thread.
struct Seams {
  // The addresses of a name, at least one, resolved again for each hop.
  std::function<std::vector<std::string>(const std::string& host)> resolve;
  // The port of 127.0.0.1 that is connected to in place of an address that the guard let pass; 0: the
  // connection fails.
  std::function<int(const std::string& address)> port_instead;
  std::optional<std::uint64_t> seed;  // for random parts of delays
};

// As bfa::make_network_fetcher.
Result<std::unique_ptr<Fetcher>> make_network_fetcher(NetworkOptions options, Seams seams);

}  // namespace bfa::http
