#include "components.hpp"

namespace bench {

void register_components(ecs::TypeRegistry& types) {
    types.add<Position>("Position").field("x", &Position::x).field("y", &Position::y).field("z", &Position::z);
    types.add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y).field("z", &Velocity::z);
    types.add<Acceleration>("Acceleration")
        .field("x", &Acceleration::x)
        .field("y", &Acceleration::y)
        .field("z", &Acceleration::z);
    types.add<Tag<0>>("Tag0");
    types.add<Tag<1>>("Tag1");
    types.add<Tag<2>>("Tag2");
    types.add<Tag<3>>("Tag3");
    types.add<Tag<4>>("Tag4");
}

}  // namespace bench
