// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/warc_file.h"

#include <utility>

#include "base/ascii.h"
#include "base/try.h"

namespace bfa {

Result<std::unique_ptr<WarcFile>> WarcFile::create(FileSystem& fs, const std::string& path,
                                                   WarcPacking packing, int level) {
  WarcWriteOptions options;
  options.packing = packing;
  options.level = level;
  options.max_memory_bytes = 1u << 20;  // as blobs: larger bodies are on disk and are compressed as a stream
  options.accept_any_header = true;     // records of WARC input keep their headers, right or wrong
  BFA_ASSIGN_OR_RETURN(auto writer, WarcWriter::create(fs, path, std::move(options)));
  return std::unique_ptr<WarcFile>(new WarcFile(std::move(writer)));
}

Status WarcFile::add(const MigratedRecord& record) {
  WarcHeader header;
  header.version = record.version;
  header.fields = record.fields;
  header.content_length = record.block.size();
  BFA_ASSIGN_OR_RETURN(const auto block, record.block.open());
  BFA_ASSIGN_OR_RETURN(const WarcRef written, writer_->write_record(header, *block));
  (void)written;
  ++count_;
  const std::string_view type = header.field("WARC-Type");
  if (!type.empty()) ++by_type_[std::string(type)];
  return {};
}

Status WarcFile::finish() {
  return writer_->close();
}

}  // namespace bfa
