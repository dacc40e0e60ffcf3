// The rows of a chunk of which nothing was said before. They travel as columns, so that a program with a million entities
// can send them in a few milliseconds of its own:
//
//     | types: 0, 3 | entities: 7v1, 8v1, 9v1 | values of type 0: 3 | values of type 3: 3 |
//
// A picture has them behind everything else; see frames.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "probe/wire/owner_bytes.hpp"

namespace probe {

struct NewRows {
    struct Column {
        std::uint32_t type = 0;             // position in Owner::types()
        const std::byte* values = nullptr;  // side by side, one for each entity; null: a tag
    };
    std::span<const ecs::Entity> entities;  // their keys are their bits
    std::vector<Column> columns;
};

/// As if each of them had been said alone.
void add_to(ecs::Pull& pull, const NewRows& rows, std::span<const ecs::ComponentType> types);

/// `still_to_come`: Owner::still_to_come().
void write_new_rows(ByteWriter& to, std::span<const NewRows> all, std::size_t still_to_come,
                    std::span<const ecs::ComponentType> types);
/// Adds them to the pull, as add_to() does, and returns still_to_come. The values are put into `values`, as read_pull() does.
std::size_t read_new_rows(ByteReader& from, ecs::Pull& pull, std::span<const ecs::ComponentType> types,
                          std::vector<ValueColumn>& values);

}  // namespace probe
