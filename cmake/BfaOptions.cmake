# SPDX-License-Identifier: Apache-2.0
# Compiler warnings and sanitizers: private to this project, never inherited by those who link bfa.
add_library(bfa_warnings INTERFACE)
target_compile_options(bfa_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
# g++ 12 sees overlapping copies in std::string that are not there (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(bfa_warnings INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # libstdc++ 12 uses get_temporary_buffer in stable_sort, which clang sees in its headers.
  target_compile_options(bfa_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(BFA_WERROR)
  target_compile_options(bfa_warnings INTERFACE -Werror)
endif()
# Sanitizers see more without optimisation, and less time goes into compiling. What runs longest is optimised all the same:
# parsers and extraction. So are fuzz targets: they count runs. A build from nothing (BFA_UNITY) saves a third of the time
# of its tests.
set(BFA_UNOPTIMISED "")
if(BFA_SANITIZE AND NOT BFA_BUILD_FUZZERS)
  set(BFA_UNOPTIMISED -O0)
endif()
set(BFA_UNOPTIMISED_TESTS ${BFA_UNOPTIMISED})
if(BFA_UNITY AND NOT BFA_BUILD_FUZZERS)
  set(BFA_UNOPTIMISED_TESTS -O0)
endif()
if(BFA_SANITIZE)
  add_compile_options(-fsanitize=${BFA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${BFA_SANITIZE})
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld BFA_HAS_LLD)
  if(BFA_HAS_LLD)
    add_link_options(-fuse-ld=lld)  # ld needs up to 15 seconds for a program of tests
  endif()
  if(BFA_BUILD_FUZZERS)
    add_compile_options(-fsanitize=fuzzer-no-link)  # a fuzzer that sees only itself finds little
  endif()
endif()
