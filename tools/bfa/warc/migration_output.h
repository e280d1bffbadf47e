// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/migrate/migrate.h"

namespace bfa::tool {

// What bfa migrate and bfa export share.

// "warc", "wacz", "cdxj", "jsonl", "csv", "markdown", "static".
std::optional<MigrationTarget> migration_target_named(const std::string& name);
// By the ending of a WARC file's name.
WarcPacking packing_of(const std::string& path);
// Prints what was written and left out; the exit code. `strict`: kNo when anything was.
int print_migration(const Result<MigrationReport>& report, const std::string& output, bool json, bool strict);

}  // namespace bfa::tool
