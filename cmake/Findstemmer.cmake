# SPDX-License-Identifier: Apache-2.0
# stemmer::stemmer, by header and library: stemmer installs neither a CMake package nor a pkg-config file.
find_path(STEMMER_INCLUDE_DIR libstemmer.h)
find_library(STEMMER_LIBRARY stemmer)
mark_as_advanced(STEMMER_INCLUDE_DIR STEMMER_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(stemmer REQUIRED_VARS STEMMER_LIBRARY STEMMER_INCLUDE_DIR)
if(stemmer_FOUND AND NOT TARGET stemmer::stemmer)
  add_library(stemmer::stemmer UNKNOWN IMPORTED)
  set_target_properties(stemmer::stemmer PROPERTIES IMPORTED_LOCATION ${STEMMER_LIBRARY}
                                                  INTERFACE_INCLUDE_DIRECTORIES ${STEMMER_INCLUDE_DIR})
endif()
