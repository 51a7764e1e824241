# The package `appyl`, to be found in the build tree (appyl_DIR=<build>) and in an install prefix. The prefix may be
# moved afterwards: no installed file knows where it lies, and the tool finds Clang's headers relative to itself.
include(CMakePackageConfigHelpers)

write_basic_package_version_file("${PROJECT_BINARY_DIR}/appylConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

set(APPYL_MODULE "${PROJECT_SOURCE_DIR}/cmake/appylTranslate.cmake")
configure_file(cmake/appylConfig.cmake.in "${PROJECT_BINARY_DIR}/appylConfig.cmake" @ONLY)
export(TARGETS appyl appyl-translate NAMESPACE appyl:: FILE "${PROJECT_BINARY_DIR}/appylTargets.cmake")

if(NOT APPYL_INSTALL)
  return()
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/appyl")
set(APPYL_MODULE "\${CMAKE_CURRENT_LIST_DIR}/appylTranslate.cmake")
configure_file(cmake/appylConfig.cmake.in "${PROJECT_BINARY_DIR}/installed/appylConfig.cmake" @ONLY)
install(TARGETS appyl appyl-translate EXPORT appylTargets)
install(EXPORT appylTargets NAMESPACE appyl:: DESTINATION "${package_dir}")
install(FILES
  "${PROJECT_BINARY_DIR}/installed/appylConfig.cmake" "${PROJECT_BINARY_DIR}/appylConfigVersion.cmake"
  cmake/appylTranslate.cmake DESTINATION "${package_dir}")

foreach(headers IN ITEMS "${PROJECT_BINARY_DIR}/include/" "${PROJECT_SOURCE_DIR}/include/")
  if(EXISTS "${headers}")
    install(DIRECTORY "${headers}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  endif()
endforeach()

# Distributions reach these headers through links, which would dangle in a prefix that is moved to another machine.
file(REAL_PATH "${APPYL_RESOURCE_DIR}/include" clang_headers)
install(DIRECTORY "${clang_headers}/" DESTINATION lib/appyl/clang/include)
