# SPDX-License-Identifier: Apache-2.0
# For scripts/make_portable.sh: ICU as archives, with data of one table. libicudata has 31 MB; search folds text by
# nfkc_cf.nrm alone, and composes by tables that are in libicuuc. The table is taken out of Debian's libicudata.a.
# bfa_small_icu(OUT): sets OUT to the libraries to link in place of ICU's.
function(bfa_small_icu out)
  find_library(BFA_ICU_CODE NAMES libicuuc.a REQUIRED)
  find_library(BFA_ICU_DATA NAMES libicudata.a REQUIRED)
  find_program(BFA_ICUPKG NAMES icupkg PATHS /usr/sbin /sbin REQUIRED)
  set(folder ${PROJECT_BINARY_DIR}/icu)
  file(MAKE_DIRECTORY ${folder}/made)
  string(REGEX REPLACE "\\..*" "" major "${ICU_VERSION}")
  # Names have l for little-endian, as all that the portable program is made for.
  set(name icudt${major}l)
  foreach(step IN ITEMS
          "${CMAKE_AR};x;${BFA_ICU_DATA};${name}_dat.o"
          "${CMAKE_OBJCOPY};-O;binary;-j;.rodata;${name}_dat.o;${name}.dat"
          "${BFA_ICUPKG};-x;nfkc_cf.nrm;-d;.;${name}.dat"
          "${BFA_ICUPKG};-tl;-s;.;-a;nfkc_cf.nrm;new;made/${name}.dat")
    execute_process(COMMAND ${step} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  file(REMOVE ${folder}/${name}_dat.o ${folder}/${name}.dat)
  # Without directives of the compiler's own there is nothing of this folder's path in the object.
  file(WRITE ${folder}/data.c "__asm__(\".section .rodata\\n.balign 16\\n.globl icudt${major}_dat\\nicudt${major}_dat:\\n\"
        \".incbin \\\"${folder}/made/${name}.dat\\\"\\n.previous\\n\");\n")
  add_library(bfa_icu_data STATIC ${folder}/data.c)
  set_source_files_properties(${folder}/data.c PROPERTIES OBJECT_DEPENDS ${folder}/made/${name}.dat)
  set(${out} ${BFA_ICU_CODE} bfa_icu_data PARENT_SCOPE)
endfunction()
