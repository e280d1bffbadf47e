// SPDX-License-Identifier: Apache-2.0
#include "warc/write/warc_files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {

// The digest of all bytes of a file, as they are written.
class WrittenDigest {
 public:
  void update(std::string_view bytes) { digester_.update(bytes); }
  std::string finish() { return hex_encode(digester_.finish()); }

 private:
  Digester digester_{DigestAlgorithm::kSha256};
};

namespace {

// A file whose bytes are digested on their way.
class DigestedFile final : public WritableFile {
 public:
  DigestedFile(std::unique_ptr<WritableFile> file, std::shared_ptr<WrittenDigest> digest)
      : file_(std::move(file)), digest_(std::move(digest)) {}

  Status append(std::string_view bytes) override {
    Status status = file_->append(bytes);
    if (status) digest_->update(bytes);
    return status;
  }
  Status sync() override { return file_->sync(); }
  Status truncate(std::uint64_t size) override { return file_->truncate(size); }
  std::uint64_t size() const override { return file_->size(); }
  Status close() override { return file_->close(); }

 private:
  std::unique_ptr<WritableFile> file_;
  std::shared_ptr<WrittenDigest> digest_;
};

}  // namespace

WarcFiles::WarcFiles(FileSystem& fs, std::string directory, const WarcWriteOptions& options,
                     std::unique_ptr<MemberEncoder> encoder)
    : fs_(fs),
      directory_(std::move(directory)),
      options_(options),
      out_(std::move(encoder), options.max_memory_bytes) {}

WarcFiles::~WarcFiles() {
  if (!only_ || !file_) return;
  (void)file_->close();
  (void)fs_.remove(path() + ".open");
}

Status WarcFiles::take_over(const std::string& file) {
  name_ = file;
  BFA_RETURN_IF_ERROR(fs_.rename(path(), path() + ".open"));
  names_.push_back(name_);
  BFA_ASSIGN_OR_RETURN(file_, fs_.append(path() + ".open"));
  out_.set_file(file_.get());
  return {};
}

Status WarcFiles::create_only(const std::string& file) {
  only_ = true;
  name_ = file;
  BFA_ASSIGN_OR_RETURN(const bool taken, fs_.exists(path()));
  if (taken) return Error{Code::kInvalidArgument, "already exists", path(), -1};
  BFA_ASSIGN_OR_RETURN(file_, fs_.create(path() + ".open"));
  out_.set_file(file_.get());
  names_.push_back(name_);
  return {};
}

Result<std::string> WarcFiles::free_name() {
  // A line end cannot stand in a manifest.
  const auto is_bad = [](unsigned char c) { return c == '/' || c < ' ' || c == 0x7f; };
  if (options_.prefix.starts_with('.') || std::ranges::any_of(options_.prefix, is_bad))
    return Error{Code::kInvalidArgument, "the names of WARC files cannot begin with this", options_.prefix,
                 -1};
  const std::string stem = options_.prefix + "-" + format_cdx_time(options_.clock->now()) + "-";
  for (;;) {
    std::array<char, 24> number{};
    std::snprintf(number.data(), number.size(), "%05llu", static_cast<unsigned long long>(serial_++));
    std::string name = stem + number.data() + std::string(warc_suffix(options_.packing));
    BFA_ASSIGN_OR_RETURN(const bool taken, fs_.exists(directory_ + "/" + name));
    BFA_ASSIGN_OR_RETURN(const bool open, fs_.exists(directory_ + "/" + name + ".open"));
    if (!taken && !open) return name;
  }
}

Status WarcFiles::open() {
  if (only_) return Error{Code::kInvalidArgument, "the WARC file is closed", path(), -1};
  BFA_ASSIGN_OR_RETURN(std::string name, free_name());
  BFA_ASSIGN_OR_RETURN(auto file, fs_.create(directory_ + "/" + name + ".open"));
  take_file(std::move(file));
  name_ = std::move(name);
  new_file_ = true;
  name_synced_ = false;
  out_.set_file(file_.get());
  names_.push_back(name_);
  return {};
}

void WarcFiles::take_file(std::unique_ptr<WritableFile> file) {
  digest_.reset();
  digest_known_ = true;
  if (options_.on_closed) {
    digest_ = std::make_shared<WrittenDigest>();
    file = std::make_unique<DigestedFile>(std::move(file), digest_);
  }
  file_ = std::move(file);
}

Status WarcFiles::prepare() {
  if (broken_) return *broken_;
  if (file_ && !only_ && out_.position() >= options_.max_file_bytes) BFA_RETURN_IF_ERROR(finish());
  return file_ ? Status() : open();
}

Status WarcFiles::cut_back(std::uint64_t size) {
  digest_known_ = false;
  if (auto status = file_->truncate(size); !status) {
    // The file may end with an incomplete record: the next writer of the archive cuts it.
    broken_ = status.error();
    return status;
  }
  out_.reset(size);
  return {};
}

Status WarcFiles::sync() {
  if (broken_) return *broken_;
  if (!file_) return {};
  Status status = file_->sync();
  if (status && !name_synced_) status = fs_.sync_directory(directory_);
  if (!status) {
    // After a failed sync the system may have dropped the bytes: the file's content is uncertain.
    broken_ = status.error();
    return status;
  }
  name_synced_ = true;
  return {};
}

Status WarcFiles::finish() {
  if (broken_) return *broken_;
  if (!file_) return {};
  const bool empty = out_.position() == 0;
  Status status = empty ? Status() : file_->sync();
  if (status) status = file_->close();
  if (status) status = empty ? fs_.remove(path() + ".open") : fs_.rename(path() + ".open", path());
  if (status) status = fs_.sync_directory(directory_);
  if (!status) {
    broken_ = status.error();
    return status;
  }
  if (empty) names_.pop_back();
  if (!empty && options_.on_closed)
    options_.on_closed(name_, digest_ && digest_known_ ? digest_->finish() : std::string());
  file_.reset();
  return {};
}

}  // namespace bfa
