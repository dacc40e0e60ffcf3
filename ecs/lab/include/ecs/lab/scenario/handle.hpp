// Describes handles of a storage in words: the meaning of the bits, whether the storage takes the handle for that of
// a living entity, and whose values it really finds. Changes and traces nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

/// `generation 2 | index 7`. Looked-up parts come after an arrow: `reference 3 > id it says 3`.
std::string handle_text(const Storage& storage, Handle handle);

/// Reads `42` or `0x2A`. Nothing for other text, or for more than 64 bits.
std::optional<Handle> handle_from(std::string_view text);

struct HandleVerdict {
    enum class Kind : std::uint8_t {
        Good,     // it leads to its living entity; a pasted handle: to any living entity
        Refused,  // it leads nowhere, correctly
        Stale,    // it is accepted although its entity is gone or elsewhere, or refused although its entity lives
    } kind = Kind::Good;
    bool taken = false;                  // accepted as the handle of a living entity
    std::optional<std::uint64_t> finds;  // number of the entity whose values it finds
    std::string text;                    // for a person
};

/// Judges the handle that the caller holds for an entity. Nothing when the entity was not created.
std::optional<HandleVerdict> judge(const ScenarioRun& run, std::uint64_t number);
/// Judges any handle.
HandleVerdict judge(const ScenarioRun& run, Handle handle);

}  // namespace ecs::lab
