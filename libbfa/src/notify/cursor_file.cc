// SPDX-License-Identifier: Apache-2.0
#include "notify/cursor_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa::notify {
namespace {

constexpr std::uint64_t kMaxBytes = 1u << 20;

std::string check_of(const nlohmann::ordered_json& json) {
  const auto text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return hex_encode(digest(DigestAlgorithm::kSha256, text)).substr(0, 16);
}

nlohmann::ordered_json json_of(const Position& position) {
  // Keys of objects may hold any byte; JSON may not.
  return {{"v", 1},
          {"sequence", position.sequence},
          {"key", hex_encode(position.key)},
          {"ended", position.ended}};
}

std::string bytes_of_hex(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return out;
}

Error damaged(const std::string& path) {
  return {Code::kCorrupt,
          "the cursor of a notifier is damaged: what was delivered is not known; remove the file, and what "
          "comes from now on is delivered (or all again, with --notify-all)",
          path, -1};
}

}  // namespace

Result<Position> read_position(FileSystem& fs, const std::string& path) {
  auto text = read_file(fs, path, kMaxBytes);
  if (!text) return text.error().code == Code::kLimit ? damaged(path) : std::move(text).error();
  auto json = nlohmann::ordered_json::parse(*text, nullptr, false);
  if (!json.is_object()) return damaged(path);
  const auto check = json.find("check");
  if (check == json.end() || !check->is_string()) return damaged(path);
  const std::string wanted = check->get<std::string>();
  json.erase("check");
  if (check_of(json) != wanted) return damaged(path);
  if (json.value("v", 0) != 1)
    return Error{Code::kUnsupported, "the cursor of a notifier is of a newer version", path, -1};
  Position position;
  position.sequence = json.value("sequence", std::uint64_t{0});
  position.key = bytes_of_hex(json.value("key", std::string()));
  position.ended = json.value("ended", false);
  return position;
}

Status write_position(FileSystem& fs, const std::string& path, const Position& position) {
  auto json = json_of(position);
  json["check"] = check_of(json);
  return write_file_atomically(fs, path, json.dump() + "\n");
}

Result<std::unique_ptr<SinkLock>> SinkLock::take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return Error{Code::kIo, std::string("cannot open the lock: ") + std::strerror(errno), path, -1};
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return std::unique_ptr<SinkLock>(new SinkLock(fd));
  const bool held = errno == EWOULDBLOCK;
  const std::string why = std::strerror(errno);
  ::close(fd);
  if (!held) return Error{Code::kIo, "cannot lock: " + why, path, -1};
  return Error{Code::kUnavailable, "locked: another notifier of this archive has this command or hook", path,
               -1};
}

SinkLock::~SinkLock() {
  ::close(fd_);
}

}  // namespace bfa::notify
