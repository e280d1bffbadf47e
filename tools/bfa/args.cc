// SPDX-License-Identifier: Apache-2.0
#include "args.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {

struct Args::Impl {
  CLI::App app;
  std::string command;
};

Args::Args(std::string command, std::string summary, std::string footer) : impl_(std::make_unique<Impl>()) {
  impl_->command = std::move(command);
  impl_->app.name("bfa " + impl_->command);
  impl_->app.description(std::move(summary));
  impl_->app.footer(std::move(footer));
}

Args::~Args() = default;

Args& Args::flag(const std::string& name, bool& value, const std::string& help) {
  impl_->app.add_flag(name, value, help);
  return *this;
}

Args& Args::option(const std::string& name, std::string& value, const std::string& help) {
  impl_->app.add_option(name, value, help);
  return *this;
}

Args& Args::option(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  impl_->app.add_option(name, values, help)->allow_extra_args(false);
  return *this;
}

namespace {

// What the parser could not read is its own error. NaN is in no range.
CLI::Validator within(Args::Range range) {
  return {[range](std::string& text) -> std::string {
            double value = 0;
            if (!CLI::detail::lexical_cast(text, value)) return {};
            if (value >= range.least && value <= range.most) return {};
            char limits[64];
            std::snprintf(limits, sizeof limits, " is not from %.12g to %.12g", range.least, range.most);
            return "'" + text.substr(0, 20) + "'" + limits;
          },
          ""};
}

}  // namespace

Args& Args::option(const std::string& name, std::int64_t& value, const std::string& help, Range range) {
  impl_->app.add_option(name, value, help)->check(within(range));
  return *this;
}

Args& Args::option(const std::string& name, std::int64_t& value, const std::string& help) {
  return option(name, value, help, Range());
}

Args& Args::option(const std::string& name, double& value, const std::string& help, Range range) {
  impl_->app.add_option(name, value, help)->check(within(range));
  return *this;
}

Args& Args::positional(const std::string& name, std::string& value, const std::string& help, bool required) {
  impl_->app.add_option(name, value, help)->required(required);
  return *this;
}

Args& Args::positional(const std::string& name, std::vector<std::string>& values, const std::string& help,
                       bool required) {
  impl_->app.add_option(name, values, help)->required(required);
  return *this;
}

std::optional<int> Args::parse(const std::vector<std::string>& arguments) {
  if (CommandOutline* const outline = outline_target(); outline != nullptr) {
    for (const CLI::Option* option : impl_->app.get_options()) {
      if (option->get_positional()) continue;
      OptionOutline found;
      for (const auto& name : option->get_snames()) found.names.push_back("-" + name);
      for (const auto& name : option->get_lnames()) found.names.push_back("--" + name);
      found.help = option->get_description();
      found.takes_value = option->get_items_expected_max() > 0;
      outline->options.push_back(std::move(found));
    }
    return kDone;
  }
  try {
    std::vector<std::string> reversed(arguments.rbegin(),
                                      arguments.rend());  // the parser takes them from the back
    impl_->app.parse(std::move(reversed));
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    std::fputs(impl_->app.help().c_str(), stdout);
    return 0;
  } catch (const CLI::ParseError& e) {
    std::string line = e.what();
    std::replace(line.begin(), line.end(), '\n', ' ');
    std::fprintf(stderr, "bfa %s: %s (see bfa %s --help)\n", impl_->command.c_str(),
                 with_visible_controls(line, true, false).c_str(), impl_->command.c_str());
    return 2;
  }
}

}  // namespace bfa::tool
