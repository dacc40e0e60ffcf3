#include "ecs/diagnose/doctor.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/edit_support.hpp"
#include "ecs/support/world_state.hpp"

namespace doctor_test {

using namespace ecs;
using namespace test;
using Catch::Matchers::Contains;

namespace {

struct Big {
    std::byte bytes[9000] = {};
};
struct Gaps {
    bool first = false;
    double second = 0;
    bool third = false;
};

/// Everything that a remedy must keep, told entity by entity and value by value; tags that were folded away count as
/// tags all the same.
std::vector<std::string> content(const World& world) {
    std::vector<std::string> lines;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
        const Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        std::vector<std::string> parts;
        for (const ComponentType* type : world.archetype_of(entity).types()) {
            const auto* value = static_cast<const std::byte*>(world.get(entity, type->id));
            if (type->name.substr(0, 5) == "Marks") {
                for (const Field& field : type->fields)
                    if (value[field.offset] != std::byte{0}) parts.push_back(field.name);
                continue;
            }
            std::string part = type->name;
            if (type->trivial)
                for (std::size_t i = 0; i < type->size; ++i)
                    part += ' ' + std::to_string(std::to_integer<int>(value[i]));
            else if (type->name == "Label")
                part += ' ' + static_cast<const Label*>(static_cast<const void*>(value))->text;
            parts.push_back(part);
        }
        std::sort(parts.begin(), parts.end());
        std::string line = to_string(entity);
        for (const std::string& part : parts) line += ", " + part;
        lines.push_back(line);
    }

    return lines;
}

struct Patient {
    World world;
    Schedule schedule;
    std::vector<ComponentId> tags;

    Patient() {
        register_types(world);
        world.types().add<Big>("Big");
        world.types()
            .add<Gaps>("Gaps")
            .field("first", &Gaps::first)
            .field("second", &Gaps::second)
            .field("third", &Gaps::third);
        // Something ordinary, so that no check sees only what it looks for.
        for (int i = 0; i < 3000; ++i) world.create(Position{1.0f * static_cast<float>(i), 2, 3}, Velocity{});
    }
    void add_tags(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            ComponentType type;
            type.name = "Tag " + std::to_string(i);
            tags.push_back(*world.types().add_at_run_time(std::move(type)));
        }
    }
    /// Entities of every set of the tags.
    void explode(int each = 2) {
        for (std::size_t set = 0; set < std::size_t{1} << tags.size(); ++set) {
            for (int i = 0; i < each; ++i) {
                const Entity entity = world.create(Position{5, static_cast<float>(set), 7}, Label{std::to_string(set)});
                for (std::size_t tag = 0; tag < tags.size(); ++tag)
                    if (set >> tag & 1) world.add(entity, tags[tag]);
            }
        }
    }
    void ask_for(std::vector<SystemAccess> accesses) {
        SystemDescription system;
        system.name = "System " + std::to_string(schedule.systems().size());
        system.accesses = std::move(accesses);
        REQUIRE(schedule.add(system));
    }
    std::vector<Finding> findings() const { return diagnose(world, schedule); }
    const Finding* find(const std::vector<Finding>& all, Shape shape) const {
        const auto found = std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.shape == shape; });
        return found == all.end() ? nullptr : &*found;
    }
    /// Applies the finding's edits, undoes and repeats them, and checks each time that nothing is lost and that the
    /// blocks take as much less as the finding said.
    void mend(const Finding& finding) {
        const bool slabs = finding.shape == Shape::ScatteredSlabs;
        const auto bytes = [&] { return slabs ? world.blocks().bytes_reserved() : world.blocks().bytes_in_use(); };
        const std::vector<std::string> before = content(world);
        const std::size_t bytes_before = bytes(), slots = world.slot_count();
        const std::vector<Entity> free_list = world.entity_index().free_list();
        const std::uint64_t hash = state_hash(world);
        std::vector<Edit> edits = finding.edits;
        for (int round = 0; round < 2; ++round) {
            REQUIRE(apply_all(world, schedule, edits).why.empty());
            CHECK(content(world) == before);
            CHECK(storage_fault(world).empty());
            CHECK(bytes_before - bytes() == finding.wasted_bytes);
            const std::vector<Finding> left = findings();
            CHECK_FALSE(find(left, finding.shape));
            REQUIRE(apply_all_backwards(world, schedule, edits).why.empty());
            CHECK(content(world) == before);
            CHECK(storage_fault(world).empty());
            CHECK(state_hash(world) == hash);
            CHECK(world.slot_count() == slots);
            CHECK(world.entity_index().free_list() == free_list);
        }
        REQUIRE(apply_all(world, schedule, edits).why.empty());
    }
};

}  // namespace

TEST_CASE("Doctor: a healthy world has no findings", "[ecs][doctor]") {
    Patient patient;
    patient.ask_for(access<Position, const Velocity>(patient.world));
    CHECK(patient.findings().empty());
    for (int i = 0; i < 1000; ++i) patient.world.create(Health{});
    patient.world.create(Label{"one"}, Wide{}, Frozen{});
    CHECK(patient.findings().empty());
    World empty;
    CHECK(diagnose(empty, patient.schedule).empty());
}

TEST_CASE("Doctor: tags that split the same data are found and folded, and every entity keeps them", "[ecs][doctor]") {
    Patient patient;
    patient.add_tags(6);
    patient.explode();
    patient.ask_for(access<Position, const Velocity>(patient.world));
    const std::vector<Finding> findings = patient.findings();
    const Finding* explosion = patient.find(findings, Shape::TagExplosion);
    REQUIRE(explosion);
    CHECK(explosion->components == patient.tags);
    CHECK(explosion->archetypes.size() == 63);
    CHECK_THAT(explosion->cause, Contains("6 tags") && Contains("126 entities") && Contains("63 archetypes"));
    REQUIRE(explosion->mendable());
    CHECK_FALSE(patient.find(findings, Shape::SmallArchetypes));

    // What it wastes, told by doing the same by hand on a world that never had the tags.
    World by_hand;
    register_types(by_hand);
    ComponentType marks;
    marks.name = "Marks";
    marks.size = 6;
    const ComponentId id = *by_hand.types().add_at_run_time(marks);
    for (int i = 0; i < 126; ++i) by_hand.create_with(std::array{by_hand.id<Position>(), by_hand.id<Label>(), id});
    std::uint64_t bytes = 0;
    for (const ArchetypeId archetype : explosion->archetypes) bytes += patient.world.archetype(archetype).bytes();
    CHECK(explosion->wasted_bytes == bytes - by_hand.blocks().bytes_in_use());

    patient.mend(*explosion);
}

TEST_CASE("Doctor: tags that systems ask for are not folded", "[ecs][doctor]") {
    Patient patient;
    patient.add_tags(6);
    patient.explode();
    SECTION("one of them, so that the others are") {
        patient.ask_for({{patient.tags[2], Access::Read}});
        const std::vector<Finding> findings = patient.findings();
        const Finding* explosion = patient.find(findings, Shape::TagExplosion);
        REQUIRE(explosion);
        CHECK(explosion->components.size() == 5);
        CHECK(std::count(explosion->components.begin(), explosion->components.end(), patient.tags[2]) == 0);
        patient.mend(*explosion);
        for (const ComponentId tag : explosion->components)
            for (ArchetypeId id = 0; id < patient.world.archetype_count(); ++id)
                CHECK((!patient.world.archetype(id).has(tag) || patient.world.archetype(id).entity_count() == 0));
    }
    SECTION("all of them") {
        for (const ComponentId tag : patient.tags) patient.ask_for({{tag, Access::Read}});
        const std::vector<Finding> findings = patient.findings();
        const Finding* explosion = patient.find(findings, Shape::TagExplosion);
        REQUIRE(explosion);
        CHECK_FALSE(explosion->mendable());
        CHECK_THAT(explosion->remedy, Contains("systems ask for"));
    }
    SECTION("perhaps, as a system does not say what it asks for") {
        patient.ask_for({});
        const std::vector<Finding> findings = patient.findings();
        REQUIRE(patient.find(findings, Shape::TagExplosion));
        CHECK_FALSE(patient.find(findings, Shape::TagExplosion)->mendable());
    }
}

TEST_CASE("Doctor: a crowd of small archetypes is found, and left to a person", "[ecs][doctor]") {
    Patient patient;
    std::vector<ComponentId> parts;
    for (int i = 0; i < 7; ++i) {
        ComponentType type;
        type.name = "Part " + std::to_string(i);
        type.size = 4;
        type.align = 4;
        parts.push_back(*patient.world.types().add_at_run_time(std::move(type)));
    }
    std::uint64_t wasted = 0;
    for (std::size_t set = 1; set < 128; ++set) {
        std::vector<ComponentId> components;
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (set >> i & 1) components.push_back(parts[i]);
        const Archetype& archetype = patient.world.archetype_of(patient.world.create_with(components));
        wasted += archetype.bytes() - archetype.used_bytes();
    }
    const std::vector<Finding> findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::SmallArchetypes);
    CHECK(findings[0].archetypes.size() == 127);
    CHECK(findings[0].wasted_bytes == wasted);
    CHECK_FALSE(findings[0].mendable());
}

TEST_CASE("Doctor: what adding one at a time leaves behind is told from what was emptied", "[ecs][doctor]") {
    Patient patient;
    patient.add_tags(40);
    const Entity traveller = patient.world.create(Position{});
    for (const ComponentId tag : patient.tags) patient.world.add(traveller, tag);
    patient.world.set_tick(7);
    std::vector<Finding> findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::PassedThrough);
    CHECK(findings[0].archetypes.size() == 40);
    CHECK(findings[0].wasted_bytes == 40 * 256);
    CHECK(findings[0].confidence == Confidence::Likely);

    patient.world.destroy(traveller);
    findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::Emptied);
    CHECK(findings[0].archetypes.size() == 40);  // {Position} is a step before the movers, and less than a page
    CHECK(findings[0].confidence == Confidence::Now);
    patient.mend(findings[0]);
    CHECK(patient.findings().empty());
}

TEST_CASE("Doctor: a block that most rows left is found and shrinks", "[ecs][doctor]") {
    Patient patient;
    std::vector<Entity> troop;
    for (int i = 0; i < 250; ++i) troop.push_back(patient.world.create(Health{i}, Label{std::to_string(i)}));
    for (std::size_t i = 0; i < 245; ++i) patient.world.destroy(troop[i * 7 % 250]);
    const Archetype& archetype = patient.world.archetype_of(troop[245 * 7 % 250]);
    REQUIRE(archetype.entity_count() == 5);
    REQUIRE(archetype.bytes() == 16384);
    const std::vector<Finding> findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::RoomyBlock);
    CHECK(findings[0].wasted_bytes == 16384 - block_bytes_for(archetype.types(), 5));
    Snapshots snapshots(patient.world);
    const Snapshot before = *snapshots.take();
    const WorldState state = state_of(patient.world);
    patient.mend(findings[0]);
    CHECK(archetype.bytes() == block_bytes_for(archetype.types(), 5));
    CHECK(patient.findings().empty());
    REQUIRE(snapshots.restore(before));
    CHECK(difference(state, state_of(patient.world)).empty());
    CHECK(storage_fault(patient.world).empty());
}

TEST_CASE("Doctor: a component that fills a chunk with little else is found, and by how much it is too large",
          "[ecs][doctor]") {
    Patient patient;
    for (int i = 0; i < 3; ++i) patient.world.create(Big{}, Health{});
    const std::vector<Finding> findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::LargeComponent);
    CHECK(findings[0].components == std::vector<ComponentId>{patient.world.id<Big>()});
    // Header 64, id 8 (and 8 to the next 16), Health 4 (and 12): then 9,000 bytes.
    CHECK(findings[0].wasted_bytes == 3 * (16384 - (64 + 16 + 16 + 9000)));
    // Two rows: 64 + 2 x 8, 2 x 4 (and 8), then 16,288 bytes for two values.
    CHECK_THAT(findings[0].remedy, Contains("make it 856 bytes smaller") && Contains("2 rows fit"));
}

TEST_CASE("Doctor: a component with gaps between its fields is found with the order that has none", "[ecs][doctor]") {
    Patient patient;
    for (int i = 0; i < 1000; ++i) patient.world.create(Gaps{});
    const std::vector<Finding> findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::PaddedComponent);
    CHECK(findings[0].wasted_bytes == 1000 * (sizeof(Gaps) - 16));
    CHECK_THAT(findings[0].remedy, Contains("second, first, third") && Contains("16 bytes"));
}

TEST_CASE("Doctor: dead slots are found when they are the most", "[ecs][doctor]") {
    Patient patient;
    std::vector<Entity> gone(2999);
    patient.world.create_many(gone, {});
    patient.world.destroy_many(gone);
    CHECK(patient.findings().empty());
    gone.resize(3000);
    patient.world.create_many(gone, {});
    patient.world.destroy_many(gone);
    const std::vector<Finding> findings = patient.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == Shape::DeadSlots);
    CHECK(findings[0].wasted_bytes == 3000 * 8);
}

TEST_CASE("Doctor: chunks that lie thinly in many slabs are found and gathered", "[ecs][doctor]") {
    Patient patient;
    std::vector<Entity> gone;
    for (int round = 0; round < 12; ++round) {
        for (int i = 0; i < 15; ++i) patient.world.create(Wide{}, Label{std::to_string(round)}, Health{round});
        std::vector<Entity> some(3000);
        patient.world.create_many(some, std::array{patient.world.id<Wide>(), patient.world.id<Health>()});
        gone.insert(gone.end(), some.begin(), some.end());
        std::vector<Entity> kept(900);
        patient.world.create_many(kept, std::array{patient.world.id<Wide>(), patient.world.id<Frozen>()});
    }
    patient.world.destroy_many(gone);
    const std::vector<Finding> findings = patient.findings();
    const Finding* scattered = patient.find(findings, Shape::ScatteredSlabs);
    REQUIRE(scattered);
    CHECK(scattered->wasted_bytes == patient.world.blocks().bytes_scattered());
    Query all(patient.world, {{.component = patient.world.id<Wide>()}});
    const std::size_t matches = all.entity_count();
    patient.mend(*scattered);
    CHECK(patient.world.blocks().bytes_scattered() == 0);
    CHECK(all.entity_count() == matches);
    std::size_t visited = 0;
    all.each_chunk(std::as_const(patient.world), [&](const ChunkRows& rows) { visited += rows.size(); });
    CHECK(visited == matches);
}

}  // namespace doctor_test
