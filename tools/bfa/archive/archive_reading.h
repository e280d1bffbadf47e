// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/log.h"
#include "bfa/crawl/step.h"
#include "bfa/search/catalogue.h"
#include "bfa/store/archive.h"

namespace bfa::tool {

// Functions that the commands reading an archive share.

// Writes each line of the library's log to stderr.
LogHook log_to_stderr();

// Opens the archive of -a for reading, also while another process writes to it. What its store and its WARC
// files do not have in common is said on stderr; unless it is the end of a running or killed crawl, the
// program ends with 1. `cache_bytes`: of the store's block cache; for what reads all of it once, a small one.
inline constexpr std::uint64_t kSmallCache = 4u << 20;
Result<std::unique_ptr<Archive>> open_for_reading(
    const std::string& option, std::uint64_t cache_bytes = ArchiveOptions().store_cache_bytes);

// Keeps a `bfa run` on the archive of -a from writing until this program ends. Waits until it has closed the
// archive. Without a run it does nothing. Errors: those of pause_run.
Status pause_running(const std::string& option);
// Lets that run write again: when the command has closed the archive.
void resume_running();

// Opens the archive of -a for writing, after pause_running(). Steps that a killed crawl left in WARC are
// taken in first, and that is said on stderr.
Result<std::unique_ptr<Archive>> open_for_writing(const std::string& option, const ArchiveOptions& options,
                                                  const StepOptions& step);
// Says on stderr that an object was asked for by an address that it has left.
void say_moved(const Archive& archive, const std::string& key, const std::string& asked);

// What --blog, or blog: in a search, means; empty: any. Errors: kNotFound (no such blog), those of the
// archive.
Result<BlogFilter> named_blog(const Archive& archive, std::string_view blog);

// A time as users write it: RFC 3339, or a day, month or year, which means its last instant. Errors:
// kInvalidArgument.
Result<UtcTime> parse_moment(const std::string& text);

// True when colours help: standard output is a terminal and NO_COLOR is not set.
bool use_colours();

// Text between the codes of a colour, or as it is.
std::string coloured(const std::string& text, const char* code, bool colours);
inline constexpr const char* kRed = "\x1b[31m";
inline constexpr const char* kGreen = "\x1b[32m";
inline constexpr const char* kBold = "\x1b[1m";
inline constexpr const char* kDim = "\x1b[2m";

// "text, references" of a change.
std::string reason_fields(const Change& change);

// Text out of an archive, fit for a terminal: control characters other than line ends and tabs are shown as
// escapes.
std::string for_terminal(const std::string& text);

}  // namespace bfa::tool
