// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bfa::pages {

struct AssetSource {
  std::string_view name, bytes;
};

// The files of `assets/`, which the build makes a table of (make_assets.cmake).
std::span<const AssetSource> asset_sources();

}  // namespace bfa::pages
