// Finds names that no entity of a world has yet, for copies and for what is created many times. It reads all names when
// it is made, so it lives for one request.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ecs/world/query.hpp"
#include "ecs/world/world.hpp"

namespace panels {

class FreshNames {
public:
    explicit FreshNames(const ecs::World& world) {
        ecs::Query named(world, {{world.name_id()}});
        named.each_chunk(world, [&](const ecs::ChunkRows& rows) {
            const auto* names = static_cast<const ecs::Name*>(rows.column(0));
            for (std::size_t row = 0; row < rows.size(); ++row) taken_.emplace(names[row].value);
        });
    }
    /// The name itself, or "Enemy" and a number. Nobody gets it a second time.
    std::string like(const std::string& name) {
        if (taken_.insert(name).second) return name;
        std::string base = name;
        const std::size_t space = name.rfind(' ');
        const bool numbered = space != std::string::npos && space > 0 && space + 1 < name.size() &&
                              name.find_first_not_of("0123456789", space + 1) == std::string::npos;
        if (numbered) base.resize(space);
        std::size_t& number = next_.try_emplace(base, 2).first->second;
        std::string fresh;
        do fresh = base + " " + std::to_string(number++);
        while (!taken_.insert(fresh).second);
        return fresh;
    }

private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::size_t> next_;
};

}  // namespace panels
