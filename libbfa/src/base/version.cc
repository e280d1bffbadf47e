// SPDX-License-Identifier: Apache-2.0
#include "bfa/base/version.h"

namespace bfa {

std::string_view version() noexcept {
  return BFA_VERSION;
}

VersionNumbers version_numbers() noexcept {
  return {BFA_VERSION_MAJOR, BFA_VERSION_MINOR, BFA_VERSION_PATCH};
}

}  // namespace bfa
