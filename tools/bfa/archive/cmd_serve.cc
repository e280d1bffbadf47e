// SPDX-License-Identifier: Apache-2.0
// bfa serve [-a DIR]: the archive in a browser, and for other programs.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "args.h"
#include "bfa/io/file_system.h"
#include "bfa/serve/archive_site.h"
#include "bfa/serve/server.h"
#include "command.h"
#include "interrupt.h"

namespace bfa::tool {
namespace {

using std::chrono::milliseconds;

// A client that comes at once waits for the archive so long; then it is told to come again.
constexpr milliseconds kPatience{2000};
constexpr rlim_t kMostHandles = 8192;
constexpr std::size_t kHandlesOfTheArchive = 512;
constexpr std::uint64_t kMaxTokenFile = 64u << 10;

constexpr const char* kFooter =
    "It ends at Ctrl-C or SIGTERM. It reads, also beside bfa run and other commands that write.\n"
    "Only this machine reaches 127.0.0.1. Other addresses (--listen 0.0.0.0) need a token: --token-file, or\n"
    "$BFA_SERVE_TOKEN. Requests for other hosts than the address, localhost and those of --host are "
    "refused.\n"
    "TLS is a reverse proxy's: docs/serve.md shows two.\n"
    "Exit codes: 0 ended by a signal, 2 usage, or no token where one is needed, 3 no archive, 4 the address\n"
    "cannot be had, 8 archive from a newer version, 9 local disk, 130 ended while the index was being made.";

struct ServeArguments {
  std::string archive, listen = "127.0.0.1", token_file, title;
  std::vector<std::string> hosts;
  std::int64_t port = 0, threads = 4;
  bool require_token = false, open = false, no_replay_port = false, json = false;
};

Error usage_error(std::string message) {
  return Error{Code::kInvalidArgument, std::move(message), {}, -1};
}

// The token of --token-file or $BFA_SERVE_TOKEN; empty when there is neither.
Result<std::string> read_token(const std::string& file) {
  if (file.empty()) {
    const char* const given = std::getenv("BFA_SERVE_TOKEN");
    return std::string(given == nullptr ? "" : given);
  }
  // A pipe is refused: nobody may write to it.
  const auto text = read_file(posix_file_system(), file, kMaxTokenFile);
  if (!text || text->empty())
    return usage_error("no token can be read from " + on_one_line(file) +
                       (text ? "" : ": " + on_one_line(text.error().message)));
  std::string token = text->substr(0, text->find('\n'));
  while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
  struct stat about{};
  if (::stat(file.c_str(), &about) == 0 && (about.st_mode & (S_IRGRP | S_IROTH)) != 0)
    std::fprintf(stderr, "bfa: others may read %s: chmod 600 keeps the token to you\n",
                 on_one_line(file).c_str());
  return token;
}

// --listen with --port in it, where it has none.
Result<std::string> listen_address(const ServeArguments& values) {
  const std::string& text = values.listen;
  const bool six = text.find(':') != std::string::npos && text.find(':') != text.rfind(':');
  const bool has_port =
      six ? text.find("]:") != std::string::npos
          : text.find(':') != std::string::npos || text.find_first_not_of("0123456789") == std::string::npos;
  if (has_port && values.port != 0) return usage_error("--listen has a port already: leave --port out");
  if (has_port) return text;
  return (six && text.front() != '[' ? "[" + text + "]" : text) + ":" + std::to_string(values.port);
}

struct Plan {
  HttpServerOptions server;
  ArchiveSiteOptions site;
};

Result<Plan> make_plan(const ServeArguments& values) {
  Plan plan;
  auto listen = listen_address(values);
  if (!listen) return std::move(listen).error();
  const auto loopback = listens_on_loopback(*listen);
  if (!loopback) return loopback.error();
  auto token = read_token(values.token_file);
  if (!token) return std::move(token).error();
  const bool printable =
      std::all_of(token->begin(), token->end(), [](char c) { return c > ' ' && c < 0x7f; });
  if (!token->empty() && (token->size() < kLeastTokenBytes || !printable)) {
    return usage_error("the token is too weak: wanted are at least " + std::to_string(kLeastTokenBytes) +
                       " printable characters of ASCII (openssl rand -hex 20 makes one)");
  }
  if (values.require_token && token->empty())
    return usage_error("--require-token needs a token: --token-file FILE or $BFA_SERVE_TOKEN");
  if (!*loopback && token->empty())
    return usage_error("other machines can reach " + *listen +
                       ": give a token that readers need, by --token-file FILE or $BFA_SERVE_TOKEN");
  plan.server.listen = std::move(*listen);
  plan.server.hosts = values.hosts;
  plan.server.threads = static_cast<std::size_t>(values.threads);
  plan.server.replay_port = !values.no_replay_port;
  plan.site.archive = archive_directory(values.archive);
  plan.site.title = values.title;
  plan.site.token = std::move(*token);
  plan.site.token_to_read = !*loopback || values.require_token;
  const LogHook log = [](LogLevel level, std::string_view line) {
    if (level < LogLevel::kWarn) return;
    std::fprintf(stderr, "bfa: %s\n", on_one_line(line).c_str());
  };
  plan.server.log = plan.site.log = log;
  return plan;
}

// Each connection has a handle; systems give a thousand unless more are asked for.
void get_handles(HttpServerOptions& options) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, kMostHandles));
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const std::size_t handles = limit.rlim_cur;
  const std::size_t left = handles > kHandlesOfTheArchive + 64 ? handles - kHandlesOfTheArchive : 64;
  options.max_connections = std::min(options.max_connections, left);
}

void open_browser(const std::string& url) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open", address = url;
  std::array<char*, 3> words{program.data(), address.data(), nullptr};
  pid_t child = -1;
  if (::posix_spawnp(&child, "xdg-open", &actions, nullptr, words.data(), environ) != 0)
    std::fputs("bfa: there is no xdg-open here: open the address yourself\n", stderr);
  posix_spawn_file_actions_destroy(&actions);
}

void announce(const HttpServer& server, const ServeArguments& values) {
  const auto url = [&](int port) { return "http://" + server.address() + ":" + std::to_string(port) + "/"; };
  if (values.json) {
    nlohmann::ordered_json line = {{"v", 1}, {"event", "listening"}, {"url", url(server.port())}};
    if (server.replay_port() != 0) line["replay_url"] = url(server.replay_port());
    print_line(line.dump());
  } else {
    print_line("listening at " + url(server.port()));
  }
  if (values.open) open_browser(url(server.port()));
}

void wait_for(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, stop, [] { return false; });
}

int serve_archive(const ServeArguments& values, Plan plan) {
  const std::stop_token stop = catch_interrupt();
  LateHandler late(kPatience, "the archive is being opened, and its index made; ask again in some seconds");
  std::unique_ptr<ServeHandler> gate;
  if (plan.site.token_to_read) {
    auto made = make_token_gate(late, plan.site.token);
    if (!made) return report_error(made.error(), values.json), kUsage;
    gate = std::move(*made);
  }
  get_handles(plan.server);
  const auto server = HttpServer::start(gate ? *gate : late, plan.server);
  if (!server) {
    const int code = report_error(server.error(), values.json);
    return server.error().code == Code::kInvalidArgument ? kUsage : code;
  }
  plan.site.replay_port = (*server)->replay_port();
  auto opening = std::async(std::launch::async, [&plan] { return make_archive_site(plan.site); });
  const bool slow = opening.wait_for(kPatience) != std::future_status::ready;
  if (slow) {
    announce(**server, values);
    std::fputs("bfa: the index is being made or brought up to date; until then answers say so (503)\n",
               stderr);
  }
  auto site = opening.get();
  if (!site) {
    late.give_up();
    return report_archive_error(site.error(), values.json);
  }
  late.set(std::move(*site));
  if (slow) {
    std::fputs("bfa: the index is there\n", stderr);
  } else {
    announce(**server, values);
  }
  wait_for(stop);
  (*server)->stop();
  return kDone;
}

}  // namespace

int cmd_serve(const Arguments& arguments) {
  ServeArguments values;
  Args args("serve",
            "Shows the archive in a browser, and gives it to other programs: search, pages as they looked, "
            "Memento, CDX, REST, a stream of changes.",
            kFooter);
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--port", values.port, "port (default: a free one, which is said)", {0, 65535});
  args.option("--listen", values.listen, "address, in numbers, with or without a port (default: 127.0.0.1)");
  args.option("--host", values.hosts,
              "a name under which clients ask, as behind a proxy: NAME, NAME:PORT or https://NAME");
  args.option(
      "--token-file", values.token_file,
      "file with the token for changes and, unless at 127.0.0.1, for reading (else $BFA_SERVE_TOKEN)");
  args.flag("--require-token", values.require_token, "the token is needed for reading at 127.0.0.1 too");
  args.flag("--open", values.open, "open the address in the browser (xdg-open)");
  args.flag("--no-replay-port", values.no_replay_port, "no second port for archived pages");
  args.option("--title", values.title, "of the pages (default: the name of the folder)");
  args.option("--threads", values.threads, "that make answers (default: 4)", {1, 256});
  args.flag("--json", values.json, "say the address as a JSON line");
  if (const auto code = args.parse(arguments)) return *code;
  auto plan = make_plan(values);
  if (!plan) return report_error(plan.error(), values.json), kUsage;
  return serve_archive(values, std::move(*plan));
}

}  // namespace bfa::tool
