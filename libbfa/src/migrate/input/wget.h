// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "migrate/input/file_tree.h"

namespace bfa {

// The folder of a tree ("" or "NAME/") that contains host folders as wget makes them; nothing when the tree
// has no such folder.
std::optional<std::string> wget_top(const FileTree& tree);

// The address of a mirrored file, derived from its name, and the assumptions made.
struct MirrorAddress {
  std::string url;
  std::string scheme_from;      // "the folder's name", or "assumed"
  bool ending_dropped = false;  // ".html" or ".css" that --adjust-extension adds
  bool index_dropped = false;   // "index.html", the name that wget gives to a folder's page
};

// The address of a file of a mirror by its path ("www.example.org/a/b.php?id=3.html"). `scheme`: used when
// no folder's name is a scheme. `unadjusted`: it is known that --adjust-extension added the ending. Nothing
// when the name of the first folder is not a host.
std::optional<MirrorAddress> wget_address(std::string_view path, std::string_view scheme,
                                          bool unadjusted = false);

// `path` fit for a URL: other characters become %XX, escapes are kept.
std::string escaped_path(std::string_view path);

// True for "www.example.org", "localhost:8080" and "www.example.org+8080" as wget writes ports.
bool is_host_folder(std::string_view name);

}  // namespace bfa
