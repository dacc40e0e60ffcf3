#include "editor/support/world_examples.hpp"
#include "editor/support/demo.hpp"

#include <cmath>
#include <cstring>

namespace examples {

namespace {

template <class T>
void store(void* data, T value) {
    std::memcpy(data, &value, sizeof value);
}

ecs::Entity random_entity(const ecs::World& world, ecs::Random& random) {
    switch (random.below(4)) {
        case 0:
            return {};
        case 1:
            return {random.below(1'000'000) + 1, random.below(50) + 1};  // most are gone
        default:
            return world.entity_at_slot(random.below(static_cast<std::uint32_t>(world.slot_count())));
    }
}

void fill_element(const ecs::World& world, const ecs::Field& field, std::byte* data, ecs::Random& random) {
    using enum ecs::FieldKind;
    switch (field.kind) {
        case Bool:
            return store(data, random.below(2) == 1);
        case I8:
        case U8:
            return store(data, static_cast<std::uint8_t>(random.next()));
        case I16:
        case U16:
            return store(data, static_cast<std::uint16_t>(random.next()));
        case I32:
        case U32:
            return store(data, static_cast<std::uint32_t>(random.next()));
        case I64:
        case U64:
            return store(data, random.next());
        case F32:
            return store(data, random_f32(random));
        case F64:
            return store(data, random_f64(random));
        case Enum:
            if (random.below(4) == 0 || field.names.empty())
                return ecs::write_enum(field, data, static_cast<std::int64_t>(random.below(100)));
            return ecs::write_enum(field, data,
                                   field.names[random.below(static_cast<std::uint32_t>(field.names.size()))].value);
        case String:
            *reinterpret_cast<std::string*>(data) = random_text(random);
            return;
        case Entity:
            return store(data, random_entity(world, random));
        case Vec2:
        case Vec3:
        case Vec4:
        case Color:
            for (std::size_t i = 0; i < ecs::float_count(field.kind); ++i)
                store(data + i * sizeof(float), random_f32(random));
            return;
        case Struct:
            return fill_at_random(world, field.fields, data, random);
    }
}

ecs::ComponentType made_at_run_time(std::string name, std::vector<ecs::Field> fields) {
    ecs::ComponentType type;
    type.name = std::move(name);
    type.fields = std::move(fields);
    return type;
}

ecs::Field field_of(std::string name, ecs::FieldKind kind, std::uint32_t count = 1) {
    ecs::Field field;
    field.name = std::move(name);
    field.kind = kind;
    field.count = count;
    return field;
}

std::vector<ecs::ComponentId> register_types(ecs::TypeRegistry& types) {
    register_everything(types);
    std::vector<ecs::ComponentId> ids;
    for (const char* name :
         {"Everything", "Position", "Velocity", "Shape", "Color", "Health", "MoveTarget", "Enemy", "Frozen"})
        ids.push_back(types.find(name)->id);

    // A field of each kind, and one with all details, but known to files only.
    std::vector<ecs::Field> fields;
    for (std::size_t i = 0; i < ecs::field_kind_count; ++i) {
        const auto kind = static_cast<ecs::FieldKind>(i);
        ecs::Field& field = fields.emplace_back(
            field_of("é " + std::string(ecs::name_of(kind)), kind, static_cast<std::uint32_t>(i % 3 + 1)));
        if (kind == ecs::FieldKind::Enum) field.names = {{"Up", 3}, {"\"Down\"", -3}};
        if (kind == ecs::FieldKind::Enum) field.element_size = 2;
        if (kind == ecs::FieldKind::Struct)
            field.fields = {field_of("n", ecs::FieldKind::U8), field_of("s", ecs::FieldKind::String, 2)};
    }
    ecs::Field detailed = field_of("detailed", ecs::FieldKind::F64);
    detailed.min = -0.5;
    detailed.max = std::numeric_limits<double>::infinity();
    detailed.step = 0.125;
    detailed.unit = "m/s²";
    detailed.description = "All \"details\"";
    fields.push_back(detailed);
    ecs::ComponentType made = made_at_run_time("Made: \"at run time\"", std::move(fields));
    made.description = "Known to files only";
    ids.push_back(*types.add_at_run_time(std::move(made)));
    ids.push_back(*types.add_at_run_time(made_at_run_time("MadeTag", {})));
    ecs::ComponentType padded = made_at_run_time("Padded", {field_of("x", ecs::FieldKind::I32)});
    padded.size = 64;
    padded.align = 32;
    ids.push_back(*types.add_at_run_time(std::move(padded)));
    ids.push_back(*types.add_opaque("Opaque"));
    return ids;
}

const char* random_json(ecs::Random& random) {
    static constexpr const char* values[] = {R"({"a":1.50,"b":[1e2,-0,{}]})", "null", R"("12v3\u0041")", "[]", "{}",
                                             "123456789012345678901234567890"};
    return values[random.below(6)];
}

}  // namespace

float random_f32(ecs::Random& random) {
    if (random.below(3) == 0) return static_cast<float>(random.below(2000)) / 8 - 100;
    const auto bits = static_cast<std::uint32_t>(random.next());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
}

double random_f64(ecs::Random& random) {
    const std::uint64_t bits = random.next();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

void fill_at_random(const ecs::World& world, const std::vector<ecs::Field>& fields, void* base, ecs::Random& random) {
    for (const ecs::Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i)
            fill_element(world, field,
                         static_cast<std::byte*>(base) + field.offset + std::size_t{i} * field.element_size, random);
}

std::unique_ptr<editor::Session> random_session(std::uint64_t seed) {
    ecs::Random random(seed);
    auto session = demo::new_session();
    ecs::World& world = session->world;
    const std::vector<ecs::ComponentId> types = register_types(world.types());
    const auto any = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };

    std::vector<ecs::Entity> alive;
    for (std::uint32_t i = 0; i < 60; ++i) {
        if (!alive.empty() && random.below(4) == 0) {
            world.destroy(alive[any(alive.size())]);
            std::erase_if(alive, [&](ecs::Entity entity) { return !world.alive(entity); });
            continue;
        }
        std::vector<ecs::ComponentId> components;
        for (ecs::ComponentId type : types)
            if (random.below(3) == 0) components.push_back(type);
        const ecs::Entity entity = world.create_with(components);
        if (!alive.empty() && random.below(3) == 0) world.set_parent(entity, alive[any(alive.size())]);
        if (random.below(2) == 0) world.add(entity, ecs::Name{random_text(random)});
        alive.push_back(entity);
    }
    for (const ecs::Entity entity : alive)
        for (ecs::ComponentId id : types) {
            const ecs::ComponentType& type = world.types()[id];
            void* const value = world.get_mut(entity, id);
            if (value && type.opaque_json)
                *static_cast<std::string*>(value) = random_json(random);
            else if (value)
                fill_at_random(world, type.fields, value, random);
        }
    if (random.below(2) == 0) {
        session->seed = random.next();
        session->schedule.random.set_state(random.next());
        session->file_camera = {static_cast<float>(random.below(900)), -0.5f, 1.75f};
        world.set_tick(random.next());
    }
    return session;
}

}  // namespace examples
