// A FieldRecorder beside a naive one, which copies the whole world before and after each thing that happens.
#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/record/field_recorder.hpp"
#include "ecs/support/test_types.hpp"

namespace field_recorder_model_test {

using namespace test;
using ecs::Entity;

namespace {

using Key = std::pair<Entity, ecs::ComponentId>;
using Picture = std::map<Key, ecs::Value>;

Picture picture_of(const ecs::World& world) {
    Picture picture;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk)
            for (const Entity entity : archetype.chunk(chunk).entities())
                for (const ecs::ComponentType* type : archetype.types())
                    picture.emplace(Key{entity, type->id},
                                    type->is_tag() ? ecs::Value() : ecs::Value(*type, world.get(entity, type->id)));
    }
    return picture;
}

std::string line_of(const ecs::World& world, const Key& key, const char* what, std::uint32_t offset,
                    const std::string& writer) {
    return ecs::to_string(key.first) + " " + world.types()[key.second].name + "+" + std::to_string(offset) + what +
           " by " + writer;
}

/// What a recorder of everything should say about this.
std::vector<std::string> expected(const ecs::World& world, const Picture& before, const Picture& after,
                                  const std::string& writer) {
    std::vector<std::string> lines;
    for (const auto& [key, value] : before) {
        const auto now = after.find(key);
        if (now == after.end()) {
            lines.push_back(line_of(world, key, " removed", 0, writer));
        } else if (value) {
            for (const ecs::Field& field : value.type().fields)
                for (std::uint32_t i = 0; i < field.count; ++i) {
                    ecs::Field one = field;
                    one.count = 1;
                    one.offset += i * field.element_size;
                    if (!ecs::field_equal(one, value.data(), now->second.data()))
                        lines.push_back(line_of(world, key, " changed", one.offset, writer));
                }
        }
    }
    for (const auto& [key, value] : after)
        if (!before.contains(key)) lines.push_back(line_of(world, key, " added", 0, writer));
    std::sort(lines.begin(), lines.end());
    return lines;
}

struct Game {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::FieldRecorder recorder;
    ecs::Random random;
    std::vector<Entity> entities;
    std::uint64_t read = 0;  // number of the last record that was looked at

    explicit Game(std::uint64_t seed) : random(seed) {
        register_types(world);
        for (int i = 0; i < 40; ++i) make();
        for (const char* name : {"A", "B", "C"})
            REQUIRE(schedule.add({.name = name, .run = [this](ecs::SystemContext&) { mess(); }}));
        recorder.attach(world, schedule, &history);
    }
    ~Game() { recorder.detach(); }

    void make() {
        const Entity entity = world.create();
        entities.push_back(entity);
        if (random.below(2) == 0) world.add(entity, Position{1, 2, 3});
        if (random.below(2) == 0) world.add(entity, Health{static_cast<std::int32_t>(random.below(5))});
        if (random.below(3) == 0) world.add(entity, Label{"a"});
        if (random.below(3) == 0) world.add(entity, Wide{});
        if (random.below(3) == 0) world.add(entity, Enemy{});
    }

    void mess() {
        for (std::uint32_t i = random.below(6); i > 0; --i) {
            const Entity entity = entities[random.below(static_cast<std::uint32_t>(entities.size()))];
            switch (world.alive(entity) ? random.below(10) : 0) {
                case 0:
                    make();
                    break;
                case 1:
                    world.destroy(entity);
                    break;
                case 2:
                    if (!world.remove<Position>(entity)) world.add(entity, Position{4, 5, 6});
                    break;
                case 3:
                    if (!world.remove<Enemy>(entity)) world.add(entity, Enemy{});
                    break;
                case 4:
                    if (!world.remove<Label>(entity)) world.add(entity, Label{"new"});
                    break;
                case 5:
                    if (world.has<Label>(entity)) world.get_mut<Label>(entity).text += "b";
                    break;
                case 6:
                    if (world.has<Wide>(entity)) world.get_mut<Wide>(entity).values[random.below(4)] += random.below(2);
                    break;
                case 7:
                    if (world.has<Health>(entity)) world.get_mut<Health>(entity).hp = static_cast<int>(random.below(3));
                    break;
                default:
                    if (world.has<Position>(entity)) world.get_mut<Position>(entity).y += 1;
            }
        }
    }

    void edit() {
        const Entity entity = entities[random.below(static_cast<std::uint32_t>(entities.size()))];
        const ecs::ComponentType& type = world.types()[world.id<Health>()];
        ecs::HistoryStep step{"Step " + std::to_string(random.below(3)), {}};
        if (random.below(3) == 0)
            step.edits.push_back(ecs::DestroyEntity{entity});
        else if (world.alive(entity) && world.has<Health>(entity))
            step.edits.push_back(ecs::RemoveComponent{entity, type.id});
        else
            step.edits.push_back(ecs::AddComponent{entity, ecs::Value::of(type, Health{7})});
        label = step.label;
        history.seal();
        (void)history.perform(std::move(step));  // that it does not fit is fine
    }

    /// Does one thing and returns what the recorder calls its writer.
    std::string happen() {
        switch (random.below(6)) {
            case 0:
                edit();
                return "1 " + label;
            case 1:
                if (!history.can_undo()) return "";
                label = history.steps()[history.done() - 1].label;
                (void)history.undo();
                return "2 " + label;
            case 2:
                if (!history.can_redo()) return "";
                label = history.steps()[history.done()].label;
                (void)history.redo();
                return "3 " + label;
            case 3:
                mess();
                recorder.look_now();
                return "4 ";
            default:
                return "0 " + schedule.step_system(world)->description.name;
        }
    }

    std::vector<std::string> recorded() {
        std::vector<std::string> lines;
        recorder.each([&](const ecs::FieldRecord& record) {
            if (record.number <= read) return true;
            read = record.number;
            if (record.component == ecs::no_component) return true;  // the entity itself
            constexpr const char* kinds[] = {" changed", " added", " removed"};
            lines.push_back(
                line_of(world, {record.entity, record.component}, kinds[static_cast<std::size_t>(record.kind)],
                        record.offset == ecs::whole_component ? 0 : record.offset,
                        std::to_string(static_cast<int>(record.writer.kind)) + " " + std::string(record.writer.name)));
            return true;
        });
        std::sort(lines.begin(), lines.end());
        return lines;
    }

    std::string label;
};

}  // namespace

TEST_CASE("FieldRecorder: random writers are attributed as a naive recorder does", "[record]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Game game(seed);
        game.recorder.choose_everything(true);
        std::size_t records = 0;
        for (int i = 0; i < 80; ++i) {
            const Picture before = picture_of(game.world);
            const std::string writer = game.happen();
            const std::vector<std::string> recorded = game.recorded();
            INFO("seed " << seed << ", step " << i);
            REQUIRE(recorded == expected(game.world, before, picture_of(game.world), writer));
            records += recorded.size();
        }
        CHECK(records > 0);
    }
}

TEST_CASE("FieldRecorder: chosen entities get the same records as with everything", "[record]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Game game(seed);
        std::vector<Entity> chosen = game.entities;
        chosen.resize(15);
        game.recorder.choose_entities(chosen);
        for (int i = 0; i < 80; ++i) {
            Picture before = picture_of(game.world);
            std::vector<Entity> lived;
            for (const Entity entity : chosen)
                if (game.world.alive(entity)) lived.push_back(entity);
            const std::string writer = game.happen();
            Picture after = picture_of(game.world);
            // An entity that comes or goes is one record, not one for each component.
            const auto is_left_out = [&](const auto& each) {
                const Entity entity = each.first.first;
                return std::find(lived.begin(), lived.end(), entity) == lived.end() || !game.world.alive(entity);
            };
            std::erase_if(before, is_left_out);
            std::erase_if(after, is_left_out);
            const std::vector<std::string> recorded = game.recorded();
            INFO("seed " << seed << ", step " << i);
            REQUIRE(recorded == expected(game.world, before, after, writer));
        }
    }
}

}  // namespace field_recorder_model_test
