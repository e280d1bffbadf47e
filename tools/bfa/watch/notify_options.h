// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "args.h"
#include "bfa/notify/notifier.h"

namespace bfa::tool {

// What `bfa run` and `bfa changes --follow` share: who is told.
struct NotifyArguments {
  std::vector<std::string> commands, hooks, kinds;
  std::string secret_file, blog;
  double least_change = 0;
  std::int64_t lines = 100, seconds = 60;
  bool from_start = false;

  bool any() const { return !commands.empty() || !hooks.empty(); }
  bool operator==(const NotifyArguments&) const = default;
};

// Errors: kInvalidArgument, with the option and the name that is no kind.
Result<std::set<ObjectKind>> parse_kinds(const std::vector<std::string>& names, const std::string& option);
// What is wrong with the form of a command or webhook, "[blog=a.example kind=post] TARGET"; empty: nothing.
std::string problem_of_hook(const std::string& text);

void add_notify_options(Args& args, NotifyArguments& values);

// Who is told, and how, with all files read. Two equal ones tell the same.
struct NotifyPlan {
  std::vector<NotifySink> sinks;
  NotifyArguments how;  // its lines, seconds and from_start
  bool allow_private = false, json = false;
  std::string ca_file;

  bool operator==(const NotifyPlan&) const = default;
};
// Errors: kInvalidArgument, also for a secret that cannot be read and an unknown kind.
Result<NotifyPlan> plan_notifier(const NotifyArguments& values, bool allow_private,
                                 const std::string& ca_file, bool json);

// Starts to tell; null when there are no sinks. Errors: those of Notifier::open.
Result<std::unique_ptr<Notifier>> open_notifier(const std::string& archive_directory, const NotifyPlan& plan);

// Starts to tell; null when nobody is to be told. What fails is said on stderr, as JSON with `json`. Errors:
// those of Notifier::open; kInvalidArgument also for a secret that cannot be read and an unknown kind.
Result<std::unique_ptr<Notifier>> open_notifier(const std::string& archive_directory,
                                                const NotifyArguments& values, bool allow_private,
                                                const std::string& ca_file, bool json);

// 2 for a wrong option, 8 when another notifier has the lock, else as for other errors. Prints the error.
int report_notifier_error(const Error& error, bool json);

}  // namespace bfa::tool
