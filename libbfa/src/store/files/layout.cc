// SPDX-License-Identifier: Apache-2.0
#include "store/files/layout.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/base/version.h"

namespace bfa {
namespace {

constexpr const char* kManifestName = "/bfa.toml";
constexpr const char* kLockName = "/lock";
constexpr std::uint64_t kMaxManifestBytes = 64u << 10;

// The part of TOML that this file needs: key = number or "text", and comments.
std::map<std::string, std::string> read_pairs(std::string_view text) {
  std::map<std::string, std::string> pairs;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim_line_space(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t equals = line.find('=');
    if (line.empty() || line.front() == '#' || equals == std::string_view::npos) continue;
    std::string_view value = trim_line_space(line.substr(equals + 1));
    if (value.size() >= 2 && value.front() == '"') value = value.substr(1, value.find('"', 1) - 1);
    pairs.emplace(trim_line_space(line.substr(0, equals)), value);
  }
  return pairs;
}

std::string holder_of(int fd) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(fd, text.data(), text.size() - 1, 0);
  const std::string_view pid =
      got > 0 ? trim_line_space(std::string_view(text.data(), static_cast<std::size_t>(got))) : "";
  const std::size_t digits = pid.find_first_not_of("0123456789");
  const std::string number(pid.substr(0, digits));
  return number.empty() ? std::string("another process") : "process " + number;
}

Error io_error(const std::string& what, const std::string& path) {
  return Error{Code::kIo, "cannot " + what + ": " + std::generic_category().message(errno), path, -1};
}

}  // namespace

std::string library_version() {
  return "libbfa " + std::string(version());
}

Status refuse_copy(FileSystem& fs, const std::string& directory) {
  BFA_ASSIGN_OR_RETURN(const bool copy, fs.exists(directory + kCopyOf));
  if (!copy) return {};
  return Error{
      Code::kDenied,
      "this is a copy that bfa backup made: only bfa backup writes here; to make it an archive of its "
      "own, delete its file copy-of.txt",
      directory, -1};
}

Result<Manifest> read_manifest(FileSystem& fs, const std::string& directory) {
  const std::string path = directory + kManifestName;
  auto text = read_file(fs, path, kMaxManifestBytes);
  if (!text) {
    if (text.error().code != Code::kNotFound) return std::move(text).error();
    return Error{Code::kNotFound,
                 "no archive here: bfa.toml is missing (bfa crawl -a DIR URL makes an archive)", directory,
                 -1};
  }
  auto pairs = read_pairs(*text);
  Manifest manifest;
  manifest.made_by = pairs["made_by"];
  manifest.created = pairs["created"];
  const std::string& format = pairs["format"];
  const auto parsed = std::from_chars(format.data(), format.data() + format.size(), manifest.format);
  if (parsed.ec != std::errc() || manifest.format < 1)
    return Error{Code::kCorrupt, "bfa.toml has no line 'format = NUMBER'", path, -1};
  if (manifest.format > kArchiveFormat) {
    return Error{Code::kUnsupported,
                 "the archive has format " + format + ", made by " +
                     (manifest.made_by.empty() ? "a newer version" : manifest.made_by) + "; this is " +
                     library_version() + ", which knows formats up to " + std::to_string(kArchiveFormat) +
                     ": use the newer version",
                 path, -1};
  }
  return manifest;
}

Status write_manifest(FileSystem& fs, const std::string& directory, const Manifest& manifest) {
  std::string text = "# An archive of blogs: docs/formats/store.md of libbfa says what is in this folder.\n";
  text += "format = " + std::to_string(manifest.format) + "\n";
  text += "made_by = \"" + manifest.made_by + "\"\n";
  text += "created = \"" + manifest.created + "\"\n";
  return write_file_atomically(fs, directory + kManifestName, text);
}

Result<std::unique_ptr<WriterLock>> WriterLock::take(const std::string& directory) {
  const std::string path = directory + kLockName;
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return io_error("open the lock", path);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const bool held = errno == EWOULDBLOCK;
    Error error = held ? Error{Code::kUnavailable,
                               "the archive is locked: " + holder_of(fd) +
                                   " writes to it; wait until it ends, or use another archive",
                               directory, -1}
                       : io_error("lock", path);
    ::close(fd);
    return error;
  }
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, pid.data(), pid.size(), 0) < 0) {
    Error error = io_error("write the lock", path);
    ::close(fd);
    return error;
  }
  return std::unique_ptr<WriterLock>(new WriterLock(fd));
}

bool WriterLock::is_held(const std::string& directory) {
  const int fd = ::open((directory + kLockName).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool held = ::flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(fd);
  return held;
}

WriterLock::~WriterLock() {
  ::close(fd_);
}

// Removes the folders of processes of this machine that were killed: "bfa-read-PID-...".
static void remove_abandoned(const std::filesystem::path& folder) {
  constexpr std::string_view kPrefix = "bfa-read-";
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    pid_t pid = 0;
    const char* const first = name.data() + kPrefix.size();
    const auto [rest, bad] = std::from_chars(first, name.data() + name.size(), pid);
    if (bad != std::errc() || pid <= 0 || rest == name.data() + name.size() || *rest != '-') continue;
    if (::kill(pid, 0) == 0 || errno != ESRCH) continue;
    // A process that this one does not see, in another container, holds its folder locked.
    const int fd = ::open(at->path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) continue;
    std::error_code ignored;  // another user's folder stays
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(at->path(), ignored);
    ::close(fd);
  }
}

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) folder = "/tmp";
  remove_abandoned(folder);
  std::string path = (folder / ("bfa-read-" + std::to_string(::getpid()) + "-XXXXXX")).string();
  if (::mkdtemp(path.data()) == nullptr) return io_error("make a temporary folder", path);
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) (void)::flock(fd, LOCK_SH | LOCK_NB);
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(std::move(path), fd));
}

ScratchFolder::~ScratchFolder() {
  if (fd_ >= 0) ::close(fd_);
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace bfa
