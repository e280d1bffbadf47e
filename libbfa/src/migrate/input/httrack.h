// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "migrate/input/file_tree.h"

namespace bfa {

// What HTTrack writes into pages that it mirrors:
// <!-- Mirrored from HOST/PATH by HTTrack Website Copier/3.x [...], Tue, 26 Nov 2024 21:52:10 GMT -->
struct HttrackComment {
  std::string address;          // host and path, without a scheme
  std::optional<UtcTime> time;  // of the mirroring
};
// The first such comment in `html`; nothing without one.
std::optional<HttrackComment> httrack_comment(std::string_view html);

// True for a page that HTTrack made up itself: its index, or a page that only redirects to the new address
// of another.
bool is_httrack_own_page(std::string_view html);

// One line of hts-cache/new.txt.
struct HttrackLogLine {
  std::string time;  // "18:41:48", in the zone of the machine that ran it
  int status = 0;
  std::string mime, url, file;  // `file`: relative to the mirror, or absolute
};
std::vector<HttrackLogLine> httrack_log(std::string_view text);

// The date in hts-cache/doit.log, "2017-10-25T18:41:47" without a zone; nothing if it is absent.
std::optional<UtcTime> httrack_start(std::string_view doit_log);

// One member of hts-cache/new.zip: its fields are in the extra field of its local header, as lines of HTTP.
struct HttrackCached {
  std::string url, file;  // `file`: in the mirror; may be empty
  int status = 0;
  std::string reason;
  std::vector<std::pair<std::string, std::string>> kept;  // HTTP headers as HTTrack keeps them
  std::string charset;
  bool in_cache = false;  // the member contains the body as it was received
  std::size_t entry = 0;  // of the container
};
// Reads those lines. `name`: of the member, mostly the URL. Nothing if they are not HTTrack's.
std::optional<HttrackCached> parse_httrack_fields(std::string_view name, std::string_view lines);

// The folder of a tree ("" or "NAME/") that HTTrack mirrored into; nothing when the tree has no sign of
// HTTrack.
std::optional<std::string> httrack_top(const FileTree& tree);

}  // namespace bfa
