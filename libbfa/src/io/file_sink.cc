// SPDX-License-Identifier: Apache-2.0
#include "io/file_sink.h"

#include <vector>

#include "base/try.h"

namespace bfa {

Result<std::unique_ptr<FileSink>> FileSink::create(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, fs.create(path));
  return std::unique_ptr<FileSink>(new FileSink(std::move(file)));
}

Status FileSink::write(std::span<const std::byte> src) {
  digester_.update(src);
  fixity_.size += src.size();
  return file_->append({reinterpret_cast<const char*>(src.data()), src.size()});
}

Status FileSink::finish() {
  BFA_RETURN_IF_ERROR(file_->sync());
  BFA_RETURN_IF_ERROR(file_->close());
  fixity_.sha256 = hex_encode(digester_.finish());
  return {};
}

Result<Fixity> measure_file(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, open_file_source(fs, path));
  std::vector<std::byte> buffer(std::size_t{256} << 10);
  Digester digester(DigestAlgorithm::kSha256);
  Fixity fixity;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    digester.update(std::span<const std::byte>(buffer.data(), got));
    fixity.size += got;
  }
  fixity.sha256 = hex_encode(digester.finish());
  return fixity;
}

}  // namespace bfa
