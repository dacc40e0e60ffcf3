// What the tests of article 002 share: its sample's components, a memory that counts copies, failures as text.
#pragma once

#include <string>

#include "ecs/lab/archetype_block_world.hpp"
#include "failures.hpp"

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

struct Counts {
    std::uint64_t allocations = 0, grown_bytes = 0, shifted_bytes = 0, filled_bytes = 0;
};
/// Counts what is copied. Rows that would only move up within their column are not really moved: 40 GB of that would
/// take seconds, and nothing but their values depends on it.
class CountingMemory : public PlainMemory {
public:
    using Rows = GrowingBlock<CountingMemory>;

    CountingMemory(Arena& arena, Counts& counts) : PlainMemory(arena, nullptr), counts_(&counts) {}

    void copy(Address to, Address from, std::uint64_t bytes, std::string_view text = {}) const {
        if (text == Rows::shifting) {
            counts_->shifted_bytes += bytes;
            return;
        }
        if (text == Rows::growing) counts_->grown_bytes += bytes;
        if (text == Rows::filling) counts_->filled_bytes += bytes;
        PlainMemory::copy(to, from, bytes, text);
    }
    Address allocate(std::uint64_t bytes, std::string_view what, Place place = Place::Heap) const {
        if (place == Place::Heap) ++counts_->allocations;
        return PlainMemory::allocate(bytes, what, place);
    }

private:
    Counts* counts_;
};

/// What a call fails with first; empty when it does not fail.
template <class Function>
std::string failure_of(Function&& function) {
    const lab_test::Failures failures;
    function();
    return failures.messages().empty() ? std::string() : failures.messages().front();
}

}  // namespace seed_002
