#include "ecs/edit/fitting_edits.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <ranges>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
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
    /// Nothing: it is not known, because the entity comes back with its components.
    std::optional<bool> has(Entity entity, ComponentId component) const {
        const auto known = has_.find({entity, component});
        if (known != has_.end()) return known->second;
        if (brought_back_.contains(entity)) return std::nullopt;
        return world_.alive(entity) && world_.has(entity, component);
    }
    /// Whether this handle can be given to an entity.
    bool is_free(Entity entity, bool kept, bool in_any_dead_slot = false) const {
        const auto taken = created_.find(entity.index);
        if (alive(entity) || (taken != created_.end() && alive(taken->second))) return false;
        if (const Entity present = world_.entity_at_slot(entity.index)) return !alive(present);
        const EntityIndex& index = world_.entity_index();
        if (in_any_dead_slot && index.dead_slot(entity.index)) return true;
        return index.can_acquire(entity) && (!kept || index.parked(entity));
    }
    std::vector<Entity> children(Entity parent) const {
        std::vector<Entity> all;
        const auto add = [&](Entity child) {
            if (alive(child) && this->parent(child) == parent) all.push_back(child);
        };
        if (world_.alive(parent))
            for (const Entity child : world_.children(parent)) add(child);
        if (const auto came = came_below_.find(parent); came != came_below_.end())
            for (const Entity child : came->second)
                if (std::ranges::find(all, child) == all.end()) add(child);
        return all;
    }
    Entity parent(Entity child) const {
        const auto moved = moved_.find(child);
        return moved != moved_.end() ? moved->second : world_.alive(child) ? world_.parent(child) : null_entity;
    }

    void create(const EntityRecord& record) {
        if (!record.entity) return;
        come(record.entity);
        move(record.entity, record.parent);
        for (const Value& value : record.values) has_[{record.entity, value.type().id}] = true;
    }
    void bring_back(Entity entity) {
        come(entity);
        brought_back_.insert(entity);
    }
    void destroy(Entity root) {
        std::vector<Entity> going{root};
        while (!going.empty()) {
            const Entity entity = going.back();
            going.pop_back();
            if (!alive(entity)) continue;
            for (const Entity child : children(entity)) going.push_back(child);
            alive_[entity] = false;
        }
    }
    void set_has(Entity entity, ComponentId component, bool has) { has_[{entity, component}] = has; }
    void move(Entity child, Entity parent) {
        moved_[child] = parent;
        if (parent) came_below_[parent].push_back(child);
    }

private:
    void come(Entity entity) {
        alive_[entity] = true;
        created_[entity.index] = entity;
    }

    const World& world_;
    std::unordered_map<Entity, bool> alive_;
    std::map<std::pair<Entity, ComponentId>, bool> has_;
    std::unordered_map<Entity, Entity> moved_;  // to this parent
    std::unordered_map<Entity, std::vector<Entity>> came_below_;
    std::unordered_map<std::uint32_t, Entity> created_;  // by slot
    std::unordered_set<Entity> brought_back_;
};

/// What fits, one edit after another: advance() makes an edit part of the world to come.
class Fitting {
public:
    explicit Fitting(const World& world) : then_(world) {}

    bool fits(const CreateEntities& create) const {
        std::unordered_set<Entity> created;
        return std::ranges::all_of(create.entities, [&](const EntityRecord& record) {
            return fits(record, create.in_any_dead_slot, created);
        });
    }
    bool fits(const DestroyEntity& destroy) const { return then_.alive(destroy.entity); }
    bool fits(const DestroyEntities& destroy) const { return std::ranges::all_of(destroy.entities, goes(destroy)); }
    bool fits(const DestroyMany& destroy) const {
        return all_of(destroy.entities, [&](Entity entity) { return then_.alive(entity); });
    }
    bool fits(const RestoreRows& restore) const {
        return std::ranges::all_of(entities_in(restore), [&](Entity entity) { return then_.is_free(entity, true); });
    }
    bool fits(const AddComponent& add) const { return may_get(add.entity, add.value.type().id); }
    bool fits(const RemoveComponent& remove) const { return may_lose(remove.entity, remove.component); }
    bool fits(const SetComponent& set) const { return may_lose(set.entity, set.value.type().id); }
    bool fits(const SetField& set) const {
        return std::ranges::all_of(set.entities, [&](Entity entity) { return may_lose(entity, set.component); });
    }
    bool fits(const SetParent& set) const {
        return then_.alive(set.entity) && (!set.parent || then_.alive(set.parent));
    }
    bool fits(const AddToMany& add) const {
        return all_of(add.entities, [&](Entity entity) { return may_get(entity, add.type().id); });
    }
    bool fits(const RemoveFromMany& remove) const {
        return all_of(remove.entities, [&](Entity entity) { return may_lose(entity, remove.component); });
    }

    void advance(const CreateEntities& create) {
        for (const EntityRecord& record : create.entities) then_.create(record);
    }
    void advance(const DestroyEntity& destroy) { then_.destroy(destroy.entity); }
    void advance(const DestroyEntities& destroy) {
        for (const Entity entity : destroy.entities) then_.destroy(entity);
    }
    void advance(const DestroyMany& destroy) {
        destroy.entities.each([&](Entity entity) { then_.destroy(entity); });
    }
    void advance(const RestoreRows& restore) {
        for (const Entity entity : entities_in(restore)) then_.bring_back(entity);
    }
    void advance(const AddComponent& add) { then_.set_has(add.entity, add.value.type().id, true); }
    void advance(const RemoveComponent& remove) { then_.set_has(remove.entity, remove.component, false); }
    void advance(const SetComponent&) {}
    void advance(const SetField&) {}
    void advance(const SetParent& set) { then_.move(set.entity, set.parent); }
    void advance(const AddToMany& add) {
        add.entities.each([&](Entity entity) { then_.set_has(entity, add.type().id, true); });
    }
    void advance(const RemoveFromMany& remove) {
        remove.entities.each([&](Entity entity) { then_.set_has(entity, remove.component, false); });
    }

    // Moves the part that fits out of an edit that does not fit as a whole. Returns no edit when no part fits.

    std::vector<Edit> take(auto&) const { return {}; }
    std::vector<Edit> take(CreateEntities& create) const {
        CreateEntities kept{{}, create.in_any_dead_slot};
        std::vector<EntityRecord> rest;
        std::unordered_set<Entity> created;
        for (EntityRecord& record : create.entities)
            (fits(record, create.in_any_dead_slot, created) ? kept.entities : rest).push_back(std::move(record));
        create.entities = std::move(rest);
        return unless_empty(std::move(kept));
    }
    std::vector<Edit> take(DestroyEntities& destroy) const {
        // What it took from the free list stays taken: part of it may have been used for others.
        DestroyEntities kept, rest;
        kept.taken.system_calls = ~std::uint64_t{0};
        const auto leaves = goes(destroy);
        for (const Entity entity : destroy.entities) (leaves(entity) ? kept : rest).entities.push_back(entity);
        const std::unordered_set<Entity> go(kept.entities.begin(), kept.entities.end());
        for (const Entity entity : destroy.taken.lent)
            if (go.contains(entity)) kept.taken.lent.push_back(entity);
        for (const TakenHandles::Displaced& each : destroy.taken.displaced)
            if (go.contains(each.created)) kept.taken.displaced.push_back(each);
        destroy = std::move(rest);
        return unless_empty(std::move(kept));
    }
    std::vector<Edit> take(DestroyMany& destroy) const {
        return unless_empty(DestroyMany{part_of(destroy.entities, [&](Entity entity) { return then_.alive(entity); })});
    }
    std::vector<Edit> take(RemoveFromMany& remove) const {
        return unless_empty(RemoveFromMany{remove.component, part_of(remove.entities, [&](Entity entity) {
                                               return may_lose(entity, remove.component);
                                           })});
    }
    std::vector<Edit> take(SetField& set) const {
        const std::size_t bytes = set.entities.empty() ? 0 : set.values.size() / set.entities.size();
        SetField kept{set.component, set.field, {}, {}}, rest = kept;
        for (std::size_t i = 0; i < set.entities.size(); ++i) {
            SetField& to = may_lose(set.entities[i], set.component) ? kept : rest;
            to.entities.push_back(set.entities[i]);
            const auto value = set.values.begin() + static_cast<std::ptrdiff_t>(i * bytes);
            to.values.insert(to.values.end(), value, value + static_cast<std::ptrdiff_t>(bytes));
        }
        set = std::move(rest);
        return unless_empty(std::move(kept));
    }
    std::vector<Edit> take(AddToMany& add) const {
        std::vector<Edit> kept;
        if (!add.type().copyable()) return kept;
        EntityRuns rest;
        each_addition(add, [&](AddComponent one) {
            if (fits(one))
                kept.emplace_back(std::move(one));
            else
                rest.push_back(one.entity);
        });
        add.entities = std::move(rest);
        return kept;
    }

private:
    bool may_get(Entity entity, ComponentId component) const {
        return then_.alive(entity) && !then_.has(entity, component).value_or(false);
    }
    bool may_lose(Entity entity, ComponentId component) const {
        return then_.alive(entity) && then_.has(entity, component).value_or(true);
    }
    /// `created`: the records before it, to which it is added when it fits.
    bool fits(const EntityRecord& record, bool in_any_dead_slot, std::unordered_set<Entity>& created) const {
        const bool of_record = record.parent.generation == 0;  // or at the top
        if (!of_record && !then_.alive(record.parent) && !created.contains(record.parent)) return false;
        if (!record.entity) return true;
        return then_.is_free(record.entity, record.kept, in_any_dead_slot) && created.insert(record.entity).second;
    }
    /// Whether one of its entities can go: neither it nor what is below it has got other children since.
    std::function<bool(Entity)> goes(const DestroyEntities& destroy) const {
        const std::unordered_set<Entity> doomed(destroy.entities.begin(), destroy.entities.end());
        std::unordered_set<Entity> stays;
        for (const Entity entity : destroy.entities) {
            const auto came = [&](Entity child) { return !doomed.contains(child); };
            if (then_.alive(entity) && std::ranges::any_of(then_.children(entity), came))
                for (Entity above = entity; above && stays.insert(above).second;) above = then_.parent(above);
        }
        return
            [this, stays = std::move(stays)](Entity entity) { return then_.alive(entity) && !stays.contains(entity); };
    }
    static std::vector<Entity> entities_in(const RestoreRows& restore) {
        std::vector<Entity> all;
        append_entities(restore, all);
        return all;
    }
    template <class Fits>
    static bool all_of(const EntityRuns& entities, const Fits& fits) {
        bool all = true;
        entities.each([&](Entity entity) { all = all && fits(entity); });
        return all;
    }
    /// Takes those that fit out of the list.
    template <class Fits>
    static EntityRuns part_of(EntityRuns& entities, const Fits& fits) {
        EntityRuns kept, rest;
        entities.each([&](Entity entity) { (fits(entity) ? kept : rest).push_back(entity); });
        entities = std::move(rest);
        return kept;
    }
    static std::vector<Edit> unless_empty(auto kept) {
        std::vector<Edit> edits;
        if (!kept.entities.empty()) edits.emplace_back(std::move(kept));
        return edits;
    }

    WorldToCome then_;
};

template <class Kind>
concept AboutEntities = requires(Fitting fitting, const Kind& edit) {
    fitting.advance(edit);
};

bool about_entities(const Edit& edit) {
    return std::visit([]<class Kind>(const Kind&) { return AboutEntities<Kind>; }, edit);
}

/// Whether all of the edit fits; then it is part of the world to come.
bool advances(Fitting& fitting, const Edit& edit) {
    return std::visit(
        [&]<class Kind>(const Kind& each) {
            if constexpr (AboutEntities<Kind>)
                if (fitting.fits(each)) {
                    fitting.advance(each);
                    return true;
                }
            return false;
        },
        edit);
}

/// The edits in the order in which they are applied.
template <class Edits, class Visit>
void each_in_order(Edits& edits, bool backwards, const Visit& visit) {
    for (std::size_t i = 0; i < edits.size(); ++i) visit(edits[backwards ? edits.size() - 1 - i : i]);
}

}  // namespace

bool all_fit(const World& world, const std::vector<Edit>& edits, bool backwards) {
    if (!std::ranges::all_of(edits, about_entities)) return true;
    bool all = true;
    Fitting fitting(world);
    each_in_order(edits, backwards, [&](const Edit& edit) { all = all && advances(fitting, edit); });
    return all;
}

UnfittingEdits take_unfitting(const World& world, const Schedule& schedule, std::vector<Edit>& edits, bool backwards) {
    Fitting fitting(world);
    UnfittingEdits unfitting;
    std::vector<Edit> kept;
    each_in_order(edits, backwards, [&](Edit& edit) {
        if (advances(fitting, edit)) return kept.push_back(std::move(edit));
        if (unfitting.why.empty()) unfitting.why = why_not(world, schedule, edit);
        std::vector<Edit> parts = std::visit([&](auto& each) { return fitting.take(each); }, edit);
        unfitting.edits.push_back(std::move(edit));
        for (Edit& part : parts)
            if (advances(fitting, part)) kept.push_back(std::move(part));
    });
    if (backwards) std::ranges::reverse(kept);
    edits = std::move(kept);
    if (unfitting.why.empty()) unfitting.why = tr("something that it needs is gone");
    return unfitting;
}

}  // namespace ecs
