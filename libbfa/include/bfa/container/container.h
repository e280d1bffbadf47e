// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/io/file_system.h"

namespace bfa {

enum class ContainerKind : std::uint8_t { kZip, kTar };
enum class ContainerMethod : std::uint8_t {
  kStored,   // its bytes stand in the container as they are: a range of it
  kDeflate,  // raw deflate
  kOther     // a method or a kind of file that is not read
};

struct ContainerEntry {
  std::string name;               // as stored, "/" between folders; any bytes, also such as lead elsewhere
  std::uint64_t size = 0;         // decoded
  std::uint64_t stored_size = 0;  // bytes in the container
  // Tar: of its first byte (of a packed one: in what it unpacks to); zip: of its local header.
  std::uint64_t offset = 0;
  ContainerMethod method = ContainerMethod::kStored;
  bool folder = false;
  bool link = false;                // a symbolic or hard link: its bytes, if any, are a path; not opened
  bool special = false;             // a device, a pipe; not opened
  bool overlaps = false;            // its bytes are those of a member before it too, as in a zip bomb
  std::optional<UtcTime> modified;  // as stored
  bool modified_zone_unknown =
      false;  // zip without a UTC time: `modified` is somebody's local time, read as UTC
  std::optional<std::uint32_t> crc;  // zip: CRC-32 of the decoded bytes
};

struct ContainerLimits {
  std::uint64_t max_entries = 4'000'000;
  std::uint64_t max_directory_bytes = 512u << 20;  // of memory for the list of members
  // A packed tar file, and what is read out of any container, may give so many bytes, and `max_ratio` times
  // the container's size besides: text packs to a twentieth at best, bombs to a thousandth and less.
  std::uint64_t max_free_bytes = 1u << 30;
  std::uint64_t max_ratio = 200;

  std::uint64_t max_unpacked(std::uint64_t packed) const noexcept {
    const std::uint64_t most = ~std::uint64_t{0} - max_free_bytes;
    return max_free_bytes + (max_ratio != 0 && packed > most / max_ratio ? most : packed * max_ratio);
  }
};

// A zip file (also ZIP64, WACZ) or a tar file (ustar, pax, GNU; plain, or packed by gzip or zstd) as a list
// of members. A packed tar file is unpacked once, as a stream, into a nameless file in the folder for
// temporary files ($TMPDIR), which goes with the last user of the container. Thread-safe once it is open, as
// far as its file system is. Source: APPNOTE 6.3; POSIX.1-2017, pax.
class BFA_EXPORT Container {
 public:
  // Reads the directory. A zip whose directory is missing or broken is read by its local headers, a tar that
  // breaks off up to there; findings say so, with the place. `fs` must outlive the container. Errors:
  // kNotFound, kIo, kUnsupported (neither zip nor tar), kLimit.
  static Result<std::unique_ptr<Container>> open(FileSystem& fs, const std::string& path,
                                                 const ContainerLimits& limits = {});
  // As open() without limits of one's own; a file system of make_container_file_system() gives the container
  // that it has open. Shared with that file system: hence the shared pointer.
  static Result<std::shared_ptr<const Container>> open_shared(FileSystem& fs, const std::string& path);
  virtual ~Container() = default;

  virtual ContainerKind kind() const = 0;
  virtual const std::vector<ContainerEntry>& entries() const = 0;
  virtual const Findings& findings() const = 0;
  // The member of that name; of several the last one, which is what unpacking leaves. Null when there is
  // none.
  virtual const ContainerEntry* find(std::string_view name) const = 0;
  // Where a member's stored bytes begin in the file. Errors: kIo, kCorrupt (its local header is none),
  // kUnsupported (in a packed tar file they stand nowhere).
  virtual Result<std::uint64_t> data_offset(const ContainerEntry& entry) const = 0;
  // A member as a file. Reading a stored one goes by byte range; a deflated one is decoded from its beginning
  // whenever reading goes back. Errors, with the member in `where` and its place: kIo, kCorrupt, kUnsupported
  // (method, a link, no regular file).
  virtual Result<std::unique_ptr<ReadableFile>> open_entry(const ContainerEntry& entry) const = 0;
};

// `base` with the members of containers as further files: "FILE!/MEMBER" names one, as deep as wanted, and
// list("FILE!/") gives the names of all that are files. Everything else goes to `base`, which must outlive
// it. Members cannot be written (kUnsupported). As thread-safe as `base`.
BFA_EXPORT std::unique_ptr<FileSystem> make_container_file_system(FileSystem& base);

// True when the file's first bytes are those of a zip or tar file, or unpack to those of a tar file. Errors:
// kNotFound, kIo.
BFA_EXPORT Result<bool> is_container(FileSystem& fs, const std::string& path);

// The WARC and ARC files that `path` stands for: itself, or the members of a container whose names say so
// (.warc, .arc, also with .gz, .zst, .lz4, any case), as paths for `container_fs`, which
// make_container_file_system() made. `findings`, when given: those of the container, and members of such
// names that are links, no regular files, or come again later. Errors: those of Container.
BFA_EXPORT Result<std::vector<std::string>> archives_within(FileSystem& container_fs, const std::string& path,
                                                            Findings* findings = nullptr);

// A member's name on one line: control characters, NUL and "\" as "\xHH".
BFA_EXPORT std::string printable_name(std::string_view name);

}  // namespace bfa
