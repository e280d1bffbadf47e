// SPDX-License-Identifier: Apache-2.0
#include "websub/listener.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "base/guard.h"
#include "websub/incoming.h"
#include "websub/listen_socket.h"

namespace bfa {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr std::size_t kReadBytes = 16u << 10;
// After the answer the rest of a request is read for so long: closing at once would make a reset, and the
// other side could lose the answer.
constexpr auto kLinger = std::chrono::milliseconds(500);

struct Connection {
  Connection(websub::Descriptor fd, SteadyTime deadline_at, ListenerHandler& handler,
             const ListenerOptions& options)
      : socket(std::move(fd)), deadline(deadline_at), request(handler, options) {}

  websub::Descriptor socket;
  SteadyTime deadline;
  websub::Incoming request;
  bool lingering = false;
};

class PollListener final : public Listener {
 public:
  PollListener(websub::ListenSocket socket, websub::Descriptor wake, ListenerHandler& handler,
               const ListenerOptions& options)
      : socket_(std::move(socket)),
        wake_(std::move(wake)),
        handler_(handler),
        options_(options),
        buffer_(kReadBytes) {}
  ~PollListener() override { stop(); }
  PollListener(const PollListener&) = delete;
  PollListener& operator=(const PollListener&) = delete;

  void start() {
    thread_ = std::thread([this] { run(); });
  }
  int port() const override { return socket_.port; }
  std::string address() const override {
    return guarded_or_empty([&] { return socket_.address; });
  }
  void stop() override;

 private:
  void run();
  void round();
  void accept_all(SteadyTime now);
  void drop_late(SteadyTime now);
  // False: the connection is over.
  bool serve(Connection& connection, short events);
  bool read(Connection& connection);
  bool write(Connection& connection);
  std::uint64_t room() const;
  int wait_time(SteadyTime now) const;

  websub::ListenSocket socket_;
  websub::Descriptor wake_;
  ListenerHandler& handler_;
  const ListenerOptions options_;
  std::vector<char> buffer_;
  std::list<Connection> connections_;  // the oldest first
  std::vector<pollfd> polled_;
  bool accepting_ = true;
  std::atomic<bool> stopping_{false};
  std::mutex joining_;
  std::thread thread_;
};

void PollListener::stop() {
  stopping_ = true;
  const std::uint64_t one = 1;
  if (::write(wake_.get(), &one, sizeof one) < 0) {  // NOLINT(bugprone-branch-clone)
    // The counter is at its end: the thread wakes anyway.
  }
  const std::lock_guard lock(joining_);
  if (thread_.joinable()) thread_.join();
}

void PollListener::run() {
  const InLibrary inside;
  while (!stopping_) {
    try {
      round();
    } catch (const std::bad_alloc&) {
      connections_.clear();  // gives memory back; hubs try again
    }
  }
  connections_.clear();
  socket_.socket.close();
}

int PollListener::wait_time(SteadyTime now) const {
  auto first = now + std::chrono::seconds(1);
  for (const Connection& connection : connections_) first = std::min(first, connection.deadline);
  return static_cast<int>(
      std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(first - now).count()));
}

void PollListener::round() {
  polled_.clear();
  polled_.push_back({wake_.get(), POLLIN, 0});
  // Without a descriptor to spare, accept would fail at once, again and again: one round goes by without it.
  polled_.push_back({accepting_ ? socket_.socket.get() : -1, POLLIN, 0});
  accepting_ = true;
  for (const Connection& connection : connections_) {
    const bool writes = !connection.request.output().empty();
    polled_.push_back({connection.socket.get(), static_cast<short>(writes ? POLLOUT : POLLIN), 0});
  }
  if (::poll(polled_.data(), polled_.size(), wait_time(std::chrono::steady_clock::now())) < 0) return;
  if (stopping_) return;
  std::size_t at = 2;
  for (auto it = connections_.begin(); it != connections_.end(); ++at) {
    const short events = polled_[at].revents;
    it = events == 0 || serve(*it, events) ? std::next(it) : connections_.erase(it);
  }
  const SteadyTime now = std::chrono::steady_clock::now();
  drop_late(now);
  if (polled_[1].revents != 0) accept_all(now);
}

void PollListener::drop_late(SteadyTime now) {
  std::erase_if(connections_, [now](const Connection& connection) { return connection.deadline <= now; });
}

void PollListener::accept_all(SteadyTime now) {
  for (std::size_t i = 0; i < options_.max_connections; ++i) {
    websub::Descriptor fd(::accept4(socket_.socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!fd.valid()) {
      const bool empty = errno == EAGAIN || errno == EWOULDBLOCK || errno == ECONNABORTED || errno == EINTR;
      accepting_ = empty;
      return;
    }
    if (connections_.size() >= options_.max_connections) connections_.pop_front();
    connections_.emplace_back(std::move(fd), now + options_.time, handler_, options_);
  }
}

std::uint64_t PollListener::room() const {
  std::uint64_t used = 0;
  for (const Connection& connection : connections_) used += connection.request.memory();
  return used < options_.max_memory ? options_.max_memory - used : 0;
}

bool PollListener::serve(Connection& connection, short events) {
  if ((events & POLLOUT) != 0) return write(connection);
  if ((events & (POLLIN | POLLHUP)) != 0) return read(connection);
  return false;
}

bool PollListener::read(Connection& connection) {
  const ssize_t got = ::recv(connection.socket.get(), buffer_.data(), buffer_.size(), 0);
  if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  if (connection.lingering) return got > 0;
  if (got == 0)
    connection.request.end();
  else
    connection.request.take({buffer_.data(), static_cast<std::size_t>(got)}, room());
  return connection.request.output().empty() || write(connection);
}

bool PollListener::write(Connection& connection) {
  const std::string& bytes = connection.request.output();
  const ssize_t put = ::send(connection.socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (put < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  connection.request.sent(static_cast<std::size_t>(put));
  if (!bytes.empty() || !connection.request.answered()) return true;
  (void)::shutdown(connection.socket.get(), SHUT_WR);
  connection.lingering = true;
  connection.deadline = std::min(connection.deadline, std::chrono::steady_clock::now() + kLinger);
  return true;
}

}  // namespace

Result<std::unique_ptr<Listener>> make_listener(std::string_view address, ListenerHandler& handler,
                                                ListenerOptions options) {
  return guarded(
      [&]() -> Result<std::unique_ptr<Listener>> {
        if (options.max_connections == 0 || options.time.count() <= 0 || options.max_head_bytes == 0)
          return Error{Code::kInvalidArgument, "listener: a limit is 0", std::string(address), -1};
        auto socket = websub::open_listen_socket(address);
        if (!socket) return std::move(socket).error();
        websub::Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
        if (!wake.valid()) return Error{Code::kIo, "cannot make an event", std::string(address), -1};
        auto out = std::make_unique<PollListener>(std::move(*socket), std::move(wake), handler, options);
        out->start();
        return std::unique_ptr<Listener>(std::move(out));
      },
      "listener");
}

}  // namespace bfa
