// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "sample_blog.h"
#include "support/http_server.h"

namespace bfa::test {

// What a program gave back.
struct Ran {
  int code = -1;  // exit code; 128 + N when a signal ended it
  std::string out, err;
};

// Runs the built `bfa` with these arguments and waits for it.
Ran run_tool(const std::vector<std::string>& arguments);

// The same with its standard input from a file.
Ran run_tool(const std::vector<std::string>& arguments, const std::string& input);

// The same with its standard output into an existing file or device, or closed ("-"); `out` is empty.
Ran run_tool_into(const std::string& output, const std::vector<std::string>& arguments);

// Runs it, hands each line of its standard output to `line`, and kills it (SIGKILL) as soon as that returns
// false. The remaining bytes of the pipe are passed on, too. `code`: as above.
Ran run_tool_until(const std::vector<std::string>& arguments,
                   const std::function<bool(const std::string& line)>& line);

// Runs it under a limit of the shell: `ulimit OPTION VALUE`.
Ran run_tool_limited(const std::string& option, int value, const std::vector<std::string>& arguments);

// Runs it, sends it this signal after a time, and waits for its end.
struct Interrupted {
  Ran ran;
  std::chrono::milliseconds took{0};  // from the signal to the end
};
Interrupted run_tool_interrupted(const std::vector<std::string>& arguments, std::chrono::milliseconds after,
                                 int signal);

// Runs it, gives `meanwhile` its process id, then sends it SIGTERM and waits for its end.
Ran run_tool_beside(const std::vector<std::string>& arguments, const std::function<void(pid_t)>& meanwhile);

// Runs it, gives `meanwhile` the first line of its standard output, then sends it the signal and waits for
// its end.
Interrupted run_tool_listening(const std::vector<std::string>& arguments,
                               const std::function<void(const std::string& line)>& meanwhile, int signal);

// Answers for the blog's pages, with conditional requests. Both must outlive the server's requests.
void serve(HttpServer& server, const SampleBlog& blog);

// Arguments of `bfa crawl` that lead every host to the server, without waiting.
std::vector<std::string> crawl_arguments(const std::string& archive, int port,
                                         const std::vector<std::string>& more);

// A port on 127.0.0.1 where nobody listens.
int closed_port();

std::vector<std::string> lines_of(const std::string& text);

}  // namespace bfa::test
