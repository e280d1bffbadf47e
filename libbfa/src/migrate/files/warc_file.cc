// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/warc_file.h"

#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "warc/write/record_writer.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMemory = 4u << 20;  // a record beyond this is compressed as a stream
constexpr std::uint64_t kBatch = 1u << 20;   // gathered before it is written

}  // namespace

std::string folder_of_path(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

WarcFile::WarcFile(FileSystem& fs, std::string path) : fs_(fs), path_(std::move(path)) {}

WarcFile::~WarcFile() {
  if (!file_) return;
  (void)file_->close();
  (void)fs_.remove(path_ + ".open");
}

Result<std::unique_ptr<WarcFile>> WarcFile::create(FileSystem& fs, const std::string& path,
                                                   WarcPacking packing, int level) {
  BFA_ASSIGN_OR_RETURN(const bool taken, fs.exists(path));
  if (taken) return Error{Code::kInvalidArgument, "is there already", path, -1};
  BFA_ASSIGN_OR_RETURN(auto encoder, make_record_encoder(packing, level, {}));
  std::unique_ptr<WarcFile> out(new WarcFile(fs, path));
  BFA_ASSIGN_OR_RETURN(out->file_, fs.create(path + ".open"));
  out->writer_ = std::make_unique<RecordWriter>(std::move(encoder), kMemory);
  out->writer_->set_file(out->file_.get());
  return out;
}

Status WarcFile::add(const MigratedRecord& record) {
  std::string header = record.version + "\r\n";
  for (const auto& [name, value] : record.fields) {
    header.append(name).append(": ").append(value).append("\r\n");
    if (equals_ignoring_case(name, "WARC-Type")) ++by_type_[value];
  }
  header.append("Content-Length: ").append(std::to_string(record.block.size())).append("\r\n\r\n");
  ++count_;
  BFA_RETURN_IF_ERROR(writer_->add(header, record.block, record.block.size()));
  if (writer_->position() - flushed_ < kBatch) return {};
  flushed_ = writer_->position();
  return writer_->flush();
}

Status WarcFile::finish() {
  BFA_RETURN_IF_ERROR(writer_->flush());
  BFA_RETURN_IF_ERROR(file_->sync());
  BFA_RETURN_IF_ERROR(file_->close());
  file_.reset();
  BFA_RETURN_IF_ERROR(fs_.rename(path_ + ".open", path_));
  return fs_.sync_directory(folder_of_path(path_));
}

}  // namespace bfa
