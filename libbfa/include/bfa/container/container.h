// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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
  std::string name;               // as stored, "/" between folders
  std::uint64_t size = 0;         // decoded
  std::uint64_t stored_size = 0;  // bytes in the container
  std::uint64_t offset = 0;       // tar: of its first byte; zip: of its local header
  ContainerMethod method = ContainerMethod::kStored;
  bool folder = false;
  bool link = false;                // a symbolic or hard link: its bytes, if any, are a path
  std::optional<UtcTime> modified;  // as stored
  bool modified_zone_unknown =
      false;  // zip without a UTC time: `modified` is somebody's local time, read as UTC
  std::optional<std::uint32_t> crc;  // zip: CRC-32 of the decoded bytes
};

struct ContainerLimits {
  std::uint64_t max_entries = 4'000'000;
  std::uint64_t max_directory_bytes = 512u << 20;  // of a zip's central directory
};

// A zip file (also ZIP64, WACZ) or a tar file (ustar, pax, GNU; plain) as a list of members. Thread-safe once
// it is open, as far as its file system is. Source: APPNOTE 6.3; POSIX.1-2017, pax.
class BFA_EXPORT Container {
 public:
  // Reads the directory. A zip whose directory is missing or broken is read by its local headers, a tar that
  // breaks off up to there; findings say so. `fs` must outlive the container. Errors: kNotFound, kIo,
  // kUnsupported (neither zip nor tar), kLimit.
  static Result<std::unique_ptr<Container>> open(FileSystem& fs, const std::string& path,
                                                 const ContainerLimits& limits = {});
  virtual ~Container() = default;

  virtual ContainerKind kind() const = 0;
  virtual const std::vector<ContainerEntry>& entries() const = 0;
  virtual const Findings& findings() const = 0;
  // Where a member's stored bytes begin in the file. Errors: kIo, kCorrupt (its local header is none).
  virtual Result<std::uint64_t> data_offset(const ContainerEntry& entry) const = 0;
  // A member as a file. Reading a stored one goes by byte range; a deflated one is decoded from its beginning
  // whenever reading goes back. Errors: kIo, kCorrupt, kUnsupported (method).
  virtual Result<std::unique_ptr<ReadableFile>> open_entry(const ContainerEntry& entry) const = 0;
};

// `base` with the members of containers as further files: "FILE!/MEMBER" names one, as deep as wanted, and
// list("FILE!/") gives the names of all. Everything else goes to `base`, which must outlive it. Members
// cannot be written (kUnsupported). As thread-safe as `base`.
BFA_EXPORT std::unique_ptr<FileSystem> make_container_file_system(FileSystem& base);

// True when the file's first bytes are those of a zip or tar file. Errors: kNotFound, kIo.
BFA_EXPORT Result<bool> is_container(FileSystem& fs, const std::string& path);

// The WARC and ARC files that `path` stands for: itself, or the members of a container whose names say so
// (.warc, .arc, also with .gz, .zst, .lz4, any case), as paths for `container_fs`, which
// make_container_file_system() made. Errors: those of Container.
BFA_EXPORT Result<std::vector<std::string>> archives_within(FileSystem& container_fs,
                                                            const std::string& path);

}  // namespace bfa
