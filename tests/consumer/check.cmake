# SPDX-License-Identifier: Apache-2.0
# cmake -DBFA_BINARY_DIR=... -DBFA_LIBDIR=... -DCC=... -DCXX=... -DBFA_VERSION=... -DBFA_SHARED_LIBS=... -P check.cmake
# Installs the build into a folder, then builds and runs the consumers of bfa and of bfa-extract, by find_package and by
# pkg-config. A consumer of bfa-extract links neither RocksDB nor libcurl. Shared libraries need no .pc file but their own,
# and static ones name no file of this machine.
set(work ${BFA_BINARY_DIR}/consumer)
set(prefix ${work}/install)
set(not_for_extract "rocksdb|libcurl")
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

# Runs a consumer, and looks at the libraries that it loads.
function(expect_consumer program library by)
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} ${program})
  if(NOT output STREQUAL "Shelf marks\n")
    message(FATAL_ERROR "the consumer of ${library} found by ${by} printed: ${output}")
  endif()
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} ldd ${program})
  if(library STREQUAL bfa-extract AND output MATCHES "${not_for_extract}")
    message(FATAL_ERROR "the consumer of ${library} found by ${by} loads ${CMAKE_MATCH_0}:\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BFA_BINARY_DIR} --prefix ${prefix})
string(REGEX MATCH "^[0-9]+\\.[0-9]+" wanted ${BFA_VERSION})
find_program(PKG_CONFIG pkg-config REQUIRED)
set(pkg_config_path PKG_CONFIG_PATH=${prefix}/${BFA_LIBDIR}/pkgconfig)
if(BFA_SHARED_LIBS)
  list(APPEND pkg_config_path PKG_CONFIG_LIBDIR=${work}/nothing)
endif()

foreach(library bfa bfa-extract)
  set(source main.cc)
  set(only_extract OFF)
  if(library STREQUAL bfa-extract)
    set(source extract.cc)
    set(only_extract ON)
  endif()
  set(by_cmake ${work}/${library}-by-cmake)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${by_cmake} -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
      -DCMAKE_CXX_COMPILER=${CXX} -DBFA_WANTED=${wanted} -DBFA_ONLY_EXTRACT=${only_extract})
  run(${CMAKE_COMMAND} --build ${by_cmake})
  expect_consumer(${by_cmake}/consumer ${library} find_package)

  run(${CMAKE_COMMAND} -E env ${pkg_config_path} ${PKG_CONFIG} --cflags --libs ${library})
  string(STRIP "${output}" flags)
  if(only_extract AND flags MATCHES "${not_for_extract}|-lcurl")
    message(FATAL_ERROR "pkg-config --libs ${library} names ${CMAKE_MATCH_0}: ${flags}")
  endif()
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CXX} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/${source} -o ${work}/${library}-by-pkg-config ${flags})
  expect_consumer(${work}/${library}-by-pkg-config ${library} pkg-config)
  if(library STREQUAL bfa)
    # C: a static library is linked by the C++ compiler, a shared one needs none.
    run(${CC} -std=c11 -pedantic -Wall -Wextra -Werror -I${prefix}/include -c ${CMAKE_CURRENT_LIST_DIR}/main.c -o ${work}/main.o)
    set(linker ${CXX})
    if(BFA_SHARED_LIBS)
      set(linker ${CC})
    endif()
    run(${linker} ${work}/main.o -o ${work}/bfa-in-c ${flags})
    expect_consumer(${work}/bfa-in-c bfa "pkg-config, in C")
  endif()
endforeach()

# Python finds the library on the loader's path, and the package in the install tree.
if(BFA_SHARED_LIBS)
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} PYTHONPATH=${prefix}/lib/python3/dist-packages
      PYTHONDONTWRITEBYTECODE=1 python3 -c "print(__import__('bfa').__version__, __import__('bfa').surt('http://blog.example/'))")
  if(NOT output STREQUAL "${BFA_VERSION} example,blog)/\n")
    message(FATAL_ERROR "the Python package printed: ${output}")
  endif()
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/both -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
                        -DCMAKE_CXX_COMPILER=${CXX} -DBFA_WANTED=${wanted} -DBFA_BOTH=ON
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "INTERFACE_BFA_LIBRARY")
  message(FATAL_ERROR "a program that links bfa and bfa-extract was not refused (${result}): ${output}")
endif()

# What is installed for CMake names no library of this machine by its place.
file(GLOB targets ${prefix}/${BFA_LIBDIR}/cmake/bfa/*.cmake)
foreach(file ${targets})
  file(STRINGS ${file} places REGEX "/lib[A-Za-z0-9_]*\\.(so|a)" ENCODING UTF-8)
  list(FILTER places EXCLUDE REGEX "_IMPORT_PREFIX")
  if(places)
    message(FATAL_ERROR "${file} names files of this machine: ${places}")
  endif()
endforeach()

# The command runs from the install tree.
if(EXISTS ${prefix}/bin/bfa)
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${BFA_LIBDIR} ${prefix}/bin/bfa --version)
  if(NOT output STREQUAL "bfa ${BFA_VERSION}\n")
    message(FATAL_ERROR "bfa --version printed: ${output}")
  endif()
endif()
