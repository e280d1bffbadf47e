// SPDX-License-Identifier: Apache-2.0
#include "url/plain_href.h"

#include <array>
#include <cstddef>

#include "base/ascii.h"

namespace bfa {
namespace {

// Bytes that a path, a query and a fragment keep unchanged, and that have no meaning there.
constexpr std::array<bool, 256> make_plain_bytes() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0; byte < plain.size(); ++byte)
    plain[byte] = is_letter_or_digit(static_cast<char>(byte));
  for (const char c : std::string_view("-_~!$&()*+,;=:@/.")) plain[static_cast<unsigned char>(c)] = true;
  return plain;
}
constexpr std::array<bool, 256> kPlainBytes = make_plain_bytes();

// Whether the URL standard takes over a path with its query and fragment byte by byte: most links are so,
// and need no parser. `path`: false when `text` begins after the path, with its mark.
bool is_plain_path(std::string_view text, bool path = true) {
  bool fragment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    while (i < text.size() && kPlainBytes[static_cast<unsigned char>(text[i])] && text[i] != '.') ++i;
    if (i == text.size()) return true;
    const char c = text[i];
    if (c == '%' && i + 2 < text.size() && is_hex_digit(text[i + 1]) && is_hex_digit(text[i + 2])) {
      if (text[i + 1] == '2' && (text[i + 2] | 0x20) == 'e') return false;  // a dot
      i += 2;
    } else if (c == '?' && !fragment) {
      path = false;
    } else if (c == '#' && !fragment) {
      path = false;
      fragment = true;
    } else if (!kPlainBytes[static_cast<unsigned char>(c)] ||
               (path && c == '.' && (i == 0 || text[i - 1] == '/'))) {  // maybe a dot segment
      return false;
    }
  }
  return true;
}

// Lower-case labels of letters, digits and single inner hyphens, the last of letters alone: a name that is
// neither an address in numbers nor Punycode.
bool is_plain_host(std::string_view host) {
  constexpr std::size_t kMaxHost = 200, kMaxLabel = 60;
  if (host.empty() || host.size() > kMaxHost) return false;
  std::size_t label = 0;
  bool letters = true;
  for (std::size_t i = 0; i < host.size(); ++i) {
    const char c = host[i];
    if (c == '.') {
      if (label == 0 || host[i - 1] == '-') return false;
      label = 0;
      letters = true;
      continue;
    }
    const bool letter = is_lower_letter(c);
    const bool hyphen = c == '-' && label > 0 && host[i - 1] != '-';
    if ((!letter && !hyphen && !is_digit(c)) || ++label > kMaxLabel) return false;
    letters = letters && letter;
  }
  return label > 0 && letters;
}

// "host" or "host/path": plain text after the slashes of an authority.
bool is_plain_place(std::string_view text) {
  const auto path = text.find('/');
  if (path == std::string_view::npos) return is_plain_host(text);
  return is_plain_host(text.substr(0, path)) && is_plain_path(text.substr(path));
}

std::string absolute_place(std::string_view scheme, std::string_view place) {
  if (!is_plain_place(place)) return {};
  std::string href;
  href.reserve(scheme.size() + place.size() + 1);
  href.append(scheme).append(place);
  if (place.find('/') == std::string_view::npos) href += '/';
  return href;
}

// "path", "./path" and "../path" within the folder of the base, where no further segment of dots follows.
std::string within_folder(std::string_view text, const Url& base) {
  std::size_t ups = 0;
  const bool dotted = text.starts_with('.');
  if (text.starts_with("./")) text.remove_prefix(2);
  for (; text.starts_with("../"); text.remove_prefix(3)) ++ups;
  const bool begins_plain =
      !text.empty() && text.front() != '/' && text.front() != '?' && text.front() != '#';
  if (!begins_plain || (!dotted && text.find(':') != std::string_view::npos) || !is_plain_path(text))
    return {};
  const auto path = static_cast<std::size_t>(base.path().data() - base.href().data());
  std::string_view folder = base.path().substr(0, base.path().rfind('/') + 1);
  for (; ups > 0 && folder.size() > 1; --ups) {
    folder.remove_suffix(1);
    folder = folder.substr(0, folder.rfind('/') + 1);
  }
  std::string href;
  href.reserve(path + folder.size() + text.size());
  return href.append(base.href(), 0, path).append(folder).append(text);
}

std::string against_base(std::string_view text, const Url& base) {
  if (text.starts_with("//")) return absolute_place(std::string(base.scheme()) + "://", text.substr(2));
  const auto path = static_cast<std::size_t>(base.path().data() - base.href().data());
  if (text.starts_with('/')) {
    if (!is_plain_path(text)) return {};
    std::string href;
    href.reserve(path + text.size());
    return href.append(base.href(), 0, path).append(text);
  }
  if (text.starts_with('#')) {
    if (!is_plain_path(text, false)) return {};
    return std::string(base.href(), 0, base.href().find('#')).append(text);
  }
  return within_folder(text, base);
}

}  // namespace

std::string plain_href(std::string_view text, const Url* base) {
  if (text.empty()) return {};
  if (text.starts_with("http://")) return absolute_place("http://", text.substr(7));
  if (text.starts_with("https://")) return absolute_place("https://", text.substr(8));
  return base != nullptr && base->is_http() ? against_base(text, *base) : std::string();
}

}  // namespace bfa
