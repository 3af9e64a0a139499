# The manual page and the completions of shells, made from the tables of options, commands, engines and properties by a
# program that is not installed. Sets GENERATED_FOLDER.

add_executable(raddle_generate ${generate_sources})
target_link_libraries(raddle_generate PRIVATE raddle_core)

set(GENERATED_FOLDER ${CMAKE_BINARY_DIR}/generated)
set(generated "")
foreach(file IN ITEMS raddle.1 raddle.bash _raddle raddle.fish)
    add_custom_command(
        OUTPUT ${GENERATED_FOLDER}/${file}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${GENERATED_FOLDER}
        COMMAND raddle_generate ${file} ${GENERATED_FOLDER}/${file}
        DEPENDS raddle_generate
        COMMENT "Generating ${file}"
        VERBATIM)
    list(APPEND generated ${GENERATED_FOLDER}/${file})
endforeach()
add_custom_target(generated ALL DEPENDS ${generated})
