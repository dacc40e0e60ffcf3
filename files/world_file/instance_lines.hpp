// InstanceLines writes instances of prefabs into a world file in few words. The line of an instance's root names the
// prefab and lists the parts; a part has a line of its own only where it differs:
//
//     { "id": "12v1", "name": "North", "of": "3v1", "moved": { "Position.x": 40 }, "parts": { "4v1": "13v1" }, … }
//
// What a reader would not bring back bit by bit is written as it stands, with its component InstanceOf.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ecs/prefab/inherited.hpp"
#include "ecs/prefab/placing.hpp"
#include "ecs/prefab/prefabs.hpp"

namespace files {

class InstanceLines {
public:
    /// The world must not change.
    explicit InstanceLines(const ecs::World& world);

    enum class How { InFull, Short, WithRoot };  // WithRoot: it has no line, as its root says all of it
    How how(ecs::Entity entity) const;
    /// The line of an entity that is written short.
    std::string line_of(ecs::Entity entity) const;

private:
    struct Instance {
        ecs::Entity root;
        std::vector<ecs::Entity> listed;  // the parts but the root
        ecs::InstanceParts parts;
        std::vector<ecs::InstanceMove> moved;
    };
    struct Part {
        std::size_t instance = 0;
        ecs::Entity source;
        bool differs = false;
    };
    struct Difference {
        bool name = false, parent = false;
        std::vector<std::string> without;
        std::string components;  // as JSON; empty: none
        bool any() const { return name || parent || !without.empty() || !components.empty(); }
    };
    void plan(ecs::Entity root);
    bool is_own(ecs::ComponentId component) const;
    Difference difference(ecs::Entity part, const Part& plan) const;
    void append_component(std::string& out, const Part& plan, ecs::Entity part, const ecs::ComponentType& type) const;
    bool can_be_short(ecs::Entity part) const;

    const ecs::World& world_;
    ecs::Prefabs prefabs_;
    ecs::Placing placing_;
    std::vector<Instance> instances_;
    std::unordered_map<ecs::Entity, Part> parts_;
};

}  // namespace files
