// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bfa::tool {

struct CommandOutline;

// Command-line arguments of one command. Only args.cc includes the parser (CLI11): it is slow to compile.
class Args {
 public:
  // `command`: "crawl" or "warc check"; `footer`: exit codes and examples, shown by --help.
  Args(std::string command, std::string summary, std::string footer);
  ~Args();

  // What is bound must outlive parse().
  Args& flag(const std::string& name, bool& value, const std::string& help);
  Args& option(const std::string& name, std::string& value, const std::string& help);
  Args& option(const std::string& name, std::vector<std::string>& values,
               const std::string& help);  // repeatable
  // A value out of its range is a usage error.
  struct Range {
    double least = 0, most = 9.2e18;
  };
  Args& option(const std::string& name, std::int64_t& value, const std::string& help, Range range);
  Args& option(const std::string& name, std::int64_t& value, const std::string& help);
  Args& option(const std::string& name, double& value, const std::string& help, Range range);
  Args& positional(const std::string& name, std::string& value, const std::string& help,
                   bool required = true);
  Args& positional(const std::string& name, std::vector<std::string>& values, const std::string& help,
                   bool required = true);

  // parse() takes the values of options that are not given from the settings (settings.h) of the archive that
  // --archive or its absence means. A wrong one is a usage error that says where it is from.
  Args& use_settings();

  // Parses what follows the command's name. An exit code when the command is to end now: 0 after --help
  // (printed on stdout), 2 after a usage error (one line on stderr).
  std::optional<int> parse(const std::vector<std::string>& arguments);

 private:
  std::optional<int> take_settings();
  std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments) const;
  void describe_into(CommandOutline& outline);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa::tool
