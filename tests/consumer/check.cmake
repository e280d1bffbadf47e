# SPDX-License-Identifier: Apache-2.0
# cmake -DBFA_BINARY_DIR=... -DBFA_LIBDIR=... -DCXX=... -DBFA_VERSION=... -P check.cmake
# Installs the build into a folder, then builds and runs the consumer by find_package and by pkg-config.
set(work ${BFA_BINARY_DIR}/consumer)
set(prefix ${work}/install)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "failed (${result}): ${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_title by)
  if(NOT output STREQUAL "Shelf marks\n")
    message(FATAL_ERROR "the consumer found by ${by} printed: ${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BFA_BINARY_DIR} --prefix ${prefix})
string(REGEX MATCH "^[0-9]+\\.[0-9]+" wanted ${BFA_VERSION})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/by-cmake -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${CXX} -DBFA_WANTED=${wanted})
run(${CMAKE_COMMAND} --build ${work}/by-cmake)
run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} ${work}/by-cmake/consumer)
expect_title(find_package)

find_program(PKG_CONFIG pkg-config REQUIRED)
run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${prefix}/${BFA_LIBDIR}/pkgconfig ${PKG_CONFIG} --cflags --libs bfa)
string(STRIP "${output}" flags)
separate_arguments(flags UNIX_COMMAND "${flags}")
run(${CXX} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/main.cc -o ${work}/by-pkg-config ${flags})
run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} ${work}/by-pkg-config)
expect_title(pkg-config)

# The command runs from the install tree.
if(EXISTS ${prefix}/bin/bfa)
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} ${prefix}/bin/bfa --version)
  if(NOT output STREQUAL "bfa ${BFA_VERSION}\n")
    message(FATAL_ERROR "bfa --version printed: ${output}")
  endif()
endif()
