// Compiled without the vectoriser: see CMakeLists.txt.
#include "ecs/lab/bench/join_loop_body.hpp"

namespace ecs::lab {

template std::uint64_t add_columns<Vectoriser::Off>(float*, const float*, std::uint64_t);
template std::uint64_t add_options<Vectoriser::Off>(std::byte*, const std::byte*, std::uint64_t);

}  // namespace ecs::lab
