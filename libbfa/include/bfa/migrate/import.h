// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bfa/crawl/replay.h"
#include "bfa/migrate/migrate.h"
#include "bfa/package/aip.h"

namespace bfa {

struct ImportOptions {
  CaptureInputOptions input;
  std::vector<std::string> blogs;  // home pages; empty: found in the captures
  std::vector<std::string> posts;  // addresses of pages that are posts, as a package says; kept as decisions
  // Whether imports/ gets a copy of the input files, or hard links to them.
  enum class Keep : std::uint8_t { kNothing, kCopy, kLink } keep = Keep::kNothing;
};

struct ImportReport {
  ReplayReport replay;
  MigrationReport conversion;         // of inputs that are not WARC; `files`: those written to imports/
  std::vector<std::string> repeated;  // inputs that were imported before: same bytes
};

// Imports captures of any format (see find_captures) into an archive with the same steps as a crawl, with
// their own times, oldest first. WARC files are read in place; others are first converted to a WARC file with
// its report and PREMIS in the archive's imports/, which is kept as evidence. An input that was imported
// before changes nothing: imports/ contains the digest of each. Errors: as
// migrate_captures() and import_warcs().
BFA_EXPORT Result<ImportReport> import_captures(Archive& archive, FileSystem& fs,
                                                const std::vector<std::string>& inputs,
                                                const ImportOptions& options, const CrawlOptions& crawl);

// What a package that is to be imported holds.
struct PackageContents {
  std::string path;                // of the package; within a container "a.zip!/NAME"
  std::string blog;                // home page; empty: not known
  std::vector<std::string> warcs;  // paths, also within containers
  bool has_steps = false;          // made by bfa pack: an archive can be restored from it
  std::string post;           // the address of the post that it is about; empty: of more, or of another page
  bool among_others = false;  // in a folder or container with other things, which are to be imported as well
};

// The packages at `path`: a folder with METS.xml or bagit.txt, a container with such a folder, a folder of
// packages only (folders and containers, or WACZ and WARC files), or a WACZ or WARC file that bfa pack or an
// archive wrote. Of another folder or container: the packages of this software that are in it, among other
// things; of a file of captures both `path` and the only one of `warcs` are that of the file. Empty when
// `path` is something else. Of a package whose note is damaged, `blog` and `has_steps` are what its captures
// say. Errors: kIo (also of a folder that cannot be listed), kUnsupported (of a newer version).
// Thread-safe.
BFA_EXPORT Result<std::vector<PackageContents>> list_packages(FileSystem& fs, const std::string& path);

// What the packages at `path` have of their archive, for PackageOptions::earlier: `path` as for
// list_packages(). Errors: kNotFound (no package of bfa pack), kInvalidArgument (a package of one object),
// kCorrupt (the note of a package is damaged or lost), kIo, kUnsupported (of a newer version). Thread-safe.
BFA_EXPORT Result<std::vector<EarlierPackage>> earlier_packages(FileSystem& fs, const std::string& path);

// Checks packages before their captures are imported, each container once. Returns the number of damages: 0,
// or `accept_loss`. Errors: kDenied (another number; the message says it), kUnavailable (stopped), those of
// check_package(). Thread-safe.
BFA_EXPORT Result<std::uint64_t> check_before_import(const std::vector<PackageContents>& packages,
                                                     std::optional<std::uint64_t> accept_loss,
                                                     std::stop_token stop);

struct RestoreReport {
  ReplayReport replay;
  std::vector<std::string> packages;  // restored from these
  std::vector<std::string> present;   // not taken: the archive has their files
  std::vector<std::string>
      recovered;              // their note is damaged or lost: its content is read from their captures
  std::uint64_t files = 0;    // WARC files that were copied
  std::uint64_t damages = 0;  // accepted
};

// Makes an archive from packages of bfa pack, or lays packages of what came later on one that was made so:
// their WARC files go to its warc/, and the store is made from the steps that they record. Objects, versions,
// readings, templates, blogs and decisions are those of the archive that the packages were made from, but for
// the places of records. Packages are checked first. `directory`: absent, empty, or an archive all of whose
// steps are older than those of the packages. The archive must not be open.
// Errors: kDenied (a package is damaged, or objects would be missing, and `accept_loss` is not that number of
// damages; nothing was written), kUnavailable (the archive has steps of its own, a WARC file has several
// packages, or a package of one object is beside other captures: import the captures with import_captures();
// with "locked" in the message: another process restores into it or writes to it), kInvalidArgument (a
// package without the steps of a blog; one of what came since, without the one before), kIo, those of
// rebuild_archive().
BFA_EXPORT Result<RestoreReport> restore_packages(const std::string& directory,
                                                  const std::vector<std::string>& packages,
                                                  const ArchiveOptions& archive_options,
                                                  const CrawlOptions& options,
                                                  std::optional<std::uint64_t> accept_loss = {});

// Removes an archive: what an import that failed has made in a new folder. `keep_folder`: the empty folder
// stays. `own`: names of WARC files in its warc/ that this import wrote, without the ending ".open". The
// archive must be closed. Nothing is removed when it has another WARC file. Thread-safe. Errors: kUnavailable
// (another process writes to it: nothing was removed), kIo.
BFA_EXPORT Status discard_new_archive(const std::string& directory, bool keep_folder,
                                      const std::vector<std::string>& own = {});

// The names of the WARC files of an open archive, as discard_new_archive() takes them.
BFA_EXPORT std::vector<std::string> warc_files_of(const Archive& archive);

}  // namespace bfa
