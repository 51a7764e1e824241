# The stages as the library `appyl-lib`, and the executable `appyl-translate` (`appyl::translate`) over it. Links
# Clang and LLVM statically, so that it starts fast and runs on machines without them.

# Several Clangs may be installed, and CMake's own search can find the package of another one than LLVM's.
find_package(LLVM 19.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG PATHS "${LLVM_INSTALL_PREFIX}/lib/cmake/clang" NO_DEFAULT_PATH)
find_package(fmt REQUIRED CONFIG)
find_path(ISL_INCLUDE_DIR isl/cpp.h REQUIRED)
find_library(ISL_LIBRARY isl REQUIRED)

# Clang's libraries ask for the shared libLLVM, whose relocations alone take a third of a short translation's time. The
# static components that they use take its place.
llvm_map_components_to_libnames(llvm_components
  AllTargetsInfos FrontendOpenMP MCParser Option ProfileData Support TargetParser WindowsDriver)
foreach(library IN LISTS CLANG_EXPORTED_TARGETS)
  if(NOT TARGET ${library})
    continue()
  endif()
  get_target_property(needed ${library} INTERFACE_LINK_LIBRARIES)
  if(needed)
    list(TRANSFORM needed REPLACE "^LLVM$" "${llvm_components}")
    set_target_properties(${library} PROPERTIES INTERFACE_LINK_LIBRARIES "${needed}")
  endif()
endforeach()

# Clang's headers call their own directory by the major version only.
set(APPYL_RESOURCE_DIR "${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}" CACHE PATH "Clang's resource directory")
if(NOT EXISTS "${APPYL_RESOURCE_DIR}/include/stddef.h")
  message(FATAL_ERROR "Clang's own headers (libclang-common-19-dev) are not in ${APPYL_RESOURCE_DIR}/include")
endif()

# ccache only accepts a precompiled header, whose contents it cannot see, when told to be sloppy about it.
find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE}")
endif()

# What every translation unit of the tool and of its tests is built with, so that they can share the precompiled header.
set(CMAKE_CXX_EXTENSIONS OFF)
add_library(appyl-flags INTERFACE)
target_compile_features(appyl-flags INTERFACE cxx_std_20)
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(appyl-flags INTERFACE -Wall -Wextra -fno-pie ${llvm_definitions}
  "$<$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>:-fno-rtti>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(appyl-flags INTERFACE -fpch-preprocess)
else()
  # The pragmas by which libstdc++ silences its own warnings get lost in a precompiled header.
  target_compile_options(appyl-flags INTERFACE -Wno-deprecated-declarations "SHELL:-Xclang -fno-pch-timestamp")
  # A translation's time is Clang's parser, which is compiled already. Inlining the standard library everywhere takes a
  # third of the build and makes no translation faster.
  target_compile_options(appyl-flags INTERFACE "$<$<CONFIG:Release>:SHELL:-O1 -mllvm -inline-threshold=20>")
endif()
target_include_directories(appyl-flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_include_directories(appyl-flags SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS} "${ISL_INCLUDE_DIR}")
target_link_options(appyl-flags INTERFACE -no-pie LINKER:--as-needed,--gc-sections)
# g++ knows lld by its plain name only, which versioned packages leave to the tools' own folder.
if(EXISTS "${LLVM_TOOLS_BINARY_DIR}/ld.lld")
  target_link_options(appyl-flags INTERFACE "-B${LLVM_TOOLS_BINARY_DIR}" -fuse-ld=lld)
endif()

file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*.cpp")
list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/main.cpp")
# Many files at once: half of a file's time goes into what all of them instantiate of the standard library and of
# Clang's headers. One group of a stage after the other, so that what is compiled together belongs together.
# -DAPPYL_UNITY_BUILD=OFF compiles file by file, which is quicker after a change.
option(APPYL_UNITY_BUILD "Compile the files of a stage together" ON)
foreach(source IN LISTS sources)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/src" OUTPUT_VARIABLE stage)
  string(MAKE_C_IDENTIFIER "${stage}" stage)
  if(NOT DEFINED members_${stage})
    set(members_${stage} 0)
  endif()
  math(EXPR group "${members_${stage}} / 18")
  math(EXPR members_${stage} "${members_${stage}} + 1")
  set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${stage}_${group}")
endforeach()

add_library(appyl-lib STATIC ${sources})
set_target_properties(appyl-lib PROPERTIES UNITY_BUILD ${APPYL_UNITY_BUILD} UNITY_BUILD_MODE GROUP)
target_compile_definitions(appyl-lib PUBLIC
  "APPYL_RESOURCE_DIR=\"${APPYL_RESOURCE_DIR}\"" "APPYL_VERSION=\"${PROJECT_VERSION}\"")
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/support/compilation.cpp" PROPERTIES
  COMPILE_DEFINITIONS "APPYL_HEADERS=\"${PROJECT_SOURCE_DIR}/include\"" SKIP_PRECOMPILE_HEADERS ON
  SKIP_UNITY_BUILD_INCLUSION ON)
target_link_libraries(appyl-lib PUBLIC appyl-flags
  clangTooling clangFormat clangRewrite clangFrontend clangASTMatchers clangAST clangLex clangBasic clangToolingCore
  ${llvm_components} fmt::fmt "${ISL_LIBRARY}")
target_precompile_headers(appyl-lib PRIVATE "${PROJECT_SOURCE_DIR}/cmake/precompiled.h")

add_executable(appyl-translate src/main.cpp)
add_executable(appyl::translate ALIAS appyl-translate)
target_link_libraries(appyl-translate PRIVATE appyl-lib)
target_precompile_headers(appyl-translate REUSE_FROM appyl-lib)
set_target_properties(appyl-translate PROPERTIES
  EXPORT_NAME translate RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}" INSTALL_RPATH_USE_LINK_PATH ON)
