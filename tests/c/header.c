// SPDX-License-Identifier: Apache-2.0
// The header of the C interface, compiled as strictly as C can be; c_calls_test.cc calls this.
#include <bfa/c/bfa.h>

size_t bfa_test_size_of_crawl_options(void);

size_t bfa_test_size_of_crawl_options(void) {
  bfa_crawl_options options;
  if (bfa_crawl_options_init(&options, sizeof options) != BFA_OK) return 0;
  return options.struct_size;
}
