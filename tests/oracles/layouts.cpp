// Prints what the reflection says of component types, for tests/oracles/compare_layouts.py: it asks the debugging
// information of this very program about the same structs.
//
//     type Position 8
//     field x 0 4
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/demo/components.hpp"

namespace oracle {

/// What the scene "fragments" puts together at run time, by our own rule for plain structs.
struct Reading {
    bool valid = false;
    double value = 0;
    bool seen = false;
    double time = 0;
    bool stale = false;
};

}  // namespace oracle

namespace {

/// Holes of seven and three bytes, and padding at the end.
struct Mixed {
    char kind = 0;
    double weight = 0;
    std::int32_t count = 0;
    char grade = 0;
    double rest[2] = {};
    bool last = false;
};
struct Aligned {
    std::uint16_t number = 0;
    alignas(32) float lanes[8] = {};
    std::uint8_t tail = 0;
};
void add_types(ecs::TypeRegistry& types) {
    editor::register_components(types);
    types.add<Mixed>("Mixed")
        .field("kind", &Mixed::kind)
        .field("weight", &Mixed::weight)
        .field("count", &Mixed::count)
        .field("grade", &Mixed::grade)
        .field("rest", &Mixed::rest)
        .field("last", &Mixed::last);
    types.add<Aligned>("Aligned")
        .field("number", &Aligned::number)
        .field("lanes", &Aligned::lanes)
        .field("tail", &Aligned::tail);
    ecs::ComponentType reading;
    reading.name = "Reading";
    const std::pair<const char*, ecs::FieldKind> fields[] = {{"valid", ecs::FieldKind::Bool},
                                                             {"value", ecs::FieldKind::F64},
                                                             {"seen", ecs::FieldKind::Bool},
                                                             {"time", ecs::FieldKind::F64},
                                                             {"stale", ecs::FieldKind::Bool}};
    for (const auto& [name, kind] : fields) {
        ecs::Field field;
        field.name = name;
        field.kind = kind;
        field.element_size = kind == ecs::FieldKind::F64 ? 8 : 1;
        reading.fields.push_back(field);
    }
    if (!types.add_at_run_time(std::move(reading))) std::abort();
}

}  // namespace

// Compilers describe the types of what there is.
oracle::Reading reading_for_the_debugger;
ecs::Name name_for_the_debugger;

int main() {
    ecs::World world;
    add_types(world.types());
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        std::printf("type %s %u\n", type.name.c_str(), type.size);
        for (const ecs::Field& field : type.fields)
            std::printf("field %s %u %zu\n", field.name.c_str(), field.offset, field.size_bytes());
    }
    return 0;
}
