// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa::pages {

// The address of a file of `assets/` by its name: "/static/site.1f2e3d4c5b6a.css". The digest in it changes
// with the file, so that browsers may keep it for ever.
std::string asset_address(std::string_view name);

}  // namespace bfa::pages
