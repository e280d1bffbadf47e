// SPDX-License-Identifier: Apache-2.0
// Names of files in mirrors that wget makes. Source: GNU Wget manual, 2.11 and 2.5 (directory options,
// --adjust-extension, --restrict-file-names).
#include "migrate/input/wget.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/ascii.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

bool is_scheme_folder(std::string_view name) {
  return name == "http" || name == "https";
}

std::string_view first_part(std::string_view path) {
  return path.substr(0, path.find('/'));
}

// "page@id=3" is how wget writes "page?id=3" where files cannot have a question mark.
std::size_t query_mark(std::string_view name) {
  const std::size_t plain = name.find('?');
  if (plain != std::string_view::npos) return plain;
  for (std::size_t at = name.find('@'); at != std::string_view::npos; at = name.find('@', at + 1)) {
    const std::size_t equals = name.find('=', at + 1);
    if (at != 0 && equals != std::string_view::npos && equals > at + 1) return at;
  }
  return std::string_view::npos;
}

// Suffixes of programs on a server: wget added a ".html" after them.
bool is_program(std::string_view stem) {
  constexpr std::string_view kEndings[] = {".php", ".php3", ".php4", ".php5", ".phtml", ".asp", ".aspx",
                                           ".jsp", ".jspx", ".cgi",  ".pl",   ".cfm",   ".do",  ".shtml"};
  return std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view ending) {
    return stem.size() > ending.size() && ends_ignoring_case(stem, ending);
  });
}

// Removes the suffix that --adjust-extension added to the last part of the path.
bool drop_added_ending(std::string& name, bool known) {
  for (const std::string_view ending : {".html", ".css"}) {
    if (!name.ends_with(ending) || name.size() == ending.size()) continue;
    const std::string_view stem = std::string_view(name).substr(0, name.size() - ending.size());
    if (!known && !is_program(stem) && query_mark(stem) == std::string_view::npos) continue;
    name.resize(stem.size());
    return true;
  }
  return false;
}

}  // namespace

bool is_host_folder(std::string_view name) {
  const std::size_t port = name.find_first_of(":+");
  if (port != std::string_view::npos && !is_all_digits(name.substr(port + 1))) return false;
  const std::string_view host = name.substr(0, port);
  const std::size_t dot = host.rfind('.');
  const bool local = host == "localhost" || port != std::string_view::npos;
  if (host.empty() || host.front() == '.' || host.back() == '.' || host.front() == '-') return false;
  if (dot == std::string_view::npos && !local) return false;
  const std::string_view last = dot == std::string_view::npos ? host : host.substr(dot + 1);
  const bool letters = std::all_of(last.begin(), last.end(), [](char c) {
    return is_letter(c) || static_cast<unsigned char>(c) >= 0x80 || c == '-';
  });
  if (!letters && !is_all_digits(last) && !last.starts_with("xn--")) return false;
  return std::all_of(host.begin(), host.end(), [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  });
}

std::optional<std::string> wget_top(const FileTree& tree) {
  std::set<std::string_view> tops;
  for (const auto& file : tree.files()) {
    if (file.name.find('/') != std::string::npos) tops.insert(first_part(file.name));
  }
  const auto holds_host = [](std::string_view name) {
    return is_scheme_folder(name) || is_host_folder(name);
  };
  if (std::any_of(tops.begin(), tops.end(), holds_host)) return "";
  if (tops.size() != 1) return std::nullopt;
  const std::string top = std::string(*tops.begin()) + "/";
  for (const auto& file : tree.files()) {
    if (!file.name.starts_with(top)) continue;
    const std::string_view rest = std::string_view(file.name).substr(top.size());
    if (rest.find('/') != std::string_view::npos && holds_host(first_part(rest))) return top;
  }
  return std::nullopt;
}

std::string escaped_path(std::string_view path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const bool escape =
        c == '%' && i + 2 < path.size() && is_hex_digit(path[i + 1]) && is_hex_digit(path[i + 2]);
    const bool plain =
        c > ' ' && c <= '~' && c != '%' && c != '#' && c != '"' && c != '<' && c != '>' && c != '?';
    if (plain || escape) {
      out.push_back(c);
    } else {
      std::string hex = hex_encode({&c, 1});
      std::transform(hex.begin(), hex.end(), hex.begin(),
                     [](char h) { return static_cast<char>(std::toupper(static_cast<unsigned char>(h))); });
      out += "%" + hex;
    }
  }
  return out;
}

std::optional<MirrorAddress> wget_address(std::string_view path, std::string_view scheme, bool unadjusted) {
  MirrorAddress address;
  address.scheme_from = "assumed";
  std::string used(scheme);
  if (is_scheme_folder(first_part(path)) && path.find('/') != std::string_view::npos) {
    used = first_part(path);
    address.scheme_from = "the folder's name";
    path.remove_prefix(used.size() + 1);
  }
  std::string host(first_part(path));
  if (!is_host_folder(host) || host.size() == path.size()) return std::nullopt;
  path.remove_prefix(host.size() + 1);
  std::replace(host.begin(), host.end(), '+', ':');
  const std::size_t slash = path.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : path.substr(0, slash + 1));
  std::string name(path.substr(folder.size()));
  address.ending_dropped = drop_added_ending(name, unadjusted);
  const std::size_t mark = query_mark(name);
  const std::string query = mark == std::string::npos ? "" : name.substr(mark + 1);
  if (mark != std::string::npos) name.resize(mark);
  if (name == "index.html") {
    name.clear();
    address.index_dropped = true;
  }
  address.url = used + "://" + host + "/" + escaped_path(folder) + escaped_path(name);
  if (mark != std::string::npos) address.url += "?" + escaped_path(query);
  return address;
}

}  // namespace bfa
