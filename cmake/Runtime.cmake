# The runtime of native replay (src/native/runtime): embedded as text, because it is compiled
# together with the program that is replayed. Sets RUNTIME_SOURCE, which implements src/native/runtime.h.

set(runtime_folder ${CMAKE_SOURCE_DIR}/src/native/runtime)
file(GLOB runtime_files CONFIGURE_DEPENDS ${runtime_folder}/*.c ${runtime_folder}/*.h)

set(RUNTIME_SOURCE ${CMAKE_BINARY_DIR}/native_runtime.c)
add_custom_command(
    OUTPUT ${RUNTIME_SOURCE}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${RUNTIME_SOURCE} "-DFILES=${runtime_files}"
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedRuntime.cmake
    DEPENDS ${runtime_files} ${CMAKE_SOURCE_DIR}/cmake/EmbedRuntime.cmake
    COMMENT "Embedding the runtime of native replay"
    VERBATIM)
set_source_files_properties(${RUNTIME_SOURCE} PROPERTIES OBJECT_DEPENDS "${runtime_files}")
