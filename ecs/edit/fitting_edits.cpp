#include "ecs/edit/fitting_edits.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ecs/edit/edit_facts.hpp"

namespace ecs {

namespace {

/// The world as it will be after some edits, as far as it matters for whether others fit.
class WorldToCome {
public:
    explicit WorldToCome(const World& world) : world_(world) {}

    bool alive(Entity entity) const {
        const auto known = alive_.find(entity);
        return known != alive_.end() ? known->second : world_.alive(entity);
    }
    bool has(Entity entity, ComponentId component) const {
        const auto known = has_.find({entity, component});
        if (known != has_.end()) return known->second;
        return brought_back_.contains(entity) || (world_.alive(entity) && world_.has(entity, component));
    }
    /// Whether this handle can be given to an entity.
    bool is_free(Entity entity, bool kept, bool in_any_dead_slot) const {
        const auto taken = created_.find(entity.index);
        if (alive(entity) || (taken != created_.end() && alive(taken->second))) return false;
        if (const Entity present = world_.entity_at_slot(entity.index)) return !alive(present);
        const EntityIndex& index = world_.entity_index();
        if (in_any_dead_slot && index.dead_slot(entity.index)) return true;
        return index.can_acquire(entity) && (!kept || index.parked(entity));
    }
    std::vector<Entity> children(Entity parent) const {
        std::vector<Entity> all;
        if (world_.alive(parent))
            for (const Entity child : world_.children(parent))
                if (!moved_.contains(child)) all.push_back(child);
        for (const auto& [child, below] : moved_)
            if (below == parent) all.push_back(child);
        std::erase_if(all, [this](Entity child) { return !alive(child); });
        return all;
    }
    Entity parent(Entity child) const {
        const auto moved = moved_.find(child);
        return moved != moved_.end() ? moved->second : world_.alive(child) ? world_.parent(child) : null_entity;
    }

    void create(const EntityRecord& record) {
        if (!record.entity) return;
        come(record.entity);
        moved_[record.entity] = record.parent;
        for (const Value& value : record.values) has_[{record.entity, value.type().id}] = true;
    }
    /// With components that nobody looks at.
    void bring_back(Entity entity) {
        come(entity);
        brought_back_.insert(entity);
    }
    void destroy(Entity entity) {
        for (const Entity child : children(entity)) destroy(child);
        alive_[entity] = false;
    }
    void set_has(Entity entity, ComponentId component, bool has) { has_[{entity, component}] = has; }
    void move(Entity child, Entity parent) { moved_[child] = parent; }

private:
    void come(Entity entity) {
        alive_[entity] = true;
        created_[entity.index] = entity;
    }

    const World& world_;
    std::unordered_map<Entity, bool> alive_;
    std::map<std::pair<Entity, ComponentId>, bool> has_;
    std::unordered_map<Entity, Entity> moved_;
    std::unordered_map<std::uint32_t, Entity> created_;  // by slot
    std::unordered_set<Entity> brought_back_;
};

/// Moves edits, or parts of them, to what fits and to what is left out.
class Sorter {
public:
    explicit Sorter(const World& world) : then_(world) {}

    std::vector<Edit> fitting, left_out;

    void sort(CreateEntities& create) {
        CreateEntities kept{{}, create.in_any_dead_slot}, rest = kept;
        for (EntityRecord& record : create.entities) {
            const bool stands_for_record = record.parent.generation == 0;
            const bool fits = (stands_for_record || then_.alive(record.parent)) &&
                              (!record.entity || then_.is_free(record.entity, record.kept, create.in_any_dead_slot));
            if (fits) then_.create(record);
            (fits ? kept : rest).entities.push_back(std::move(record));
        }
        put(std::move(kept), std::move(rest));
    }
    void sort(DestroyEntity& destroy) {
        if (put_whole(destroy, then_.alive(destroy.entity))) then_.destroy(destroy.entity);
    }
    void sort(DestroyEntities& destroy) {
        const std::unordered_set<Entity> doomed(destroy.entities.begin(), destroy.entities.end());
        std::unordered_set<Entity> stays;  // all that is above a child that has come since
        for (const Entity entity : destroy.entities) {
            const auto came = [&](Entity child) { return !doomed.contains(child); };
            if (then_.alive(entity) && std::ranges::any_of(then_.children(entity), came))
                for (Entity above = entity; above; above = then_.parent(above)) stays.insert(above);
        }
        const auto goes = [&](Entity entity) { return then_.alive(entity) && !stays.contains(entity); };
        if (std::ranges::all_of(destroy.entities, goes)) {
            for (const Entity entity : destroy.entities) then_.destroy(entity);
            fitting.push_back(std::move(destroy));
            return;
        }
        // Without what the creation took from the index: part of it may have been used for others.
        DestroyEntities kept, rest;
        kept.taken.system_calls = ~std::uint64_t{0};
        for (const Entity entity : destroy.entities) (goes(entity) ? kept : rest).entities.push_back(entity);
        for (const Entity entity : kept.entities) then_.destroy(entity);
        put(std::move(kept), std::move(rest));
    }
    void sort(DestroyMany& destroy) {
        auto [kept, rest] = parted(destroy.entities, [&](Entity entity) { return then_.alive(entity); });
        kept.each([&](Entity entity) { then_.destroy(entity); });
        put(DestroyMany{std::move(kept)}, DestroyMany{std::move(rest)});
    }
    void sort(RestoreRows& restore) {
        std::vector<Entity> all;
        append_entities(restore, all);
        const bool fits = std::ranges::all_of(all, [&](Entity entity) { return then_.is_free(entity, true, false); });
        if (!put_whole(restore, fits)) return;
        for (const Entity entity : all) then_.bring_back(entity);
    }
    void sort(AddComponent& add) {
        const ComponentId component = add.value.type().id;
        const Entity entity = add.entity;
        if (put_whole(add, may_get(entity, component))) then_.set_has(entity, component, true);
    }
    void sort(RemoveComponent& remove) {
        const auto [entity, component] = remove;
        if (put_whole(remove, may_lose(entity, component))) then_.set_has(entity, component, false);
    }
    void sort(SetComponent& set) { put_whole(set, may_lose(set.entity, set.value.type().id)); }
    void sort(SetField& set) {
        const std::size_t bytes = set.entities.empty() ? 0 : set.values.size() / set.entities.size();
        SetField kept{set.component, set.field, {}, {}}, rest = kept;
        for (std::size_t i = 0; i < set.entities.size(); ++i) {
            SetField& to = may_lose(set.entities[i], set.component) ? kept : rest;
            to.entities.push_back(set.entities[i]);
            const auto value = set.values.begin() + static_cast<std::ptrdiff_t>(i * bytes);
            to.values.insert(to.values.end(), value, value + static_cast<std::ptrdiff_t>(bytes));
        }
        put(std::move(kept), std::move(rest));
    }
    void sort(SetParent& set) {
        const auto [entity, parent] = set;
        if (put_whole(set, then_.alive(entity) && (!parent || then_.alive(parent)))) then_.move(entity, parent);
    }
    void sort(AddToMany& add) {
        const ComponentType& type = add.type();
        bool fits = true;
        add.entities.each([&](Entity entity) { fits = fits && may_get(entity, type.id); });
        if (!fits && type.copyable()) return each_addition(add, [this](AddComponent one) { sort(one); });
        if (fits) add.entities.each([&](Entity entity) { then_.set_has(entity, type.id, true); });
        put_whole(add, fits);
    }
    void sort(RemoveFromMany& remove) {
        auto [kept, rest] = parted(remove.entities, [&](Entity entity) { return may_lose(entity, remove.component); });
        kept.each([&](Entity entity) { then_.set_has(entity, remove.component, false); });
        put(RemoveFromMany{remove.component, std::move(kept)}, RemoveFromMany{remove.component, std::move(rest)});
    }

private:
    template <class Fits>
    static std::pair<EntityRuns, EntityRuns> parted(const EntityRuns& entities, const Fits& fits) {
        std::pair<EntityRuns, EntityRuns> parts;
        entities.each([&](Entity entity) { (fits(entity) ? parts.first : parts.second).push_back(entity); });
        return parts;
    }
    bool may_get(Entity entity, ComponentId component) const {
        return then_.alive(entity) && !then_.has(entity, component);
    }
    bool may_lose(Entity entity, ComponentId component) const {
        return then_.alive(entity) && then_.has(entity, component);
    }
    bool put_whole(auto& edit, bool fits) {
        (fits ? fitting : left_out).push_back(std::move(edit));
        return fits;
    }
    void put(auto kept, auto rest) {
        if (!kept.entities.empty()) fitting.push_back(std::move(kept));
        if (!rest.entities.empty()) left_out.push_back(std::move(rest));
    }

    WorldToCome then_;
};

template <class Kind>
concept AboutEntities = requires(Sorter sorter, std::remove_const_t<Kind>& edit) {
    sorter.sort(edit);
};

}  // namespace

std::vector<Edit> leave_out_unfitting(const World& world, std::vector<Edit>& edits, bool backwards) {
    Sorter sorter(world);
    const auto about_entities = [](const Edit& edit) {
        return std::visit([]<class Kind>(const Kind&) { return AboutEntities<Kind>; }, edit);
    };
    if (!std::ranges::all_of(edits, about_entities)) return {};
    if (backwards) std::ranges::reverse(edits);
    for (Edit& edit : edits)
        std::visit(
            [&]<class Kind>(Kind& each) {
                if constexpr (AboutEntities<Kind>) sorter.sort(each);
            },
            edit);
    edits = std::move(sorter.fitting);
    if (backwards) std::ranges::reverse(edits);
    return std::move(sorter.left_out);
}

}  // namespace ecs
