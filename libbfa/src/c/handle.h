// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/c/base.h"

namespace bfa {

// What a handle is. In debug builds every live handle is in a register by its address, so that one that was
// freed, or is of another type, is refused and not read. The register is the only global state of the
// library; other builds have none.
enum class HandleKind : std::uint8_t {
  kError,
  kString,
  kFindings,
  kStop,
  kArchive,
  kObject,
  kObjectList,
  kVersions,
  kChanges,
  kChange,
  kBlogs,
  kObjects,
  kTable,
  kEvent,
  kReports,
  kCheckReport,
  kPackages,
  kMigration,
  kWarcReader,
  kWarcWriter,
  kRecord,
  kExchange,
  kWarcReport,
  kFeed,
  kFeedLinks,
  kExtractor,
  kExtraction,
  kRobots,
  kSegments,
  kOpml,
  kSitemap,
  kPackageList,
  kSearchIndex,
  kSearchHits,
  kSite,
  kReply,
  kServer,
};

#ifdef NDEBUG
inline void register_handle(const void* /*handle*/, HandleKind /*kind*/) {}
inline void forget_handle(const void* /*handle*/) noexcept {}
inline bool is_live(const void* /*handle*/, HandleKind /*kind*/) noexcept {
  return true;
}
#else
void register_handle(const void* handle, HandleKind kind);
void forget_handle(const void* handle) noexcept;
bool is_live(const void* handle, HandleKind kind) noexcept;
#endif

// How often the processes that led to this one were forked since they loaded the library. Only fork() counts:
// a bare clone() of the kernel is not seen.
std::uint32_t fork_count() noexcept;

// Whether a handle has threads, open files or a database. These are of the process that made it: a child that
// was forked would wait for threads that it does not have, or write to its parent's files.
constexpr bool is_of_one_process(HandleKind kind) {
  switch (kind) {
    case HandleKind::kArchive:
    case HandleKind::kObjects:
    case HandleKind::kWarcReader:
    case HandleKind::kWarcWriter:
    case HandleKind::kRecord:
    case HandleKind::kSegments:
    case HandleKind::kSearchIndex:
    case HandleKind::kSite:
    case HandleKind::kReply:
    case HandleKind::kServer:
      return true;
    default:
      return false;
  }
}

// The first part of each handle. Not copyable: an address is what a program holds.
template <HandleKind kind>
class CHandle {
 public:
  static constexpr HandleKind kKind = kind;

  CHandle() { register_handle(this, kind); }
  ~CHandle() { forget_handle(this); }
  CHandle(const CHandle&) = delete;
  CHandle& operator=(const CHandle&) = delete;

  bool is_of_parent() const noexcept { return is_of_one_process(kind) && forks_ != fork_count(); }

 private:
  // Also makes the class not empty: a handle and a handle that is its first member have different addresses.
  std::uint32_t forks_ = fork_count();
};

// Whether a handle is there: it is not NULL, and, in debug builds, was not freed.
template <class T>
bool exists(const T* handle) noexcept {
  return handle != nullptr && is_live(static_cast<const CHandle<T::kKind>*>(handle), T::kKind);
}

// Whether it is there, and was made by a process that this one was forked from.
template <class T>
bool is_of_parent(const T* handle) noexcept {
  return exists(handle) && static_cast<const CHandle<T::kKind>*>(handle)->is_of_parent();
}

// Whether a program may use a handle.
template <class T>
bool usable(const T* handle) noexcept {
  return exists(handle) && !is_of_parent(handle);
}

Error missing_argument(const char* name);
Error unusable_handle(const char* name);
Error handle_of_parent(const char* name);

// One argument that a function needs. `name`: for the message.
struct CArgument {
  template <class T>
    requires requires { T::kKind; }
  CArgument(T* handle, const char* argument)
      : name(argument),
        is_null(handle == nullptr),
        is_good(usable(handle)),
        is_handle(true),
        is_other_process(is_of_parent(handle)) {}
  template <class T>
    requires(!requires { T::kKind; })
  CArgument(T* pointer, const char* argument)
      : name(argument), is_null(pointer == nullptr), is_good(pointer != nullptr) {}

  const char* name;
  bool is_null;
  bool is_good;
  bool is_handle = false;
  bool is_other_process = false;
};
// kInvalidArgument for the first argument that cannot be used.
Status require(std::initializer_list<CArgument> arguments);

// Sets *out to null, so that it is null when the call fails.
template <class T>
Status clear(T** out, const char* name) {
  if (out == nullptr) return missing_argument(name);
  *out = nullptr;
  return {};
}

// Frees a handle. One of the process that this one was forked from is left alone, and so is, in debug builds,
// one that was freed already.
template <class T>
void free_handle(T* handle) noexcept {
  if (usable(handle)) delete handle;
}

// Ends an entry point: the code of `status`, and *err.
bfa_code finish_call(Status status, bfa_error** err) noexcept;

// Runs the body of an entry point, which returns a Status. Nothing that it throws goes further.
template <class Body>
bfa_code c_call(bfa_error** err, Body&& body) noexcept {
  return finish_call(guarded([&]() -> Status { return body(); }, "C interface"), err);
}

// The same for a function without a code: `lost` when an argument is NULL or memory runs out.
template <class T, class Body>
T c_value(T lost, Body&& body) noexcept {
  try {
    const InLibrary inside;
    return body();
  } catch (...) {
    return lost;
  }
}

inline bfa_view view_of(std::string_view text) noexcept {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}
inline bfa_view no_view() noexcept {
  return {"", 0};
}
inline std::string_view text_or_empty(const char* text) noexcept {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

inline bfa_time time_of(UtcTime time) noexcept {
  return time.time_since_epoch().count();
}
inline bfa_time time_of(const std::optional<UtcTime>& time) noexcept {
  return time ? time_of(*time) : BFA_NO_TIME;
}
// The epoch means "never" where the C++ interface has no optional.
inline bfa_time time_or_none(UtcTime time) noexcept {
  return time == UtcTime{} ? BFA_NO_TIME : time_of(time);
}
// A time that a program gives. Errors: kInvalidArgument: outside of the years 1 to 9999, which the formats
// cannot write.
Result<UtcTime> time_argument(bfa_time time, const char* name);
bfa_date date_of(const std::optional<Timestamp>& date) noexcept;

// The strings of an array. Errors: kInvalidArgument: the array or one of them is NULL.
Result<std::vector<std::string>> strings_of(const char* const* items, std::size_t count, const char* name);
// Bytes; NULL with a size is kInvalidArgument.
Result<std::string_view> bytes_of(const void* bytes, std::size_t size, const char* name);

// The sizes that a structure had in earlier releases, whose programs go on: one that grew has a list beside
// the functions that take it.
template <class T>
struct EarlierSizes {
  static constexpr std::array<std::size_t, 0> value{};
};

template <class T>
bool has_earlier_size(std::size_t size) {
  return std::ranges::count(EarlierSizes<T>::value, size) > 0;
}

// Checks the `struct_size` of a structure that the caller made: that of a release. `own`: the size of this
// one.
Status check_struct_size(std::size_t given, std::size_t own, const char* name);

// The caller's options over the defaults of this library, which stay for what the caller's release did not
// have.
template <class T>
Result<T> options_of(const T* given, bfa_code (*init)(T*, std::size_t), const char* name) {
  T options{};
  init(&options, sizeof options);
  if (given == nullptr) return options;
  const std::size_t size = given->struct_size;
  if (!has_earlier_size<T>(size)) {
    if (auto status = check_struct_size(size, sizeof options, name); !status.ok())
      return std::move(status).error();
  }
  std::memcpy(&options, given, size);
  return options;
}

// Gives the caller a filled structure; only the part that its own declaration has is written.
template <class T>
Status fill(T* out, T made, const char* name) {
  if (out == nullptr) return missing_argument(name);
  if (!has_earlier_size<T>(out->struct_size)) {
    if (auto status = check_struct_size(out->struct_size, sizeof made, name); !status.ok()) return status;
  }
  made.struct_size = out->struct_size;
  std::memcpy(out, &made, out->struct_size);
  return {};
}

// The body of a bfa_x_init().
template <class T>
bfa_code init_struct(T* options, std::size_t struct_size, T made) noexcept {
  if (options == nullptr || (struct_size != sizeof made && !has_earlier_size<T>(struct_size))) {
    return options != nullptr && struct_size > sizeof made ? BFA_UNSUPPORTED : BFA_INVALID_ARGUMENT;
  }
  made.struct_size = struct_size;
  std::memcpy(options, &made, struct_size);
  return BFA_OK;
}

// kInvalidArgument: there is no such index.
Status check_index(std::size_t index, std::size_t count);

// The answer of a callback. BFA_STOP sets `stopped`; a code ends the call with it.
Status callback_status(bfa_code answer, bool& stopped);

Result<bfa_string*> make_c_string(std::string text);
Result<bfa_findings*> make_c_findings(Findings findings);
// Gives findings to a program that asked for them: `out` may be null.
Status give_findings(Findings findings, bfa_findings** out);

}  // namespace bfa

struct bfa_error : bfa::CHandle<bfa::HandleKind::kError> {
  bfa::Error error;
  std::string text;
};

struct bfa_string : bfa::CHandle<bfa::HandleKind::kString> {
  std::string text;
};

struct bfa_findings : bfa::CHandle<bfa::HandleKind::kFindings> {
  bfa::Findings list;
};
