// A TextValue is a value that somebody wrote: of one entity (`Health.hp / 2.0`), of an entity that it names
// (`#12v3.Health.hp`), or of the whole world (`count(Enemy)`, `mean(Health.hp, Enemy & !Frozen)`). Watches and plots
// show it. It belongs to its maker, to one world and one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "ecs/language/parse.hpp"
#include "ecs/language/query_inputs.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

/// A number, a truth value, a text, an entity, or the name of an enum value.
using AnyValue = std::variant<std::int64_t, std::uint64_t, double, bool, std::string, Entity>;
/// As the language writes it: 12, 0.5, true, "text", #12v3.
std::string to_string(const AnyValue& value);
/// Nothing when the value is neither a number nor true or false.
std::optional<double> number_of(const AnyValue& value);

class TextValue {
public:
    static TextResult<TextValue> parse(std::string text);
    ~TextValue();
    TextValue(TextValue&&) noexcept;
    TextValue& operator=(TextValue&&) noexcept;

    const std::string& text() const;
    /// As TextQuery::bind.
    const TextError* bind(const World& world);
    bool bound() const;
    /// Whether it asks fields of an entity, which value() needs then.
    bool needs_entity() const;

    /// Nothing when the entity is gone or lacks a component, when a reference dangles, when the value has a fault, or
    /// when no entity matches a min, max or mean.
    std::optional<AnyValue> value(const World& world, Entity entity, const QueryInputs& inputs = {});
    const RowFaults& faults() const;

private:
    struct State;
    explicit TextValue(Syntax syntax);

    std::unique_ptr<State> state_;
};

}  // namespace ecs
