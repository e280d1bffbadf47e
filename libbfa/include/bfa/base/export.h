// SPDX-License-Identifier: Apache-2.0
#pragma once

// BFA_EXPORT marks what a shared build of bfa shows to its users; all else stays hidden.
#if defined(__GNUC__)
#define BFA_EXPORT __attribute__((visibility("default")))
#else
#define BFA_EXPORT
#endif
