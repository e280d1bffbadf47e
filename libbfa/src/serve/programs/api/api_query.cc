// SPDX-License-Identifier: Apache-2.0
// Whether a query fits the parameters of an address.
#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_call.h"

namespace bfa {
namespace {

constexpr std::size_t kLongestValue = 8192;

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return text.size() <= kMost ? std::string(text) : std::string(text.substr(0, kMost)) + "...";
}

std::string names_of(std::span<const ApiParameter> parameters) {
  std::string out;
  for (const auto& parameter : parameters) (out += out.empty() ? "" : ", ") += parameter.name;
  return out.empty() ? "it has no parameters" : "it has: " + out;
}

bool has_choice(std::string_view choices, std::string_view value) {
  while (!choices.empty()) {
    const std::string_view one = choices.substr(0, choices.find(' '));
    if (one == value) return true;
    choices.remove_prefix(std::min(choices.size(), one.size() + 1));
  }
  return false;
}

// A sentence when the value is not what the parameter takes; empty when it is.
std::string fault_of(const ApiParameter& parameter, std::string_view value) {
  using Type = ApiParameter::Type;
  const std::string name(parameter.name);
  if (value.size() > kLongestValue) return name + " has more than 8192 bytes";
  switch (parameter.type) {
    case Type::kText:
      return {};
    case Type::kNumber: {
      const auto number = parse_number(value);
      if (number && *number >= parameter.least && *number <= parameter.most) return {};
      return name + ": wanted is a whole number from " + std::to_string(parameter.least) + " to " +
             std::to_string(parameter.most);
    }
    case Type::kFlag:
      return value == "1" || value == "0" ? std::string() : name + ": wanted is 1 or 0";
    case Type::kTime:
      return parse_api_time(value, false) ? std::string()
                                          : name + ": wanted is a time as 2026-01-31T10:00:00Z or 2026-01-31";
    case Type::kChoice:
      return has_choice(parameter.choices, value)
                 ? std::string()
                 : name + ": wanted is one of: " + std::string(parameter.choices);
  }
  return {};
}

}  // namespace

std::optional<ServeReply> refuse_query(std::span<const ApiParameter> parameters, const QueryString& query) {
  std::set<std::string_view> seen;
  for (const auto& [name, value] : query.pairs()) {
    const auto at = std::find_if(parameters.begin(), parameters.end(),
                                 [&](const ApiParameter& each) { return each.name == name; });
    if (at == parameters.end())
      return problem_reply(400, "unknown parameter '" + shortened(name) + "'", names_of(parameters));
    if (!seen.insert(name).second)
      return problem_reply(400, "the parameter '" + name + "' is given more than once", at->description);
    if (value.empty() && !at->required) continue;
    if (const std::string fault = fault_of(*at, value); !fault.empty())
      return problem_reply(400, fault, at->description);
  }
  for (const auto& parameter : parameters) {
    if (parameter.required && query.value(parameter.name).empty())
      return problem_reply(400, "the parameter '" + std::string(parameter.name) + "' is needed",
                           parameter.description);
  }
  return std::nullopt;
}

}  // namespace bfa
