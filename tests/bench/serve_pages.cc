// SPDX-License-Identifier: Apache-2.0
// What the answers of `bfa serve` cost over a made archive (made_archive.h), by two clients at a time, each
// request for another object: the handlers alone, beside the raw index; and through the server, beside a
// handler that does nothing.
//
// Usage: bench_serve FOLDER POSTS CALLS [--part=TEXT] [--port=N]
// FOLDER keeps the archive for the next run. CALLS: of each client and class. --part: only the classes with
// this text in their names. --port: ask the `bfa serve` that listens there in place of handlers and a server
// of its own. A line for each class: status of the first answer, milliseconds at the 50th and 95th
// percentile, CPU time of the thread that runs the handler, and the same of the raw index.
#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/serve/archive_site.h"
#include "bfa/serve/server.h"
#include "made_archive.h"
#include "must.h"
#include "serve_classes.h"
#include "support/wire_client.h"

namespace {

using namespace bfa;  // NOLINT(google-build-using-namespace): a program
using bench::must;
using bench::PageClass;
using Steady = std::chrono::steady_clock;

struct Times {
  std::vector<double> wall, cpu;

  void add(const Times& other) {
    wall.insert(wall.end(), other.wall.begin(), other.wall.end());
    cpu.insert(cpu.end(), other.cpu.begin(), other.cpu.end());
  }
  static double at(std::vector<double>& times, std::size_t percent) {
    if (times.empty()) return 0;
    std::sort(times.begin(), times.end());
    return times[(times.size() - 1) * percent / 100];
  }
};

double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

double milliseconds_since(Steady::time_point start) {
  return std::chrono::duration<double, std::milli>(Steady::now() - start).count();
}

// What a client does: `ask` is timed, `rest` is not.
struct Caller {
  std::function<void(std::size_t)> ask;
  std::function<void()> rest;
};

// Two clients, each with requests of its own. `make` gives the call of a client, which takes the number of a
// request.
Times by_two(int calls, const std::function<Caller()>& make) {
  Times times[2];
  std::vector<std::thread> threads;
  for (std::size_t client = 0; client < 2; ++client) {
    threads.emplace_back([&, client] {
      const Caller call = make();
      call.ask(2 * static_cast<std::size_t>(calls) + client);  // connections are made, statements prepared
      if (call.rest) call.rest();
      for (int i = 0; i < calls; ++i) {
        const double cpu = thread_milliseconds();
        const auto start = Steady::now();
        call.ask(2 * static_cast<std::size_t>(i) + client);
        times[client].wall.push_back(milliseconds_since(start));
        times[client].cpu.push_back(thread_milliseconds() - cpu);
        if (call.rest) call.rest();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  times[0].add(times[1]);
  return std::move(times[0]);
}

// The handler alone: until its first bytes, or to the end of a body.
int ask(ServeHandler& site, const std::string& target, bool first_byte) {
  ServeRequest request;
  request.target = target;
  request.origin = "http://127.0.0.1:8080";
  ServeReply reply = site.answer(request);
  while (reply.stream) {
    const auto piece = must(reply.stream->next());
    if (piece.end || (first_byte && !piece.bytes.empty())) break;
  }
  return reply.status;
}

// A client of a server: until its first bytes came, or all.
class Client {
 public:
  explicit Client(int port) : port_(port), wire_(port) {}

  int ask(const std::string& target, bool first_byte) {
    if (!wire_->send(test::wire_get(port_, target))) std::abort();
    if (first_byte) {
      pollfd ready{wire_->handle(), POLLIN, 0};
      ::poll(&ready, 1, -1);
      return 0;
    }
    return finish();
  }
  int finish() { return wire_->read_reply().status; }

 private:
  int port_;
  std::optional<test::WireClient> wire_;
};

class BareHandler final : public ServeHandler {
 public:
  ServeReply answer(const ServeRequest&) override {
    ServeReply reply;
    reply.headers = {{"Content-Type", "text/html"}};
    reply.body.assign(20'000, 'x');
    return reply;
  }
};

Times through_server(int port, const PageClass& one, int calls) {
  return by_two(calls, [&]() -> Caller {
    const auto client = std::make_shared<Client>(port);  // shared by the two functions
    Caller caller{[&one, client](std::size_t i) { client->ask(one.target(i), one.first_byte); }, {}};
    if (one.first_byte) caller.rest = [client] { client->finish(); };
    return caller;
  });
}

double megabytes(const char* name) {
  std::FILE* const file = std::fopen("/proc/self/status", "r");
  if (file == nullptr) return 0;
  char line[256];
  double kilobytes = 0;
  while (std::fgets(line, sizeof line, file) != nullptr)
    if (std::string_view(line).starts_with(name)) kilobytes = std::atof(line + std::string_view(name).size());
  std::fclose(file);
  return kilobytes / 1024;
}

void print(const char* name, const char* what, double goal, int status, Times times) {
  const double p95 = Times::at(times.wall, 95);
  std::printf("%-34s %-8s %3d  p50 %8.2f  p95 %8.2f  cpu50 %8.2f  cpu95 %8.2f  goal %4.0f%s\n", name, what,
              status, Times::at(times.wall, 50), p95, Times::at(times.cpu, 50), Times::at(times.cpu, 95),
              goal, goal > 0 && p95 > goal ? "  MISS" : "");
  std::fflush(stdout);
}

void measure_handlers(ServeHandler& site, const std::vector<PageClass>& classes, int calls) {
  for (const PageClass& one : classes) {
    const auto start = Steady::now();
    const int status = ask(site, one.target(0), true);
    const double first = milliseconds_since(start);
    if (status == 503) {  // it is made in a thread
      while (ask(site, one.target(0), true) == 503)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      std::printf("%-34s there    %.0f ms, the first answer 503 after %.0f ms, memory %.0f MB\n",
                  one.name.c_str(), milliseconds_since(start), first, megabytes("VmRSS:"));
    }
    const Times handler = by_two(calls, [&]() -> Caller {
      return {[&](std::size_t i) { ask(site, one.target(i), one.first_byte); }, {}};
    });
    print(one.name.c_str(), "handler", one.goal_ms, status, handler);
    if (first > 20) std::printf("%-34s first    %.0f ms\n", one.name.c_str(), first);
    if (!one.raw) continue;
    const Times raw = by_two(calls, [&]() -> Caller { return {[&](std::size_t i) { one.raw(i); }, {}}; });
    print(one.name.c_str(), "index", 0, 0, raw);
  }
}

// Client and server are in the time; the CPU time is the client's.
void measure_server(int port, const std::vector<PageClass>& classes, int calls) {
  for (const PageClass& one : classes) {
    const int status = Client(port).ask(one.target(0), false);
    print(one.name.c_str(), "server", one.goal_ms, status, through_server(port, one, calls));
  }
}

// The index beside the texts of all versions.
void print_size(const std::string& path) {
  const auto archive = must(Archive::open(path, {}));
  std::uint64_t text = 0, versions = 0;
  must(archive->for_each_object({}, [&](const std::string& key, const ObjectSummary&) {
    for (const Version& version : must(archive->versions(key))) {
      text += version.object.text.size();
      ++versions;
    }
    return true;
  }));
  const auto index = std::filesystem::file_size(must(SearchIndex::open(*archive))->file());
  std::printf("%llu versions, %.0f MB of text, index %.0f MB, %.3f bytes a byte of text\n",
              static_cast<unsigned long long>(versions), static_cast<double>(text) / 1e6,
              static_cast<double>(index) / 1e6, static_cast<double>(index) / static_cast<double>(text));
}

// From the end of a commit until a search finds it, as the site looks at the store every 250 ms; and the
// first request for the home page after that.
void measure_found(ServeHandler& site, const std::string& archive, int times) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  const auto writer = must(Archive::open(archive, options));
  Times found, home;
  const auto stamp = std::chrono::system_clock::now().time_since_epoch().count();
  for (int i = 0; i < times; ++i) {
    const std::string word = "x" + std::to_string(stamp) + "y" + std::to_string(i);
    bench::add_version_with(*writer, word);
    const auto start = Steady::now();
    ServeRequest request;
    request.target = "/api/v1/search?q=" + word;
    request.origin = "http://127.0.0.1:8080";
    while (site.answer(request).body.find(bench::long_post_url()) == std::string::npos)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    found.wall.push_back(milliseconds_since(start));
    const double cpu = thread_milliseconds();
    const auto asked = Steady::now();
    ask(site, "/", false);
    home.wall.push_back(milliseconds_since(asked));
    home.cpu.push_back(thread_milliseconds() - cpu);
  }
  must(writer->close());
  print("found after a commit", "handler", 1000, 200, std::move(found));
  print("home, first after a step", "handler", 20, 200, std::move(home));
}

}  // namespace

int main(int argc, char** argv) {
  const int calls = argc > 3 ? std::atoi(argv[3]) : 0;
  const auto posts = argc > 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
  std::string part;
  int port = 0;
  for (int i = 4; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option.starts_with("--part=")) part = option.substr(7);
    if (option.starts_with("--port=")) port = std::atoi(argv[i] + 7);
  }
  if (calls < 1 || posts < 100)
    return std::fputs("usage: bench_serve FOLDER POSTS CALLS [--part=TEXT] [--port=N]\n", stderr), 2;
  auto classes = bench::page_classes(argv[1], posts, port == 0);
  std::erase_if(classes, [&](const PageClass& one) { return one.name.find(part) == std::string::npos; });
  BareHandler bare;
  const auto bare_server = must(HttpServer::start(bare, {}));
  const PageClass nothing{"bare handler, 20 kB", 0, false, [](std::size_t) { return std::string("/"); }, {}};
  print(nothing.name.c_str(), "server", 0, 200, through_server(bare_server->port(), nothing, 500));
  if (port != 0) {
    measure_server(port, classes, calls);
    return 0;
  }
  ArchiveSiteOptions options;
  options.archive = bench::made_archive(argv[1], posts);
  const auto start = Steady::now();
  const auto site = must(make_archive_site(options));
  std::printf("opened in %.0f ms\n", milliseconds_since(start));
  measure_handlers(*site, classes, calls);
  if (part.empty() || part == "size") print_size(options.archive);
  if (part.empty() || part == "found") measure_found(*site, options.archive, 20);
  std::printf("memory: %.0f MB now, %.0f MB at most\n", megabytes("VmRSS:"), megabytes("VmHWM:"));
  return 0;
}
