# Target: nlohmann_json::nlohmann_json
chunkscope_prefer_system(nlohmann_json)
if(use_system)
    find_package(nlohmann_json 3.11 QUIET)
endif()
if(NOT TARGET nlohmann_json::nlohmann_json)
    FetchContent_Declare(nlohmann_json
        GIT_REPOSITORY https://github.com/nlohmann/json.git
        GIT_TAG 55f93686c01528224f448c19128836e7df245f72) # 3.12.0
    FetchContent_MakeAvailable(nlohmann_json)
endif()
