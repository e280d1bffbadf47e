// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bfa/replay/replay.h"

namespace bfa {

// A page that was put together: it was never captured so. It is not a memento, and has no place in lists of
// captures, indexes or packages.
struct RebuiltPage {
  // Where its content is from. kVersion: an object as it stood then. kEntry: an entry of a feed, whose page
  // the archive has no object of. kList: the entries of a blog's feed, for its home page.
  enum class Source : std::uint8_t { kVersion, kEntry, kList } source = Source::kVersion;
  std::string source_url;     // of the object, or of the feed
  UtcTime source_time{};      // capture of the version, or of the feed
  std::uint64_t version = 0;  // of kVersion: its number, from 1
  bool later = false;     // the content is not known to have stood at the instant: it was first seen later
  std::string frame_url;  // the captured page that it stands in; empty: none fits, the page is plain
  std::optional<UtcTime> frame_time;
  // A nearer captured page that cannot be read, and why: a WARC file that is missing or damaged. That file,
  // or its record, is in `where`.
  std::optional<Error> unreadable;
  std::string unreadable_url;
  ReplayedCapture page;  // status 200; rewritten as those of replay_capture
};

// Puts the page of `url` together as it may have looked at `at`, from the version of its object that held
// then, or from a feed, within the nearest captured page of the same blog: that of the address itself, else
// one that the blog's template was learned from. Title, author and day are put where the template's rules
// find them, else above the content. Comments and tags of another post are left out. Links carry the time
// `at`. Nothing when the archive has neither object nor entry. Thread-safe. Errors: kIo, kCorrupt. Source:
// Archiving Data Objects using Web Feeds, "Reconstruction of Web pages".
BFA_EXPORT Result<std::optional<RebuiltPage>> rebuild_page(const Archive& archive, const SearchIndex& index,
                                                           const std::string& url, UtcTime at,
                                                           const ReplayOptions& options = {});

}  // namespace bfa
