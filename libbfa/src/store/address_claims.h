// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "bfa/crawlmodel/step_result.h"
#include "store/database.h"

namespace bfa {

// What the addresses of a blog said last of where their content stands: a row an address. One thread writes.
class AddressClaims {
 public:
  explicit AddressClaims(Database& database) : database_(database) {}

  // What an address of the blog said last; nothing when it said nothing.
  Result<std::optional<AddressClaim>> find(const std::string& blog, const std::string& address) const;
  // Takes what a step was told. A claim that is repeated keeps the time of its first answer. An older answer
  // replaces no newer one. An address that gives objects again claims nothing.
  Status take(const StepResult& result, std::uint64_t sequence);

 private:
  Status put(const std::string& blog, const AddressClaim& claim);

  Database& database_;
};

// The claims of a blog, in the order of addresses, until `visit` returns false. Errors: kIo, kCorrupt.
Status for_each_claim(const Database& database, const std::string& blog,
                      const std::function<bool(const AddressClaim&)>& visit);

}  // namespace bfa
