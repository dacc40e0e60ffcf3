// A flecs world in the panels, with undo: needs flecs 4.0 or 4.1 as <flecs.h>, and links chunkscope::flecs.
//
//     auto seen = chunkscope::flecs::attach(world);   // an ecs_world_t* or a flecs::world
//     panels::Host host(seen.world());
//     seen.follow(*host.history());
//     … each frame: ecs_progress(world, 0); seen.update(); host.draw();
//
// What flecs' reflection (the meta addon) describes is shown field by field, everything else as bytes. Edits are made
// by flecs' own calls, so that hooks and observers run. Each update compares the tables with what they were, so it also
// sees what was written in place.
//
// When the world is destroyed, what was seen last stays. Everything here belongs to the thread that runs the world,
// outside of its systems.
#pragma once

#include <flecs.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "chunkscope/flecs/edits.hpp"
#include "chunkscope/flecs/memory.hpp"
#include "chunkscope/flecs/systems.hpp"
#include "ecs/mirror/mirror.hpp"

namespace chunkscope::flecs {

struct Options {
    /// Show what flecs brings along, and modules, components, systems and observers, as entities.
    bool show_internals = false;
    /// Ask flecs to measure its systems while the world is attached.
    bool measure_systems = true;
    /// Pairs of one relationship with more targets than this become one type.
    std::size_t most_targets = 256;
};

/// A world as the Owner of a mirrored one. attach() is the short way.
class WorldOwner final : public ecs::Owner {
public:
    explicit WorldOwner(ecs_world_t* world, Options options = {})
        : world_(const_cast<ecs_world_t*>(ecs_get_world(world))),
          options_(options),
          types_(world_, options.most_targets),
          look_(world_, types_, options.show_internals),
          systems_(world_, types_, look_, options.show_internals),
          lost_(world_, look_),
          refusals_(world_, types_, look_, systems_, lost_),
          edits_(world_, types_, refusals_, lost_),
          measured_((ecs_world_get_flags(world_) & EcsWorldMeasureSystemTime) != 0),
          link_(new Link{this}) {
        if (options_.measure_systems) ecs_measure_system_time(world_, true);
        ecs_atfini(world_, world_ended, link_);
    }
    ~WorldOwner() override {
        if (link_ == nullptr) return;
        link_->owner = nullptr;  // the world frees it
        if (options_.measure_systems) ecs_measure_system_time(world_, measured_);
        end();
    }
    WorldOwner(const WorldOwner&) = delete;
    WorldOwner& operator=(const WorldOwner&) = delete;

    /// Describes a component that has no reflection data, before the first pull. It is shown under this name.
    void component(ecs_entity_t id, std::string name, std::vector<ecs::Field> fields) {
        types_.describe(id, std::move(name), std::move(fields));
    }
    ecs_world_t* world() const { return world_; }
    /// flecs' id of a type of types().
    ecs_id_t id_of(std::uint32_t type) const { return types_.id(type); }
    bool alive() const { return link_ != nullptr; }

    std::string name() const override {
        return "flecs " + std::to_string(FLECS_VERSION_MAJOR) + "." + std::to_string(FLECS_VERSION_MINOR) + "." +
               std::to_string(FLECS_VERSION_PATCH);
    }
    std::span<const ecs::ComponentType> types() const override { return types_.all(); }
    std::string why_not(ecs::OwnerAbility) const override { return alive() ? "" : gone(); }

    std::size_t hidden() const override { return options_.show_internals ? 0 : look_.hidden_count(); }
    std::string why_not_show_hidden() const override { return alive() ? "" : gone(); }
    void show_hidden(bool shown) override { look_.show_hidden(shown); }
    bool shows_hidden() const override { return options_.show_internals || look_.shows_hidden(); }
    std::string pull(ecs::Pull& pull) override {
        if (!alive()) return gone();
        look_.look(pull);
        for (const ecs::OwnerKey key : std::exchange(again_, {})) look_.say_all(entity_of(key));
        systems_.look();
        return {};
    }
    void send_again(std::span<const ecs::OwnerKey> keys) override {
        again_.insert(again_.end(), keys.begin(), keys.end());
    }

    std::string why_not(const ecs::OwnerRequest& request) const override {
        if (!alive()) return gone();
        if (request.kind != ecs::OwnerRequest::Kind::Switch) return refusals_.why_not(request);
        std::string why = systems_.why_not_switch(request.name);
        return why.empty() ? refusals_.why_not_now() : why;
    }
    ecs::OwnerReply ask(std::uint64_t, const ecs::OwnerRequest& request) override {
        if (std::string why = why_not(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
        if (request.kind != ecs::OwnerRequest::Kind::Switch) return edits_.ask(request);
        systems_.switch_on(request.name, request.on);
        return {};
    }

    std::span<const ecs::OwnerSystem> systems() const override { return systems_.all(); }
    std::vector<ecs::OwnerInherited> inherited(ecs::OwnerKey key) const override;
    /// Tables first, then the empty ones, then components that are in no table. What is hidden is not in it.
    ecs::OwnerMemory memory() const override {
        if (!alive()) return {gone(), {}};
        return std::move(detail::MemoryMap(world_, types_, look_, options_.show_internals).memory());
    }
    std::vector<ecs::PoolSpan> describe(std::size_t pool, std::size_t block) const override {
        if (!alive()) return {};
        return detail::MemoryMap(world_, types_, look_, options_.show_internals).describe(pool, block);
    }

private:
    /// Belongs to the world, which says when it ends.
    struct Link {
        WorldOwner* owner = nullptr;
    };
    static void world_ended(ecs_world_t*, void* context) {
        const std::unique_ptr<Link> link(static_cast<Link*>(context));
        if (link->owner == nullptr) return;
        link->owner->end();
        link->owner->link_ = nullptr;
    }
    static std::string gone() { return "the world was destroyed"; }
    void end() {
        lost_.forget();
        systems_.end();
        look_.end();
    }
    void add_inherited(ecs_entity_t entity, ecs_entity_t base, std::vector<ecs::OwnerInherited>& to, int depth) const;

    ecs_world_t* world_;
    const Options options_;
    detail::Types types_;
    mutable detail::WorldLook look_;  // keeps what it finds out about tables
    detail::Systems systems_;
    detail::LostPairs lost_;
    detail::Refusals refusals_;
    detail::Edits edits_;
    const bool measured_;   // before
    Link* link_ = nullptr;  // null: the world is gone
    std::vector<ecs::OwnerKey> again_;
};

inline std::vector<ecs::OwnerInherited> WorldOwner::inherited(ecs::OwnerKey key) const {
    std::vector<ecs::OwnerInherited> found;
    const ecs_entity_t entity = entity_of(key);
    if (alive() && ecs_is_alive(world_, entity)) add_inherited(entity, entity, found, 0);
    return found;
}

/// What comes from the bases of `base`, the nearest first.
inline void WorldOwner::add_inherited(ecs_entity_t entity, ecs_entity_t base, std::vector<ecs::OwnerInherited>& to,
                                      int depth) const {
    constexpr int deepest = 64;
    for (std::int32_t i = 0; depth < deepest; ++i) {
        const ecs_entity_t above = ecs_get_target(world_, base, EcsIsA, i);
        if (above == 0 || !ecs_owns_id(world_, base, ecs_pair(EcsIsA, above))) return;
        const ecs_type_t* const type = ecs_get_type(world_, above);
        for (std::int32_t t = 0; type != nullptr && t < type->count; ++t) {
            const ecs_id_t id = type->array[t];
            const std::uint32_t of = types_.find(id);
            if (of == detail::Types::none || detail::is_pair_of(id, EcsIsA) || ecs_owns_id(world_, entity, id) ||
                !ecs_has_id(world_, entity, id))
                continue;
            const auto same = [&](const ecs::OwnerInherited& each) { return each.type == of; };
            if (std::none_of(to.begin(), to.end(), same)) to.push_back({of, key_of(above)});
        }
        add_inherited(entity, above, to, depth + 1);
    }
}

/// A world and its mirror. It can be moved.
class Attached {
public:
    explicit Attached(ecs_world_t* world, Options options = {})
        : owner_(std::make_unique<WorldOwner>(world, options)), mirror_(std::make_unique<ecs::Mirror>(*owner_)) {}

    /// See WorldOwner::component. Before the first update().
    template <class... Fields>
    Attached& component(ecs_entity_t id, std::string name, Fields... fields) {
        owner_->component(id, std::move(name), {std::move(fields)...});
        return *this;
    }
#ifdef __cplusplus
#ifdef FLECS_CPP
    template <class T, class... Fields>
    Attached& component(std::string name, Fields... fields) {
        const ::flecs::world world(owner_->world());
        return component(world.component<T>().id(), std::move(name), std::move(fields)...);
    }
#endif
#endif

    ecs::World& world() { return mirror_->world(); }
    const ecs::World& world() const { return mirror_->world(); }
    ecs::Mirror& mirror() { return *mirror_; }
    const ecs::Mirror& mirror() const { return *mirror_; }
    const WorldOwner& owner() const { return *owner_; }
    void follow(ecs::History& history) { mirror_->follow(history); }
    /// Shows the systems of flecs in this schedule; see Mirror.
    void show_systems(ecs::Schedule& schedule) { mirror_->show_systems(schedule); }
    const ecs::Mirror::News& update() { return mirror_->update(); }
    /// The handle in world() of an entity of flecs; null when no update() saw it.
    ecs::Entity handle(ecs_entity_t entity) const { return mirror().entity_of(key_of(entity)); }

private:
    std::unique_ptr<WorldOwner> owner_;
    std::unique_ptr<ecs::Mirror> mirror_;
};

inline Attached attach(ecs_world_t* world, Options options = {}) { return Attached(world, options); }

}  // namespace chunkscope::flecs
