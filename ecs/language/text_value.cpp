#include "ecs/language/text_value.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "ecs/language/binder.hpp"
#include "ecs/language/cells.hpp"
#include "ecs/language/evaluator.hpp"
#include "ecs/language/text_query.hpp"

namespace ecs {

struct TextValue::State {
    Syntax syntax;
    BoundQuery program;
    Evaluator evaluator;
    TextError error;
    bool bound = false, tried = false;
    std::uint64_t types = 0;  // fingerprint at the last try

    void bind(const World& world, const WatchValues* watches) {
        BoundQuery made;
        Binder binder(world, syntax, made, watches);
        bound = binder.bind_value(syntax.root);
        if (!bound) error = std::move(binder.error());
        program = bound ? std::move(made) : BoundQuery{};
        evaluator = Evaluator();
        if (bound) evaluator.reserve(program);
    }
};

namespace {

std::string number_text(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
    std::array<char, 40> text{};
    const auto result = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), result.ptr};
}

}  // namespace

std::string to_string(const AnyValue& value) {
    struct Writer {
        std::string operator()(std::int64_t whole) const { return std::to_string(whole); }
        std::string operator()(std::uint64_t whole) const { return std::to_string(whole); }
        std::string operator()(double number) const { return number_text(number); }
        std::string operator()(bool truth) const { return truth ? "true" : "false"; }
        std::string operator()(const std::string& text) const { return "\"" + text + "\""; }
        std::string operator()(Entity entity) const {
            if (!entity && entity.index != 0) return "#" + std::to_string(entity.index);  // any generation
            return entity ? "#" + ecs::to_string(entity) : "null";
        }
    };
    return std::visit(Writer(), value);
}

std::optional<double> number_of(const AnyValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* natural = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*natural);
    if (const auto* number = std::get_if<double>(&value)) return *number;
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
    return std::nullopt;
}

AnyValue value_of_cell(const ValueProgram& program, const Cell& cell) {
    switch (program.type) {
        case ValueType::Unsigned:
            return cell.natural;
        case ValueType::Float:
            return cell.number;
        case ValueType::Truth:
            return cell.whole != 0;
        case ValueType::Choice:
            if (program.choices)
                if (const auto name = enum_name(*program.choices, cell.whole)) return std::string(*name);
            return cell.whole;
        case ValueType::Text:
            return *cell.text;
        case ValueType::Reference:
            return entity_of_bits(cell.bits);
        default:
            return cell.whole;
    }
}

std::string text_of_cell(const ValueProgram& program, const Cell& cell) {
    const AnyValue value = value_of_cell(program, cell);
    if (program.type == ValueType::Choice)
        if (const auto* name = std::get_if<std::string>(&value)) return *name;
    return to_string(value);
}

TextResult<TextValue> TextValue::parse(std::string text) {
    TextResult<Syntax> syntax = parse_value(std::move(text));
    if (!syntax) return syntax.error();
    return TextValue(std::move(*syntax));
}

TextValue::TextValue(Syntax syntax) : state_(std::make_unique<State>()) { state_->syntax = std::move(syntax); }
TextValue::~TextValue() = default;
TextValue::TextValue(TextValue&&) noexcept = default;
TextValue& TextValue::operator=(TextValue&&) noexcept = default;

const std::string& TextValue::text() const { return state_->syntax.text; }
bool TextValue::bound() const { return state_->bound; }
const RowFaults& TextValue::faults() const { return state_->evaluator.faults(); }
bool TextValue::needs_entity() const { return !state_->program.components.empty(); }

const TextError* TextValue::bind(const World& world) {
    State& state = *state_;
    const std::uint64_t types = types_fingerprint(world.types());
    if (!state.tried || types != state.types) {
        state.tried = true;
        state.types = types;
        state.bind(world, nullptr);
    }
    return state.bound ? nullptr : &state.error;
}

std::optional<AnyValue> TextValue::value(const World& world, Entity entity, const QueryInputs& inputs) {
    State& state = *state_;
    if (!state.bound) return std::nullopt;
    if (!watches_fit(state.program, inputs.watches)) state.bind(world, inputs.watches);
    state.evaluator.begin(world, inputs);
    std::optional<Cell> cell;
    if (world.alive(entity)) {
        const Location place = world.location(entity);
        const Archetype& archetype = world.archetype(place.archetype);
        state.evaluator.enter(archetype);
        cell = state.evaluator.value(0, {&archetype, place.chunk, place.row, 1});
    } else if (!needs_entity()) {
        cell = state.evaluator.value_of_world(0);
    }
    if (!cell) return std::nullopt;
    return value_of_cell(state.program.programs.front(), *cell);
}

}  // namespace ecs
