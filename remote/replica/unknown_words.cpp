// Words of enums and flags that nobody described: their fields become texts, so that no word is shown as another.
#include <algorithm>

#include "remote/replica/shape.hpp"
#include "remote/rpc/json_number.hpp"

namespace remote {

namespace {

using Form = Shape::Form;

/// Whether `shape` knows the word that `value` is.
bool knows_word(const Shape& shape, const Json& value) {
    const auto is_known = [&](std::string_view word) {
        return std::find(shape.names.begin(), shape.names.end(), word) != shape.names.end();
    };
    if (shape.form == Form::Name) {
        if (value.is_string()) return is_known(value.get_ref<const std::string&>());
        // A value without a name. Names have their positions here, which must not be taken for it.
        std::int32_t number = 0;
        return value.is_number_integer() &&
               nearest_number(value, ecs::FieldKind::I32, &number) == ecs::NumberFit::Exact &&
               (number < 0 || static_cast<std::size_t>(number) >= shape.names.size());
    }
    if (!value.is_string()) return value.is_number() && value == 0;
    std::string_view left = value.get_ref<const std::string&>();
    if (left == "0") return true;
    while (!left.empty()) {
        const std::size_t bar = left.find('|');
        if (!is_known(left.substr(0, bar))) return false;
        left = bar == std::string_view::npos ? std::string_view() : left.substr(bar + 1);
    }
    return true;
}

/// Calls `found(shape, value)` for each enum and each set of flags in `value`.
template <class AnyShape, class Found>
void each_word(AnyShape& shape, const Json& value, const Found& found) {
    const auto each = [&](const Json& element) {
        if (shape.form == Form::Name || shape.form == Form::Flags) return found(shape, element);
        if (shape.form != Form::Object) return;
        for (std::size_t i = 0; i < shape.members.size(); ++i) {
            if (element.is_array() && i < element.size()) each_word(shape.members[i], element[i], found);
            if (!element.is_object()) continue;
            if (const auto member = element.find(shape.members[i].name); member != element.end())
                each_word(shape.members[i], *member, found);
        }
    };
    if (shape.count <= 1) return each(value);
    if (value.is_array())
        for (const Json& element : value) each(element);
}

template <class AnyTypeShape, class Found>
void each_word_of(AnyTypeShape& shape, const Json& value, const Found& found) {
    if (shape.bare && !shape.members.empty()) return each_word(shape.members[0], value, found);
    for (std::size_t i = 0; i < shape.members.size(); ++i) {
        if (value.is_array() && shape.listed && i < value.size()) each_word(shape.members[i], value[i], found);
        if (!value.is_object()) continue;
        if (const auto member = value.find(shape.members[i].name); member != value.end())
            each_word(shape.members[i], *member, found);
    }
}

}  // namespace

std::optional<TypeShape> with_unknown_words(const TypeShape& shape, const Json& value) {
    bool all_known = true;
    each_word_of(shape, value,
                 [&](const Shape& each, const Json& word) { all_known = all_known && knows_word(each, word); });
    if (all_known) return std::nullopt;
    TypeShape made = shape;
    each_word_of(made, value, [](Shape& each, const Json& word) {
        if ((each.form != Form::Name && each.form != Form::Flags) || knows_word(each, word)) return;
        each.form = word.is_string() ? Form::Text : Form::Any;
        each.names.clear();
    });
    return made;
}

}  // namespace remote
