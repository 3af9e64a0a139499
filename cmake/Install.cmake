# What `cmake --install` puts where. The first and the last rule keep a list of it for `make uninstall`. Models and
# runtime are inside the program: it needs nothing beside it but clang.

set(bash_folder ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
set(fish_folder ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# The folders that others use, too.
set(install_folders ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_INCLUDEDIR}
    ${CMAKE_INSTALL_MANDIR}/man1 ${bash_folder} ${zsh_folder} ${fish_folder} ${CMAKE_INSTALL_DATADIR}/cmake
    ${CMAKE_INSTALL_DOCDIR} share)
install(CODE "set(install_folders \"${install_folders}\")")
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/InstallBegin.cmake)
install(TARGETS raddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(RADDLE_LIBRARY)
    install(TARGETS raddle_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(FILES ${LIBRARY_ARCHIVE} DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(FILES ${LIBRARY_DESCRIPTION} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    install(FILES include/raddle.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(FILES ${GENERATED_FOLDER}/raddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${GENERATED_FOLDER}/raddle.bash DESTINATION ${bash_folder} RENAME raddle)
install(FILES ${GENERATED_FOLDER}/_raddle DESTINATION ${zsh_folder})
install(FILES ${GENERATED_FOLDER}/raddle.fish DESTINATION ${fish_folder})
# For find_package(raddle). It finds the program from its own place, so that the prefix can be anywhere.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_DATADIR}/cmake/raddle)
set(raddle_program ${CMAKE_INSTALL_BINDIR}/raddle)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/raddleConfig.cmake.in ${CMAKE_BINARY_DIR}/raddleConfig.cmake
    INSTALL_DESTINATION ${package_folder} PATH_VARS raddle_program NO_SET_AND_CHECK_MACRO
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/raddleConfigVersion.cmake COMPATIBILITY AnyNewerVersion
    ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/raddleConfig.cmake ${CMAKE_BINARY_DIR}/raddleConfigVersion.cmake cmake/RaddleTest.cmake
    DESTINATION ${package_folder})
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY doc DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
    FILES_MATCHING PATTERN "*.[ch]" PATTERN "README.md" PATTERN "Makefile"
    PATTERN "CMakeLists.txt")
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/InstallEnd.cmake)
