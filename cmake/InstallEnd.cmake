# After everything is installed: lists it in the installation itself, relative to its prefix, for Uninstall.cmake. A
# folder ends in a slash, and is listed only if it was not there before. What an earlier installation has listed stays
# in the list.

cmake_minimum_required(VERSION 3.25)
set(installed ${installed_before} ${installed_list})
foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
    list(APPEND installed ${file})
endforeach()
foreach(file IN LISTS installed)
    cmake_path(GET file PARENT_PATH folder)
    while(folder)
        if(NOT folder IN_LIST folders_before)
            list(APPEND installed "${folder}/")
        endif()
        cmake_path(GET folder PARENT_PATH folder)
    endwhile()
endforeach()
list(REMOVE_DUPLICATES installed)
list(SORT installed)
list(JOIN installed "\n" lines)
file(WRITE "${installed_root}/${installed_list}" "${lines}\n")
