# Tests are compiled several files at a time, so each file's content lies in a namespace that is named after the file.
# Run with -DROOT=DIR.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/tests/*_test.cpp)
list(LENGTH files count)
if(count LESS 100)
    message(FATAL_ERROR "found only ${count} files with tests")
endif()
foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} text)
    get_filename_component(name ${file} NAME_WE)
    if(NOT text MATCHES "\nnamespace ${name} {\n" OR NOT text MATCHES "\n}  // namespace ${name}\n$")
        message(SEND_ERROR "${file}: its content must lie in `namespace ${name}`")
    endif()
endforeach()
