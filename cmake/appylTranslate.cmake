# appyl_translate(): some sources of a target are replaced by what `appyl-translate` makes of them.
#
#   appyl_translate(<target> BACKEND openmp|cuda|interpret|none [EMULATED]
#                   SOURCES <file>... [OPTIONS <option>...] [GOLDEN_DIR <dir>])
#
# Needs the targets appyl::appyl (headers) and appyl::translate (the tool). The tool is told the target's include paths,
# definitions and language standard when the build is generated, so they may also be set after this call.
cmake_policy(VERSION 3.25)

function(appyl_translate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EMULATED" "BACKEND;GOLDEN_DIR" "SOURCES;OPTIONS")
  set(call "appyl_translate(${target}):")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${call} unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  elseif(NOT arg_SOURCES)
    message(FATAL_ERROR "${call} SOURCES are missing")
  elseif(NOT arg_BACKEND MATCHES "^(openmp|cuda|interpret|none)$")
    message(FATAL_ERROR "${call} BACKEND '${arg_BACKEND}' is not one of openmp, cuda, interpret, none")
  elseif(arg_EMULATED AND NOT arg_BACKEND STREQUAL "cuda")
    message(FATAL_ERROR "${call} only CUDA can be EMULATED")
  elseif(NOT TARGET ${target})
    message(FATAL_ERROR "${call} there is no such target")
  elseif(arg_BACKEND STREQUAL "cuda" AND NOT arg_EMULATED AND NOT CMAKE_CUDA_COMPILER_LOADED)
    # Not here: targets that exist already would have no architectures.
    message(FATAL_ERROR "${call} BACKEND cuda needs the language CUDA: project(... LANGUAGES CXX CUDA), or "
      "enable_language(CUDA) in front of the target. EMULATED runs the kernels on the CPU")
  endif()
  get_target_property(directory ${target} SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${call} the target belongs to ${directory}; its sources have to be translated there")
  endif()

  appyl_link(${target} appyl::appyl)
  set(check_script "")
  set(update_commands "")
  # Names of files that several sources have: their golden files stay apart by folders.
  set(repeated "")
  set(names "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(GET source STEM LAST_ONLY stem)
    if(stem IN_LIST names)
      list(APPEND repeated "${stem}")
    endif()
    list(APPEND names "${stem}")
  endforeach()
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    get_source_file_property(is_generated "${source}" GENERATED)
    if(NOT EXISTS "${source}" AND NOT is_generated)
      message(FATAL_ERROR "${call} there is no file ${source}")
    elseif(source MATCHES "\\.(h|hh|hpp|hxx|h\\+\\+|inc|inl|ipp|tpp|cuh)$")
      message(FATAL_ERROR "${call} ${source} is a header; name the sources that include it")
    endif()
    appyl_find_source(place ${target} "${source}")
    if(place EQUAL -1)
      message(FATAL_ERROR "${call} ${source} is no source of the target")
    endif()
    if(arg_BACKEND STREQUAL "none")
      appyl_silence_pragmas("${source}")
    else()
      appyl_replace_source(${target} "${source}")
    endif()
  endforeach()

  if(check_script)
    appyl_add_golden_check(${target})
  endif()
endfunction()

# Where `source`, an absolute path, stands in the list of the target's sources; -1: nowhere.
function(appyl_find_source result target source)
  get_target_property(entries ${target} SOURCES)
  set(${result} -1 PARENT_SCOPE)
  set(place 0)
  foreach(entry IN LISTS entries)
    cmake_path(ABSOLUTE_PATH entry BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    if(entry STREQUAL source)
      set(${result} ${place} PARENT_SCOPE)
    endif()
    math(EXPR place "${place} + 1")
  endforeach()
endfunction()

# As target_link_libraries(PRIVATE) would; but that can't be mixed with calls that the user made without a keyword.
function(appyl_link target library)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
  get_target_property(type ${target} TYPE)
  # appyl::appyl is headers, which only the translations need.
  if(type MATCHES "STATIC|OBJECT" AND NOT library STREQUAL "appyl::appyl")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:${library}>")
  endif()
endfunction()

# On the source: its options come last, and with Clang a -Wall that comes later would win.
function(appyl_silence_pragmas source)
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS
    "$<$<COMPILE_LANG_AND_ID:C,GNU,Clang,AppleClang>:-Wno-unknown-pragmas>"
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wno-unknown-pragmas>")
endfunction()

# Takes `source` out of the target and puts its translation in. The caller's arg_... are visible here; what the golden
# check needs of this source is added to the caller's `check_script` and `update_commands`.
function(appyl_replace_source target source)
  set(language CXX)
  set(suffix .omp.cpp)
  if(arg_BACKEND STREQUAL "cuda")
    set(suffix .cu)
  elseif(arg_BACKEND STREQUAL "interpret")
    set(suffix .interp.cpp)
  elseif(source MATCHES "\\.c$")
    set(language C)
    set(suffix .omp.c)
  endif()

  # Sources of one name in several folders stay apart.
  cmake_path(GET source FILENAME name)
  cmake_path(GET source STEM LAST_ONLY stem)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REPLACE ".." "__" folder "${folder}")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/appyl/${target}")
  if(CMAKE_CONFIGURATION_TYPES)
    string(APPEND output "/$<CONFIG>")
  endif()
  cmake_path(APPEND output "${folder}" "${stem}${suffix}")
  cmake_path(NORMAL_PATH output)

  # C stays C for OpenMP alone; what the other targets make of it is C++, although it is read as C.
  set(read_as ${language})
  if(source MATCHES "\\.c$")
    set(read_as C)
  endif()
  # At the end of the folder: what is said of the source, and of the target, may be said behind the call.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL appyl_follow_source
    [==[${target}]==] [==[${source}]==] [==[${output}]==] ${language} ${arg_BACKEND})")
  appyl_standard(standard ${target} ${read_as})
  set(options --target=${arg_BACKEND} ${arg_OPTIONS})
  # Make notices changes of files only, not of commands.
  file(GENERATE OUTPUT "${output}.options" CONTENT "${options}\n")
  set(arguments "${source}" -- "${standard}" --options-file "${output}.arguments")

  # Headers of the target may be made by the build; those that its translation has included are in the depfile.
  set(headers "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.(h|hh|hpp|hxx|inc|inl|ipp|tpp)$>"
    "$<TARGET_PROPERTY:${target},HEADER_SET>")

  # Two files: the first is rewritten by each translation, and is what is compared with the headers; the second changes
  # only with its contents, and is what is compared with the objects. Make can't tell the two with less.
  add_custom_command(OUTPUT "${output}.new" BYPRODUCTS "${output}"
    COMMAND appyl::translate ${options} -o "${output}.new" --depfile "${output}.d" ${arguments}
    COMMAND "${CMAKE_COMMAND}" -E touch "${output}.new"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${output}.new" "${output}"
    DEPENDS "${source}" "${output}.options" "${output}.arguments" appyl::translate "${headers}"
    DEPFILE "${output}.d"
    COMMENT "Translating ${name} (${arg_BACKEND})" VERBATIM)

  get_target_property(entries ${target} SOURCES)
  appyl_find_source(place ${target} "${source}")
  list(REMOVE_AT entries ${place})
  set_property(TARGET ${target} PROPERTY SOURCES ${entries} "${output}" "${output}.new")
  appyl_prepare_output(${target} "${source}" "${output}" ${language})

  if(arg_GOLDEN_DIR)
    cmake_path(ABSOLUTE_PATH arg_GOLDEN_DIR BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE
      OUTPUT_VARIABLE golden)
    if(stem IN_LIST repeated)
      cmake_path(APPEND golden "${folder}")
    endif()
    set(golden_folder "${golden}")
    cmake_path(APPEND golden "${stem}${suffix}")
    cmake_path(NORMAL_PATH golden)
    list(JOIN options "]==] [==[" quoted_options)
    list(JOIN arguments "]==] [==[" quoted_arguments)
    string(APPEND check_script
      "check([==[${quoted_options}]==] --check [==[${golden}]==] [==[${quoted_arguments}]==])\n")
    set(check_script "${check_script}" PARENT_SCOPE)
    set(update_commands ${update_commands}
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${golden_folder}"
      COMMAND appyl::translate ${options} -o "${golden}" ${arguments} PARENT_SCOPE)
  endif()
endfunction()

# What is said of the source holds for its translation, and for the tool that makes it.
function(appyl_follow_source target source output language backend)
  appyl_write_arguments(${target} "${source}" ${language} ${backend} "${output}.arguments")
  appyl_outputs(outputs "${output}")
  foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES)
    get_source_file_property(value "${source}" ${property})
    if(value)
      set_property(SOURCE ${outputs} APPEND PROPERTY ${property} "${value}")
    endif()
  endforeach()
  get_source_file_property(is_skipped "${source}" SKIP_PRECOMPILE_HEADERS)
  if(is_skipped)
    set_property(SOURCE ${outputs} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  elseif(backend STREQUAL "cuda")
    set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS
      "$<$<BOOL:$<TARGET_PROPERTY:${target},PRECOMPILE_HEADERS>>:-include;${output}.arguments.precompiled.h>")
  endif()
endfunction()

# The files that stand for `output`, one for each configuration.
function(appyl_outputs result output)
  set(outputs "${output}")
  if(CMAKE_CONFIGURATION_TYPES)
    set(outputs "")
    foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES)
      string(REPLACE "$<CONFIG>" "${config}" path "${output}")
      list(APPEND outputs "${path}")
    endforeach()
  endif()
  set(${result} "${outputs}" PARENT_SCOPE)
endfunction()

# The include paths and definitions of the target and of this source, for --options-file: a $<COMPILE_LANGUAGE:...> in
# them can only be evaluated in a file that is generated for one language.
function(appyl_write_arguments target source language backend file)
  set(lines "")
  if(backend STREQUAL "openmp")
    set(lines "-fopenmp\n")
  endif()
  appyl_write_precompiled(${target} "${source}" ${language} "${file}.precompiled.h" precompiled)
  string(APPEND lines "$<$<BOOL:${precompiled}>:'-include'\n'${file}.precompiled.h'\n>")
  foreach(kind IN ITEMS INCLUDE_DIRECTORIES:-I COMPILE_DEFINITIONS:-D)
    string(REGEX MATCH "^(.*):(.*)$" kind "${kind}")
    set(property ${CMAKE_MATCH_1})
    set(flag ${CMAKE_MATCH_2})
    set(values "$<TARGET_PROPERTY:${target},${property}>")
    get_source_file_property(own "${source}" ${property})
    if(own)
      string(PREPEND values "${own};")
    endif()
    set(values "$<FILTER:$<REMOVE_DUPLICATES:${values}>,EXCLUDE,^$>")
    string(APPEND lines "$<$<BOOL:${values}>:'${flag}$<JOIN:${values},'\n'${flag}>'\n>")
  endforeach()
  file(GENERATE OUTPUT "${file}" CONTENT "${lines}" CONDITION "$<COMPILE_LANGUAGE:${language}>" TARGET ${target})
endfunction()

# What the target precompiles is included in front of the source, as a header that includes the same. Sets `result` to an
# expression that is empty where there is nothing of that sort.
function(appyl_write_precompiled target source language file result)
  set(${result} "" PARENT_SCOPE)
  get_source_file_property(is_skipped "${source}" SKIP_PRECOMPILE_HEADERS)
  if(is_skipped)
    return()
  endif()
  # Its own, or those of another target whose precompiled header it takes.
  set(other "$<TARGET_PROPERTY:${target},PRECOMPILE_HEADERS_REUSE_FROM>")
  set(headers "$<TARGET_PROPERTY:$<IF:$<BOOL:${other}>,${other},${target}>,PRECOMPILE_HEADERS>")
  set(in_brackets "$<FILTER:${headers},INCLUDE,^[<\"]>")
  set(paths "$<FILTER:${headers},EXCLUDE,^[<\"]|^$>")
  file(GENERATE OUTPUT "${file}" CONTENT
    "$<$<BOOL:${in_brackets}>:#include $<JOIN:${in_brackets},\n#include >\n>$<$<BOOL:${paths}>:#include \"$<JOIN:${paths},\"\n#include \">\"\n>"
    CONDITION "$<COMPILE_LANGUAGE:${language}>" TARGET ${target})
  set(${result} "${headers}" PARENT_SCOPE)
endfunction()

# The argument for the language standard that the target is compiled with: the highest of its property and its features,
# and at least the compiler's default where there is no property.
function(appyl_standard result target language)  # [STRICT]
  string(TOLOWER "${language}" family)
  set(spelling "++")
  set(levels 11 14 17 20 23 26)
  if(language STREQUAL "C")
    set(spelling "")
    set(levels 99 11 17 23)
  endif()
  set(property "$<TARGET_PROPERTY:${target},${language}_STANDARD>")
  set(extensions "$<TARGET_PROPERTY:${target},${language}_EXTENSIONS>")
  set(level "${CMAKE_${language}_STANDARD_DEFAULT}")
  foreach(candidate IN LISTS levels)
    set(holds "$<STREQUAL:${property},${candidate}>"
      "$<IN_LIST:${family}_std_${candidate},$<TARGET_PROPERTY:${target},COMPILE_FEATURES>>")
    if(candidate STREQUAL CMAKE_${language}_STANDARD_DEFAULT)
      list(APPEND holds "$<STREQUAL:${property},>")
    endif()
    list(JOIN holds "," holds)
    set(level "$<IF:$<OR:${holds}>,${candidate},${level}>")
  endforeach()
  set(dialect "$<IF:$<OR:$<BOOL:${extensions}>,$<STREQUAL:${extensions},>>,gnu,c>")
  if("${ARGN}" STREQUAL "STRICT")  # nvcc knows no GNU dialects
    set(dialect c)
  endif()
  set(${result} "-std=${dialect}${spelling}${level}" PARENT_SCOPE)
endfunction()

# Compiles the translation as the source would have been, with what the backend adds.
function(appyl_prepare_output target source output language)
  cmake_path(GET source PARENT_PATH folder)
  appyl_outputs(outputs "${output}")
  if(arg_BACKEND STREQUAL "cuda")  # what is precompiled is so for another language, or with other flags
    set_property(SOURCE ${outputs} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  endif()
  if(arg_BACKEND STREQUAL "cuda" AND NOT arg_EMULATED)
    # The standard is that of the target's C++: not every CMake that knows nvcc knows its newer standards.
    appyl_standard(standard ${target} CXX STRICT)
    set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS
      --extended-lambda --expt-relaxed-constexpr "${standard}")
    set_property(SOURCE ${outputs} APPEND PROPERTY INCLUDE_DIRECTORIES "${folder}")
    return()
  endif()
  # As with the source itself, its own folder is searched for #include "..." only.
  set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS -iquote "${folder}")
  if(arg_BACKEND STREQUAL "openmp")
    find_package(OpenMP REQUIRED COMPONENTS ${language} QUIET)
    appyl_link(${target} OpenMP::OpenMP_${language})
  elseif(arg_BACKEND STREQUAL "cuda")
    find_package(Boost REQUIRED COMPONENTS context QUIET)
    appyl_link(${target} Boost::context)
    set_property(SOURCE ${outputs} PROPERTY LANGUAGE CXX)
    set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS -x c++ -include appyl/cuda/emulation.hpp)
    appyl_raise_to_20(${target} "${outputs}")
  endif()
endfunction()

# The headers that emulate CUDA need C++20: these sources have no less, whatever the rest of the target has.
function(appyl_raise_to_20 target outputs)
  appyl_standard(standard ${target} CXX)
  set(older "")
  foreach(level IN ITEMS 11 14 17)
    list(APPEND older "$<STREQUAL:${standard},-std=gnu++${level}>" "$<STREQUAL:${standard},-std=c++${level}>")
  endforeach()
  list(JOIN older "," older)
  set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS "$<$<OR:${older}>:-std=gnu++20>")
endfunction()

# The test appyl.check.<target>, and the target appyl-update that accepts what is generated now.
function(appyl_add_golden_check target)
  set(script "${CMAKE_CURRENT_BINARY_DIR}/appyl/${target}-check.cmake")
  if(CMAKE_CONFIGURATION_TYPES)
    set(script "${CMAKE_CURRENT_BINARY_DIR}/appyl/${target}-check-$<CONFIG>.cmake")
  endif()
  file(GENERATE OUTPUT "${script}" CONTENT
"function(check)
  execute_process(COMMAND \"$<TARGET_FILE:appyl::translate>\" \${ARGV} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(differs TRUE PARENT_SCOPE)
  endif()
endfunction()
${check_script}if(differs)
  message(FATAL_ERROR \"what is generated differs from ${arg_GOLDEN_DIR}; the target appyl-update accepts it\")
endif()
" TARGET ${target})
  add_test(NAME appyl.check.${target} COMMAND "${CMAKE_COMMAND}" -P "${script}")

  add_custom_target(appyl-update-${target}
    ${update_commands}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" VERBATIM)
  if(NOT TARGET appyl-update)
    add_custom_target(appyl-update)
  endif()
  add_dependencies(appyl-update appyl-update-${target})
endfunction()
