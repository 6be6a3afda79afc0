# The library as one archive with its headers, a CMake package and a file for pkg-config; the program with its manual page and
# completions; all of it as a Debian package (`cpack --config build/release/CPackConfig.cmake`).
#   find_package(AccDelin REQUIRED)
#   target_link_libraries(mine PRIVATE AccDelin::acc_delin)

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(parts GLOBAL PROPERTY ACC_DELIN_PARTS)
set(objects "")
foreach(part ${parts})
  list(APPEND objects "$<TARGET_OBJECTS:${part}>")
endforeach()
add_library(acc_delin STATIC ${objects})
set_target_properties(acc_delin PROPERTIES LINKER_LANGUAGE CXX)
target_compile_features(acc_delin INTERFACE cxx_std_20)
target_include_directories(acc_delin INTERFACE
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/AccDelin")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/AccDelinConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/AccDelinConfig.cmake" INSTALL_DESTINATION "${package}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/AccDelinConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
# For builds without CMake; the libraries behind in the order that AccDelinConfig.cmake.in explains.
file(RELATIVE_PATH prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${CMAKE_CURRENT_LIST_DIR}/acc-delin.pc.in" "${CMAKE_BINARY_DIR}/acc-delin.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/acc-delin.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# The manual page and the completions, from the option table of the program that was built.
set(shell_files)
foreach(kind man bash zsh fish)
  set(file "${CMAKE_BINARY_DIR}/shell/${kind}")
  add_custom_command(OUTPUT "${file}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_BINARY_DIR}/shell"
    COMMAND acc-delin --generate=${kind} > "${file}" DEPENDS acc-delin VERBATIM)
  list(APPEND shell_files "${file}")
endforeach()
add_custom_target(shell_files ALL DEPENDS ${shell_files})
install(FILES "${CMAKE_BINARY_DIR}/shell/man" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
  RENAME acc-delin.1)
install(FILES "${CMAKE_BINARY_DIR}/shell/bash"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME acc-delin)
install(FILES "${CMAKE_BINARY_DIR}/shell/zsh"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" RENAME _acc-delin)
install(FILES "${CMAKE_BINARY_DIR}/shell/fish"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" RENAME acc-delin.fish)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/acc-delin")

install(TARGETS acc-delin RUNTIME)
# No part of the Python package is compiled: it is the same for all versions of Python 3.
install(DIRECTORY tools/python/acc_delin DESTINATION lib/python3/dist-packages COMPONENT python
  PATTERN __pycache__ EXCLUDE)
install(TARGETS acc_delin EXPORT AccDelinTargets ARCHIVE)
install(EXPORT AccDelinTargets NAMESPACE AccDelin:: DESTINATION "${package}")
install(FILES "${CMAKE_BINARY_DIR}/AccDelinConfig.cmake"
  "${CMAKE_BINARY_DIR}/AccDelinConfigVersion.cmake" DESTINATION "${package}")
install(DIRECTORY include/acc-delin TYPE INCLUDE)

# The program reads C with Clang's own headers (stddef.h), which are a package of their own. What it is linked with, dpkg-shlibdeps finds.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME acc-delin)
set(ACC_DELIN_CONTACT "The acc-delin authors" CACHE STRING "Who answers for packages: \"Name <address>\"")
set(CPACK_PACKAGE_CONTACT "${ACC_DELIN_CONTACT}")
if(ACC_DELIN_HOMEPAGE)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${ACC_DELIN_HOMEPAGE}")
  set(ACC_DELIN_COPYRIGHT_SOURCE "${ACC_DELIN_HOMEPAGE}")
else()
  set(ACC_DELIN_COPYRIGHT_SOURCE "the source archive of this version")
endif()
set(ACC_DELIN_CLANG_HEADERS "${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}" CACHE INTERNAL "for tools/release")
configure_file("${CMAKE_CURRENT_LIST_DIR}/copyright.in" "${CMAKE_BINARY_DIR}/copyright" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/copyright" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/acc-delin")
install(FILES "${CMAKE_BINARY_DIR}/copyright"
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/python3-acc-delin" COMPONENT python)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "recovers flattened arrays in C loop nests and writes them back faster")
set(CPACK_PACKAGE_DESCRIPTION_FILE "${CMAKE_CURRENT_LIST_DIR}/description.txt")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc | c-compiler")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libisl-dev, libginac-dev, libclang-${LLVM_VERSION_MAJOR}-dev, llvm-${LLVM_VERSION_MAJOR}-dev")
# The Python package is one of its own, for all processors.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified python)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME acc-delin)
set(CPACK_DEBIAN_UNSPECIFIED_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION_SUMMARY}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-acc-delin)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, acc-delin (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-yaml, python3-pandas")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "acc-delin from Python: reports as values, Accera's interface, LoopTree mappings")
include(CPack)
