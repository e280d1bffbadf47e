// SPDX-License-Identifier: Apache-2.0
#pragma once

// BFA_EXPORT marks the symbols that a shared build of bfa exports; all others are hidden.
#if defined(__GNUC__)
#define BFA_EXPORT __attribute__((visibility("default")))
#else
#define BFA_EXPORT
#endif
