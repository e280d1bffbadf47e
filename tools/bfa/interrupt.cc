// SPDX-License-Identifier: Apache-2.0
#include "interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "command.h"

namespace bfa::tool {
namespace {

constexpr auto kTimeToEnd = std::chrono::milliseconds(1500);

std::atomic<bool> interrupted{false};
std::atomic<bool> hung_up{false};
std::atomic<bool> ends_by_itself{false};  // the command looks at the token
int interrupt_event = -1;

std::stop_source& stop_source() {
  static std::stop_source source;
  return source;
}

// A stop source may not be used in a signal handler: a thread does it.
void on_interrupt(int) {
  if (interrupted.exchange(true)) std::_Exit(kInterrupted);
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(interrupt_event, &one, sizeof one);
}

// Readers of an archive keep the logs of their view of the store in a temporary folder.
void remove_own_scratch() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) return;
  const std::string own = "bfa-read-" + std::to_string(::getpid()) + "-";
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with(own)) continue;
    std::error_code ignored;
    std::filesystem::remove_all(at->path(), ignored);
  }
}

// No destructor runs and no buffer is written: other threads are at work.
[[noreturn]] void end_now() {
  remove_own_scratch();
  constexpr std::string_view kSaid = "bfa: interrupted\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
  std::_Exit(kInterrupted);
}

void wait_for_interrupt() {
  std::uint64_t count = 0;
  ssize_t got = 0;
  do {
    got = ::read(interrupt_event, &count, sizeof count);
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(sizeof count)) return;
  stop_source().request_stop();
  if (ends_by_itself.load()) std::this_thread::sleep_for(kTimeToEnd);
  end_now();
}

}  // namespace

void watch_interrupts() {
  stop_source();
  interrupt_event = ::eventfd(0, EFD_CLOEXEC);
  if (interrupt_event < 0) return;  // no handle left: a signal then ends the program as usual
  try {
    std::thread(wait_for_interrupt).detach();
  } catch (const std::system_error&) {
    return;
  }
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void catch_hangups() {
  struct sigaction action{};
  action.sa_handler = [](int) { hung_up.store(true); };
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGHUP, &action, nullptr);
}

bool take_hangup() {
  return hung_up.exchange(false);
}

std::stop_token catch_interrupt() {
  ends_by_itself.store(true);
  return stop_source().get_token();
}

}  // namespace bfa::tool
