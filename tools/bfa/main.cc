// SPDX-License-Identifier: Apache-2.0
// bfa COMMAND ...: archives blogs. `bfa --help` lists the commands, `bfa COMMAND --help` describes one.
// Exit codes: command.h.
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <thread>

#include "archive/index_keeper.h"
#include "bfa/base/version.h"
#include "command.h"
#include "interrupt.h"

namespace {

using bfa::tool::Command;

void print_help() {
  std::printf(
      "bfa %s - archives blogs so that they are not lost\n\nUsage: bfa COMMAND [OPTIONS]\n\nCommands:\n",
      std::string(bfa::version()).c_str());
  for (const Command& command : bfa::tool::all_commands()) {
    std::printf("  %-10.*s %.*s\n", static_cast<int>(command.name.size()), command.name.data(),
                static_cast<int>(command.summary.size()), command.summary.data());
  }
  std::printf("\nbfa COMMAND --help describes one. Start with: bfa crawl https://a.blog.example/\n");
}

int run(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name.empty()) {
    std::fprintf(stderr, "bfa: no command given (see bfa --help)\n");
    return bfa::tool::kUsage;
  }
  const std::string_view topic = name == "help" && argc > 2 ? argv[2] : "";
  if (topic.empty() && (name == "--help" || name == "-h" || name == "help")) {
    print_help();
    return bfa::tool::kDone;
  }
  if (name == "--version") {
    std::printf("bfa %s\n", std::string(bfa::version()).c_str());
    return bfa::tool::kDone;
  }
  for (const Command& command : bfa::tool::all_commands()) {
    if (command.name == topic) return command.run({"--help"});
    if (command.name != name) continue;
    const int code = command.run(bfa::tool::Arguments(argv + 2, argv + argc));
    bfa::tool::update_written_index();
    return code;
  }
  const std::string_view unknown = topic.empty() ? name : topic;
  std::fprintf(stderr, "bfa: unknown command '%s' (see bfa --help)\n",
               bfa::tool::on_one_line(unknown).c_str());
  return bfa::tool::kUsage;
}

// The last words where nothing else can be said: a library gave up, or no handler was found for an exception.
[[noreturn]] void give_up(std::string_view what, int code) {
  constexpr std::string_view kBegin = "bfa: ";
  constexpr std::string_view kEnd =
      "; what was acknowledged is safe, and the next run of the command goes on\n";
  for (const std::string_view part : {kBegin, what, kEnd}) {
    if (::write(STDERR_FILENO, part.data(), part.size()) < 0) break;
  }
  std::_Exit(code);
}

void on_abort(int) {
  give_up("stopped by a failed check of a library: the disk may be full, or memory short",
          bfa::tool::kInternalError);
}

// Mostly a thread that could not be started while another one was at work.
[[noreturn]] void on_terminate() {
  give_up("stopped: this machine gives no more memory or threads", bfa::tool::kLocalDisk);
}

// The stack of this program's threads, whatever the shell's limit is.
constexpr std::size_t kStackBytes = std::size_t{8} << 20;

bool has_small_stack() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < kStackBytes;
}

// Runs the command in a thread with a stack of its own where the shell's limit is small.
int run_with_stack(int argc, char** argv) {
  if (!has_small_stack()) return bfa::tool::finish_output(run(argc, argv));
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    if (pthread_attr_setstacksize(&attributes, kStackBytes) == 0) pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  int code = bfa::tool::kInternalError;
  std::exception_ptr failed;
  std::thread([&] {
    try {
      code = bfa::tool::finish_output(run(argc, argv));
    } catch (...) {
      failed = std::current_exception();
    }
  }).join();
  if (failed) std::rethrow_exception(failed);
  return code;
}

// A closed stream gets a file that fails: otherwise the first file that is opened would take its number, and
// receive the output. A file above the limit of the shell gives an error of writing, not a signal.
void prepare_process() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    static_cast<void>(::open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY));
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  std::set_terminate(on_terminate);
  std::signal(SIGABRT, on_abort);
  bfa::tool::watch_interrupts();
  try {
    return run_with_stack(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("bfa: out of memory\n", stderr);
    return bfa::tool::kLocalDisk;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bfa: %s\n", e.what());
    return bfa::tool::kInternalError;
  }
}
