// SPDX-License-Identifier: Apache-2.0
// The C interface of libbfa: for programs in C, and for other languages that call C. docs/c-abi.md explains
// it.
//
// Conventions, for all functions:
//
//  1. Names are bfa_ module_type_function. Numbers of codes, kinds and modes never change.
//  2. A function that can fail returns a bfa_code: BFA_OK or why it failed. Its last parameter, `err`, may be
//  NULL; else
//     *err is set to an error on failure, which the caller frees, and to NULL on success.
//  3. No exception leaves the library, and no function ends the program, but for what docs/library.md says of
//  JSON.
//  4. Handles are opaque. A function that gives one sets *out to NULL when it fails. Each handle has one
//  function that
//     frees it, and accepts NULL. `const bfa_x*` that a function returns is borrowed from the handle that it
//     was asked of.
//  5. Text is UTF-8. `const char*` parameters end with NUL; NULL means "not given" where the comment says so,
//  else it is
//     an error. A bfa_view is borrowed, has a length and need not end with NUL; it lives as long as what it
//     was taken from is neither freed nor changed. A bfa_string is owned: free it with bfa_string_free().
//  6. Structures begin with `size_t struct_size`: the caller sets it to sizeof of the structure that it was
//  compiled with.
//     Structures grow at their end only. A size that no release had is BFA_INVALID_ARGUMENT, a size that is
//     greater than the library's own is BFA_UNSUPPORTED: the program was made for a newer library.
//     bfa_x_init(&x, sizeof x) sets the size and the defaults. NULL options mean the defaults.
//  7. A callback has `void* user` as its last parameter. It returns BFA_OK to go on, BFA_STOP to end the call
//  early, which
//     then returns BFA_OK, or a bfa_code above 0, which ends the call with that code. It must not throw, must
//     not jump out of the call (longjmp), and must not free what the call uses. What it is given lives until
//     it returns.
//  8. A handle is used by one thread at a time, if its comment says nothing else. Different handles may be
//  used by
//     different threads at once. Functions without a handle are thread-safe.
//  9. A handle that is NULL is BFA_INVALID_ARGUMENT; of a function without a code: an empty value. In debug
//  builds of the
//     library, so is a handle that was freed or is of another type. In other builds that is undefined.
// 10. Flags are int32_t: 0 is no, anything else is yes.
//
// All functions are there since 0.3, if their comments say nothing else. A program that was linked with a
// release runs with later ones of the same SONAME (libbfa.so.0); each symbol has the version BFA_C_0.3 or
// that of the release that added it. "C++:" names the functions of the C++ interface on which a function
// stands; their headers say more about errors.
#pragma once

#include "bfa/c/archive.h"
#include "bfa/c/base.h"
#include "bfa/c/crawl.h"
#include "bfa/c/search.h"
#include "bfa/c/serve.h"
#include "bfa/c/warc.h"
#include "bfa/c/web.h"
