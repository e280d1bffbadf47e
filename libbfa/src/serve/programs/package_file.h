// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "serve/data/site_context.h"

namespace bfa {

// More bytes of WARC files than these are not read for a package that somebody waits for.
inline constexpr std::uint64_t kMostPackageWarcs = 512u << 20;

// /package?url=URL&form=mets&into=zip: a blog, or one post with its comments and captures, as a package
// (docs/formats/packages.md), made in a temporary folder and sent when it is whole.
ServeReply answer_package(const SiteContext& context, const ServeRequest& request);

// Why no package is begun; nothing when it may be. `warc_bytes`: of the archive, all of which are read.
// `free_bytes`: of the disk with the temporary folder; nothing when that is not known.
std::optional<ServeReply> package_refusal(std::uint64_t warc_bytes, std::optional<std::uint64_t> free_bytes);

}  // namespace bfa
