# The runtime of native replay (src/native/runtime, and the table that it shares with the machine): embedded as text, because it is compiled
# together with the program that is replayed. Sets RUNTIME_SOURCE, which implements src/native/runtime.h.

set(runtime_folder ${CMAKE_SOURCE_DIR}/src/native/runtime)
file(GLOB runtime_sources CONFIGURE_DEPENDS ${runtime_folder}/*.c)
file(GLOB runtime_files CONFIGURE_DEPENDS ${runtime_folder}/*.h)
list(APPEND runtime_files ${runtime_sources} ${CMAKE_SOURCE_DIR}/src/ir/sync_table.h)

set(RUNTIME_SOURCE ${CMAKE_BINARY_DIR}/native_runtime.c)
add_custom_command(
    OUTPUT ${RUNTIME_SOURCE}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${RUNTIME_SOURCE} "-DFILES=${runtime_files}"
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedRuntime.cmake
    DEPENDS ${runtime_files} ${CMAKE_SOURCE_DIR}/cmake/EmbedRuntime.cmake
    COMMENT "Embedding the runtime of native replay"
    VERBATIM)
set_source_files_properties(${RUNTIME_SOURCE} PROPERTIES OBJECT_DEPENDS "${runtime_files}")

# Compiled here, too, and linked with a check that nothing is missing, as compile_executable (src/front/compile.c) does it.
set(runtime_check ${CMAKE_SOURCE_DIR}/src/native/complete.c)
add_executable(native_runtime ${runtime_sources} ${runtime_check})
set_target_properties(native_runtime PROPERTIES C_EXTENSIONS ON)
target_compile_options(native_runtime PRIVATE -U_GNU_SOURCE -Wno-missing-prototypes)
target_include_directories(native_runtime PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/ir)
target_link_libraries(native_runtime PRIVATE pthread m)
