// SPDX-License-Identifier: Apache-2.0
#include "run_tool.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "support/fixtures.h"

namespace bfa::test {
namespace {

// The settings of the user who runs the tests have no say in them.
[[maybe_unused]] const bool without_settings = ::setenv("XDG_CONFIG_HOME", "/nonexistent", 1) == 0;

// A child with its standard output in a pipe and its errors in a file.
struct Child {
  pid_t pid = -1;
  int out = -1;
};

// `output`: the file of its standard output, instead of the pipe; "-": closed; empty: the pipe.
Child start(const std::vector<std::string>& arguments, const std::string& input, const std::string& errors,
            const std::string& output = {}) {
  std::array<int, 2> pipe_ends{};
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input.c_str(), O_RDONLY, 0);
  if (output == "-") {
    posix_spawn_file_actions_addclose(&actions, 1);
  } else if (output.empty()) {
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
  } else {
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY, 0);
  }
  posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<std::string> words{BFA_TOOL};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Child child;
  if (::posix_spawn(&child.pid, BFA_TOOL, &actions, nullptr, argv.data(), environ) != 0) child.pid = -1;
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe_ends[1]);
  child.out = pipe_ends[0];
  return child;
}

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

int wait_for(pid_t pid) {
  int status = 0;
  if (::waitpid(pid, &status, 0) != pid) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

namespace {

Ran run_with(const std::vector<std::string>& arguments, const std::string& input,
             const std::function<bool(const std::string& line)>& line) {
  TemporaryDirectory folder;
  const std::string errors = folder / "stderr";
  const Child child = start(arguments, input, errors);
  if (child.pid < 0) return {};
  Ran ran;
  std::size_t told = 0;
  bool killed = false;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t n = ::read(child.out, buffer.data(), buffer.size());
    if (n <= 0) break;
    ran.out.append(buffer.data(), static_cast<std::size_t>(n));
    for (auto end = ran.out.find('\n', told); end != std::string::npos; end = ran.out.find('\n', told)) {
      const bool more = line(ran.out.substr(told, end - told));
      told = end + 1;
      if (more || killed) continue;
      killed = true;
      ::kill(child.pid, SIGKILL);
    }
  }
  ::close(child.out);
  ran.code = wait_for(child.pid);
  ran.err = read_text(errors);
  return ran;
}

}  // namespace

Ran run_tool_until(const std::vector<std::string>& arguments,
                   const std::function<bool(const std::string& line)>& line) {
  return run_with(arguments, "/dev/null", line);
}

Ran run_tool_into(const std::string& output, const std::vector<std::string>& arguments) {
  TemporaryDirectory folder;
  const std::string errors = folder / "stderr";
  const Child child = start(arguments, "/dev/null", errors, output);
  if (child.pid < 0) return {};
  ::close(child.out);
  Ran ran;
  ran.code = wait_for(child.pid);
  ran.err = read_text(errors);
  return ran;
}

Ran run_tool_limited(const std::string& option, int value, const std::vector<std::string>& arguments) {
  TemporaryDirectory folder;
  const std::string out = folder / "stdout", err = folder / "stderr";
  // What the test itself has open does not count.
  std::string line = "exec >'" + out + "' 2>'" + err +
                     "' </dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit " + option + " " +
                     std::to_string(value) + " && exec '" BFA_TOOL "'";
  for (const auto& argument : arguments) line += " '" + argument + "'";
  std::string shell = "/bin/sh", flag = "-c";
  std::array<char*, 4> argv{shell.data(), flag.data(), line.data(), nullptr};
  pid_t pid = -1;
  if (::posix_spawn(&pid, "/bin/sh", nullptr, nullptr, argv.data(), environ) != 0) return {};
  Ran ran;
  ran.code = wait_for(pid);
  ran.out = read_text(out);
  ran.err = read_text(err);
  return ran;
}

namespace {

Interrupted run_meanwhile(const std::vector<std::string>& arguments,
                          const std::function<void(pid_t)>& meanwhile, int signal) {
  TemporaryDirectory folder;
  const std::string errors = folder / "stderr", output = folder / "stdout";
  std::ofstream(output).close();
  const Child child = start(arguments, "/dev/null", errors, output);
  if (child.pid < 0) return {};
  ::close(child.out);
  meanwhile(child.pid);
  Interrupted ended;
  const auto sent = std::chrono::steady_clock::now();
  ::kill(child.pid, signal);
  ended.ran.code = wait_for(child.pid);
  ended.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - sent);
  ended.ran.out = read_text(output);
  ended.ran.err = read_text(errors);
  return ended;
}

}  // namespace

Interrupted run_tool_listening(const std::vector<std::string>& arguments,
                               const std::function<void(const std::string& line)>& meanwhile, int signal) {
  TemporaryDirectory folder;
  const std::string errors = folder / "stderr";
  const Child child = start(arguments, "/dev/null", errors);
  if (child.pid < 0) return {};
  Interrupted ended;
  std::string& out = ended.ran.out;
  std::array<char, 4096> buffer{};
  const auto read_more = [&] {
    const ssize_t n = ::read(child.out, buffer.data(), buffer.size());
    if (n > 0) out.append(buffer.data(), static_cast<std::size_t>(n));
    return n > 0;
  };
  while (out.find('\n') == std::string::npos && read_more()) {
  }
  const bool said = out.find('\n') != std::string::npos;
  if (said) meanwhile(out.substr(0, out.find('\n')));
  const auto sent = std::chrono::steady_clock::now();
  if (said) ::kill(child.pid, signal);
  while (read_more()) {
  }
  ended.ran.code = wait_for(child.pid);
  ended.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - sent);
  ::close(child.out);
  ended.ran.err = read_text(errors);
  return ended;
}

Interrupted run_tool_interrupted(const std::vector<std::string>& arguments, std::chrono::milliseconds after,
                                 int signal) {
  return run_meanwhile(arguments, [&](pid_t) { std::this_thread::sleep_for(after); }, signal);
}

Ran run_tool_beside(const std::vector<std::string>& arguments, const std::function<void(pid_t)>& meanwhile) {
  return run_meanwhile(arguments, meanwhile, SIGTERM).ran;
}

Ran run_tool(const std::vector<std::string>& arguments) {
  return run_tool(arguments, "/dev/null");
}

Ran run_tool(const std::vector<std::string>& arguments, const std::string& input) {
  return run_with(arguments, input, [](const std::string&) { return true; });
}

void serve(HttpServer& server, const SampleBlog& blog) {
  std::vector<std::string> paths{"/robots.txt", "/feed.xml", "/", "/tag/shelves/", "/page/2/", "/about/"};
  for (int i = 0; i < blog.posts; ++i) paths.push_back(blog.post_url(i).substr(blog.origin().size()));
  for (const auto& path : paths) {
    server.on(path, [&blog, path](const SeenRequest& request) {
      const SampleBlog::Answer answer = blog.at(path);
      std::string headers = "Content-Type: " + answer.content_type + "\r\nETag: " + answer.etag + "\r\n";
      for (const auto& [name, value] : answer.headers)
        headers.append(name).append(": ").append(value) += "\r\n";
      if (request.bytes.find("If-None-Match: " + answer.etag) != std::string::npos)
        return Answer{Step::send("HTTP/1.1 304 Not Modified\r\nETag: " + answer.etag + "\r\n\r\n")};
      return simple_answer(answer.status, headers, answer.body);
    });
  }
}

std::vector<std::string> crawl_arguments(const std::string& archive, int port,
                                         const std::vector<std::string>& more) {
  std::vector<std::string> arguments{
      "crawl", "-a",           archive, "--allow-private", "--delay",
      "0",     "--retry-wait", "1",     "--connect-to",    "::127.0.0.1:" + std::to_string(port)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

int closed_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  int port = -1;
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0)
    port = ntohs(address.sin_port);
  ::close(socket);
  return port;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace bfa::test
