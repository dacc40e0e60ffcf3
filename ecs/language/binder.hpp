// Looks up the names of a Syntax in a world and makes a BoundQuery. It lives for one call. Errors name the part of the
// text, and what the world has that is spelt alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/language/bound.hpp"
#include "ecs/language/query_inputs.hpp"
#include "ecs/types/number_kinds.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class Binder {
public:
    /// `watches` says which type the number of a $watch has now; one without a value is a float.
    Binder(const World& world, const Syntax& syntax, BoundQuery& bound, const WatchValues* watches = nullptr)
        : world_(world), syntax_(syntax), bound_(bound), watches_(watches) {}

    /// Both return false and set the error when the text does not fit the world.
    bool bind_query(SyntaxId root);
    /// Appends a program. `choices` is an enum field, if its names may stand as this value.
    bool bind_value(SyntaxId root, const Field* choices = nullptr);

    TextError& error() { return *error_; }
    /// Sets the error, unless there is one. Returns false.
    bool fail(std::size_t offset, std::string message);

    /// A place in a component: a component alone, or a field of it.
    struct Place {
        ComponentId component = no_component;
        const Field* field = nullptr;  // null: the component alone
        std::uint32_t offset = 0;
        FieldKind kind = FieldKind::F32;
        std::uint32_t element_size = 0;
        std::uint32_t top_field = 0;  // position in ComponentType::fields
        std::size_t used = 0;         // parts of the path

        /// Where the value lies. Of an enum it has the kind of the integer below it.
        FieldPath stored() const {
            // Of 8 bytes the bits count: a choice is compared as a signed number.
            const bool by_bits = kind == FieldKind::Enum && element_size == 8;
            const FieldKind below = kind != FieldKind::Enum ? kind : by_bits ? FieldKind::I64 : stored_kind(*field);
            return {component, below, offset, element_size};
        }
    };
    /// What the parts from `from` on name, up to the first Entity field. Sets the error when there is no such place.
    std::optional<Place> find(const std::vector<PathPart>& path, std::size_t from, bool whole_path);
    std::optional<ComponentId> find_component(const std::vector<PathPart>& path, std::size_t from, std::size_t& used);
    /// `fields` lie at place.offset; follows the parts from place.used on.
    bool follow(const std::vector<PathPart>& path, const std::vector<Field>& fields, const std::string& owner,
                Place& place, bool whole_path);

    /// Position of the field in ComponentType::fields; the type must have it.
    static std::uint32_t position_of(const ComponentType& type, const std::string& field);
    /// " (did you mean Health?)", or nothing when no name is spelt alike.
    static std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

private:
    struct Bound {
        std::uint32_t node = 0;
        std::size_t depth = 0;
    };
    std::optional<Bound> condition(SyntaxId id);
    std::optional<Bound> group(const SyntaxNode& node, SyntaxId id, BoundKind kind);
    bool path_condition(const SyntaxNode& node, BoundNode& made);
    bool comparison(const SyntaxNode& node, BoundNode& made);
    bool check_comparable(const SyntaxNode& node, std::size_t left, const BoundNode& made);
    bool as_interval(BoundNode& made);
    bool contains(const SyntaxNode& node, BoundNode& made);
    bool event(const SyntaxNode& node, BoundNode& made);

    bool emit(SyntaxId id, const Field* choices, ValueProgram& program, std::vector<ValueType>& stack);
    bool emit_path(const SyntaxNode& node, const Field* choices, ValueProgram& program, std::vector<ValueType>& stack);
    bool emit_arithmetic(const SyntaxNode& node, ValueProgram& program, std::vector<ValueType>& stack);
    bool emit_call(const SyntaxNode& node, ValueProgram& program, std::vector<ValueType>& stack);
    bool emit_aggregate(const SyntaxNode& node, ValueProgram& program, std::vector<ValueType>& stack);
    bool need_number(SyntaxId id, ValueType type);
    void fold(ValueProgram& program) const;
    std::uint32_t direct(ComponentId component);
    bool is_bare_name(SyntaxId id) const;

    const World& world_;
    const Syntax& syntax_;
    BoundQuery& bound_;
    const WatchValues* watches_;
    std::optional<TextError> error_;
};

/// Whether the numbers of all watches still have the types with which the query was bound. If not, bind it once more.
/// That cannot fail, because a query accepts numbers of every type in the same places.
bool watches_fit(const BoundQuery& bound, const WatchValues* watches);
/// The number as a value of that type; nothing when it has none, or is of another type.
std::optional<Cell> cell_of_watch(const BoundWatch& watch, const WatchValues* watches);

/// "a whole number", "a text".
const char* words_of(ValueType type);
ValueType type_of(FieldKind kind);

}  // namespace ecs
