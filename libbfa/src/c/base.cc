// SPDX-License-Identifier: Apache-2.0
#include "bfa/c/base.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "base/try.h"
#include "bfa/base/version.h"
#include "c/handle.h"
#include "c/stop.h"

#ifndef NDEBUG
#include <map>
#include <mutex>
#endif

namespace bfa {

#ifndef NDEBUG
namespace {

struct HandleRegister {
  std::mutex mutex;
  std::map<const void*, HandleKind> live;
};
// Never destroyed: handles may be freed while the program ends.
HandleRegister& handles() {
  static auto* const all = new HandleRegister;
  return *all;
}

}  // namespace

void register_handle(const void* handle, HandleKind kind) {
  HandleRegister& all = handles();
  const std::lock_guard lock(all.mutex);
  all.live[handle] = kind;
}

void forget_handle(const void* handle) noexcept {
  HandleRegister& all = handles();
  const std::lock_guard lock(all.mutex);
  all.live.erase(handle);
}

bool is_live(const void* handle, HandleKind kind) noexcept {
  HandleRegister& all = handles();
  const std::lock_guard lock(all.mutex);
  const auto at = all.live.find(handle);
  return at != all.live.end() && at->second == kind;
}
#endif

Error missing_argument(const char* name) {
  return {Code::kInvalidArgument, std::string("the argument ") + name + " is NULL", "C interface", -1};
}

namespace {

// Never reset: it is the number of forks that this process knows of.
std::atomic<std::uint32_t> forks = 0;
// Made when the library is loaded. Without memory for it no fork is seen.
[[maybe_unused]] const int kRegistered =
    ::pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });

}  // namespace

std::uint32_t fork_count() noexcept {
  return forks.load(std::memory_order_relaxed);
}

Error unusable_handle(const char* name) {
  return {Code::kInvalidArgument, std::string("the handle ") + name + " was freed, or is of another type",
          "C interface", -1};
}

Error handle_of_parent(const char* name) {
  return {
      Code::kInvalidArgument,
      std::string("the handle ") + name + " belongs to the process that was forked: open it anew in this one",
      "C interface", -1};
}

Status require(std::initializer_list<CArgument> arguments) {
  for (const CArgument& each : arguments) {
    if (each.is_good) continue;
    if (each.is_null || !each.is_handle) return missing_argument(each.name);
    return each.is_other_process ? handle_of_parent(each.name) : unusable_handle(each.name);
  }
  return {};
}

namespace {

// What a program gets when there is no memory for an error. It is never freed.
bfa_error& error_without_memory() {
  static auto* const error = [] {
    auto* const made = new (std::nothrow) bfa_error;
    if (made != nullptr) made->error = {Code::kIo, "out of memory", "C interface", -1};
    return made;
  }();
  return *error;
}
// Made when the library is loaded, while there is memory.
const bfa_error* const kMadeEarly = &error_without_memory();

bfa_error* make_error(Error error) noexcept {
  try {
    auto made = std::make_unique<bfa_error>();
    made->text = to_string(error);
    made->error = std::move(error);
    return made.release();
  } catch (...) {
    return &error_without_memory();
  }
}

}  // namespace

bfa_code finish_call(Status status, bfa_error** err) noexcept {
  if (err != nullptr) *err = nullptr;
  if (status.ok()) return BFA_OK;
  const auto code = static_cast<bfa_code>(status.error().code);
  if (err != nullptr) *err = make_error(std::move(status).error());
  return code;
}

Result<UtcTime> time_argument(bfa_time time, const char* name) {
  using std::chrono::year, std::chrono::January, std::chrono::sys_days;
  const UtcTime given{std::chrono::microseconds(time)};
  if (given >= sys_days(year(1) / January / 1) && given < sys_days(year(10000) / January / 1)) return given;
  return Error{
      Code::kInvalidArgument,
      std::string("the time ") + name + " is outside of the years 1 to 9999: " + std::to_string(time),
      "C interface", -1};
}

bfa_date date_of(const std::optional<Timestamp>& date) noexcept {
  if (!date) return {BFA_NO_TIME, BFA_DATE_NONE, 0};
  return {time_of(date->utc), static_cast<std::int32_t>(date->precision) + BFA_DATE_YEAR,
          static_cast<std::int32_t>(date->offset.count())};
}

Result<std::vector<std::string>> strings_of(const char* const* items, std::size_t count, const char* name) {
  std::vector<std::string> strings;
  if (count > 0 && items == nullptr) return missing_argument(name);
  for (std::size_t i = 0; i < count; ++i) {
    if (items[i] == nullptr) return missing_argument(name);
    strings.emplace_back(items[i]);
  }
  return strings;
}

Result<std::string_view> bytes_of(const void* bytes, std::size_t size, const char* name) {
  if (bytes == nullptr && size > 0) return missing_argument(name);
  return bytes == nullptr ? std::string_view() : std::string_view(static_cast<const char*>(bytes), size);
}

Status check_struct_size(std::size_t given, std::size_t own, const char* name) {
  if (given == own) return {};
  if (given > own && given < 65536)
    return Error{Code::kUnsupported,
                 std::string(name) + ": struct_size is " + std::to_string(given) +
                     ", and this library knows " + std::to_string(own) +
                     " bytes: the program was made for a newer one",
                 "C interface", -1};
  return Error{
      Code::kInvalidArgument,
      std::string(name) + ": struct_size is " + std::to_string(given) + ", expected " + std::to_string(own),
      "C interface", -1};
}

Status check_index(std::size_t index, std::size_t count) {
  if (index < count) return {};
  return Error{Code::kInvalidArgument,
               "there is no item " + std::to_string(index) + ": the list has " + std::to_string(count),
               "C interface", -1};
}

Status callback_status(bfa_code answer, bool& stopped) {
  if (answer == BFA_OK) return {};
  if (answer == BFA_STOP) {
    stopped = true;
    return {};
  }
  if (answer >= BFA_INVALID_ARGUMENT && answer <= BFA_INTERNAL)
    return Error{static_cast<Code>(answer), "the program's callback failed", "C interface", -1};
  return Error{Code::kInvalidArgument, "a callback returned " + std::to_string(answer) + ", which is no code",
               "C interface", -1};
}

Result<bfa_string*> make_c_string(std::string text) {
  auto made = std::make_unique<bfa_string>();
  made->text = std::move(text);
  return made.release();
}

Result<bfa_findings*> make_c_findings(Findings findings) {
  auto made = std::make_unique<bfa_findings>();
  made->list = std::move(findings);
  return made.release();
}

Status give_findings(Findings findings, bfa_findings** out) {
  if (out == nullptr) return {};
  BFA_ASSIGN_OR_RETURN(*out, make_c_findings(std::move(findings)));
  return {};
}

}  // namespace bfa

using bfa::usable;

const char* bfa_version(void) {
  return bfa::version().data();  // a literal: it ends with NUL
}

int32_t bfa_version_number(void) {
  const auto numbers = bfa::version_numbers();
  return numbers.major * 1'000'000 + numbers.minor * 1'000 + numbers.patch;
}

const char* bfa_code_name(bfa_code code) {
  if (code == BFA_OK) return "ok";
  if (code < BFA_INVALID_ARGUMENT || code > BFA_INTERNAL) return "unknown";
  return bfa::code_name(static_cast<bfa::Code>(code)).data();  // a literal
}

bfa_code bfa_error_code(const bfa_error* error) {
  return usable(error) ? static_cast<bfa_code>(error->error.code) : BFA_OK;
}

const char* bfa_error_message(const bfa_error* error) {
  return usable(error) ? error->error.message.c_str() : "";
}

const char* bfa_error_where(const bfa_error* error) {
  return usable(error) ? error->error.where.c_str() : "";
}

int64_t bfa_error_offset(const bfa_error* error) {
  return usable(error) ? error->error.offset : -1;
}

const char* bfa_error_text(const bfa_error* error) {
  return usable(error) ? error->text.c_str() : "";
}

void bfa_error_free(bfa_error* error) {
  if (error != bfa::kMadeEarly) bfa::free_handle(error);
}

bfa_view bfa_string_view(const bfa_string* string) {
  return usable(string) ? bfa_view{string->text.c_str(), string->text.size()} : bfa::no_view();
}

void bfa_string_free(bfa_string* string) {
  bfa::free_handle(string);
}

size_t bfa_findings_count(const bfa_findings* findings) {
  return usable(findings) ? findings->list.size() : 0;
}

bfa_code bfa_findings_at(const bfa_findings* findings, size_t index, bfa_finding* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> bfa::Status {
    BFA_RETURN_IF_ERROR(bfa::require({{findings, "findings"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, findings->list.size()));
    const bfa::Finding& each = findings->list[index];
    bfa_finding made{};
    made.code = static_cast<bfa_code>(each.code);
    made.id = bfa::view_of(each.id);
    made.message = bfa::view_of(each.message);
    made.where = bfa::view_of(each.where);
    made.offset = each.offset;
    return bfa::fill(out, made, "bfa_finding");
  });
}

void bfa_findings_free(bfa_findings* findings) {
  bfa::free_handle(findings);
}

bfa_code bfa_stop_new(bfa_stop** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> bfa::Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    *out = new bfa_stop;
    return {};
  });
}

void bfa_stop_request(bfa_stop* stop) {
  if (usable(stop)) stop->source.request_stop();
}

int32_t bfa_stop_requested(const bfa_stop* stop) {
  return usable(stop) && stop->source.stop_requested() ? 1 : 0;
}

void bfa_stop_free(bfa_stop* stop) {
  bfa::free_handle(stop);
}
