// The scene "fragments": one case of every shape of fragmentation that the doctor finds (ecs/diagnose/doctor.hpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/view.hpp"
#include "editor/demo/components.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

using Components = std::vector<ecs::ComponentId>;

constexpr std::array conditions{"Burning", "Wet", "Poisoned", "Stunned", "Blessed", "Cursed", "Hidden", "Hunted"};
constexpr std::array parts{"Hull", "Engine", "Fuel", "Crew", "Cargo", "Radar", "Lights", "Doors"};

constexpr std::size_t entities_a_condition_set = 2;
constexpr std::size_t vehicle_kinds = 3;
constexpr int waves = 8, enemies_a_wave = 20;
constexpr std::size_t recruits = 200, survivors = 3;
constexpr std::size_t rooms = 4, sensors = 400;
constexpr std::size_t terrain_rounds = 10, tiles_a_round = 15, craters_a_tile = 15;

ecs::Field field(std::string name, ecs::FieldKind kind, std::uint32_t count = 1) {
    ecs::Field made;
    made.name = std::move(name);
    made.kind = kind;
    made.count = count;
    made.element_size = static_cast<std::uint32_t>(ecs::size_of(kind));
    return made;
}

/// A type without fields is a tag.
void add_type(ecs::TypeRegistry& types, std::string name, std::string description,
              std::vector<ecs::Field> fields = {}) {
    ecs::ComponentType type;
    type.name = std::move(name);
    type.description = std::move(description);
    type.fields = std::move(fields);
    types.add_at_run_time(std::move(type));
}

std::string wave_name(int number) { return "Wave " + std::to_string(number); }

void register_types(ecs::TypeRegistry& types) {
    using enum ecs::FieldKind;
    for (const char* name : conditions) add_type(types, name, ecs::tr_later("A condition that may befall anything"));
    for (const char* name : parts) add_type(types, name, ecs::tr_later("A part of a vehicle"), {field("state", F32)});
    for (int number = 1; number <= waves; ++number)
        add_type(types, wave_name(number), ecs::tr_later("Came with this wave"));
    add_type(types, "Morale", ecs::tr_later("What is left of the courage"), {field("value", F32)});
    add_type(types, "LightMap", ecs::tr_later("How much light falls where"), {field("texels", Vec4, 563)});
    add_type(
        types, "Reading", ecs::tr_later("What a sensor saw last"),
        {field("valid", Bool), field("value", F64), field("seen", Bool), field("time", F64), field("stale", Bool)});
    add_type(types, "Terrain", ecs::tr_later("The heights of a tile"), {field("heights", F64, 125)});
    add_type(types, "Crater", ecs::tr_later("Not for long"));
}

ecs::ComponentId id_of(const ecs::World& world, std::string_view name) { return world.types().find(name)->id; }

/// The components of everything that is drawn.
Components drawn(const ecs::World& world, std::initializer_list<ecs::ComponentId> more = {}) {
    Components ids{world.id<Position>(), world.id<Shape>(), world.id<Radius>(), world.id<Color>()};
    ids.insert(ids.end(), more);
    return ids;
}

std::vector<ecs::Entity> create_many(ecs::World& world, std::size_t count, const Components& components) {
    std::vector<ecs::Entity> created(count);
    world.create_many(created, components);
    return created;
}

void destroy_each(ecs::World& world, const std::vector<ecs::Entity>& entities) {
    for (const ecs::Entity entity : entities) world.destroy(entity);
}

/// Tag explosion: each of eight conditions is added and removed independently.
void plant_conditions(ecs::World& world) {
    Components tags;
    for (const char* name : conditions) tags.push_back(id_of(world, name));
    for (std::size_t set = 0; set < std::size_t{1} << tags.size(); ++set) {
        Components components = drawn(world);
        for (std::size_t i = 0; i < tags.size(); ++i)
            if (set >> i & 1) components.push_back(tags[i]);
        create_many(world, entities_a_condition_set, components);
    }
}

/// A crowd of small archetypes: hardly two curiosities have the same components.
void plant_curiosities(ecs::World& world) {
    const std::array optional{world.id<Rotation>(),   world.id<Scale>(), world.id<Health>(),
                              world.id<MoveTarget>(), world.id<Orbit>(), world.id<PlayerInput>()};
    for (std::size_t set = 1; set < std::size_t{1} << optional.size(); ++set) {
        Components components = drawn(world);
        for (std::size_t i = 0; i < optional.size(); ++i)
            if (set >> i & 1) components.push_back(optional[i]);
        world.create_with(components);
    }
}

/// Archetypes passed through: vehicles are built part by part, each kind in another order.
void plant_vehicles(ecs::World& world) {
    Components ids;
    for (const char* name : parts) ids.push_back(id_of(world, name));
    for (std::size_t kind = 0; kind < vehicle_kinds; ++kind) {
        const ecs::Entity vehicle = world.create_with(drawn(world));
        for (const ecs::ComponentId part : ids) world.add(vehicle, part);
        std::rotate(ids.begin(), ids.begin() + 1, ids.end());
    }
}

/// Emptied archetypes: waves of attackers that are all gone.
void plant_waves(ecs::World& world) {
    for (int number = 1; number <= waves; ++number) {
        const ecs::ComponentId wave = id_of(world, wave_name(number));
        const Components attacker{world.id<Position>(), world.id<Shape>(), world.id<Radius>(), wave};
        destroy_each(world, create_many(world, enemies_a_wave, attacker));
    }
}

/// A roomy block: few of many recruits are left.
void plant_survivors(ecs::World& world) {
    const ecs::ComponentId morale = id_of(world, "Morale");
    std::vector<ecs::Entity> troop = create_many(world, recruits, drawn(world, {morale}));
    troop.erase(troop.begin(), troop.begin() + survivors);
    destroy_each(world, troop);
}

/// A large component: one row per chunk, and almost half of the chunk unused.
void plant_rooms(ecs::World& world) {
    const ecs::ComponentId light = id_of(world, "LightMap");
    create_many(world, rooms, drawn(world, {light}));
}

/// A padded component: narrow and wide fields alternate.
void plant_sensors(ecs::World& world) {
    const ecs::ComponentId reading = id_of(world, "Reading");
    create_many(world, sensors, drawn(world, {reading}));
}

/// Scattered slabs: tiles stay, and the craters between them will be destroyed. Returns the craters.
std::vector<ecs::Entity> plant_terrain(ecs::World& world) {
    const ecs::ComponentId terrain = id_of(world, "Terrain");
    const ecs::ComponentId crater = id_of(world, "Crater");
    const Components tile{world.id<Position>(), terrain}, hit{world.id<Position>(), terrain, crater};
    std::vector<ecs::Entity> craters;
    for (std::size_t round = 0; round < terrain_rounds; ++round) {
        create_many(world, tiles_a_round, tile);
        const std::vector<ecs::Entity> made = create_many(world, tiles_a_round * craters_a_tile, hit);
        craters.insert(craters.end(), made.begin(), made.end());
    }
    return craters;
}

void give_values(ecs::World& world, const Arena& arena, std::uint64_t seed) {
    ecs::Random random(seed);
    ecs::View<Position>(world).each(world, [&](Position& position) {
        position.x = random.between(0, arena.width);
        position.y = random.between(0, arena.height);
    });
    ecs::View<Velocity>(world).each(world, [&](Velocity& velocity) {
        velocity.x = random.between(-1, 1);
        velocity.y = random.between(-1, 1);
    });
    ecs::View<Shape, Radius, Color>(world).each(world, [&](Shape& shape, Radius& radius, Color& color) {
        shape.kind = static_cast<ShapeKind>(random.below(4));
        radius.value = random.between(3, 7);
        const float light = random.between(0.35f, 0.9f);
        color.value = {light * 0.6f, light * 0.8f, light, 1};
    });
}

void fill(ecs::World& world, std::size_t count, std::uint64_t seed) {
    const float side = std::max(1.0f, std::sqrt(static_cast<float>(count) / 1000));
    const Arena arena{800 * side, 600 * side};
    const std::vector<ecs::Entity> craters = plant_terrain(world);
    create_many(world, count, drawn(world, {world.id<Velocity>()}));
    plant_conditions(world);
    plant_curiosities(world);
    plant_vehicles(world);
    plant_waves(world);
    plant_survivors(world);
    plant_rooms(world);
    plant_sensors(world);
    give_values(world, arena, seed);
    world.create(ecs::Name{"Arena"}, arena);
    // Dead slots: there are more craters than remaining entities, and visitors use the other free slots.
    const std::vector<ecs::Entity> visitors = create_many(world, count, {world.id<Position>()});
    world.destroy_many(craters);
    world.destroy_many(visitors);
}

}  // namespace

Scene fragments_scene() {
    return {.name = "fragments",
            .description = ecs::tr_later("One case of every shape of fragmentation, for the doctor to find"),
            .keys = ecs::tr_later("The Doctor panel says what is wrong with the memory"),
            .default_count = 400,
            .systems = {"Movement", "Bounce"},
            .fill = fill,
            .register_types = register_types};
}

}  // namespace editor
