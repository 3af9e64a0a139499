# The models of the C library (models/*.c): compiled to bitcode for each architecture, linked into one module per
# architecture, and embedded into the program by a generated source that implements src/front/models.h.
# Bitcode is per architecture, not per data model, because va_list differs between them. Sets MODELS_SOURCE.

set(model_targets
    x86_64=x86_64-linux-gnu
    aarch64=aarch64-linux-gnu
    i386=i686-linux-gnu
    arm=armv7-linux-gnueabihf)
set(model_flags
    -std=gnu17 -ffreestanding -fno-builtin -nostdinc -O0 -Xclang -disable-O0-optnone -g0 -fno-stack-protector
    -Wall -Wextra -Werror)

file(GLOB model_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/models/*.c)
if(NOT model_sources)
    message(FATAL_ERROR "models/ holds no C files")
endif()

set(model_directory ${CMAKE_BINARY_DIR}/models)
set(model_modules "")
foreach(pair IN LISTS model_targets)
    string(REGEX MATCH "^([^=]+)=(.+)$" matched ${pair})
    set(arch ${CMAKE_MATCH_1})
    set(triple ${CMAKE_MATCH_2})
    file(MAKE_DIRECTORY ${model_directory}/${arch})
    set(parts "")
    foreach(source IN LISTS model_sources)
        get_filename_component(name ${source} NAME_WE)
        set(part ${model_directory}/${arch}/${name}.bc)
        add_custom_command(
            OUTPUT ${part}
            COMMAND ${LLVM19_CLANG} --target=${triple} ${model_flags} -MD -MF ${part}.d -MT ${part}
                    -emit-llvm -c ${source} -o ${part}
            DEPENDS ${source}
            DEPFILE ${part}.d
            COMMENT "Compiling model ${name}.c for ${arch}"
            VERBATIM)
        list(APPEND parts ${part})
    endforeach()
    set(module ${model_directory}/${arch}.bc)
    add_custom_command(
        OUTPUT ${module}
        COMMAND ${LLVM19_LINK} ${parts} -o ${module}
        DEPENDS ${parts}
        COMMENT "Linking the models for ${arch}"
        VERBATIM)
    list(APPEND model_modules ${module})
endforeach()

set(MODELS_SOURCE ${model_directory}/models.c)
add_custom_command(
    OUTPUT ${MODELS_SOURCE}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${MODELS_SOURCE} "-DMODULES=${model_modules}"
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedModels.cmake
    DEPENDS ${model_modules} ${CMAKE_SOURCE_DIR}/cmake/EmbedModels.cmake
    COMMENT "Embedding the models"
    VERBATIM)
set_source_files_properties(${MODELS_SOURCE} PROPERTIES OBJECT_DEPENDS "${model_modules}")
