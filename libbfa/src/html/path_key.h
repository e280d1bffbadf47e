// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// The value of a class or an id as a number. Values with digits are seldom the same on several pages, so
// that no rule uses them.
struct NameHash {
  std::uint64_t hash = 0;
  bool stable = false;  // not empty, and no digit in it
};
NameHash hash_of_name(std::string_view value) noexcept;
std::uint64_t hash_of_tag(std::string_view tag) noexcept;

// A number for an element's rule (PathRule::for_node): elements with the same rule have the same number, on
// every page. A rule identifies an element by its id, otherwise by its class, otherwise by its parent and
// its tag.
std::uint64_t key_of_id(std::uint64_t id) noexcept;
std::uint64_t key_of_class(std::uint64_t tag, std::uint64_t name) noexcept;
std::uint64_t key_of_child(std::uint64_t parent, std::uint64_t tag) noexcept;

}  // namespace bfa
