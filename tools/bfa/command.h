// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/result.h"

namespace bfa::tool {

// Exit codes of every command (docs/guide.md).
enum ExitCode : int {
  kDone = 0,
  kNo = 1,  // the answer is no: invalid, different, disallowed, a spec violation
  kUsage = 2,
  kUnreadable = 3,
  kNetwork = 4,
  kInternalError = 5,
  kTruncatedInput = 6,
  kDigestMismatch = 7,
  kArchiveLocked = 8,  // or made by a newer version
  kLocalDisk = 9,
  kInterrupted = 130,
};

using Arguments = std::vector<std::string>;

// Each command lives in cmd_<name>.cc and gets what follows its name.
int cmd_crawl(const Arguments& arguments);
int cmd_add(const Arguments& arguments);
int cmd_changes(const Arguments& arguments);
int cmd_config(const Arguments& arguments);
int cmd_failed(const Arguments& arguments);
int cmd_retry(const Arguments& arguments);
int cmd_run(const Arguments& arguments);
int cmd_discover(const Arguments& arguments);
int cmd_schedule(const Arguments& arguments);
int cmd_status(const Arguments& arguments);
int cmd_stats(const Arguments& arguments);
int cmd_report(const Arguments& arguments);
int cmd_opml(const Arguments& arguments);
int cmd_ls(const Arguments& arguments);
int cmd_log(const Arguments& arguments);
int cmd_show(const Arguments& arguments);
int cmd_diff(const Arguments& arguments);
int cmd_search(const Arguments& arguments);
int cmd_serve(const Arguments& arguments);
int cmd_pack(const Arguments& arguments);
int cmd_export(const Arguments& arguments);
int cmd_import(const Arguments& arguments);
int cmd_migrate(const Arguments& arguments);
int cmd_move(const Arguments& arguments);
int cmd_rebuild(const Arguments& arguments);
int cmd_check(const Arguments& arguments);
int cmd_backup(const Arguments& arguments);
int cmd_remove(const Arguments& arguments);
int cmd_became(const Arguments& arguments);
int cmd_rules(const Arguments& arguments);
int cmd_feed(const Arguments& arguments);
int cmd_extract(const Arguments& arguments);
int cmd_robots(const Arguments& arguments);
int cmd_url(const Arguments& arguments);
int cmd_warc(const Arguments& arguments);
int cmd_completion(const Arguments& arguments);

// What a command takes, for `bfa completion`.
struct OptionOutline {
  std::vector<std::string> names;  // with their dashes: "-a", "--archive"
  std::string help;                // its first sentence is enough to choose by
  bool takes_value = false;
  bool repeats = false;
  std::string fallback;  // its value when it is not given
};
struct CommandOutline {
  std::vector<OptionOutline> options;
  std::vector<std::string> subcommands;
  // To check a value of an option, "--delay"; `problem` receives what is wrong with it.
  std::string probe;
  std::vector<std::string> probe_values;
  std::string problem;
};
// While it is set, commands describe themselves into it instead of running: Args::parse() and
// run_subcommand() fill it and end with kDone. For one thread.
CommandOutline*& outline_target();

// A command of the program, as `bfa --help` lists it.
struct Command {
  std::string_view name;
  int (*run)(const Arguments&);
  std::string_view summary;
};
std::span<const Command> all_commands();

// A command of a group: bfa warc ls.
struct Subcommand {
  std::string_view name;
  int (*run)(const Arguments&);
};
// Runs the one that the first argument names, with the rest; --help prints `usage`. `group`: "warc".
int run_subcommand(std::string_view group, std::span<const Subcommand> commands, const char* usage,
                   const Arguments& arguments);

// The program ends with kNo instead of kDone: the command did its work, and something was missing.
void end_with_no();

// Prints an error: one line on stderr, and as a JSON event on stdout when `json`; gives the exit code for it.
int report_error(const Error& error, bool json);
// Prints findings on stderr, a line each: "FILE:OFFSET: message (code)".
void print_findings(const Findings& findings);
// The exit code for an error of reading input (kIo of the local disk gives 9, kNotFound and kCorrupt 3, ...).
int exit_code(const Error& error);
// The word for the result of checking a file, by its exit code: "ok", "truncated", "digest mismatch",
// "damaged", "breaks rules".
const char* check_verdict(int code);
// As report_error, for an archive that does not open: locked or made by a newer version gives 8.
int report_archive_error(const Error& error, bool json);
// -a DIR, otherwise $BFA_ARCHIVE, otherwise ./bfa-archive.
std::string archive_directory(const std::string& option);
// Writes to stdout at once, with control characters made visible. When that fails, the program ends as
// finish_output() says.
void print_line(const std::string& line);
// Text of any origin for one line on a terminal: control characters become visible, line ends "?".
std::string on_one_line(std::string_view text);
// The exit code of a command that would end with `code`: kLocalDisk, with a message, if something could not
// be written to stdout. A closed pipe is no failure.
int finish_output(int code);

}  // namespace bfa::tool
