// SPDX-License-Identifier: Apache-2.0
#include "bfa/serve/handler.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa {

std::string_view ServeRequest::path() const noexcept {
  const std::string_view whole = target;
  return whole.substr(0, whole.find('?'));
}

std::string_view ServeRequest::query() const noexcept {
  const std::string_view whole = target;
  const std::size_t at = whole.find('?');
  return at == std::string_view::npos ? std::string_view() : whole.substr(at + 1);
}

std::string_view ServeRequest::header(std::string_view name) const noexcept {
  for (const auto& [key, value] : headers) {
    if (equals_ignoring_case(key, name)) return value;
  }
  return {};
}

void ServeReply::set(std::string_view name, std::string_view value) {
  for (auto& [key, old] : headers) {
    if (!equals_ignoring_case(key, name)) continue;
    old = value;
    return;
  }
  headers.emplace_back(name, value);
}

}  // namespace bfa
