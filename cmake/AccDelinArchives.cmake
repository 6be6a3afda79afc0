# acc_find_archives(LLVM SETS): the archives of Clang and LLVM, each in a group that the linker searches until nothing
# is missing, and those of isl and GiNaC with what they need. Both are empty when one is missing, or when a program
# cannot be linked with them.

function(acc_find_archives llvm sets)
  set(${llvm} "" PARENT_SCOPE)
  set(${sets} "" PARENT_SCOPE)
  foreach(name isl ginac cln gmp z zstd)
    find_library(ACC_DELIN_ARCHIVE_${name} lib${name}.a)
    if(NOT ACC_DELIN_ARCHIVE_${name})
      message(STATUS "No archive lib${name}.a: the program is linked with shared libraries")
      return()
    endif()
  endforeach()
  file(GLOB parts "${LLVM_LIBRARY_DIR}/libclang[A-Z]*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
  list(APPEND parts "${ACC_DELIN_ARCHIVE_z}" "${ACC_DELIN_ARCHIVE_zstd}")
  list(JOIN parts "," parts)
  set(group "$<LINK_GROUP:RESCAN,${parts}>")

  # The trial takes half a minute: once for the same archives, not in every configuration.
  if(NOT ACC_DELIN_ARCHIVES_TRIED STREQUAL group)
    try_compile(ACC_DELIN_ARCHIVES_LINK SOURCE_FROM_CONTENT main.cpp [[
      #include "clang/Tooling/Tooling.h"
      int main() { return clang::tooling::buildASTFromCode("int i;") == nullptr; }
    ]] CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${LLVM_INCLUDE_DIRS};${CLANG_INCLUDE_DIRS}"
      LINK_LIBRARIES "${group}" CXX_STANDARD 20 OUTPUT_VARIABLE output)
    set(ACC_DELIN_ARCHIVES_TRIED "${group}" CACHE INTERNAL "archives that ACC_DELIN_ARCHIVES_LINK is about")
  endif()
  if(NOT ACC_DELIN_ARCHIVES_LINK)
    message(STATUS "The archives in ${LLVM_LIBRARY_DIR} cannot be linked: the program is linked with shared libraries")
    message(VERBOSE "${output}")
    return()
  endif()
  set(${llvm} "${group}" PARENT_SCOPE)
  set(${sets} "${ACC_DELIN_ARCHIVE_isl};${ACC_DELIN_ARCHIVE_ginac};${ACC_DELIN_ARCHIVE_cln};${ACC_DELIN_ARCHIVE_gmp}"
    PARENT_SCOPE)
endfunction()
