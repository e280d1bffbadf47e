// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/crawl/address_rules.h"
#include "bfa/store/archive.h"

namespace bfa {

struct RemoveOptions {
  RemovalForm form = RemovalForm::kUrl;
  std::string address;     // URL, its first bytes, or the home page of a blog
  std::string reason;      // required; kept for people
  bool dry_run = false;    // say what would be removed, and write nothing
  ArchiveOptions archive;  // file system, clock, log, WARC options; `mode` and `create` are not used
};

// An object that is removed.
struct RemovedObject {
  ObjectKind kind = ObjectKind::kPage;
  std::string url;  // of a comment without an address: of its post
};

// A record that stays and has a longer piece of a removed text, or that could not be looked into.
struct RemainingText {
  std::string file;          // name within the archive's folder
  std::uint64_t offset = 0;  // of the record
  std::string url, date, type;
  std::uint64_t letters = 0;  // the longest piece, in letters and digits; 0: not looked into
};

struct RemoveReport {
  std::vector<std::string> addresses;  // removed and blocked: as asked for, and where the page stood before
  bool repeated = false;               // it was removed before, and nothing of it is there
  std::uint64_t records = 0;           // WARC records that are taken out
  std::uint64_t captures = 0;          // steps of crawls whose records are taken out
  std::uint64_t made_whole = 0;        // revisits of other pages that got a payload of their own
  std::vector<RemovedObject> objects;
  std::vector<std::string> files;          // WARC files that are written anew
  std::vector<std::string> packages;       // entries of packages/ that are deleted
  std::vector<std::string> packages_kept;  // that could not be looked into: they may have a copy
  std::vector<std::string> imports_kept;   // inputs in imports/ that are no WARC files: likewise
  std::vector<RemainingText> remaining;
  std::uint64_t remaining_more = 0;  // beyond the 1,000 that are listed
  std::vector<std::string> outside;  // WARC files outside of the archive whose payloads count as stored
  std::vector<std::string> backups;  // known copies of the archive; they are not changed
  Findings findings;
};

// Removes a page, all addresses that begin with some text, or a blog from an archive: all captures in all
// spellings, with what refers to them, its objects and comments. The WARC files that have such records are
// written anew beside the old ones and compared with them; revisits of other pages that refer to a removed
// record are made whole first. The store is made anew from the WARC files. Then both replace the old ones: a
// process that is killed at any moment leaves the old archive or the new one. A tombstone and a block are
// recorded in WARC; crawls, imports and rebuilds obey the block. Records of other pages are never changed:
// those that have longer pieces (40 letters and digits) of a removed text are listed.
// Needs disk space for the rewritten files and a second store, and the time of a rebuild. One at a time, by
// the archive's lock. Errors: kInvalidArgument (no reason, no http address, a comment by its fragment: its
// page has its text), kNotFound (no archive; nothing of that address is in it), kDenied (the store has what
// the WARC files lack: bfa rebuild lists it), kCorrupt (a damaged record in a file that has to be written
// anew), kUnavailable (locked), kIo. After an error the archive is as before. Thread-safe for different
// archives.
BFA_EXPORT Result<RemoveReport> remove_from_archive(const std::string& directory,
                                                    const RemoveOptions& options);

// Lifts the block of a removal: later crawls and imports take the address again. What was removed does not
// come back. `address` and `form` as they were given. Errors: kNotFound (no such removal), those of
// open_archive().
BFA_EXPORT Result<Removal> lift_removal(const std::string& directory, const RemoveOptions& options);

// What was removed from an archive, oldest first. Errors: kCorrupt, kIo.
BFA_EXPORT Result<std::vector<Removal>> removals_of(const Archive& archive);

// The removal that an address is remembered by; nothing when it was not removed. Errors: kCorrupt, kIo.
BFA_EXPORT Result<std::optional<Removal>> removal_of(const Archive& archive, const std::string& address);

}  // namespace bfa
