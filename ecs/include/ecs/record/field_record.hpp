// A FieldRecord says what wrote a value: the value before and after, in which tick, and which system, edit or direct
// call wrote it. A FieldRecorder keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "ecs/base/entity.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

/// Hooks are those of observers. Direct calls are all changes outside of systems, hooks and steps of the history.
enum class WriterKind : std::uint8_t { BySystem, ByStep, ByUndo, ByRedo, Direct, ByHook };
inline constexpr std::size_t writer_kind_count = 6;

/// What changed a world.
struct WrittenBy {
    WriterKind kind = WriterKind::Direct;
    std::string_view name = {};  // of the system, or the label of the step
    friend bool operator==(const WrittenBy&, const WrittenBy&) = default;
};

enum class RecordKind : std::uint8_t {
    Changed,  // a value
    Added,    // the entity has the component since; without a component: the entity came back
    Removed,  // it has it no more; without a component: the entity was destroyed
};

/// The offset of records that are about a whole component, or about the entity.
inline constexpr std::uint32_t whole_component = std::numeric_limits<std::uint32_t>::max();

struct FieldRecord {
    RecordKind kind = RecordKind::Changed;
    WrittenBy writer;  // its name is valid until the recorder records again
    std::uint64_t tick = 0;
    std::uint64_t number = 0;  // grows from record to record
    Entity entity;
    ComponentId component = no_component;
    std::uint32_t offset = whole_component;  // of the value, see field_at()
    /// The bytes of the value, of a string its letters. Valid until the recorder records again.
    std::span<const std::byte> before = {}, after = {};
    bool cut = false;  // the value was too long: its beginning is kept
};

}  // namespace ecs
