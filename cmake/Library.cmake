# libraddle, shared and static, and its description for pkg-config. Sets LIBRARY_ARCHIVE, LIBRARY_DESCRIPTION.

# --exclude-libs: the solver inside is nobody else's business.
add_library(raddle_shared SHARED)
set_target_properties(raddle_shared PROPERTIES
    OUTPUT_NAME raddle VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
target_link_libraries(raddle_shared PRIVATE raddle_objects)
target_link_options(raddle_shared PRIVATE -Wl,--exclude-libs,ALL)

# One object with all others inside, in which names that are not of the interface are local, so that they do not meet
# those of the program that links it.
set(LIBRARY_ARCHIVE ${CMAKE_BINARY_DIR}/libraddle.a)
set(joined ${CMAKE_BINARY_DIR}/libraddle.o)
add_custom_command(
    OUTPUT ${LIBRARY_ARCHIVE}
    COMMAND ${CMAKE_LINKER} -r -o ${joined} $<TARGET_OBJECTS:raddle_objects>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${joined}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${LIBRARY_ARCHIVE}
    COMMAND ${CMAKE_AR} rcs ${LIBRARY_ARCHIVE} ${joined}
    COMMAND ${CMAKE_COMMAND} -E rm ${joined}
    DEPENDS raddle_objects $<TARGET_OBJECTS:raddle_objects>
    COMMENT "Linking libraddle.a"
    COMMAND_EXPAND_LISTS
    VERBATIM)
add_custom_target(raddle_archive ALL DEPENDS ${LIBRARY_ARCHIVE})

set(private_libraries "")
foreach(library IN LISTS link_libraries)
    if(IS_ABSOLUTE ${library})
        list(APPEND private_libraries ${library})
    else()
        list(APPEND private_libraries -l${library})
    endif()
endforeach()
list(APPEND private_libraries ${MPI_C_LIBRARIES})
list(JOIN private_libraries " " private_libraries)
# The prefix is found from the place of the description, so that `cmake --install --prefix` can put it anywhere.
file(RELATIVE_PATH prefix_from_description /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_description ${prefix_from_description})
set(LIBRARY_DESCRIPTION ${CMAKE_BINARY_DIR}/raddle.pc)
configure_file(${CMAKE_SOURCE_DIR}/cmake/raddle.pc.in ${LIBRARY_DESCRIPTION} @ONLY)
