// SPDX-License-Identifier: Apache-2.0
#include <libpsl.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/url/canonical.h"

namespace bfa {
namespace {

bool is_address(std::string_view host) {
  if (host.starts_with('[')) return true;
  const auto last = host.substr(host.rfind('.') + 1);
  return is_all_digits(last);
}

}  // namespace

std::string registered_domain(std::string_view host) {
  return guarded_or_empty([&]() -> std::string {
    std::string name(host);
    if (is_address(host)) return name;
    if (name.ends_with('.')) name.pop_back();
    const psl_ctx_t* list = psl_builtin();  // compiled into libpsl, never null there
    const char* domain = list != nullptr ? psl_registrable_domain(list, name.c_str()) : nullptr;
    return domain != nullptr ? std::string(domain) : name;
  });
}

std::string reversed_host(std::string_view host) {
  return guarded_or_empty([&]() -> std::string {
    if (is_address(host)) return std::string(host);
    std::string out;
    out.reserve(host.size());
    for (auto end = host.size();;) {
      const auto dot = end == 0 ? std::string_view::npos : host.rfind('.', end - 1);
      out += host.substr(dot == std::string_view::npos ? 0 : dot + 1,
                         end - (dot == std::string_view::npos ? 0 : dot + 1));
      if (dot == std::string_view::npos) return out;
      out += '.';
      end = dot;
    }
  });
}

}  // namespace bfa
