// Commands records structural changes while a system iterates and applies them, in order, when the system is done. A
// command whose entity is gone by then is skipped and counted.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class Commands {
public:
    explicit Commands(World& world) : world_(&world) {}
    World& world() const { return *world_; }
    /// Drops commands that were never played back. Handles that they had reserved become free again.
    ~Commands();
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    /// Returns a final handle: later commands can use it, but the entity is not alive before play_back(). Parallel
    /// systems and parallel visitors of chunks cannot create, because the handle would depend on other threads.
    Entity create();
    template <class... Ts>
    requires(sizeof...(Ts) > 0) Entity create(Ts... values) {
        std::array<Value, sizeof...(Ts)> recorded{value_of(std::move(values))...};
        make_room(1 + sizeof...(Ts));
        const Entity entity = create();
        for (Value& value : recorded) add(entity, std::move(value));
        return entity;
    }
    void destroy(Entity entity);
    template <class T>
    requires(!std::is_same_v<T, Value>) void add(Entity entity, T value = {}) {
        add(entity, value_of(std::move(value)));
    }
    /// The value must not be empty.
    void add(Entity entity, Value value);
    template <class T>
    void remove(Entity entity) {
        remove(entity, world_->types().find<T>());
    }
    void remove(Entity entity, ComponentId component);
    void set_parent(Entity child, Entity parent);

    /// Appends the commands of `other` and empties it.
    void append(Commands& other);

    bool empty() const { return commands_.empty(); }
    std::size_t size() const { return commands_.size(); }

    /// Applies all commands and forgets them. Returns how many were skipped because an entity was gone or would have
    /// been put below itself. Fails while a query or view iterates. When a command throws, the commands before it are
    /// applied and forgotten; it and the later ones stay, and the next call continues with it.
    std::size_t play_back();

private:
    enum class Kind : std::uint8_t { Create, Destroy, Add, Remove, SetParent };
    struct Command {
        Kind kind;
        Entity entity;
        Entity parent;
        ComponentId component = no_component;
        Value value;
    };
    template <class T>
    Value value_of(T value) const {
        const ComponentId component = world_->id<T>();
        if (component == no_component) return {};
        const ComponentType& type = world_->types()[component];
        if constexpr (std::is_empty_v<T>)
            return Value(type);
        else
            return Value::of(type, std::move(value));
    }
    void make_room(std::size_t count);
    void record(Command command);
    bool may_record(const char* call) const;
    bool execute(Command& command);
    std::size_t execute_create(std::size_t position);

    World* world_;
    std::vector<Command> commands_;
};

}  // namespace ecs
