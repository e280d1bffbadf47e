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

enum class ContainerKind : std::uint8_t {
  kZip,
  kTar,  // plain or packed
  k7z,
  kRar,  // RAR 4 and 5, of one volume
  kIso,  // ISO 9660 with Rock Ridge or Joliet names
  kCpio,
  kCab,
  kLha,
  kXar,
  kPackedFile  // one WARC or ARC file packed by xz, bzip2, lzma, lzip or compress: a container with one
               // member
};
enum class ContainerMethod : std::uint8_t {
  kStored,   // uncompressed: a byte range of the container, or of what it was unpacked to
  kDeflate,  // raw deflate
  kOther,    // an unsupported method or kind of file
  kPacked    // zip: bzip2, LZMA, zstd, xz or PPMd
};

struct ContainerEntry {
  std::string name;               // as stored, "/" between folders; any bytes, also paths that lead outside
  std::uint64_t size = 0;         // decoded
  std::uint64_t stored_size = 0;  // bytes in the container
  // Zip: of its local header. Tar: of its first byte. A container that was unpacked (a packed tar, and all
  // kinds but zip and tar): of its first byte in the unpacked bytes, and no place in the file.
  std::uint64_t offset = 0;
  ContainerMethod method = ContainerMethod::kStored;
  bool folder = false;
  bool link = false;                // a symbolic or hard link: its bytes, if any, are a path; not opened
  bool special = false;             // a device, a pipe; not opened
  bool encrypted = false;           // not opened
  bool overlaps = false;            // it shares bytes with an earlier member, as in a zip bomb
  std::optional<UtcTime> modified;  // as stored
  // Zip without a UTC time: `modified` is a local time of an unknown zone, read as UTC.
  bool modified_zone_unknown = false;
  std::optional<std::uint32_t> crc;  // zip: CRC-32 of the decoded bytes
};

struct ContainerLimits {
  std::uint64_t max_entries = 4'000'000;
  std::uint64_t max_directory_bytes = 512u << 20;  // of memory for the list of members
  // The bytes that a container which is unpacked, and all reads from a container, may produce: max_free_bytes
  // plus `max_ratio` times the container's size. Text compresses to a twentieth at best, bombs to a
  // thousandth.
  std::uint64_t max_free_bytes = 1u << 30;
  std::uint64_t max_ratio = 200;

  std::uint64_t max_unpacked(std::uint64_t packed) const noexcept {
    const std::uint64_t most = ~std::uint64_t{0} - max_free_bytes;
    return max_free_bytes + (max_ratio != 0 && packed > most / max_ratio ? most : packed * max_ratio);
  }
};

// A container as a list of members. Zip files (also ZIP64, WACZ) and plain tar files (ustar, pax, GNU) are
// read by byte range. All others are unpacked once, as a stream, to an unlinked file in the folder for
// temporary files ($TMPDIR), which is freed with the last user of the container: tar files packed by gzip,
// zstd, xz, bzip2, lz4, lzma, lzip or compress; 7z, RAR, ISO 9660, cpio, CAB, LHA and xar. Thread-safe once
// it is open, if its file system is. Source: APPNOTE 6.3; POSIX.1-2017, pax; libarchive 3.6 for the others.
class BFA_EXPORT Container {
 public:
  // Reads the directory. A zip whose directory is missing or damaged is read by its local headers, a
  // truncated tar up to its end; both are findings with the offset. In the kinds that are unpacked a damaged
  // or encrypted member is a finding that names it, and the readable bytes of a damaged one are kept. `fs`
  // must outlive the container. Errors: kNotFound, kIo, kUnsupported (no container, or an encrypted list of
  // members), kCorrupt, kTruncated (no member could be read), kLimit (more members or bytes than the limits
  // allow: nothing is kept).
  static Result<std::unique_ptr<Container>> open(FileSystem& fs, std::string_view path,
                                                 const ContainerLimits& limits = {});
  // As open() with default limits; a file system of make_container_file_system() returns the container that
  // it has open. Shared with that file system: hence the shared pointer.
  static Result<std::shared_ptr<const Container>> open_shared(FileSystem& fs, std::string_view path);
  virtual ~Container() = default;

  virtual ContainerKind kind() const = 0;
  virtual const std::vector<ContainerEntry>& entries() const = 0;
  virtual const Findings& findings() const = 0;
  // The member of that name; of several the last one, as after unpacking. Null if there is no such member.
  virtual const ContainerEntry* find(std::string_view name) const = 0;
  // Offset of a member's stored bytes in the file. Errors: kIo, kCorrupt (not a local header there),
  // kUnsupported (a container that was unpacked has no such offsets).
  virtual Result<std::uint64_t> data_offset(const ContainerEntry& entry) const = 0;
  // A member as a file. A stored one is read by byte range; one of another method is decoded from its
  // beginning whenever reading goes back. Errors, with the member in `where` and its offset: kIo, kCorrupt,
  // kUnsupported (method, encrypted, a link, not a regular file).
  virtual Result<std::unique_ptr<ReadableFile>> open_entry(const ContainerEntry& entry) const = 0;
  // Of a zip file, which says most things twice: whether the local header and the descriptor of each member
  // say what its directory says, by which members are read. A finding `zip_headers_differ` when not: one of
  // them is damaged. Empty for other kinds. Two short reads a member. Errors: kIo. Source:
  // APPNOTE 4.3.7, 4.3.9.
  virtual Result<Findings> compare_headers() const = 0;
};

// `base` with the members of containers as further files: "FILE!/MEMBER" is the path of one, at any depth,
// and list("FILE!/") returns the names of all that are files. All other paths go to `base`, which must
// outlive it. Members cannot be written (kUnsupported). As thread-safe as `base`.
BFA_EXPORT std::unique_ptr<FileSystem> make_container_file_system(FileSystem& base);

// True when the file's first bytes are those of a container (an ISO file: those at 32 KiB), or unpack to
// those of a tar file; also when xz, bzip2, lzma, lzip or compress unpack them to those of a WARC or ARC
// file. Errors: kNotFound, kIo.
BFA_EXPORT Result<bool> is_container(FileSystem& fs, std::string_view path);

// The WARC and ARC files of `path`: itself, or the members of a container with such names (.warc, .arc, also
// with .gz, .zst, .lz4, any case), as paths for `container_fs`, which make_container_file_system() made. A
// file of such a name and .xz, .bz2, .lzma, .lz or .Z stands for its one member: "a.warc.xz!/a.warc". Appends
// to `findings` those of the container, and members of such names that are links, not regular files,
// encrypted, or repeated later. Errors: those of Container.
BFA_EXPORT Result<std::vector<std::string>> archives_within(FileSystem& container_fs, std::string_view path,
                                                            Findings& findings);

// A member's name on one line: control characters, NUL and "\" as "\xHH".
BFA_EXPORT std::string printable_name(std::string_view name);

}  // namespace bfa
