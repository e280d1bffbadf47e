// SPDX-License-Identifier: Apache-2.0
// Errors, texts, times, findings and stops of the C interface. bfa/c/bfa.h has the conventions.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bfa/base/export.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the caller can do next; the values of bfa::Code.
typedef int32_t bfa_code;
enum {
  BFA_OK = 0,
  BFA_INVALID_ARGUMENT = 1,  // fix the call
  BFA_NOT_FOUND = 2,         // absent; often not an error
  BFA_CORRUPT = 3,           // skip the item, keep the rest
  BFA_TRUNCATED = 4,         // the item ends too early
  BFA_UNSUPPORTED = 5,       // a form that this version cannot read, or options of a newer one
  BFA_LIMIT = 6,             // a size, depth or time limit was reached
  BFA_UNAVAILABLE = 7,       // transient, or stopped: retry
  BFA_DENIED = 8,            // robots.txt or policy: do not retry
  BFA_IO = 9,                // local disk or memory: stop
  BFA_INTERNAL = 10,         // a defect of libbfa: report it
  BFA_STOP = -1              // of callbacks: end the call, which then returns BFA_OK
};

// Borrowed bytes; not NUL-terminated. `data` is never NULL in what the library gives.
typedef struct bfa_view {
  const char* data;
  size_t size;
} bfa_view;

// Why something failed. Thread-safe for reading. Free it with bfa_error_free().
typedef struct bfa_error bfa_error;
// Text or bytes that the caller owns. Thread-safe for reading. Free it with bfa_string_free().
typedef struct bfa_string bfa_string;
// Damage that was survived, or facts that an archive should record. Thread-safe for reading.
typedef struct bfa_findings bfa_findings;
// A request to end a long call. Thread-safe.
typedef struct bfa_stop bfa_stop;

// Microseconds since 1970-01-01T00:00:00Z, without leap seconds. BFA_NO_TIME: not known, or never.
typedef int64_t bfa_time;
#define BFA_NO_TIME INT64_MIN

// A date as its source gives it; bfa::Timestamp. `utc` of a day, month or year is its start.
enum {
  BFA_DATE_NONE = 0,
  BFA_DATE_YEAR = 1,
  BFA_DATE_MONTH = 2,
  BFA_DATE_DAY = 3,
  BFA_DATE_LOCAL_TIME = 4,  // no zone is known
  BFA_DATE_INSTANT = 5
};
typedef struct bfa_date {
  bfa_time utc;
  int32_t precision;       // BFA_DATE_...
  int32_t offset_minutes;  // of an instant: civil time minus UTC, as the source writes it
} bfa_date;

// A named value: a field of a WARC record. Both end with NUL.
typedef struct bfa_field {
  const char* name;
  const char* value;
} bfa_field;

// Receives log lines, from any thread. `level`: 0 debug, 1 information, 2 warning, 3 error.
typedef void (*bfa_log_fn)(int32_t level, bfa_view line, void* user);

// The version of the library that runs, "MAJOR.MINOR.PATCH". Lives as long as the program. C++: bfa::version.
BFA_EXPORT const char* bfa_version(void);
// The same as a number: major * 1000000 + minor * 1000 + patch. C++: bfa::version_numbers.
BFA_EXPORT int32_t bfa_version_number(void);
// The stable name of a code: "not_found"; "ok" of BFA_OK; "unknown" of what is none. Lives as long as the
// program. C++: bfa::code_name.
BFA_EXPORT const char* bfa_code_name(bfa_code code);

// The parts of an error; message and where end with NUL. `where` is a file, URL or key, or empty; the offset
// is in bytes within it, -1 when there is none. C++: bfa::Error.
BFA_EXPORT bfa_code bfa_error_code(const bfa_error* error);
BFA_EXPORT const char* bfa_error_message(const bfa_error* error);
BFA_EXPORT const char* bfa_error_where(const bfa_error* error);
BFA_EXPORT int64_t bfa_error_offset(const bfa_error* error);
// "where:offset: message (code)" on one line, NUL-terminated; lives as long as the error. C++:
// bfa::to_string.
BFA_EXPORT const char* bfa_error_text(const bfa_error* error);
// Frees an error. C++: none.
BFA_EXPORT void bfa_error_free(bfa_error* error);

// The bytes of a string; a NUL follows them, which `size` does not count. C++: none.
BFA_EXPORT bfa_view bfa_string_view(const bfa_string* string);
// Frees a string. C++: none.
BFA_EXPORT void bfa_string_free(bfa_string* string);

// A finding. Views live as long as the list.
typedef struct bfa_finding {
  size_t struct_size;
  bfa_code code;
  bfa_view id;       // stable short name: "charset_mismatch"
  bfa_view message;  // one line
  bfa_view where;    // file or URL; may be empty
  int64_t offset;    // in bytes; -1: none
} bfa_finding;
// How many findings a list has, and one of them. Errors: BFA_INVALID_ARGUMENT (no such index). C++:
// bfa::Findings.
BFA_EXPORT size_t bfa_findings_count(const bfa_findings* findings);
BFA_EXPORT bfa_code bfa_findings_at(const bfa_findings* findings, size_t index, bfa_finding* out,
                                    bfa_error** err);
// Frees a list. C++: none.
BFA_EXPORT void bfa_findings_free(bfa_findings* findings);

// A stop, to be given in the options of long calls. Any thread may request it, at any time, often. It may be
// freed when no call uses it any more. Errors: BFA_IO (memory). C++: none (std::stop_source).
BFA_EXPORT bfa_code bfa_stop_new(bfa_stop** out, bfa_error** err);
BFA_EXPORT void bfa_stop_request(bfa_stop* stop);
BFA_EXPORT int32_t bfa_stop_requested(const bfa_stop* stop);
BFA_EXPORT void bfa_stop_free(bfa_stop* stop);

#ifdef __cplusplus
}  // extern "C"
#endif
