// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bfa/object/json.h"
#include "bfa/text/utf8.h"
#include "terminal_text.h"

namespace bfa::tool {

CommandOutline*& outline_target() {
  static CommandOutline* target = nullptr;
  return target;
}

int run_subcommand(std::string_view group, std::span<const Subcommand> commands, const char* usage,
                   const Arguments& arguments) {
  if (CommandOutline* const outline = outline_target(); outline != nullptr && arguments.empty()) {
    for (const Subcommand& command : commands) outline->subcommands.emplace_back(command.name);
    return kDone;
  }
  const std::string name = arguments.empty() ? "" : arguments.front();
  for (const Subcommand& command : commands) {
    if (name == command.name) return command.run(Arguments(arguments.begin() + 1, arguments.end()));
  }
  if (name == "--help" || name == "-h") {
    std::printf("%s", usage);
    return kDone;
  }
  const std::string what = name.empty() ? "no command given" : "unknown command '" + name + "'";
  const std::string of(group);
  std::fprintf(stderr, "bfa %s: %s (see bfa %s --help)\n", of.c_str(), on_one_line(what).c_str(), of.c_str());
  return kUsage;
}

namespace {

bool is_folder_error(const Error& error) {
  return error.code == Code::kIo && error.message.find("Is a directory") != std::string::npos;
}

}  // namespace

std::string on_one_line(std::string_view text) {
  // A message may quote bytes of a damaged file.
  std::string out = with_visible_controls(repair_utf8(text), true, false);
  for (char& c : out) {
    if (c == '\n' || c == '\t') c = '?';
  }
  return out;
}

int exit_code(const Error& error) {
  if (is_folder_error(error)) return kUsage;
  switch (error.code) {
    case Code::kInvalidArgument:
      return kUsage;
    case Code::kNotFound:
    case Code::kCorrupt:
    case Code::kUnsupported:
    case Code::kLimit:
      return kUnreadable;
    case Code::kTruncated:
      return kTruncatedInput;
    case Code::kUnavailable:
      return kNetwork;
    case Code::kDenied:
      return kNo;
    case Code::kIo:
      return kLocalDisk;
    case Code::kInternal:
      return kInternalError;
  }
  return kInternalError;
}

int report_error(const Error& error, bool json) {
  std::fprintf(stderr, "bfa: %s\n", on_one_line(to_string(error)).c_str());
  if (is_folder_error(error))
    std::fprintf(stderr, "  it is a folder: give the files in it, such as %s/*\n",
                 on_one_line(error.where).c_str());
  if (json) print_line(error_to_json(error));
  return exit_code(error);
}

void print_findings(const Findings& findings) {
  for (const Finding& finding : findings) {
    const std::string offset = finding.offset < 0 ? "" : ":" + std::to_string(finding.offset);
    std::fprintf(stderr, "%s%s: %s (%s)\n", on_one_line(finding.where).c_str(), offset.c_str(),
                 on_one_line(finding.message).c_str(), finding.id.c_str());
  }
}

int report_archive_error(const Error& error, bool json) {
  const int code = report_error(error, json);
  const bool locked = error.code == Code::kUnavailable && error.message.find("locked") != std::string::npos;
  return locked || error.code == Code::kUnsupported ? kArchiveLocked : code;
}

std::string archive_directory(const std::string& option) {
  if (!option.empty()) return option;
  if (const char* variable = std::getenv("BFA_ARCHIVE"); variable != nullptr && *variable != '\0')
    return variable;
  return "./bfa-archive";
}

void print_line(const std::string& line) {
  // In a file the characters that turn the direction of a text are part of it.
  static const bool terminal = ::isatty(STDOUT_FILENO) != 0;
  const std::string text = with_visible_controls(line, terminal || line.starts_with("{\""), true);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
  if (std::fflush(stdout) != 0) std::_Exit(finish_output(kDone));
}

namespace {
bool something_missing = false;
}  // namespace

void end_with_no() {
  something_missing = true;
}

int finish_output(int code) {
  if (code == kDone && something_missing) code = kNo;
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed || errno == EPIPE) return code;
  const int cause = errno;
  std::fprintf(stderr, "bfa: cannot write to standard output%s%s\n", cause != 0 ? ": " : "",
               cause != 0 ? std::strerror(cause) : "");
  return kLocalDisk;
}

const char* check_verdict(int code) {
  switch (code) {
    case kDone:
      return "ok";
    case kTruncatedInput:
      return "truncated";
    case kDigestMismatch:
      return "digest mismatch";
    case kUnreadable:
      return "damaged";
    default:
      return "breaks rules";
  }
}

}  // namespace bfa::tool
