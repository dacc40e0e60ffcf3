# chunkscope_precompile(TARGET HEADERS...): parses the headers of the standard library that nearly every file reads once
# for the whole target, and those named besides. Files still include all they use: public headers are compiled alone, too.
function(chunkscope_precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view>
        <unordered_map> <utility> <variant> <vector> ${ARGN})
endfunction()
