// SPDX-License-Identifier: Apache-2.0
#include "watch/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "terminal_text.h"

namespace bfa::tool {

ServiceManager::ServiceManager() {
  const char* const path = std::getenv("NOTIFY_SOCKET");
  const std::size_t most = sizeof(sockaddr_un::sun_path);
  if (path == nullptr || *path == '\0' || std::strlen(path) >= most) return;
  path_ = path;
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

ServiceManager::~ServiceManager() {
  if (socket_ < 0) return;
  send("STOPPING=1");
  ::close(socket_);
}

void ServiceManager::tell(const RunState& state) {
  if (socket_ < 0) return;
  std::string text = ready_ ? "WATCHDOG=1\n" : "READY=1\nWATCHDOG=1\n";
  ready_ = true;
  text += "STATUS=" + counted(state.blogs, "blog", "blogs") + ", " + std::to_string(state.open) + " open, " +
          counted(state.visits, "visit", "visits") + ", " +
          counted(state.counts.posts, "new post", "new posts");
  send(text);
}

// A manager that does not read is none of the run's concern: nothing waits, and nothing is sent twice.
void ServiceManager::send(const std::string& text) const {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path_.copy(address.sun_path, path_.size());
  if (path_.front() == '@') address.sun_path[0] = '\0';  // an abstract socket
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path_.size());
  [[maybe_unused]] const ssize_t sent = ::sendto(socket_, text.data(), text.size(), MSG_NOSIGNAL,
                                                 reinterpret_cast<const sockaddr*>(&address), size);
}

}  // namespace bfa::tool
