// The operations on many entities: queries, batches, command buffers.
#include <algorithm>
#include <array>

#include "ecs/support/test_types.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/view.hpp"
#include "world_model.hpp"

using namespace ecs;

namespace test {

std::size_t WorldModel::kind_of(ComponentId component) const {
    return component < kind_by_component_.size() ? kind_by_component_[component] : kind_count;
}

bool WorldModel::matches(Mask mask, const std::vector<QueryTerm>& terms) const {
    return std::all_of(terms.begin(), terms.end(), [&](const QueryTerm& term) {
        const std::size_t kind = kind_of(term.component);
        const Mask bit = kind == kind_count ? parent_bit : Mask{1} << kind;
        return term.presence == Presence::Optional || bool(mask & bit) == (term.presence == Presence::With);
    });
}

std::vector<QueryTerm> WorldModel::any_terms(bool writing) {
    std::vector<QueryTerm> terms;
    for (std::uint32_t count = choices_.below(4); count > 0; --count) {
        constexpr std::array presences{Presence::With, Presence::With, Presence::Without, Presence::Optional};
        const ComponentId component = choices_.one_in(8) ? world_.parent_id() : kinds_[any_kind()]->id;
        terms.push_back({component, presences[choices_.below(4)], Access::Read});
        if (writing && component != world_.parent_id() && terms.back().presence != Presence::Without)
            terms.back().access = Access::Write;
    }
    return terms;
}

std::vector<Entity> WorldModel::all_matching(const std::vector<QueryTerm>& terms) const {
    std::vector<Entity> result;
    for (const Entity entity : live_)
        if (matches(slots_[entity.index].mask(), terms)) result.push_back(entity);
    return result;
}

// A query finds exactly the entities of the model, each once, and hands out their very values.
void WorldModel::check_query(Query& query) {
    const std::vector<QueryTerm>& terms = query.terms();
    std::size_t found = 0;
    const World& world = world_;
    query.each_chunk(world, [&](const ChunkRows& rows) {
        found += rows.size();
        expect(rows.size() > 0, "a query hands out no empty chunk");
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Entity entity = rows.entities()[row];
            const Slot* each = alive_slot(entity);
            expect(each && matches(each->mask(), terms), "a query finds only what matches");
            const Location here{rows.archetype().id(), rows.chunk().position, static_cast<std::uint32_t>(row)};
            expect(world.location(entity) == here, "a query finds an entity where it is");
        }
        const Entity first = rows.entities().front();
        for (std::size_t term = 0; term < terms.size(); ++term) {
            const void* expected =
                terms[term].presence == Presence::Without ? nullptr : world.get(first, terms[term].component);
            if (world.location(first).row == 0)
                expect(rows.column(term) == expected, "a query hands out the columns of its terms");
        }
    });
    const std::size_t expected = all_matching(terms).size();
    expect(found == expected, "a query finds all that matches");
    expect(query.entity_count() == expected, "a query counts all that matches");
}

void WorldModel::query() {
    effect_.kind = Effect::Kind::Nothing;
    if (!affordable()) return;
    if (queries_.size() < 6)
        queries_.emplace_back(world_, any_terms(false));
    else if (choices_.one_in(8))
        queries_[choices_.below(6)] = Query(world_, any_terms(false));
    check_query(queries_[choices_.below(static_cast<std::uint32_t>(queries_.size()))]);
    Query fresh(world_, any_terms(false));
    check_query(fresh);
}

void WorldModel::write_by_query() {
    if (!affordable()) return;
    const int n = number();
    std::size_t written = 0;
    if (choices_.one_in(3)) {
        View<Position, const Health*> view(world_);
        view.without<Frozen>().each(world_, [&](Entity entity, Position& position, const Health* health) {
            const Slot* each = alive_slot(entity);
            expect(each && (health != nullptr) == bool(each->kinds >> health_kind & 1), "an optional is there or null");
            kinds_[position_kind]->write(&position, n);
            slot(entity).numbers[position_kind] = n;
            ++written;
        });
        const std::vector<QueryTerm> terms{{kinds_[position_kind]->id},
                                           {kinds_[frozen_kind]->id, Presence::Without, Access::None}};
        expect(written == all_matching(terms).size(), "a view visits every match");
        return;
    }
    const std::vector<QueryTerm> terms = any_terms(true);
    const bool writes =
        std::any_of(terms.begin(), terms.end(), [](const QueryTerm& term) { return term.access == Access::Write; });
    if (!writes) effect_.kind = Effect::Kind::Nothing;
    Query query(world_, terms);
    query.each_chunk(world_, [&](const ChunkRows& rows) {
        for (std::size_t term = 0; term < terms.size(); ++term) {
            if (terms[term].access != Access::Write) continue;
            const std::size_t kind = kind_of(terms[term].component);
            auto* column = static_cast<std::byte*>(rows.column_mut(term));
            for (std::size_t row = 0; column && row < rows.size(); ++row) {
                kinds_[kind]->write(column + row * world_.types()[kinds_[kind]->id].size, n);
                slot(rows.entities()[row]).numbers[kind] = n;
            }
        }
        written += rows.size();
        touched_.push_back(rows.entities().front());
    });
    expect(written == all_matching(terms).size(), "a query that writes visits every match");
}

void WorldModel::destroy_all() {
    if (!affordable()) return;
    std::vector<QueryTerm> terms = any_terms(false);
    terms.push_back({kinds_[any_kind()]->id, Presence::With, Access::None});
    if (live_.size() < options_.max_entities / 2 && !choices_.one_in(4))
        terms.push_back({kinds_[any_kind()]->id, Presence::With, Access::None});
    Query query(world_, terms);
    const std::vector<Entity> doomed = all_matching(terms);
    const std::size_t before = live_.size();
    const std::size_t count = world_.destroy_all(query);
    for (const Entity entity : doomed)
        if (alive_slot(entity)) subtree_gone(entity, SlotState::Free);
    expect(count == before - live_.size(), "destroy_all counts all that went");
    for (const Entity entity : doomed) expect(!world_.alive(entity), "destroy_all leaves no match alive");
}

// Some of them twice, or dead, or below another one.
void WorldModel::destroy_many() {
    std::vector<Entity> doomed(choices_.below(choices_.one_in(8) ? 200 : 12));
    for (Entity& entity : doomed) entity = choices_.one_in(16) ? Entity{choices_.below(100), choices_.below(4)} : any();
    const std::size_t before = live_.size();
    const std::size_t count = world_.destroy_many(doomed);
    for (const Entity entity : doomed)
        if (alive_slot(entity)) subtree_gone(entity, SlotState::Free);
    expect(count == before - live_.size(), "destroy_many counts all that went");
}

void WorldModel::add_to_all() {
    if (!affordable()) return;
    const std::vector<QueryTerm> terms = any_terms(false);
    const std::size_t kind = any_kind();
    std::vector<Entity> found = all_matching(terms);
    std::erase_if(found, [&](Entity entity) { return slot(entity).kinds >> kind & 1; });
    if (values_[kind] + found.size() > kinds_[kind]->max_values) return;
    if (found.empty()) effect_.kind = Effect::Kind::Nothing;
    Query query(world_, terms);
    expect(world_.add_to_all(query, kinds_[kind]->id) == found.size(), "add_to_all counts what changed");
    for (const Entity entity : found) give(entity, kind, 0);
    touched_ = found;
}

void WorldModel::remove_from_all() {
    if (!affordable()) return;
    const std::vector<QueryTerm> terms = any_terms(false);
    const bool parents = choices_.one_in(8);
    const std::size_t kind = any_kind();
    std::vector<Entity> found = all_matching(terms);
    std::erase_if(found,
                  [&](Entity entity) { return parents ? !slot(entity).parent : !(slot(entity).kinds >> kind & 1); });
    if (found.empty()) effect_.kind = Effect::Kind::Nothing;
    Query query(world_, terms);
    const ComponentId component = parents ? world_.parent_id() : kinds_[kind]->id;
    expect(world_.remove_from_all(query, component) == found.size(), "remove_from_all counts what changed");
    for (const Entity entity : found) {
        if (parents)
            link(entity, null_entity);
        else
            lose(entity, kind);
    }
    touched_ = found;
}

// Where rows lie is nothing that the model knows: all it sees is that nothing else changes.
void WorldModel::fit_block() {
    const auto archetype = choices_.below(static_cast<std::uint32_t>(world_.archetype_count()));
    const std::size_t bytes = choices_.one_in(3) ? 0 : std::size_t{256} << choices_.below(8);
    world_.fit_block(archetype, bytes);
    const Archetype& fitted = world_.archetype(archetype);
    if (fitted.entity_count() == 0 && bytes == 0) expect(fitted.chunk_count() == 0, "an empty block is given back");
    if (const Entity other = any()) touched_.push_back(other);
}

void WorldModel::gather_blocks() {
    if (!affordable()) return;
    const std::size_t reserved = world_.blocks().bytes_reserved(), scattered = world_.blocks().bytes_scattered();
    world_.gather_blocks();
    expect(world_.blocks().bytes_reserved() == reserved - scattered, "gathering gives back what lay scattered");
    expect(world_.blocks().bytes_scattered() == 0, "nothing lies scattered after gathering");
}

void WorldModel::observe() {
    effect_.kind = Effect::Kind::Nothing;
    if (mirror_) {
        const std::string difference = mirror_->fault();
        if (!difference.empty()) fail(difference);
        mirror_.reset();
    } else {
        mirror_.emplace(world_);
    }
}

// Command buffers

struct WorldModel::Recorded {
    enum class Kind : std::uint8_t { Create, Destroy, Add, Remove, SetParent };
    Kind kind;
    Entity entity;
    Entity parent = {};
    std::size_t component = 0;
    int number = 0;
};

// Whether the command was carried out, and not passed over.
bool WorldModel::execute(const Recorded& recorded) {
    const Entity entity = recorded.entity;
    if (recorded.kind == Recorded::Kind::Create) {
        expect(slot(entity).state == SlotState::Reserved, "a handle stays reserved until it is played back");
        slot(entity) = {};
        born(entity, 0);
        return true;
    }
    if (!alive_slot(entity)) return false;
    touched_.push_back(entity);
    switch (recorded.kind) {
        case Recorded::Kind::Create:
            break;
        case Recorded::Kind::Destroy:
            subtree_gone(entity, SlotState::Free);
            break;
        case Recorded::Kind::Add:
            give(entity, recorded.component, recorded.number);
            break;
        case Recorded::Kind::Remove:
            if (slot(entity).kinds >> recorded.component & 1) lose(entity, recorded.component);
            break;
        case Recorded::Kind::SetParent:
            if (recorded.parent && (!alive_slot(recorded.parent) || is_below(recorded.parent, entity))) return false;
            link(entity, recorded.parent);
            break;
    }
    return true;
}

void WorldModel::record_commands() {
    using Recording = Recorded::Kind;
    std::vector<Recorded> recorded;
    std::vector<Entity> candidates;
    Commands commands(world_);
    {
        std::optional<IterationGuard> guard;
        if (choices_.one_in(2)) guard.emplace(world_);
        for (std::uint32_t count = choices_.below(12); count > 0; --count) {
            const auto kind = static_cast<Recording>(std::min(choices_.below(8), 7u) / 2 == 3
                                                         ? static_cast<std::uint32_t>(Recording::Add)
                                                         : choices_.below(5));
            if (kind == Recording::Create || candidates.empty()) {
                if (!room_for(0, 12)) break;
                const Entity announced = world_.entity_index().next();
                const Entity made = commands.create();
                expect_next(made, announced);
                if (made.index >= slots_.size()) slots_.resize(made.index + std::size_t{1});
                expect(slot(made).state == SlotState::Unused || slot(made).state == SlotState::Free,
                       "only free slots are reserved");
                expect(made.generation > slot(made).generation, "a handle that was used once is not reserved again");
                slot(made).state = SlotState::Reserved;
                slot(made).generation = made.generation;
                candidates.push_back(made);
                if (const Entity other = any()) candidates.push_back(other);
                recorded.push_back({Recording::Create, made});
                continue;
            }
            const auto candidate = [&] {
                return candidates[choices_.below(static_cast<std::uint32_t>(candidates.size()))];
            };
            Recorded next{kind, candidate(), {}, any_kind(), 0};
            if (kind == Recording::Destroy) {
                commands.destroy(next.entity);
            } else if (kind == Recording::Add) {
                if (!room_for(Mask{1} << next.component, 12)) continue;
                next.number = kinds_[next.component]->tag ? 0 : number();
                commands.add(next.entity, kinds_[next.component]->make(world_, next.number));
            } else if (kind == Recording::Remove) {
                commands.remove(next.entity, kinds_[next.component]->id);
            } else {
                next.parent = !options_.tree || choices_.one_in(3) ? null_entity : candidate();
                commands.set_parent(next.entity, next.parent);
            }
            recorded.push_back(next);
        }
    }
    expect(commands.size() == recorded.size(), "every command is recorded");
    for (std::uint32_t count = choices_.below(3); count > 0; --count) destroy();  // some entities go before playback
    if (choices_.one_in(3)) create_with();

    if (choices_.one_in(6)) {  // never played back
        for (const Recorded& each : recorded)
            if (each.kind == Recording::Create) released(each.entity);
        return;
    }
    const std::size_t skipped = commands.play_back();
    std::size_t expected = 0;
    for (const Recorded& each : recorded) expected += !execute(each);
    expect(skipped == expected, "commands whose entity is gone are passed over and counted");
    expect(commands.empty(), "commands are played back once");
}

}  // namespace test
