#include "naive_query.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "ecs/types/field_path.hpp"

namespace test {

namespace {

using namespace ecs;

struct Choice {
    std::int64_t value;
    const Field* field;
};
/// Integers are kept in more bits than any of them has.
using Wide = long double;
struct Number {
    bool whole = true;
    Wide wide = 0;      // of a whole number; 64 bits of mantissa hold all of them
    double number = 0;  // of a float
    double as_float() const { return whole ? static_cast<double>(wide) : number; }
};
static_assert(std::numeric_limits<Wide>::digits >= 64, "the test needs 64-bit integers in a float");

using Answer = std::variant<Number, bool, Choice, std::string, Entity>;

class Asker {
public:
    Asker(const World& world, const Syntax& syntax, Entity entity) : world_(world), syntax_(syntax), entity_(entity) {}

    bool condition(SyntaxId id) const {
        const SyntaxNode& node = syntax_[id];
        switch (node.kind) {
            case SyntaxKind::All:
                return true;
            case SyntaxKind::Or: {
                for (const SyntaxId child : node.children)
                    if (condition(child)) return true;
                return false;
            }
            case SyntaxKind::And: {
                for (const SyntaxId child : node.children)
                    if (!condition(child)) return false;
                return true;
            }
            case SyntaxKind::Not:
                return !condition(node.children[0]);
            case SyntaxKind::Compare:
                return comparison(node);
            case SyntaxKind::Contains: {
                const auto text = value(node.children[0], nullptr);
                if (!text) return false;
                const auto lower = [](std::string letters) {
                    for (char& c : letters)
                        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
                    return letters;
                };
                return lower(std::get<std::string>(*text)).find(lower(node.text)) != std::string::npos;
            }
            case SyntaxKind::Below: {
                const Entity root = node.entity ? living(*node.entity) : world_.find_by_name(node.text);
                return root && world_.alive(root) && world_.is_below(entity_, root);
            }
            case SyntaxKind::Id:
                return living(*node.entity) == entity_;
            case SyntaxKind::Path: {
                const ComponentType* type = world_.types().find(node.path.front().name);
                if (node.path.size() == 1 && type) return world_.has(entity_, type->id);
                const auto truth = path(node);
                return truth && std::get<bool>(*truth);
            }
            default:
                throw std::logic_error("not a condition of this test");
        }
    }

private:
    Entity living(Entity entity) const {
        if (entity.generation != 0) return entity;
        return entity.index < world_.slot_count() ? world_.entity_at_slot(entity.index) : null_entity;
    }

    bool comparison(const SyntaxNode& node) const {
        const Field* choices = nullptr;
        for (const SyntaxId child : node.children)
            if (const Field* field = choice_field(child)) choices = field;
        std::vector<std::optional<Answer>> values;
        for (const SyntaxId child : node.children) values.push_back(value(child, choices));
        for (const auto& each : values)
            if (!each) return false;
        return holds(node.op, *values[0], *values[1]) &&
               (values.size() == 2 || holds(node.second_op, *values[1], *values[2]));
    }
    const Field* choice_field(SyntaxId id) const {
        const SyntaxNode& node = syntax_[id];
        if (node.kind != SyntaxKind::Path || node.path.size() < 2) return nullptr;
        const ComponentType* type = world_.types().find(node.path[node.path.size() - 2].name);
        const Field* field = type ? type->find_field(node.path.back().name) : nullptr;
        return field && field->kind == FieldKind::Enum ? field : nullptr;
    }

    template <class T>
    static bool ordered(Operator op, const T& a, const T& b) {
        switch (op) {
            case Operator::Equal:
                return a == b;
            case Operator::Unequal:
                return a != b;
            case Operator::Less:
                return a < b;
            case Operator::AtMost:
                return a <= b;
            case Operator::Greater:
                return a > b;
            default:
                return a >= b;
        }
    }
    bool holds(Operator op, const Answer& a, const Answer& b) const {
        if (std::holds_alternative<Choice>(a) || std::holds_alternative<Choice>(b)) {
            const auto number = [](const Answer& answer) {
                const auto* choice = std::get_if<Choice>(&answer);
                return choice ? static_cast<Wide>(choice->value) : std::get<Number>(answer).wide;
            };
            return ordered(op, number(a), number(b));
        }
        if (const auto* text = std::get_if<std::string>(&a)) return ordered(op, *text, std::get<std::string>(b));
        if (const auto* truth = std::get_if<bool>(&a)) return (*truth == std::get<bool>(b)) == (op == Operator::Equal);
        if (const auto* entity = std::get_if<Entity>(&a)) {
            const auto resolved = [&](Entity id) { return id.index == 0 || !living(id) ? id : living(id); };
            return (resolved(*entity) == resolved(std::get<Entity>(b))) == (op == Operator::Equal);
        }
        const Number &x = std::get<Number>(a), &y = std::get<Number>(b);
        if (x.whole && y.whole) return ordered(op, x.wide, y.wide);
        return ordered(op, x.as_float(), y.as_float());
    }

    static std::optional<Answer> whole(Wide wide) {
        if (wide < -0x1p63L || wide >= 0x1p63L) return std::nullopt;
        return Number{true, wide, 0};
    }
    static std::optional<Answer> number(double value) { return Number{false, 0, value}; }
    /// U64 values beyond the signed range have no place in arithmetic.
    static bool fits(const Number& value) { return !value.whole || value.wide < 0x1p63L; }

    std::optional<Answer> value(SyntaxId id, const Field* choices) const {
        const SyntaxNode& node = syntax_[id];
        switch (node.kind) {
            case SyntaxKind::Whole:
                return Number{true, node.negative ? -static_cast<Wide>(node.whole) : static_cast<Wide>(node.whole), 0};
            case SyntaxKind::Float:
                return number(node.number);
            case SyntaxKind::Text:
                return node.text;
            case SyntaxKind::Truth:
                return node.truth;
            case SyntaxKind::Null:
                return null_entity;
            case SyntaxKind::Id:
                return *node.entity;
            case SyntaxKind::EntityName: {
                const auto* name = static_cast<const Name*>(world_.get(entity_, world_.name_id()));
                if (!name) return std::nullopt;
                return name->value;
            }
            case SyntaxKind::Path:
                if (choices && node.path.size() == 1)
                    for (const EnumName& each : choices->names)
                        if (each.name == node.path.front().name) return Choice{each.value, choices};
                return path(node);
            case SyntaxKind::Negate: {
                const auto inner = value(node.children[0], nullptr);
                if (!inner) return std::nullopt;
                const Number& operand = std::get<Number>(*inner);
                if (!operand.whole) return number(-operand.number);
                if (!fits(operand)) return std::nullopt;
                return whole(-operand.wide);
            }
            case SyntaxKind::Arithmetic:
                return arithmetic(node);
            case SyntaxKind::Call:
                return call(node);
            default:
                throw std::logic_error("not a value of this test");
        }
    }

    std::optional<Answer> arithmetic(const SyntaxNode& node) const {
        const auto left = value(node.children[0], nullptr), right = value(node.children[1], nullptr);
        if (!left || !right) return std::nullopt;
        const Number &a = std::get<Number>(*left), &b = std::get<Number>(*right);
        if (a.whole && b.whole) {
            if (!fits(a) || !fits(b)) return std::nullopt;
            return whole_arithmetic(node.op, a.wide, b.wide);
        }
        const double x = a.as_float(), y = b.as_float();
        switch (node.op) {
            case Operator::Plus:
                return number(x + y);
            case Operator::Minus:
                return number(x - y);
            case Operator::Times:
                return number(x * y);
            case Operator::Divide:
                return number(x / y);
            case Operator::Remainder:
                return number(std::fmod(x, y));
            default:
                return number(std::pow(x, y));
        }
    }
    static std::optional<Answer> whole_arithmetic(Operator op, Wide a, Wide b) {
        switch (op) {
            case Operator::Plus:
                return whole(a + b);
            case Operator::Minus:
                return whole(a - b);
            case Operator::Times:
                return whole(a * b);
            case Operator::Divide:
            case Operator::Remainder: {
                if (b == 0) return std::nullopt;
                const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
                if (y == -1) return op == Operator::Divide ? whole(-a) : whole(0);
                return whole(static_cast<Wide>(op == Operator::Divide ? x / y : x % y));
            }
            default: {
                if (b < 0) return std::nullopt;
                // The numbers 0, 1 and -1 have powers for any exponent; others leave the range soon.
                if (a == 0) return whole(b == 0 ? 1 : 0);
                if (a == 1) return whole(1);
                if (a == -1) return whole(std::fmod(b, 2) == 0 ? 1 : -1);
                Wide power = 1;
                for (Wide i = 0; i < b; ++i) {
                    power *= a;
                    if (std::fabs(power) > 0x1p64L) return std::nullopt;
                }
                return whole(power);
            }
        }
    }

    std::optional<Answer> call(const SyntaxNode& node) const {
        std::vector<Number> values;
        bool all_whole = true;
        for (const SyntaxId child : node.children) {
            const auto argument = value(child, nullptr);
            if (!argument) return std::nullopt;
            if (const auto* text = std::get_if<std::string>(&*argument))
                return Number{true, static_cast<Wide>(text->size()), 0};  // the names of this test are ASCII
            values.push_back(std::get<Number>(*argument));
            all_whole = all_whole && values.back().whole;
        }
        if (node.function == Function::Abs || node.function == Function::Min || node.function == Function::Max ||
            node.function == Function::Clamp || node.function == Function::Round) {
            if (all_whole) {
                for (const Number& each : values)
                    if (!fits(each)) return std::nullopt;
                Wide result = values[0].wide;
                if (node.function == Function::Abs) return whole(std::fabs(result));
                if (node.function == Function::Clamp) {
                    if (result > values[2].wide) result = values[2].wide;
                    return whole(result < values[1].wide ? values[1].wide : result);
                }
                for (const Number& each : values)
                    if (node.function == Function::Min ? each.wide < result : each.wide > result) result = each.wide;
                return whole(result);
            }
        }
        std::vector<double> a;
        for (const Number& each : values) a.push_back(each.as_float());
        switch (node.function) {
            case Function::Abs:
                return number(std::fabs(a[0]));
            case Function::Round:
                return number(std::round(a[0]));
            case Function::Sqrt:
                return number(std::sqrt(a[0]));
            case Function::Lerp:
                return number(a[0] + (a[1] - a[0]) * a[2]);
            case Function::Clamp: {
                const double high = a[0] > a[2] ? a[2] : a[0];
                return number(high < a[1] ? a[1] : high);
            }
            case Function::Min:
            case Function::Max: {
                double best = a[0];
                for (const double each : a)
                    if (node.function == Function::Min ? each < best : each > best) best = each;
                return number(best);
            }
            default:
                throw std::logic_error("not a function of this test");
        }
    }

    std::optional<Answer> path(const SyntaxNode& node) const {
        Entity entity = node.entity ? living(*node.entity) : entity_;
        std::size_t at = 0;
        for (;;) {
            const ComponentType* type = world_.types().find(node.path[at].name);
            if (!type) throw std::logic_error("unknown component " + node.path[at].name);
            ++at;
            const void* component = world_.get(entity, type->id);
            if (!component) return std::nullopt;
            const auto* bytes = static_cast<const std::byte*>(component);
            const std::vector<Field>* fields = &type->fields;
            const Field* field = nullptr;
            for (;;) {
                field = nullptr;
                for (const Field& each : *fields)
                    if (each.name == node.path[at].name) field = &each;
                if (!field) throw std::logic_error("unknown field " + node.path[at].name);
                bytes += field->offset + node.path[at].index.value_or(0) * field->element_size;
                ++at;
                if (field->kind != FieldKind::Struct) break;
                fields = &field->fields;
            }
            if (float_count(field->kind) >= 2) {
                const std::string letters = field->kind == FieldKind::Color ? "rgba" : "xyzw";
                float member = 0;
                std::memcpy(&member, bytes + letters.find(node.path[at].name) * sizeof(float), sizeof member);
                return number(static_cast<double>(member));
            }
            if (at == node.path.size()) return leaf(*field, bytes);
            std::memcpy(&entity, bytes, sizeof entity);
        }
    }

    template <class T>
    static T read(const std::byte* bytes) {
        T value;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }
    static std::optional<Answer> leaf(const Field& field, const std::byte* bytes) {
        const auto integer = [](auto value) { return Number{true, static_cast<Wide>(value), 0}; };
        switch (field.kind) {
            case FieldKind::Bool:
                return read<std::uint8_t>(bytes) != 0;
            case FieldKind::I8:
                return integer(read<std::int8_t>(bytes));
            case FieldKind::I16:
                return integer(read<std::int16_t>(bytes));
            case FieldKind::I32:
                return integer(read<std::int32_t>(bytes));
            case FieldKind::I64:
                return integer(read<std::int64_t>(bytes));
            case FieldKind::U8:
                return integer(read<std::uint8_t>(bytes));
            case FieldKind::U16:
                return integer(read<std::uint16_t>(bytes));
            case FieldKind::U32:
                return integer(read<std::uint32_t>(bytes));
            case FieldKind::U64:
                return integer(read<std::uint64_t>(bytes));
            case FieldKind::F32:
                return number(static_cast<double>(read<float>(bytes)));
            case FieldKind::F64:
                return number(read<double>(bytes));
            case FieldKind::Enum:
                return Choice{read_enum(field, bytes), &field};
            case FieldKind::String:
                return *reinterpret_cast<const std::string*>(bytes);
            case FieldKind::Entity:
                return read<Entity>(bytes);
            default:
                throw std::logic_error("not a field of this test");
        }
    }

    const World& world_;
    const Syntax& syntax_;
    Entity entity_;
};

}  // namespace

bool naive_matches(const ecs::World& world, const ecs::Syntax& syntax, ecs::Entity entity) {
    return Asker(world, syntax, entity).condition(syntax.root);
}

}  // namespace test
