#include <chunkscope/flecs.hpp>

#include "flecs_desk.hpp"

namespace flecs_test {

namespace {

/// Entities of the test and all that they have, as flecs says it.
struct Town {
    Desk desk;
    std::vector<ecs_entity_t> apples;
    std::vector<ecs_entity_t> all;

    Town() {
        for (const char* name : {"Apple", "Pear", "Plum"}) apples.push_back(desk.world.entity(name).id());
        desk.attached.update();
    }
    void forget_dead() {
        std::erase_if(all, [&](ecs_entity_t entity) { return !ecs_is_alive(desk.world, entity); });
    }
    ecs_entity_t any(ecs::Random& random) const { return all[random.next() % all.size()]; }

    std::string state_of(ecs_entity_t id) {
        const flecs::entity entity(desk.world, id);
        std::string text = std::to_string(id) + " " + std::string(entity.name().c_str()) + " below " +
                           std::to_string(ecs_get_parent(desk.world, id)) + ":";
        if (const Position* const p = desk.get<Position>(id))
            text += " Position " + std::to_string(p->x) + "," + std::to_string(p->y);
        if (const Health* const h = desk.get<Health>(id))
            text += " Health " + std::to_string(h->hp) + "/" + std::to_string(h->max);
        if (const Chase* const c = desk.get<Chase>(id)) text += " Chase " + std::to_string(c->target);
        if (const Apart* const a = desk.get<Apart>(id)) text += " Apart " + std::to_string(a->depth);
        if (const Note* const n = desk.get<Note>(id)) text += " Note " + n->text;
        if (const Bytes* const b = desk.get<Bytes>(id))
            text += " Bytes " + std::to_string(b->a) + "," + std::to_string(b->b);
        if (entity.has<Frozen>()) text += " Frozen";
        if (ecs_has_id(desk.world, id, desk.label)) text += " Label " + desk.label_of(id);
        for (const ecs_entity_t apple : apples) {
            if (entity.has<Likes>(apple)) text += " likes " + std::to_string(apple);
            if (const Owes* const o = desk.get<Owes>(id, apple))
                text += " owes " + std::to_string(apple) + " " + std::to_string(o->gold);
        }
        return text;
    }
    /// The same as the mirror shows it.
    std::string shown_state_of(ecs_entity_t id) {
        const ecs::Entity handle = desk.attached.handle(id);
        if (!handle) return "not shown";
        const ecs::World& seen = desk.seen();
        const auto get = [&]<class T>(const std::string& name, std::type_identity<T>) -> const T* {
            return desk.has_type(name) ? static_cast<const T*>(seen.get(handle, desk.id(name))) : nullptr;
        };
        const ecs::OwnerKey parent = desk.attached.mirror().key_of(seen.parent(handle));
        std::string text = std::to_string(id) + " " + std::string(seen.name(handle)) + " below " +
                           std::to_string(parent == ecs::no_owner_key ? 0 : parent) + ":";
        if (const auto* p = get("Position", std::type_identity<Position>()))
            text += " Position " + std::to_string(p->x) + "," + std::to_string(p->y);
        if (const auto* h = get("Health", std::type_identity<Health>()))
            text += " Health " + std::to_string(h->hp) + "/" + std::to_string(h->max);
        if (const auto* c = get("Chase", std::type_identity<ecs::Entity>()))
            text += " Chase " + std::to_string(chunkscope::flecs::entity_of(*c));
        if (const auto* a = get("Apart", std::type_identity<Apart>())) text += " Apart " + std::to_string(a->depth);
        if (const auto* n = get("Note", std::type_identity<Note>())) text += " Note " + n->text;
        if (const auto* b = get("Bytes", std::type_identity<Bytes>()))
            text += " Bytes " + std::to_string(b->a) + "," + std::to_string(b->b);
        const auto has = [&](const std::string& name) {
            return desk.has_type(name) && seen.has(handle, desk.id(name));
        };
        if (has("Frozen")) text += " Frozen";
        if (const auto* l = get("Label", std::type_identity<std::string>())) text += " Label " + *l;
        for (const ecs_entity_t apple : apples) {
            const std::string name = ecs_get_name(desk.world, apple);
            if (has("(Likes, " + name + ")")) text += " likes " + std::to_string(apple);
            if (const auto* o = get("(Owes, " + name + ")", std::type_identity<Owes>()))
                text += " owes " + std::to_string(apple) + " " + std::to_string(o->gold);
        }
        return text;
    }
    std::map<ecs_entity_t, std::string> state() {
        std::map<ecs_entity_t, std::string> states;
        forget_dead();
        for (const ecs_entity_t entity : all) states[entity] = state_of(entity);
        return states;
    }
    /// Empty when the mirror shows what flecs has.
    std::string difference() {
        forget_dead();
        const std::size_t count = all.size() + apples.size();
        if (desk.seen().entity_count() != count)
            return std::to_string(desk.seen().entity_count()) + " entities, not " + std::to_string(count);
        for (const ecs_entity_t entity : all)
            if (const std::string is = state_of(entity), shown = shown_state_of(entity); is != shown)
                return "flecs: " + is + "\nshown: " + shown;
        return {};
    }
};

void run_program(Town& town, ecs::Random& random) {
    flecs::world& world = town.desk.world;
    for (int i = 0; i < 8; ++i) {
        town.forget_dead();
        const auto roll = random.next() % 22;
        const auto number = static_cast<std::int32_t>(random.next() % 1000);
        if (town.all.empty() || roll == 0) {
            town.all.push_back(world.entity().set<Position>({static_cast<float>(number), 0}).id());
            continue;
        }
        const flecs::entity entity(world, town.any(random));
        const ecs_entity_t apple = town.apples[random.next() % town.apples.size()];
        switch (roll) {
            case 1:
                if (town.all.size() > 20) ecs_delete(world, entity);
                break;
            case 2:
                entity.set<Health>({1, number});
                break;
            case 3:
                entity.remove<Health>();
                break;
            case 4:
                town.desk.set_label(entity, "label " + std::to_string(number));
                break;
            case 5:
                ecs_remove_id(world, entity, town.desk.label);
                break;
            case 6:
                entity.add<Frozen>();
                break;
            case 7:
                entity.remove<Frozen>();
                break;
            case 8:
                entity.add<Likes>(apple);
                break;
            case 9:
                entity.remove<Likes>(apple);
                break;
            case 10:
                entity.set<Owes>(apple, {number});
                break;
            case 11:
                entity.remove<Owes>(apple);
                break;
            case 12:
                entity.set<Apart>({static_cast<double>(number)});
                break;
            case 13:
                entity.remove<Apart>();
                break;
            case 14:
                entity.set<Note>({"note " + std::to_string(number)});
                break;
            case 15:
                entity.remove<Note>();
                break;
            case 16:
                entity.set<Chase>({town.any(random)});
                break;
            case 17:
                entity.set_name(("name " + std::to_string(number) + "x" + std::to_string(entity.id())).c_str());
                break;
            case 18:
                ecs_set_name(world, entity, nullptr);
                break;
            case 19: {
                // Below one that has no parent, and nothing below itself.
                const flecs::entity parent(world, town.any(random));
                const bool free = parent != entity && ecs_get_parent(world, parent) == 0;
                ecs_iter_t it = ecs_children(world, entity);
                const bool is_parent = ecs_children_next(&it);
                if (is_parent) ecs_iter_fini(&it);
                if (free && !is_parent)
                    entity.child_of(parent);
                else if (const ecs_entity_t former = ecs_get_parent(world, entity))
                    entity.remove(flecs::ChildOf, former);
                break;
            }
            case 20:
                entity.set<Bytes>({number, 2});
                break;
            default:  // in place, without telling flecs
                world.each([](Position& position) { position.x += 1; });
                if (const Note* const note = town.desk.get<Note>(entity)) const_cast<Note*>(note)->text += '.';
                break;
        }
    }
}

std::vector<ecs::Edit> random_edit(Town& town, ecs::Random& random) {
    Desk& desk = town.desk;
    town.forget_dead();
    const bool few = town.all.size() < 20;
    const ecs::Entity entity = few ? ecs::null_entity : desk.attached.handle(town.any(random));
    const auto number = static_cast<std::int16_t>(random.next() % 1000);
    const auto tag = [&](const char* name) {
        return ecs::AddComponent{entity, ecs::Value(desk.seen().types()[desk.id(name)])};
    };
    switch (few ? 0 : random.next() % 16) {
        case 0: {
            ecs::EntityRecord record;
            record.values.push_back(desk.value("Health", Health{number, 0}));
            record.values.push_back(desk.value("Note", Note{"made"}));
            return {ecs::CreateEntities{{record}}};
        }
        case 1:
            return {ecs::DestroyEntity{entity}};
        case 2:
            return {ecs::AddComponent{entity, desk.value("Position", Position{1, float(number)})}};
        case 3:
            return {ecs::RemoveComponent{entity, desk.id("Position")}};
        case 4:
            return {ecs::SetComponent{entity, desk.value("Health", Health{number, 7}), {0}}};
        case 5:
            return {ecs::AddComponent{entity, desk.value("Apart", Apart{double(number)})}};
        case 6:
            return {ecs::RemoveComponent{entity, desk.id("Apart")}};
        case 7:
            return {tag("Frozen")};
        case 8:
            return {tag("(Likes, Apple)")};
        case 9:
            return {ecs::RemoveComponent{entity, desk.id("(Likes, Pear)")}};
        case 10:
            return {ecs::AddComponent{entity, desk.value("(Owes, Plum)", Owes{number})}};
        case 11:
            return {ecs::RemoveComponent{entity, desk.id("(Owes, Apple)")}};
        case 12:
            return {ecs::AddComponent{entity, desk.value("Label", std::string("text " + std::to_string(number)))}};
        case 13:
            return {ecs::SetComponent{entity, desk.value("Note", Note{"written " + std::to_string(number)}), {0}}};
        case 14:
            return {ecs::SetParent{entity, desk.attached.handle(town.any(random))}};
        default:
            return {ecs::SetComponent{entity, desk.value("Chase", desk.attached.handle(town.any(random))), {0}}};
    }
}

}  // namespace

TEST_CASE("flecs: the mirror equals the world after each of 1,000 random ticks", "[flecs]") {
    Town town;
    ecs::Random random(11);
    for (int tick = 0; tick < 1000; ++tick) {
        run_program(town, random);
        REQUIRE(town.desk.attached.update().messages.empty());
        REQUIRE(town.difference() == "");
    }
    CHECK(town.all.size() > 10);
}

TEST_CASE("flecs: 1,000 random edits and their undoing are equal on both sides", "[flecs]") {
    Town town;
    ecs::Random random(5);
    for (int i = 0; i < 150; ++i) run_program(town, random);
    town.desk.attached.update();
    const auto before = town.state();
    int done = 0;
    for (int tries = 0; done < 1000 && tries < 20'000; ++tries) {
        if (!town.desk.history.perform({"Step", random_edit(town, random)}).empty()) continue;
        town.desk.history.seal();
        ++done;
        for (std::size_t slot = 0; slot < town.desk.seen().slot_count(); ++slot)  // those that were created
            if (const ecs::Entity entity = town.desk.seen().entity_at_slot(slot)) {
                const ecs_entity_t key = town.desk.attached.mirror().key_of(entity);
                const auto known = [&](const auto& list) {
                    return std::find(list.begin(), list.end(), key) != list.end();
                };
                if (!known(town.all) && !known(town.apples)) town.all.push_back(key);
            }
        REQUIRE(town.desk.attached.update().messages == std::vector<std::string>());
        REQUIRE(town.difference() == "");
    }
    REQUIRE(done == 1000);
    CHECK(town.state() != before);
    while (town.desk.history.can_undo()) {
        REQUIRE(town.desk.history.undo() == "");
        for (const auto& [entity, state] : before)
            if (ecs_is_alive(town.desk.world, entity) &&
                std::find(town.all.begin(), town.all.end(), entity) == town.all.end())
                town.all.push_back(entity);
        REQUIRE(town.desk.attached.update().messages == std::vector<std::string>());
    }
    CHECK(town.difference() == "");
    CHECK(town.state() == before);
}

}  // namespace flecs_test
