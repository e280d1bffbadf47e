// SPDX-License-Identifier: Apache-2.0
// The memory allocator of the command: jemalloc, which takes the place of malloc() in the whole process.
// Crawls, imports and answers make many small blocks and free them in other threads, which costs less with it
// than with that of glibc (docs/performance.md).
#include <jemalloc/jemalloc.h>

// Its settings, which it reads before main(). Two arenas: more of them keep more free memory. Free pages go
// back to the system after a second.
const char* malloc_conf = "narenas:2,dirty_decay_ms:1000,muzzy_decay_ms:0";
