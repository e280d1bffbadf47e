// SPDX-License-Identifier: Apache-2.0
#include "args.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "command.h"
#include "settings.h"
#include "terminal_text.h"

namespace bfa::tool {

struct Args::Impl {
  CLI::App app;
  std::string command;
  std::map<const CLI::Option*, std::string> defaults;
  bool settings = false;
};

Args::Args(std::string command, std::string summary, std::string footer) : impl_(std::make_unique<Impl>()) {
  impl_->command = std::move(command);
  impl_->app.name("bfa " + impl_->command);
  impl_->app.description(std::move(summary));
  impl_->app.footer(std::move(footer));
}

Args::~Args() = default;

Args& Args::flag(const std::string& name, bool& value, const std::string& help) {
  impl_->defaults[impl_->app.add_flag(name, value, help)] = value ? "true" : "false";
  return *this;
}

Args& Args::option(const std::string& name, std::string& value, const std::string& help) {
  impl_->defaults[impl_->app.add_option(name, value, help)] = value;
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

std::string shortest(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

// Gives an option these values, as if they stood on the command line. Errors: what the parser says.
std::string take_values(CLI::Option& option, const std::vector<std::string>& values) {
  try {
    option.clear();
    for (const auto& value : values) option.add_result(value);
    option.run_callback();
    return {};
  } catch (const CLI::ParseError& e) {
    return e.what();
  }
}

}  // namespace

Args& Args::use_settings() {
  impl_->settings = true;
  return *this;
}

Args& Args::option(const std::string& name, std::int64_t& value, const std::string& help, Range range) {
  impl_->defaults[impl_->app.add_option(name, value, help)->check(within(range))] = std::to_string(value);
  return *this;
}

Args& Args::option(const std::string& name, std::int64_t& value, const std::string& help) {
  return option(name, value, help, Range());
}

Args& Args::option(const std::string& name, double& value, const std::string& help, Range range) {
  impl_->defaults[impl_->app.add_option(name, value, help)->check(within(range))] = shortest(value);
  return *this;
}

// "" is no value, as a variable of a shell that is not set gives it: it does not mean that nothing was given.
Args& Args::positional(const std::string& name, std::string& value, const std::string& help, bool required) {
  const auto filled = [](const std::string& text) { return text.empty() ? "is empty" : ""; };
  impl_->app.add_option(name, value, help)->required(required)->check(CLI::Validator(filled, ""));
  return *this;
}

Args& Args::positional(const std::string& name, std::vector<std::string>& values, const std::string& help,
                       bool required) {
  impl_->app.add_option(name, values, help)->required(required);
  return *this;
}

void Args::describe_into(CommandOutline& outline) {
  for (CLI::Option* const option : impl_->app.get_options()) {
    if (option->get_positional()) continue;
    OptionOutline found;
    for (const auto& name : option->get_snames()) found.names.push_back("-" + name);
    for (const auto& name : option->get_lnames()) found.names.push_back("--" + name);
    found.help = option->get_description();
    found.takes_value = option->get_items_expected_max() > 0;
    found.repeats = option->get_items_expected_max() > 1;
    if (const auto at = impl_->defaults.find(option); at != impl_->defaults.end())
      found.fallback = at->second;
    if (option->check_name(outline.probe)) outline.problem = take_values(*option, outline.probe_values);
    outline.options.push_back(std::move(found));
  }
}

// Options of the command line count more than all settings.
std::optional<int> Args::take_settings() {
  const CLI::Option* const archive = impl_->app.get_option_no_throw("--archive");
  const bool given = archive != nullptr && archive->count() > 0;
  const auto settings = load_settings(given ? archive->as<std::string>() : std::string());
  if (!settings) {
    std::fprintf(stderr, "bfa %s: %s\n", impl_->command.c_str(),
                 on_one_line(to_string(settings.error())).c_str());
    return settings.error().code == Code::kIo ? kLocalDisk : kUsage;
  }
  for (CLI::Option* const option : impl_->app.get_options()) {
    if (option->count() > 0 || option->get_lnames().empty()) continue;
    const ConfigValue* const value = settings->find(option->get_lnames().front());
    if (value == nullptr) continue;
    std::string problem = take_values(*option, value->values);
    if (problem.empty()) problem = problem_of_setting(option->get_lnames().front(), value->values);
    if (problem.empty()) continue;
    std::fprintf(stderr, "bfa %s: %s (%s)\n", impl_->command.c_str(), on_one_line(problem).c_str(),
                 on_one_line(config_origin(*value)).c_str());
    return kUsage;
  }
  return std::nullopt;
}

// "--author=" gives an empty value, as "--author" "" does: the parser would take the argument that follows.
std::vector<std::string> Args::with_empty_values(const std::vector<std::string>& arguments) const {
  std::vector<std::string> out;
  bool options = true;
  for (const std::string& argument : arguments) {
    options = options && argument != "--";
    const std::string name = argument.substr(0, argument.find('='));
    const bool empty = options && argument.starts_with("--") && name.size() + 1 == argument.size();
    const CLI::Option* const option = empty ? impl_->app.get_option_no_throw(name) : nullptr;
    const bool takes_value = option != nullptr && option->get_items_expected_max() > 0;
    out.push_back(takes_value ? name : argument);
    if (takes_value) out.emplace_back();
  }
  return out;
}

std::optional<int> Args::parse(const std::vector<std::string>& arguments) {
  if (CommandOutline* const outline = outline_target(); outline != nullptr) {
    describe_into(*outline);
    return kDone;
  }
  try {
    std::vector<std::string> reversed = with_empty_values(arguments);
    std::ranges::reverse(reversed);  // the parser takes them from the back
    impl_->app.parse(std::move(reversed));
    return impl_->settings ? take_settings() : std::nullopt;
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
