# SPDX-License-Identifier: Apache-2.0
# cld2::cld2, by header and library: cld2 installs neither a CMake package nor a pkg-config file.
find_path(CLD2_INCLUDE_DIR cld2/public/compact_lang_det.h)
find_library(CLD2_LIBRARY cld2)
mark_as_advanced(CLD2_INCLUDE_DIR CLD2_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(cld2 REQUIRED_VARS CLD2_LIBRARY CLD2_INCLUDE_DIR)
if(cld2_FOUND AND NOT TARGET cld2::cld2)
  add_library(cld2::cld2 UNKNOWN IMPORTED)
  set_target_properties(cld2::cld2 PROPERTIES IMPORTED_LOCATION ${CLD2_LIBRARY}
                                                  INTERFACE_INCLUDE_DIRECTORIES ${CLD2_INCLUDE_DIR})
endif()
