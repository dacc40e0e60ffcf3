// What a handle is to a storage, in words: what its bits mean, whether it is taken for that of a living entity, and
// whose values are really found through it. Nothing here changes or traces anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

/// `generation 2 | index 7`; what is looked up comes behind an arrow: `reference 3 > id it says 3`.
std::string handle_text(const Storage& storage, Handle handle);

/// `42` or `0x2A`, all of it; none when it is neither or has more than 64 bits.
std::optional<Handle> handle_from(std::string_view text);

struct HandleVerdict {
    enum class Kind : std::uint8_t {
        Good,     // it leads to the living entity that it is of; pasted: to one
        Refused,  // it leads nowhere, and should not
        Stale,    // it is taken although its entity is gone or elsewhere, or leads nowhere although its entity lives
    } kind = Kind::Good;
    bool taken = false;                  // for that of a living entity
    std::optional<std::uint64_t> finds;  // the entity whose values are found, by number
    std::string text;                    // for a person
};

/// Of the handle that the caller holds of an entity; none when it was not created.
std::optional<HandleVerdict> judge(const ScenarioRun& run, std::uint64_t number);
/// Of a handle from anywhere.
HandleVerdict judge(const ScenarioRun& run, Handle handle);

}  // namespace ecs::lab
