// SPDX-License-Identifier: Apache-2.0
#include "store/files/copy_file.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kBlock = 1u << 20;

Status clear(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(path));
  return there ? fs.remove(path) : Status();
}

}  // namespace

Result<CopiedFile> copy_file(FileSystem& fs, const std::string& from, const std::string& to,
                             std::uint64_t limit) {
  BFA_ASSIGN_OR_RETURN(const auto source, fs.open(from));
  BFA_RETURN_IF_ERROR(clear(fs, to));
  BFA_ASSIGN_OR_RETURN(const auto file, fs.create(to));
  Digester digester(DigestAlgorithm::kSha256);
  std::vector<std::byte> block(kBlock);
  CopiedFile copied;
  while (copied.bytes < limit) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, limit - copied.bytes));
    BFA_ASSIGN_OR_RETURN(const std::size_t size,
                         source->read_at(copied.bytes, std::span(block).first(wanted)));
    if (size == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(block.data()), size);
    digester.update(bytes);
    BFA_RETURN_IF_ERROR(file->append(bytes));
    copied.bytes += size;
  }
  BFA_RETURN_IF_ERROR(file->sync());
  BFA_RETURN_IF_ERROR(file->close());
  copied.sha256 = hex_encode(digester.finish());
  return copied;
}

Status keep_file(FileSystem& fs, const std::string& from, const std::string& to) {
  if (&fs == &posix_file_system()) {
    BFA_RETURN_IF_ERROR(clear(fs, to));
    std::error_code failed;
    std::filesystem::create_hard_link(from, to, failed);
    if (!failed) return {};
  }
  const auto copied = copy_file(fs, from, to);
  return copied ? Status() : Status(copied.error());
}

}  // namespace bfa
