// SPDX-License-Identifier: Apache-2.0
#include "io/atomic_file.h"

#include <utility>

#include "base/try.h"

namespace bfa {

std::string folder_of_path(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<std::unique_ptr<AtomicFile>> AtomicFile::create(FileSystem& fs, std::string path) {
  std::unique_ptr<AtomicFile> made(new AtomicFile(fs, std::move(path)));
  auto file = fs.create(made->draft());
  if (!file) {
    made->renamed_ = true;  // no file to remove
    return std::move(file).error();
  }
  made->file_ = std::move(*file);
  return made;
}

Result<std::unique_ptr<AtomicFile>> AtomicFile::create_new(FileSystem& fs, std::string path) {
  BFA_ASSIGN_OR_RETURN(const bool taken, fs.exists(path));
  if (taken) return Error{Code::kInvalidArgument, "already exists", std::move(path), -1};
  return create(fs, std::move(path));
}

AtomicFile::~AtomicFile() {
  if (renamed_) return;
  // A destructor cannot report errors; the next create() empties a file that stays.
  if (file_) (void)file_->close();
  (void)fs_.remove(draft());
}

Status AtomicFile::pause() {
  if (!file_) return {};
  const Status status = file_->close();
  file_.reset();
  return status;
}

Status AtomicFile::reopen() {
  if (file_) return {};
  BFA_ASSIGN_OR_RETURN(file_, fs_.append(draft()));
  return {};
}

Status AtomicFile::commit() {
  BFA_RETURN_IF_ERROR(reopen());
  BFA_RETURN_IF_ERROR(file_->sync());
  const Status closed = std::exchange(file_, nullptr)->close();
  BFA_RETURN_IF_ERROR(closed);
  BFA_RETURN_IF_ERROR(fs_.rename(draft(), path_));
  renamed_ = true;
  return fs_.sync_directory(folder_of_path(path_));
}

}  // namespace bfa
