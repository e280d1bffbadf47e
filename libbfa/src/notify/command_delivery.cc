// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "bfa/text/utf8.h"
#include "notify/delivery.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace bfa::notify {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr std::size_t kSaid = 300;  // bytes of standard error that are kept
constexpr int kLookMs = 20;         // so often the end, the limit and a stop are looked for

struct Descriptor {
  Descriptor() = default;
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  void reset() {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
  int fd = -1;
};

bool make_pipe(Descriptor& read_end, Descriptor& write_end) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  read_end.fd = ends[0];
  write_end.fd = ends[1];
  return true;
}

void set_nonblocking(int fd) {
  (void)::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

class Child {
 public:
  Child() = default;
  // Nothing of it outlives the call, whatever it has started in its group.
  ~Child() {
    if (pid_ > 0) {
      (void)::kill(-pid_, SIGKILL);
      if (!over_) (void)::waitpid(pid_, &status_, 0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // An errno value; 0: it runs.
  int start(const std::string& command) {
    Descriptor child_in, child_err;
    if (!make_pipe(child_in, in_) || !make_pipe(err_, child_err)) return errno;
    set_nonblocking(in_.fd);
    set_nonblocking(err_.fd);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, child_in.fd, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, child_err.fd, 2);
    // The thread has its signals blocked; the command has them as usual.
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string text = command, shell = "sh", option = "-c";
    std::array<char*, 4> argv{shell.data(), option.data(), text.data(), nullptr};
    const int failed = ::posix_spawn(&pid_, "/bin/sh", &actions, &attributes, argv.data(), environ);
    if (failed != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
  }

  // True when it has ended.
  bool ended() {
    if (!over_) over_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
    return over_;
  }
  int status() const { return status_; }

  // Moves what can be moved, and waits a moment.
  void exchange(std::string_view& lines, std::string& said) {
    std::array<pollfd, 2> wanted{{{in_.fd, POLLOUT, 0}, {err_.fd, POLLIN, 0}}};
    (void)::poll(wanted.data(), wanted.size(), kLookMs);
    if (wanted[0].revents != 0) feed(lines);
    if (wanted[1].revents != 0) listen(said);
  }
  void listen(std::string& said) {
    std::array<char, 4096> buffer{};
    const auto got = ::read(err_.fd, buffer.data(), buffer.size());
    if (got > 0) {
      said.append(buffer.data(), static_cast<std::size_t>(got));
      if (said.size() > kSaid) said.erase(0, said.size() - kSaid);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      err_.reset();
    }
  }

 private:
  void feed(std::string_view& lines) {
    const auto put = ::write(in_.fd, lines.data(), lines.size());
    if (put > 0) lines.remove_prefix(static_cast<std::size_t>(put));
    const bool refused = put < 0 && errno != EAGAIN && errno != EINTR;
    if (lines.empty() || refused) in_.reset();  // the end of its input
  }

  pid_t pid_ = -1;
  int status_ = 0;
  bool over_ = false;
  Descriptor in_, err_;
};

// While it lives, a closed pipe is an error of write(), not a signal to the program.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    (void)::pthread_sigmask(SIG_BLOCK, &pipe, &before_);
  }
  ~NoPipeSignal() {
    if (sigismember(&before_, SIGPIPE) != 0) return;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    const timespec now{};
    while (::sigtimedwait(&pipe, nullptr, &now) == SIGPIPE) {
    }
    (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t before_{};
};

Delivery failure(const std::string& command, std::string why, const std::string& said) {
  const std::string text = collapse_space(repair_utf8(said));
  if (!text.empty()) why += ": " + text;
  return {Error{Code::kUnavailable, std::move(why), command, -1}, false, {}};
}

}  // namespace

Delivery run_command(const std::string& command, const std::string& lines, std::chrono::milliseconds limit,
                     const std::stop_token& stop) {
  const NoPipeSignal quiet;
  Child child;
  const SteadyTime end = std::chrono::steady_clock::now() + limit;
  if (const int failed = child.start(command); failed != 0)
    return failure(command, std::string("the command does not start: ") + std::strerror(failed), {});
  std::string_view left = lines;
  std::string said;
  while (!child.ended()) {
    if (stop.stop_requested()) return failure(command, "stopped; the command was killed", said);
    if (std::chrono::steady_clock::now() >= end)
      return failure(
          command, "the command had not ended after " + std::to_string(limit.count()) + " ms and was killed",
          said);
    child.exchange(left, said);
  }
  child.listen(said);
  const int status = child.status();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status))
    return failure(command, "the command ended with " + std::to_string(WEXITSTATUS(status)), said);
  return failure(command, "the command was ended by signal " + std::to_string(WTERMSIG(status)), said);
}

}  // namespace bfa::notify
