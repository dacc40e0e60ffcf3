// What the tests of article 002 share: its sample's components, failures as text.
#pragma once

#include <string>

#include "ecs/lab/storages/archetype_block_world.hpp"
#include "ecs/lab/storages/counting_memory.hpp"
#include "lab/support/failures.hpp"

namespace seed_002 {

using namespace ecs::lab;
namespace article = ecs::lab::archetype_block;

struct Position : article::ComponentData {
    ECS_DECLARE_COMPONENT_DATA(Position);
    int x, y;
};
struct Scale : article::Component<Scale> {  // without a macro
    int value;
};
struct Tag : article::Component<Tag> {};

inline Position position_of(int x, int y) {
    Position position{};
    position.x = x;
    position.y = y;
    return position;
}
inline Scale scale_of(int value) {
    Scale scale{};
    scale.value = value;
    return scale;
}

/// In a file that is compiled without RTTI.
article::TypeInfo position_info_without_rtti();
article::TypeInfo game_position_info_without_rtti();

using Counts = ecs::lab::CopyCounts;

/// What a call fails with first; empty when it does not fail.
template <class Function>
std::string failure_of(Function&& function) {
    const lab_test::Failures failures;
    function();
    return failures.messages().empty() ? std::string() : failures.messages().front();
}

}  // namespace seed_002
