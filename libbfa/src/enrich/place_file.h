// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bfa/base/result.h"

namespace bfa {

// Where an address of the network is, as a file says. Empty: it does not say.
struct NetworkPlace {
  std::string city, country;  // English names

  // "City, Country", or one of them. A comma within a name becomes a dash: readers divide at the one between.
  std::string text() const;
};

// Places of addresses, from a file that the user names. Nothing is downloaded, and no file comes with the
// library. find() is thread-safe.
class PlaceFile {
 public:
  // Reads a file in the MaxMind DB format 2.0 (.mmdb) with the members `city.names.en` and
  // `country.names.en`, as GeoLite2 City and DB-IP City have them. Errors: kNotFound, kIo, kCorrupt (no such
  // file), kUnsupported (built without libmaxminddb).
  static Result<std::unique_ptr<PlaceFile>> open(const std::string& path);
  virtual ~PlaceFile() = default;
  // Nothing for an address that the file does not have. Errors: kInvalidArgument (no IPv4 or IPv6 address),
  // kCorrupt (the file is damaged there).
  virtual Result<std::optional<NetworkPlace>> find(const std::string& address) const = 0;
};

}  // namespace bfa
