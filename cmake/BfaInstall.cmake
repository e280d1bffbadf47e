# SPDX-License-Identifier: Apache-2.0
# The install tree: libraries, headers, the Python package, the bfa command, CMake package, pkg-config files, man pages.
include(CMakePackageConfigHelpers)

foreach(library bfa bfa_extract)
  install(TARGETS ${library} EXPORT ${library}Targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(BFA_BUILD_TOOLS)
  install(TARGETS bfa_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/bfa.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  # A page for each command, from what its --help says.
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_Interpreter_FOUND AND NOT CMAKE_CROSSCOMPILING AND NOT BFA_SANITIZE)
    set(bfa_man ${PROJECT_BINARY_DIR}/man)
    add_custom_command(OUTPUT ${bfa_man}/bfa-crawl.1 DEPENDS bfa_tool ${PROJECT_SOURCE_DIR}/scripts/make_man.py
                       COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/make_man.py $<TARGET_FILE:bfa_tool> ${bfa_man})
    add_custom_target(bfa_man ALL DEPENDS ${bfa_man}/bfa-crawl.1)
    install(DIRECTORY ${bfa_man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL FILES_MATCHING PATTERN "*.1")
  endif()
endif()

# The Python package needs the shared library. Debian's interpreters look there, below /usr.
if(BUILD_SHARED_LIBS)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/bfa DESTINATION lib/python3/dist-packages FILES_MATCHING PATTERN "*.py" PATTERN py.typed
          PATTERN __pycache__ EXCLUDE)
endif()

set(BFA_MAXMINDDB_MODULE "")
if(MAXMINDDB_FOUND)
  set(BFA_MAXMINDDB_MODULE "MAXMINDDB=libmaxminddb")
endif()
set(BFA_LZ4_MODULE "")
if(LZ4_FOUND)
  set(BFA_LZ4_MODULE "LZ4=liblz4")
endif()
# A component's targets have a file of their own: who asks for the component `extract` needs no RocksDB and no libcurl.
set(bfa_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bfa)
install(EXPORT bfaTargets NAMESPACE bfa:: DESTINATION ${bfa_cmake_dir})
install(EXPORT bfa_extractTargets NAMESPACE bfa:: DESTINATION ${bfa_cmake_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/bfaConfig.cmake.in ${PROJECT_BINARY_DIR}/bfaConfig.cmake
                              INSTALL_DESTINATION ${bfa_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bfaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bfaConfig.cmake ${PROJECT_BINARY_DIR}/bfaConfigVersion.cmake
        DESTINATION ${bfa_cmake_dir})
if(NOT BUILD_SHARED_LIBS)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/Findlexbor.cmake ${PROJECT_SOURCE_DIR}/cmake/Findcld2.cmake
                ${PROJECT_SOURCE_DIR}/cmake/Findstemmer.cmake
          DESTINATION ${bfa_cmake_dir})
endif()

# A static library needs its libraries on every link line, so its .pc file requires theirs. A shared one brings them
# itself, and no public header shows a type of theirs: its .pc file requires nothing.
set(bfa_extract_requires "libcrypto zlib libdeflate libzstd libbrotlidec uchardet libexttextcat lexbor libpsl tinyxml2")
if(LZ4_FOUND)
  string(APPEND bfa_extract_requires " liblz4")
endif()
set(bfa_requires "${bfa_extract_requires} libarchive re2 sqlite3 icu-uc libcurl rocksdb")
if(MAXMINDDB_FOUND)
  string(APPEND bfa_requires " libmaxminddb")
endif()
file(RELATIVE_PATH BFA_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # the tree may be moved
string(REGEX REPLACE "/$" "" BFA_PC_PREFIX ${BFA_PC_PREFIX})
function(bfa_install_pc name description requires)
  set(BFA_PC_NAME ${name})
  set(BFA_PC_DESCRIPTION ${description})
  set(BFA_PC_REQUIRES "")
  set(BFA_PC_LIBS "-l${name}")
  if(NOT BUILD_SHARED_LIBS)
    set(BFA_PC_REQUIRES "Requires: ${requires}\n")
    string(APPEND BFA_PC_LIBS " -lcld2 -lstemmer -ldate-tz -pthread")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/bfa.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
bfa_install_pc(bfa "${PROJECT_DESCRIPTION}" "${bfa_requires}")
bfa_install_pc(bfa-extract "Learns how a blog's pages are built, and extracts posts and comments" "${bfa_extract_requires}")
