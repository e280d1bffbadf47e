# SPDX-License-Identifier: Apache-2.0
# The install tree: library, headers, the bfa command, CMake package, pkg-config file, man page.
include(CMakePackageConfigHelpers)

install(TARGETS bfa EXPORT bfaTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(BFA_BUILD_TOOLS)
  install(TARGETS bfa_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/bfa.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

set(BFA_LZ4_MODULE "")
if(LZ4_FOUND)
  set(BFA_LZ4_MODULE "LZ4=liblz4")
endif()
set(bfa_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bfa)
install(EXPORT bfaTargets NAMESPACE bfa:: DESTINATION ${bfa_cmake_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/bfaConfig.cmake.in ${PROJECT_BINARY_DIR}/bfaConfig.cmake
                              INSTALL_DESTINATION ${bfa_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bfaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bfaConfig.cmake ${PROJECT_BINARY_DIR}/bfaConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/Findlexbor.cmake
        DESTINATION ${bfa_cmake_dir})

# A static libbfa needs its libraries on every link line; a shared one brings them itself.
set(bfa_requires "libcrypto zlib libdeflate libzstd libbrotlidec libxxhash uchardet lexbor libpsl tinyxml2 libcurl rocksdb")
if(LZ4_FOUND)
  string(APPEND bfa_requires " liblz4")
endif()
if(BUILD_SHARED_LIBS)
  set(BFA_PC_REQUIRES "Requires.private: ${bfa_requires}")
  set(BFA_PC_LIBS "-lbfa")
  set(BFA_PC_LIBS_PRIVATE "-lcld2 -lstemmer -pthread")
else()
  set(BFA_PC_REQUIRES "Requires: ${bfa_requires}")
  set(BFA_PC_LIBS "-lbfa -lcld2 -lstemmer -pthread")
  set(BFA_PC_LIBS_PRIVATE "")
endif()
file(RELATIVE_PATH BFA_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # the tree may be moved
string(REGEX REPLACE "/$" "" BFA_PC_PREFIX ${BFA_PC_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/bfa.pc.in ${PROJECT_BINARY_DIR}/bfa.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/bfa.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
