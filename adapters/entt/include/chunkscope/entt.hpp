// An EnTT registry in the panels, with undo: needs EnTT 3.12 to 4 as <entt/entt.hpp>, and links chunkscope::entt.
//
//     auto seen = chunkscope::entt::attach(registry);
//     seen.component<Position>("Position", field("x", &Position::x), field("y", &Position::y));   // and so on
//     panels::Host host(seen.world());
//     seen.follow(*host.history());
//     … each frame: seen.update(); host.draw();
//
// Values are those of the program, byte for byte. Edits go through patch(), so that the signals of EnTT fire. Each
// update compares the pools with what they were, so it also sees what was written in place.
//
// The registry keeps its place: do not move it while it is attached. When it is destroyed, what was seen last stays.
// Everything here belongs to the thread that runs the registry.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chunkscope/entt/entity_fields.hpp"
#include "chunkscope/entt/fields.hpp"
#include "chunkscope/entt/groups.hpp"
#include "chunkscope/entt/memory.hpp"
#include "chunkscope/entt/meta_pool.hpp"
#include "chunkscope/entt/pool.hpp"
#include "ecs/mirror/mirror.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt {

struct Options {
    /// Compare all values in each update. Without, only what patch(), replace(), emplace() and remove() do is seen, and
    /// an update costs what changed.
    bool sweep = true;
    /// Show components that nobody described here, but that entt::meta has data members of.
    bool meta = true;
};

/// A registry as the Owner of a mirrored world. attach() is the short way.
class RegistryOwner final : public ecs::Owner {
public:
    explicit RegistryOwner(::entt::registry& registry, Options options = {})
        : registry_(registry), options_(options), alive_(std::make_shared<bool>(true)) {
        registry_.ctx().template emplace<Sentinel>(alive_);
    }
    ~RegistryOwner() override {
        if (!*alive_) return;
        for (const auto& pool : pools_) pool->disconnect();
        registry_.ctx().template erase<Sentinel>();
    }
    RegistryOwner(const RegistryOwner&) = delete;
    RegistryOwner& operator=(const RegistryOwner&) = delete;

    /// Shows T under this name. Fields are those of field() and whole(); without any, the value is shown as bytes.
    template <class T, class... Fields>
    void component(std::string name, Fields... fields) {
        const auto type = static_cast<std::uint32_t>(types_.size());
        bool complete = true;
        add_type(detail::type_of<T>(std::move(name), {std::move(fields)...}, complete));
        pools_.push_back(std::make_unique<PoolOf<T>>(registry_, type, complete, options_.sweep));
    }
    /// A group that the program has, for views of memory: all that it owns, looks at and leaves out. What is owned is
    /// also found without.
    template <class... Owned, class... Get, class... Exclude>
    void group(::entt::get_t<Get...> get = ::entt::get_t<Get...>{},
               ::entt::exclude_t<Exclude...> exclude = ::entt::exclude_t<Exclude...>{}) {
        groups_.push_back({{&set_of<Owned>()...}, {&set_of<Get>()...}, {&set_of<Exclude>()...}, [this, get, exclude] {
                               const auto found =
                                   std::as_const(registry_).template group_if_exists<Owned...>(get, exclude);
                               return found ? static_cast<std::size_t>(found.size()) : 0;
                           }});
    }
    /// Names of entities are this text of a component that was described before.
    template <class T>
    void names(std::string T::*member) {
        named_by_ = find(registry_.template storage<T>());
        name_of_ = [member](const void* value) { return static_cast<const T*>(value)->*member; };
        rename_ = [this, member](::entt::entity entity, const std::string& name) {
            if (!registry_.template all_of<T>(entity)) registry_.template emplace<T>(entity);
            registry_.template patch<T>(entity, [&](T& value) { value.*member = name; });
        };
    }
    /// Parents of entities are this member of a component that was described before.
    template <class T>
    void parents(::entt::entity T::*member) {
        parented_by_ = find(registry_.template storage<T>());
        parent_of_ = [member](const void* value) { return static_cast<const T*>(value)->*member; };
        put_below_ = [this, member](::entt::entity entity, ::entt::entity parent) {
            if (!registry_.template all_of<T>(entity)) registry_.template emplace<T>(entity, T{});
            registry_.template patch<T>(entity, [&](T& value) { value.*member = parent; });
        };
    }

    std::string name() const override {
        return "EnTT " + std::to_string(ENTT_VERSION_MAJOR) + "." + std::to_string(ENTT_VERSION_MINOR) + "." +
               std::to_string(ENTT_VERSION_PATCH);
    }
    std::span<const ecs::ComponentType> types() const override { return types_; }
    std::string why_not(ecs::OwnerAbility ability) const override {
        switch (ability) {
            case ecs::OwnerAbility::SeeSystems:
            case ecs::OwnerAbility::SwitchSystem:
                return "EnTT has no systems: they are functions of the program";
            case ecs::OwnerAbility::SetParent:
                return put_below_ ? "" : "no component was named for parents";
            case ecs::OwnerAbility::Rename:
                return rename_ ? "" : "no component was named for names";
            default:
                return {};
        }
    }

    std::string pull(ecs::Pull& pull) override {
        if (!*alive_) return "the registry was destroyed";
        if (options_.meta) look_for_meta();
        if (pull.columns.size() < types_.size()) pull.clear(types_.size());
        look_at_entities(pull);
        for (const auto& pool : pools_) pool->look(pull);
        for (const ecs::OwnerKey key : std::exchange(again_, {})) say_all(pull, key);
        say_names_and_parents(pull);
        for (std::size_t i = 0; i < entity_fields_.size(); ++i)
            if (entity_fields_[i]) entity_fields_[i]->show(pull.columns[i].values, words());
        return {};
    }
    void send_again(std::span<const ecs::OwnerKey> keys) override {
        again_.insert(again_.end(), keys.begin(), keys.end());
    }

    /// Members that are entities are shown by the handles of this mirror. Null, or it outlives the owner.
    void know(const ecs::Mirror* mirror) { mirror_ = mirror; }

    std::string why_not(const ecs::OwnerRequest& request) const override {
        using Kind = ecs::OwnerRequest::Kind;
        if (!*alive_) return "the registry was destroyed";
        if (request.kind != Kind::Create && !registry_.valid(entity_of(request.key)))
            return request.kind == Kind::Destroy ? "" : "the entity is gone";
        if (request.kind == Kind::Destroy) return why_not_destroy(entity_of(request.key));
        if (request.kind == Kind::Remove && !pools_[request.parts[0].type]->keeps_all())
            return types_[request.parts[0].type].name +
                   " has members that were not described, and undoing could not bring them back";
        if (request.kind == Kind::Create || request.kind == Kind::Add)
            for (const ecs::OwnerRequest::Part& part : request.parts)
                if (std::string why = pools_[part.type]->why_not_make(); !why.empty())
                    return types_[part.type].name + ": " + why;
        if (request.kind == Kind::Set) {
            const ecs::ComponentType& type = types_[request.parts[0].type];
            if (!pools_[request.parts[0].type]->keeps_all() && type.fields.empty())
                return type.name + " was not described";
            for (const std::uint32_t each : request.fields)
                if (detail::is_filler(type.fields[each]) && !pools_[request.parts[0].type]->keeps_all())
                    return "these bytes of " + type.name + " were not described";
        }
        return {};
    }
    ecs::OwnerReply ask(std::uint64_t, const ecs::OwnerRequest& request) override {
        using Kind = ecs::OwnerRequest::Kind;
        if (std::string why = why_not(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
        ::entt::entity entity = entity_of(request.key);
        switch (request.kind) {
            case Kind::Create: {
                entity = request.key == ecs::no_owner_key ? registry_.create() : registry_.create(entity);
                for (const ecs::OwnerRequest::Part& part : request.parts) put(entity, part, {});
                if (!request.name.empty() && rename_) rename_(entity, request.name);
                if (request.parent != ecs::no_owner_key && put_below_) put_below_(entity, entity_of(request.parent));
                return {ecs::OwnerReply::Outcome::Done, {}, key_of(entity)};
            }
            case Kind::Destroy:
                if (registry_.valid(entity)) registry_.destroy(entity);
                break;
            case Kind::Add:
            case Kind::Set:
                put(entity, request.parts[0], request.fields);
                break;
            case Kind::Remove:
                pools_[request.parts[0].type]->remove(entity);
                break;
            case Kind::SetParent:
                if (!put_below_) return ecs::OwnerReply::refused("no component was named for parents");
                put_below_(entity, request.parent == ecs::no_owner_key ? ::entt::entity{::entt::null}
                                                                       : entity_of(request.parent));
                break;
            case Kind::Rename:
                if (!rename_) return ecs::OwnerReply::refused("no component was named for names");
                rename_(entity, request.name);
                break;
            case Kind::Switch:
                return ecs::OwnerReply::refused(why_not(ecs::OwnerAbility::SwitchSystem));
        }
        return {};
    }

    /// The first pool is that of the entities themselves.
    ecs::OwnerMemory memory() const override {
        if (!*alive_) return {"the registry was destroyed", {}};
        ecs::OwnerMemory made;
        std::vector<const ::entt::sparse_set*> sets;
        each_pool([&](const ::entt::sparse_set& set, auto&& make) {
            made.pools.push_back(make());
            sets.push_back(&set);
            return true;
        });
        detail::add_groups(made, sets, registry_, groups_);
        return made;
    }
    std::vector<ecs::PoolSpan> describe(std::size_t pool, std::size_t block) const override {
        std::vector<ecs::PoolSpan> spans;
        if (!*alive_) return spans;
        each_pool([&, at = std::size_t{0}](const ::entt::sparse_set&, auto&& make) mutable {
            if (at++ != pool) return true;
            const ecs::OwnerPool found = make();
            if (block < found.blocks.size())
                spans = detail::BlockSpans(found, found.blocks[block],
                                           found.type == ecs::OwnerPool::no_type ? nullptr : &raw_types_[found.type])
                            .take();
            return false;
        });
        return spans;
    }

private:
    /// Lies in the registry's context, and goes with it.
    struct Sentinel {
        explicit Sentinel(std::shared_ptr<bool> alive_) : alive(std::move(alive_)) {}
        Sentinel(Sentinel&&) = default;
        Sentinel& operator=(Sentinel&&) = default;
        ~Sentinel() {
            if (alive) *alive = false;
        }
        std::shared_ptr<bool> alive;
    };

    /// Calls visit(set, make) for each pool, in the order of memory(), until it says no; make() returns an OwnerPool.
    template <class F>
    void each_pool(F&& visit) const {
        const auto& entities = *std::as_const(registry_).template storage<::entt::entity>();
        if (!visit(entities, [&] { return detail::describe_pool(entities, "(entities)", live_count(entities)); }))
            return;
        for (const auto& pool : pools_) {
            const auto make = [&] {
                ecs::OwnerPool made = detail::describe_pool(pool->set(), types_[pool->type()].name, pool->set().size());
                made.type = pool->type();
                detail::add_value_pages(made, *pool, raw_types_[pool->type()].size);
                return made;
            };
            if (!visit(pool->set(), make)) return;
        }
        // Of pools that nobody described, EnTT says all but the values.
        for (auto [id, set] : std::as_const(registry_).storage()) {
            const auto& foreign = set;
            if (!is_foreign(foreign)) continue;
            if (!visit(foreign, [&] { return detail::describe_pool(foreign, type_name(foreign), foreign.size()); }))
                return;
        }
    }

    template <class T>
    const ::entt::sparse_set& set_of() {
        return registry_.template storage<T>();
    }
    /// Components that entt::meta knows and nobody described here. They may come at any time.
    void look_for_meta() {
        for (auto [id, each] : registry_.storage()) {
            ::entt::sparse_set& set = each;
            if (!is_foreign(set) || detail::info_of(set).hash() != id) continue;
            const ::entt::meta_type meta = ::entt::resolve(detail::info_of(set));
            if (!meta) continue;
            std::vector<ecs::Field> fields;
            std::size_t size = meta.size_of(), align = 1;
            if (detail::has_members(meta)) {
                fields = detail::MetaFields(meta).take();
            } else {
                if (set.empty()) continue;  // only an entity tells whether it is a tag
                if (std::as_const(set).value(set.data()[0]) == nullptr) size = 0;
            }
            // Members that cannot be found are shown as the bytes of the whole.
            while (fields.empty() && align < alignof(std::max_align_t) && size % (2 * align) == 0 && size > 0)
                align *= 2;
            for (const ecs::Field& field : fields) align = std::max<std::size_t>(align, ecs::align_of(field));
            bool complete = true;
            const auto type = static_cast<std::uint32_t>(types_.size());
            add_type(
                detail::type_with(free_name(detail::meta_type_name(meta)), size, align, std::move(fields), complete));
            pools_.push_back(std::make_unique<MetaPool>(set, meta, raw_types_.back(), type, complete));
        }
    }
    std::string free_name(std::string name) const {
        const auto taken = [&](const std::string& wanted) {
            return std::any_of(types_.begin(), types_.end(),
                               [&](const ecs::ComponentType& type) { return type.name == wanted; });
        };
        std::string made = name;
        for (int number = 2; taken(made); ++number) made = name + " " + std::to_string(number);
        return made;
    }

    template <class Entities>
    static std::size_t live_count(const Entities& entities) {
        if constexpr (requires { entities.free_list(); })
            return entities.free_list();
        else
            return entities.in_use();
    }
    template <class Set>
    static std::string type_name(const Set& set) {
        if constexpr (requires { set.info(); })
            return std::string(set.info().name());
        else
            return std::string(set.type().name());
    }
    bool is_foreign(const ::entt::sparse_set& set) const {
        return &set != std::as_const(registry_).template storage<::entt::entity>() && find(set) == nullptr;
    }
    Pool* find(const ::entt::sparse_set& set) const {
        for (const auto& pool : pools_)
            if (&pool->set() == &set) return pool.get();
        return nullptr;
    }
    std::string why_not_destroy(::entt::entity entity) const {
        for (const auto& pool : pools_)
            if (!pool->keeps_all() && pool->set().contains(entity))
                return types_[pool->type()].name +
                       " has members that were not described, and undoing could not bring them back";
        for (auto [id, set] : std::as_const(registry_).storage())
            if (is_foreign(set) && set.contains(entity))
                return type_name(set) + " was not described, and undoing could not bring it back";
        return {};
    }
    void put(::entt::entity entity, const ecs::OwnerRequest::Part& part, const std::vector<std::uint32_t>& fields) {
        const detail::EntityFields* const entities = entity_fields_[part.type].get();
        if (entities == nullptr || part.value.data() == nullptr)
            return pools_[part.type]->put(entity, raw_types_[part.type], part.value.data(), fields);
        const ecs::Value raw = entities->raw(part.value.data(), words());
        pools_[part.type]->put(entity, raw_types_[part.type], raw.data(), fields);
    }
    /// As the program's values lie, and as the mirror shows them.
    void add_type(ecs::ComponentType type) {
        raw_types_.push_back(detail::with_numbers(type));
        entity_fields_.emplace_back();
        if (detail::EntityFields::needed(type)) {
            auto entities = std::make_unique<detail::EntityFields>(type);
            if (entities->fine()) entity_fields_.back() = std::move(entities);
        }
        types_.push_back(entity_fields_.back() ? entity_fields_.back()->shown() : raw_types_.back());
    }
    detail::EntityWords words() const {
        return {
            [this](::entt::entity entity) { return entity == ::entt::null ? ecs::null_entity : handle_for(entity); },
            [this](ecs::Entity handle) {
                if (!handle) return ::entt::entity{::entt::null};
                const ecs::OwnerKey key = mirror_ == nullptr ? ecs::no_owner_key : mirror_->key_of(handle);
                if (key != ecs::no_owner_key) return entity_of(key);
                using Traits = ::entt::entt_traits<::entt::entity>;
                return Traits::construct(handle.index - 1,
                                         static_cast<typename Traits::version_type>(handle.generation - 1));
            }};
    }

    static ecs::Entity handle_for(::entt::entity entity) {
        return {static_cast<std::uint32_t>(::entt::to_entity(entity)) + 1,
                static_cast<std::uint32_t>(::entt::to_version(entity)) + 1};
    }
    void look_at_entities(ecs::Pull& pull) {
        const auto& entities = registry_.template storage<::entt::entity>();
        entities_.compare(entities.data(), live_count(entities), [&](std::size_t position) {
            const ::entt::entity entity = entities.data()[position];
            pull.created.push_back({key_of(entity), handle_for(entity)});
        });
        for (const ::entt::entity left : entities_.left())
            if (!registry_.valid(left)) pull.destroyed.push_back(key_of(left));
    }
    void say_all(ecs::Pull& pull, ecs::OwnerKey key) const {
        const ::entt::entity entity = entity_of(key);
        if (!registry_.valid(entity)) {
            pull.destroyed.push_back(key);
            return;
        }
        pull.created.push_back({key, handle_for(entity)});
        for (const auto& pool : pools_) {
            if (!pool->set().contains(entity)) {
                pull.removed.push_back({pool->type(), key});
                continue;
            }
            ecs::Pull::Column& column = pull.columns[pool->type()];
            column.keys.push_back(key);
            if (const void* const value = pool->value(entity)) column.values.push_back(value);
        }
    }
    void say_names_and_parents(ecs::Pull& pull) const {
        if (named_by_ != nullptr) {
            const ecs::Pull::Column& column = pull.columns[named_by_->type()];
            for (std::size_t i = 0; i < column.keys.size(); ++i)
                pull.named.push_back({column.keys[i], name_of_(column.values[i])});
        }
        if (parented_by_ != nullptr) {
            const ecs::Pull::Column& column = pull.columns[parented_by_->type()];
            for (std::size_t i = 0; i < column.keys.size(); ++i) {
                const ::entt::entity parent = parent_of_(column.values[i]);
                pull.moved.push_back({column.keys[i], registry_.valid(parent) ? key_of(parent) : ecs::no_owner_key});
            }
        }
        for (const ecs::Pull::Removed& removed : pull.removed) {
            if (named_by_ != nullptr && removed.type == named_by_->type()) pull.named.push_back({removed.key, {}});
            if (parented_by_ != nullptr && removed.type == parented_by_->type())
                pull.moved.push_back({removed.key, ecs::no_owner_key});
        }
    }

    ::entt::registry& registry_;
    const Options options_;
    const std::shared_ptr<bool> alive_;
    std::vector<ecs::ComponentType> types_, raw_types_;                 // as they are shown, and as they lie
    std::vector<std::unique_ptr<detail::EntityFields>> entity_fields_;  // by type; null: it has none
    std::vector<std::unique_ptr<Pool>> pools_;                          // by type
    const ecs::Mirror* mirror_ = nullptr;
    PackedCopy entities_;
    std::vector<ecs::OwnerKey> again_;
    std::vector<detail::NamedGroup> groups_;
    const Pool* named_by_ = nullptr;
    const Pool* parented_by_ = nullptr;
    std::function<std::string(const void*)> name_of_;
    std::function<::entt::entity(const void*)> parent_of_;
    std::function<void(::entt::entity, const std::string&)> rename_;
    std::function<void(::entt::entity, ::entt::entity)> put_below_;
};

/// A registry and its mirror. It can be moved.
class Attached {
public:
    explicit Attached(::entt::registry& registry, Options options = {})
        : owner_(std::make_unique<RegistryOwner>(registry, options)), mirror_(std::make_unique<ecs::Mirror>(*owner_)) {
        owner_->know(mirror_.get());
    }
    ~Attached() {
        if (owner_) owner_->know(nullptr);
    }
    Attached(Attached&&) = default;
    Attached& operator=(Attached&&) = default;

    /// See RegistryOwner::component. Before or after the first update().
    template <class T, class... Fields>
    Attached& component(std::string name, Fields... fields) {
        owner_->template component<T>(std::move(name), std::move(fields)...);
        return *this;
    }
    template <class T>
    Attached& names(std::string T::*member) {
        owner_->names(member);
        return *this;
    }
    template <class T>
    Attached& parents(::entt::entity T::*member) {
        owner_->parents(member);
        return *this;
    }

    /// See RegistryOwner::group.
    template <class... Owned, class... Get, class... Exclude>
    Attached& group(::entt::get_t<Get...> get = ::entt::get_t<Get...>{},
                    ::entt::exclude_t<Exclude...> exclude = ::entt::exclude_t<Exclude...>{}) {
        owner_->template group<Owned...>(get, exclude);
        return *this;
    }

    ecs::World& world() { return mirror_->world(); }
    const ecs::World& world() const { return mirror_->world(); }
    ecs::Mirror& mirror() { return *mirror_; }
    const ecs::Mirror& mirror() const { return *mirror_; }
    const RegistryOwner& owner() const { return *owner_; }
    void follow(ecs::History& history) { mirror_->follow(history); }
    const ecs::Mirror::News& update() { return mirror_->update(); }
    /// The handle in world() of an entity of the registry; null when no update() saw it.
    ecs::Entity handle(::entt::entity entity) const { return mirror().entity_of(key_of(entity)); }

private:
    std::unique_ptr<RegistryOwner> owner_;
    std::unique_ptr<ecs::Mirror> mirror_;
};

inline Attached attach(::entt::registry& registry, Options options = {}) { return Attached(registry, options); }

}  // namespace chunkscope::entt
