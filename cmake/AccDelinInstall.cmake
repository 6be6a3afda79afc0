# The library as one archive with its headers and a package, and the program:
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
install(TARGETS acc-delin RUNTIME)
install(TARGETS acc_delin EXPORT AccDelinTargets ARCHIVE)
install(EXPORT AccDelinTargets NAMESPACE AccDelin:: DESTINATION "${package}")
install(FILES "${CMAKE_BINARY_DIR}/AccDelinConfig.cmake"
  "${CMAKE_BINARY_DIR}/AccDelinConfigVersion.cmake" DESTINATION "${package}")
install(DIRECTORY include/acc-delin TYPE INCLUDE)
