// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/replay/rebuilt.h"
#include "bfa/replay/replay.h"
#include "bfa/serve/handler.h"
#include "serve/data/site_context.h"

namespace bfa {

// The policy of all that was archived: no script, nothing of other hosts, an origin of its own.
inline constexpr std::string_view kReplayPolicy =
    "sandbox; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' "
    "data:; "
    "media-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

// Markup for the top of an archived page: when it was captured, other captures, how far apart in time its
// parts lie. Links only, styled within itself. Errors: those of the index.
Result<std::string> replay_banner(const SiteContext& context, const std::string& url,
                                  const IndexedCapture& capture, const ReplayedCapture& replayed);

// The same for a page that was put together: that it is no capture, and from what it is made.
std::string rebuilt_banner(const std::string& url, UtcTime at, const RebuiltPage& rebuilt);

// A page of ours with the archived page in a frame, at the origin for archived pages. Errors: those of
// replay_capture.
Result<ServeReply> view_page(const SiteContext& context, const ServeRequest& request, const std::string& url,
                             const IndexedCapture& capture);

ServeReply page_style();  // "/view.css": of the pages below and of view_page

// "/rebuilt/TIME/URL": `rest` is what stands behind "/rebuilt/".
ServeReply answer_rebuilt(const SiteContext& context, const ServeRequest& request, std::string_view rest);

// What the archive may have of an address without a capture: an object, or an entry of a feed of its blog.
// From both a page can be put together.
enum class KnownOf : std::uint8_t { kNothing, kObject, kBlog };
KnownOf known_of(const SiteContext& context, const std::string& url);

// Whole pages of ours, without script.
std::string not_archived_page(std::string_view url, KnownOf known, UtcTime at);
// For what is captured, and is no page with content of its own: a feed, an image, a list.
std::string nothing_to_rebuild_page(const std::string& url, const IndexedCapture& capture);
std::string unreadable_page(std::string_view url, const Error& error);
// A page with captures that cannot be given: `sentence` says how many; `rest`: the address of the others.
std::string incomplete_wacz_page(std::string_view url, std::string_view sentence, std::string_view rest);
// For a redirect that led to something else than an http or https address.
std::string odd_redirect_page(std::string_view url, std::string_view target);
std::string picture_of(std::string_view address, std::string_view title);  // an image alone

}  // namespace bfa
