// SPDX-License-Identifier: Apache-2.0
// bfa COMMAND ...: archives blogs. `bfa --help` lists the commands, `bfa COMMAND --help` describes one.
// Exit codes: command.h.
#include <fcntl.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

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
    if (command.name == name) return command.run(bfa::tool::Arguments(argv + 2, argv + argc));
  }
  const std::string_view unknown = topic.empty() ? name : topic;
  std::fprintf(stderr, "bfa: unknown command '%s' (see bfa --help)\n",
               bfa::tool::on_one_line(unknown).c_str());
  return bfa::tool::kUsage;
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
  bfa::tool::watch_interrupts();
  try {
    return bfa::tool::finish_output(run(argc, argv));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bfa: %s\n", e.what());
    return bfa::tool::kInternalError;
  }
}
