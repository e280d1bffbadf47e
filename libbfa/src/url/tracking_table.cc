// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "url/tracking.h"

namespace bfa {
namespace {

// clang-format off
constexpr std::array<std::string_view, 9> kPrefixes = {
    "utm_",
    "pk_",
    "mtm_",
    "piwik_",
    "matomo_",
    "hsa_",
    "fb_action_",
    "vero_",
    "oly_",
};
// clang-format on

// clang-format off
constexpr std::array<std::string_view, 34> kNames = {
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "ysclid",
    "twclid",
    "ttclid",
    "igshid",
    "igsh",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "_openstat",
    "hsctatracking",
    "wickedid",
    "srsltid",
    "fb_source",
    "fb_ref",
    "wt_mc",
    "xtor",
    "at_medium",
    "at_campaign",
    "s_kwcid",
    "epik",
    "rb_clickid",
};
// clang-format on

}  // namespace

std::span<const std::string_view> tracking_names() noexcept {
  return kNames;
}
std::span<const std::string_view> tracking_prefixes() noexcept {
  return kPrefixes;
}

}  // namespace bfa
