# LLVM 19 through llvm-config: its C headers, the shared library, and the tools of the same version.
# Sets LLVM19_INCLUDE, LLVM19_LIBRARY, LLVM19_CLANG, LLVM19_LINK.

find_program(LLVM19_CONFIG NAMES llvm-config-19 PATHS /usr/lib/llvm-19/bin REQUIRED)
foreach(query IN ITEMS includedir libdir bindir)
    execute_process(
        COMMAND ${LLVM19_CONFIG} --${query}
        OUTPUT_VARIABLE llvm_${query}
        OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
endforeach()

set(LLVM19_INCLUDE ${llvm_includedir})
if(NOT EXISTS ${LLVM19_INCLUDE}/llvm-c/Core.h)
    message(FATAL_ERROR "the headers of LLVM 19 are missing (${LLVM19_INCLUDE}/llvm-c); install llvm-19-dev")
endif()
find_library(LLVM19_LIBRARY NAMES LLVM-19 LLVM HINTS ${llvm_libdir} NO_DEFAULT_PATH REQUIRED)
find_program(LLVM19_CLANG NAMES clang-19 clang HINTS ${llvm_bindir} REQUIRED)
find_program(LLVM19_LINK NAMES llvm-link-19 llvm-link HINTS ${llvm_bindir} REQUIRED)
