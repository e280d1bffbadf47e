// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "io/forwarding_file_system.h"

namespace bfa::test {

// What changes the disk. Reads are not counted.
enum class FileOperation : std::uint8_t {
  kCreate,  // create(), and append() to a file
  kWrite,
  kTruncate,
  kSync,
  kRename,
  kRemove,
  kCreateDirectories,
  kSyncDirectory
};

// Which of the changing operations fail: those numbered `first` to `first + count - 1` (from 0), or only
// those of one kind when `only` is set (then numbered among themselves).
struct FaultPlan {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
  bool short_writes = true;  // a failing write first writes half of its bytes, as a full disk does
  bool only_set = false;
  FileOperation only = FileOperation::kWrite;
};

// Passes everything to another file system and fails where its plan says, with kIo "no space left on device".
// Thread-safe.
class FaultFileSystem final : public ForwardingFileSystem {
 public:
  explicit FaultFileSystem(FileSystem& inner);  // must outlive this
  ~FaultFileSystem() override;

  void set_plan(const FaultPlan& plan);  // and counts from 0 again
  std::uint64_t operations() const;      // changing ones since the plan was set, of the kind it names
  std::uint64_t failures() const;        // how many of them failed

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status create_directories(const std::string& path) override;
  Status sync_directory(const std::string& path) override;

  struct State;  // shared with the files that are open

 private:
  std::shared_ptr<State> state_;
};

// How much of the data that was not synced is lost in a power cut. All are possible on a real disk.
enum class Loss : std::uint8_t {
  kEverything,  // files end where they were last synced; names are as their folder was last synced
  kHalf,        // names stay; of the bytes appended since the last sync, the first half stays (a torn write)
  kNothing      // as a killed process leaves the disk
};

// A disk that forgets. Works on real folders through `inner`, keeps account of bytes, creates, renames and
// removes that were not synced, and loses them in crash(). Files that are replaced or removed are kept in
// `shadow`, a folder on the same disk that it makes and removes. create_directories() counts as lasting, as
// the posix file system makes it. sync() and sync_directory() only keep the account, so tests run fast.
// Thread-safe.
class ForgettingFileSystem final : public FileSystem {
 public:
  ForgettingFileSystem(FileSystem& inner, std::string shadow);
  ~ForgettingFileSystem() override;

  // The power fails at the changing operation of that number (from 0, counted from now): it and all after
  // it, reads too, fail with kIo.
  void cut_power_at(std::uint64_t operation);
  std::uint64_t operations() const;  // changing ones since cut_power_at() or the start
  bool power_is_off() const;

  // Applies the loss to the disk and switches the power on again; files opened before stay dead. Errors: kIo
  // (of the real disk: the test is spoilt).
  Status crash(Loss loss = Loss::kEverything);

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override;
  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status create_directories(const std::string& path) override;
  Status sync_directory(const std::string& path) override;
  Result<bool> exists(const std::string& path) override;
  Result<std::uint64_t> file_size(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& directory) override;

  struct Disk;  // shared with the files that are open

 private:
  std::shared_ptr<Disk> disk_;
};

}  // namespace bfa::test
