# Before anything is installed: which of the folders `install_folders` are there already, and what an earlier
# installation has listed. Sets installed_root, installed_list, installed_before and folders_before for
# InstallEnd.cmake.

cmake_minimum_required(VERSION 3.25)
set(installed_root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
set(installed_list "share/raddle/installed.txt")
set(installed_before "")
if(EXISTS "${installed_root}/${installed_list}")
    file(STRINGS "${installed_root}/${installed_list}" installed_before)
endif()
set(folders_before "")
foreach(folder IN LISTS install_folders)
    while(folder)
        if(EXISTS "${installed_root}/${folder}" AND NOT "${folder}/" IN_LIST installed_before)
            list(APPEND folders_before ${folder})
        endif()
        cmake_path(GET folder PARENT_PATH folder)
    endwhile()
endforeach()
