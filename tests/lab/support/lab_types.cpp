#include "lab/support/lab_types.hpp"

namespace lab_test {

struct Marked {};

std::span<const ecs::ComponentType* const> types() {
    struct Types {
        ecs::TypeRegistry registry;
        std::vector<const ecs::ComponentType*> list;
        Types() {
            registry.add<Position>("Position")
                .field("x", &Position::x)
                .field("y", &Position::y)
                .field("z", &Position::z);
            registry.add<Velocity>("Velocity")
                .field("x", &Velocity::x)
                .field("y", &Velocity::y)
                .field("z", &Velocity::z);
            registry.add<Health>("Health").field("points", &Health::points);
            registry.add<Wide>("Wide").field("a", &Wide::a).field("b", &Wide::b).field("c", &Wide::c);
            registry.add<Small>("Small").field("level", &Small::level);
            registry.add<Marked>("Marked");
            for (const char* name : {"Position", "Velocity", "Health", "Wide", "Small", "Marked"})
                list.push_back(registry.find(name));
        }
    };
    static const Types types;
    return types.list;
}

}  // namespace lab_test
