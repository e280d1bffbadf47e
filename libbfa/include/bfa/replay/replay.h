// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bfa/io/blob.h"
#include "bfa/search/search_index.h"
#include "bfa/store/archive.h"

namespace bfa {

// Captures of an archive as a browser shows them: which one stands nearest to an instant, and its answer,
// rewritten so that nothing runs and nothing is asked of other hosts. All functions are thread-safe. Errors
// of all: kIo, kCorrupt. docs/replay.md has the rules.

// Which captures of an address count. kAny: all. kContent: answers that have content, and redirects; no 404.
enum class CaptureWish : std::uint8_t { kAny, kContent };

// The capture of `url` that is nearest to `at`, in whole seconds; of two equally near the earlier one.
// Nothing when there is none. `url`: absolute, or without its scheme ("a.example/b"); compared by its SURT
// key, then by that of its canonical form. A redirect has IndexedCapture::redirect; one that leads to the
// same key is passed over. `at`: of the years 0 to 9999.
BFA_EXPORT Result<std::optional<IndexedCapture>> nearest_capture(const SearchIndex& index,
                                                                 const std::string& url, UtcTime at,
                                                                 CaptureWish wish = CaptureWish::kAny);

// The captures of the same key around one; nothing where there is no other. `count`: of all; above 1,000 also
// of those that are passed over.
struct CaptureNeighbours {
  std::optional<IndexedCapture> first, previous, next, last;
  std::size_t count = 0;
};
BFA_EXPORT Result<CaptureNeighbours> neighbours_of(const SearchIndex& index, const IndexedCapture& capture);

// A part that a page shows by itself: an image, a style sheet, a frame, ...
struct ReplayedPart {
  std::string url;
  std::optional<UtcTime> captured;  // nothing: the archive does not have it
};

struct ReplayOptions {
  std::string prefix = "/web/";  // of the addresses that are written: PREFIX TIME MODIFIER "/" URL
  std::string links;             // the modifier of links to other pages: "", "mp_", "if_"
  bool raw = false;              // the body as received, content coding kept; nothing is rewritten
  bool sheet = false;            // read as a style sheet, whatever the type says (asked for by "cs_")
  std::uint64_t max_body_bytes = 256u << 20;  // of the body, decoded
  // Of rebuild_page: true for an address whose content must not be taken from a feed, as what was removed
  // from an archive may be in a feed's captures still. Empty: none.
  std::function<bool(const std::string& url)> left_out;
  std::size_t max_parts = 2'000;  // distinct ones that are looked for; further ones count as captured
};

// The answer of a capture. `body` is rewritten when `page` or a style sheet; pages are UTF-8.
struct ReplayedCapture {
  int status = 0;                                            // as archived; of a 304 that of its original
  std::string content_type;                                  // for `body`
  std::vector<std::pair<std::string, std::string>> headers;  // as archived, without Set-Cookie
  std::string body;
  // In place of `body`, for content that is given as it was received and has more than 1 MiB: its bytes are
  // those of `large` from `large_begin` on.
  Blob large;
  std::uint64_t large_begin = 0;
  std::string location;   // of a redirect: where it leads, absolute; `body` is empty then
  bool page = false;      // an HTML page, rewritten
  std::string title;      // of a page
  std::size_t start = 0;  // in the body of a page: where markup may be put in at its top; 0: nowhere
  std::vector<ReplayedPart> parts;          // of a page, each once
  std::size_t missing = 0;                  // parts that the archive does not have
  std::string left_out;                     // of a page: what would not be safe, or is beyond the limits
  std::optional<UtcTime> earliest, latest;  // captures of parts
};

// Gives a capture. Errors: kNotFound (its record is gone; the message says which file is missing), kLimit.
BFA_EXPORT Result<ReplayedCapture> replay_capture(const Archive& archive, const SearchIndex& index,
                                                  const IndexedCapture& capture,
                                                  const ReplayOptions& options = {});

}  // namespace bfa
