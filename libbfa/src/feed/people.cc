// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

bool has_elements(const XmlNode& node) {
  return std::any_of(node.children.begin(), node.children.end(),
                     [](const XmlNode& c) { return c.kind == XmlNode::Kind::kElement; });
}

}  // namespace

std::string author_name(std::string_view text) {
  const std::string_view whole = trim_c_space(text);
  const std::size_t at = whole.find('@');
  if (at == std::string_view::npos) return std::string(whole);
  const std::size_t open = whole.find('(');
  const std::size_t close = whole.rfind(')');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    const std::string_view inside = trim_c_space(whole.substr(open + 1, close - open - 1));
    const std::string_view before = trim_c_space(whole.substr(0, open));
    if (before.find('@') != std::string_view::npos && before.find(' ') == std::string_view::npos &&
        !inside.empty()) {
      return std::string(inside);
    }
    if (inside.find('@') != std::string_view::npos && !before.empty() &&
        inside.find(':') == std::string_view::npos) {
      return std::string(before);
    }
    return std::string(whole);
  }
  const std::size_t less = whole.find('<');
  if (less != std::string_view::npos && less > 0 && at > less) {
    std::string_view name = trim_c_space(whole.substr(0, less));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    return std::string(trim_c_space(name));
  }
  return std::string(whole);
}

std::string author_email(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return {};
  constexpr std::string_view kEnds = " \t\r\n()<>,;:\"";
  const std::size_t before = text.find_last_of(kEnds, at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find_first_of(kEnds, at), text.size());
  return begin < at && at + 1 < end ? std::string(text.substr(begin, end - begin)) : std::string();
}

FeedPerson person_of(std::string_view text) {
  FeedPerson person{author_name(text), author_email(text), {}};
  if (person.name == person.email) person.name.clear();
  return person;
}

FeedPerson read_person(const XmlNode& node, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  if (!has_elements(node)) return person_of(plain_title(rss_text(node, base)));
  FeedPerson person;
  for (const XmlNode& child : node.children) {
    if (child.kind != XmlNode::Kind::kElement) continue;
    const std::string name = ascii_lower_case(child.name);
    const std::string text(trim_c_space(child.all_text()));
    if (name == "name" && person.name.empty()) person.name = plain_title(rss_text(child, base));
    if (name == "email" && person.email.empty()) person.email = text;
    if ((name == "uri" || name == "url" || name == "homepage") && person.uri.empty()) {
      person.uri = base.within(child).resolve(text);
    }
  }
  // Some feeds have the address in the name, as in RSS.
  if (person.email.empty() && person.name.find('@') != std::string::npos) {
    const FeedPerson split = person_of(person.name);
    if (!split.name.empty() && split.name != person.name) {
      person.name = split.name;
      person.email = split.email;
    }
  }
  return person;
}

bool add_person(std::vector<FeedPerson>& people, FeedPerson person) {
  if (person == FeedPerson()) return false;
  if (has_lately(people, person)) return false;
  people.push_back(std::move(person));
  return true;
}

std::vector<std::string> names_of(const std::vector<FeedPerson>& people) {
  std::vector<std::string> out;
  for (const FeedPerson& person : people) {
    add_unique(out, !person.name.empty() ? person.name : !person.email.empty() ? person.email : person.uri);
  }
  return out;
}

}  // namespace bfa
