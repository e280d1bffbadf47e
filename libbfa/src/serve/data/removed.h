// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/serve/handler.h"
#include "bfa/store/archive.h"

namespace bfa {

// True for a browser that opens a page.
bool wants_pages(const ServeRequest& request);

// The answer for an address that was taken out of the archive: 410 with the time and the reason, as a page
// for browsers, else as a problem. Nothing when no removal names the address, or when that cannot be read.
// Ask only where nothing of the address is there: it may have been captured again since.
std::optional<ServeReply> removed_reply(const Archive& archive, const ServeRequest& request,
                                        const std::string& url);

}  // namespace bfa
