#include "ecs/language/change_steps.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "ecs/base/language.hpp"
#include "ecs/language/cells.hpp"
#include "ecs/language/value_machine.hpp"
#include "ecs/types/number_kinds.hpp"

namespace ecs {

namespace {

class StepBinder {
public:
    StepBinder(const World& world, const ChangeSyntax& change, Binder& binder, BoundQuery& bound)
        : world_(world), change_(change), binder_(binder), bound_(bound) {}

    std::optional<std::vector<BoundStep>> bind() {
        for (const SyntaxStep& step : change_.steps)
            if (!bind_one(step)) return std::nullopt;
        return std::move(steps_);
    }

private:
    const std::string& name_of_component(ComponentId component) const { return world_.types()[component].name; }

    bool bind_one(const SyntaxStep& step) {
        if (!steps_.empty() && (step.kind == StepKind::Destroy || steps_.front().kind == StepKind::Destroy))
            return binder_.fail(step.offset, tr("destroy is the only step of its change"));
        BoundStep made;
        made.kind = step.kind;
        switch (step.kind) {
            case StepKind::Destroy:
                break;
            case StepKind::Reparent:
                made.parent = step.parent;
                break;
            case StepKind::Rename:
                if (!binder_.bind_value(step.value)) return false;
                made.program = last_program();
                if (bound_.programs.back().type != ValueType::Text)
                    return wrong_type(step.value, words_of(ValueType::Text), bound_.programs.back().type);
                break;
            default:
                if (!bind_component(step, made)) return false;
        }
        for (const BoundStep& earlier : steps_)
            if (!fits_behind(earlier, made, step)) return false;
        steps_.push_back(std::move(made));
        return true;
    }

    bool bind_component(const SyntaxStep& step, BoundStep& made) {
        std::optional<Binder::Place> place;
        if (step.kind == StepKind::Set) {
            place = binder_.find(step.path, 0, true);
            if (place && !place->field)
                return binder_.fail(step.offset, phrase("{} is a component: name one of its fields",
                                                        name_of_component(place->component)));
        } else {
            std::size_t used = 0;
            const auto component = binder_.find_component(step.path, 0, used);
            if (component) place = Binder::Place{.component = *component};
        }
        if (!place) return false;
        made.component = place->component;
        if (made.component == world_.parent_id())
            return binder_.fail(step.offset, tr("Parent changes by a step such as parent = #12 or parent = null"));
        if (step.kind != StepKind::Remove && !world_.types()[made.component].copyable())
            return binder_.fail(step.offset,
                                phrase("{} cannot be copied, so no step sets it", name_of_component(made.component)));
        if (step.kind == StepKind::Set) return bind_write(*place, step.value, step.offset, made);
        for (const SyntaxStep::FieldValue& field : step.fields) {
            Binder::Place inside{.component = made.component};
            const ComponentType& type = world_.types()[made.component];
            if (!binder_.follow(field.path, type.fields, type.name, inside, true)) return false;
            inside.top_field = Binder::position_of(type, field.path.front().name);
            if (!bind_write(inside, field.value, field.path.front().offset, made)) return false;
        }
        return true;
    }

    bool bind_write(const Binder::Place& place, SyntaxId value, std::size_t offset, BoundStep& made) {
        BoundWrite write;
        write.place = place;
        write.what = name_of_component(place.component) + "." + place.field->name;
        const ValueType wanted = type_of(place.kind);
        if (place.kind == FieldKind::Struct || wanted == ValueType::Vector)
            return binder_.fail(offset, phrase("{} has members: name one of them", write.what));
        if (!binder_.bind_value(value, place.kind == FieldKind::Enum ? place.field : nullptr)) return false;
        write.program = last_program();
        const ValueType found = bound_.programs.back().type;
        const bool number = is_numeric(wanted) && is_numeric(found);
        const bool choice = wanted == ValueType::Choice && found == ValueType::Whole;
        if (wanted != found && !number && !choice) return wrong_type(value, words_of(wanted), found);
        made.writes.push_back(std::move(write));
        return true;
    }

    bool fits_behind(const BoundStep& earlier, const BoundStep& made, const SyntaxStep& step) {
        const bool structural = made.kind == StepKind::Add || made.kind == StepKind::Remove;
        if (made.component == no_component || made.component != earlier.component) {
            if (made.kind == earlier.kind && (made.kind == StepKind::Rename || made.kind == StepKind::Reparent))
                return binder_.fail(step.offset, tr("An earlier step does the same"));
            return true;
        }
        const std::string& name = name_of_component(made.component);
        if (earlier.kind == StepKind::Remove)
            return binder_.fail(step.offset, phrase("An earlier step removes {}", name));
        if (structural)
            return binder_.fail(step.offset, earlier.kind == StepKind::Add ? phrase("An earlier step adds {}", name)
                                                                           : phrase("An earlier step sets {}", name));
        for (const BoundWrite& a : earlier.writes)
            for (const BoundWrite& b : made.writes)
                if (a.place.offset == b.place.offset)
                    return binder_.fail(step.offset, phrase("An earlier step sets {}", b.what));
        return true;
    }

    bool wrong_type(SyntaxId value, const char* wanted, ValueType found) {
        return binder_.fail(change_.syntax[value].offset, phrase("Expected {}, found {}", wanted, words_of(found)));
    }
    std::uint32_t last_program() const { return static_cast<std::uint32_t>(bound_.programs.size() - 1); }

    const World& world_;
    const ChangeSyntax& change_;
    Binder& binder_;
    BoundQuery& bound_;
    std::vector<BoundStep> steps_;
};

std::string out_of_range(const std::string& low, const std::string& high) {
    return phrase("must lie from {} to {}", low, high);
}

template <class T>
std::string write_whole(std::byte* at, ValueType type, const Cell& cell) {
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    T value{};
    bool inside = true;
    if (type == ValueType::Float) {
        if (cell.number != std::floor(cell.number)) return tr("which is no whole number");  // NaN, too
        // high + 1 is a power of two, which a double holds exactly.
        inside =
            cell.number >= static_cast<double>(low) && cell.number < std::ldexp(1.0, std::numeric_limits<T>::digits);
        if (inside) value = static_cast<T>(cell.number);
    } else if (type == ValueType::Unsigned) {
        inside = std::in_range<T>(cell.natural);
        value = static_cast<T>(cell.natural);
    } else {
        inside = std::in_range<T>(cell.whole);
        value = static_cast<T>(cell.whole);
    }
    if (!inside) return out_of_range(std::to_string(low), std::to_string(high));
    std::memcpy(at, &value, sizeof value);
    return {};
}

double as_number(ValueType type, const Cell& cell) {
    return type == ValueType::Float      ? cell.number
           : type == ValueType::Unsigned ? static_cast<double>(cell.natural)
                                         : static_cast<double>(cell.whole);
}

std::string write_enum_value(const Field& field, std::byte* at, std::int64_t value) {
    if (!field.names.empty() && !enum_name(field, value)) return phrase("which has no name in {}", field.name);
    write_enum(field, at, value);
    return {};
}

std::string write_reference(const World& world, std::byte* at, Entity entity) {
    if (entity.generation == 0 && entity.index != 0) {
        const Entity living = entity.index < world.slot_count() ? world.entity_at_slot(entity.index) : null_entity;
        if (!living) return tr("which is no entity");
        entity = living;
    }
    std::memcpy(at, &entity, sizeof entity);
    return {};
}

/// Whole numbers stay exact or are refused. What a running change computes may come so close to 0 that it becomes 0; a
/// number that somebody wrote may not.
std::string write_float(FieldKind kind, std::byte* at, const ValueProgram& program, const Cell& cell) {
    const bool wide = kind == FieldKind::F64;
    const bool held = program.type == ValueType::Float ||
                      (program.type == ValueType::Unsigned
                           ? (wide ? holds_whole<double>(cell.natural) : holds_whole<float>(cell.natural))
                           : (wide ? holds_whole<double>(cell.whole) : holds_whole<float>(cell.whole)));
    if (!held) return wide ? tr("which a 64-bit float cannot hold") : tr("which a 32-bit float cannot hold");
    const double value = as_number(program.type, cell);
    if (wide) {
        std::memcpy(at, &value, sizeof value);
        return {};
    }
    float narrow = 0;
    const NumberFit fit = narrow_float(value, narrow);
    if (fit == NumberFit::Overflow) return tr("which is beyond a 32-bit float");
    if (fit == NumberFit::Underflow && program.is_constant()) return tr("which a 32-bit float makes 0");
    std::memcpy(at, &narrow, sizeof narrow);
    return {};
}

}  // namespace

std::optional<std::vector<BoundStep>> bind_steps(const World& world, const ChangeSyntax& change, Binder& binder,
                                                 BoundQuery& bound) {
    return StepBinder(world, change, binder, bound).bind();
}

std::string write_value(const World& world, const Binder::Place& place, void* component, const ValueProgram& program,
                        const Cell& cell) {
    std::byte* at = static_cast<std::byte*>(component) + place.offset;
    const ValueType type = program.type;
    if (is_numeric(type) && place.kind != FieldKind::Enum) {
        const double number = as_number(type, cell);
        const auto bound = [](double limit) { return to_string(AnyValue(limit)); };
        if (place.field->min && number < *place.field->min)
            return phrase("must be at least {}", bound(*place.field->min));
        if (place.field->max && number > *place.field->max)
            return phrase("must be at most {}", bound(*place.field->max));
    }
    switch (place.kind) {
        case FieldKind::Bool:
            *at = cell.whole != 0 ? std::byte{1} : std::byte{0};
            return {};
        case FieldKind::I8:
            return write_whole<std::int8_t>(at, type, cell);
        case FieldKind::I16:
            return write_whole<std::int16_t>(at, type, cell);
        case FieldKind::I32:
            return write_whole<std::int32_t>(at, type, cell);
        case FieldKind::I64:
            return write_whole<std::int64_t>(at, type, cell);
        case FieldKind::U8:
            return write_whole<std::uint8_t>(at, type, cell);
        case FieldKind::U16:
            return write_whole<std::uint16_t>(at, type, cell);
        case FieldKind::U32:
            return write_whole<std::uint32_t>(at, type, cell);
        case FieldKind::U64:
            return write_whole<std::uint64_t>(at, type, cell);
        case FieldKind::Enum:
            return write_enum_value(*place.field, at, cell.whole);
        case FieldKind::String:
            *reinterpret_cast<std::string*>(at) = *cell.text;
            return {};
        case FieldKind::Entity:
            return write_reference(world, at, entity_of_bits(cell.bits));
        default:
            return write_float(place.kind, at, program, cell);
    }
}

std::string why_no_value(const World& world, const Evaluator& evaluator, std::uint32_t program,
                         const Archetype& archetype, const std::string& who) {
    const BoundQuery& bound = evaluator.query();
    for (const std::uint32_t need : bound.programs[program].needs)
        if (!archetype.has(bound.components[need]))
            return phrase("{} has no {}", who, world.types()[bound.components[need]].name);
    if (evaluator.faults().count > 0) return who + ": " + std::string(words_of(evaluator.faults().what));
    return phrase("{} has no value for a step: a reference or a watch leads to nothing", who);
}

std::string text_of_field(const Binder::Place& place, const void* component) {
    Cell cell;
    const FieldPath field = place.stored();
    if (place.kind == FieldKind::F32) {
        // As a float, whose text is shorter: 0.92, not 0.9200000166893005.
        const auto number = static_cast<float>(read_number(field, component));
        char text[32];
        if (std::isfinite(number)) return {text, std::to_chars(text, text + sizeof text, number).ptr};
    }
    read_cell(field, component, cell);
    ValueProgram program;
    program.type = type_of(place.kind);
    program.choices = place.field;
    return text_of_cell(program, cell);
}

}  // namespace ecs
