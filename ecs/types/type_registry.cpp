#include "ecs/types/type_registry.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <new>
#include <unordered_set>

#include "ecs/types/by_fields.hpp"

namespace ecs {

namespace {

// Values of run-time types that hold strings: one field after the other. The bytes between are zero, unless somebody
// wrote them.

using VisitOffset = std::function<void(std::size_t offset)>;

void each_string(const std::vector<Field>& fields, std::size_t base, const VisitOffset& visit) {
    for (const Field& field : fields) {
        if (is_trivial(field)) continue;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::size_t element = base + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == FieldKind::String)
                visit(element);
            else
                each_string(field.fields, element, visit);
        }
    }
}

std::string* as_string(std::byte* bytes) { return std::launder(reinterpret_cast<std::string*>(bytes)); }

std::byte* nth(void* values, const ComponentType& type, std::size_t i) {
    return static_cast<std::byte*>(values) + i * type.size;
}

void construct_by_fields(const ComponentType& type, void* to, std::size_t count) {
    std::memset(to, 0, count * type.size);
    for (std::size_t i = 0; i < count; ++i) {
        if (!type.default_bytes.empty()) std::memcpy(nth(to, type, i), type.default_bytes.data(), type.size);
        each_string(type.fields, i * type.size,
                    [&](std::size_t offset) { new (static_cast<std::byte*>(to) + offset) std::string; });
    }
}

void destroy_by_fields(const ComponentType& type, void* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        each_string(type.fields, i * type.size,
                    [&](std::size_t offset) { std::destroy_at(as_string(static_cast<std::byte*>(values) + offset)); });
}

void copy_by_fields(const ComponentType& type, void* to, const void* from, std::size_t count) {
    auto* const target = static_cast<std::byte*>(to);
    std::memcpy(target, from, count * type.size);
    const auto each = [&](const VisitOffset& visit) {
        for (std::size_t i = 0; i < count; ++i) each_string(type.fields, i * type.size, visit);
    };
    each([&](std::size_t offset) { new (target + offset) std::string; });
    try {
        auto* const source = static_cast<std::byte*>(const_cast<void*>(from));  // only read
        each([&](std::size_t offset) { *as_string(target + offset) = *as_string(source + offset); });
    } catch (...) {
        destroy_by_fields(type, to, count);
        throw;
    }
}

void relocate_by_fields(const ComponentType& type, void* to, void* from, std::size_t count) {
    auto* target = static_cast<std::byte*>(to);
    auto* source = static_cast<std::byte*>(from);
    std::memcpy(target, source, count * type.size);
    for (std::size_t i = 0; i < count; ++i)
        each_string(type.fields, i * type.size, [&](std::size_t offset) {
            new (target + offset) std::string(std::move(*as_string(source + offset)));
            std::destroy_at(as_string(source + offset));
        });
}

std::string fields_problem(const std::string& type_name, const std::vector<Field>& fields) {
    std::unordered_set<std::string_view> names;
    for (const Field& field : fields) {
        if (field.name.empty()) return type_name + " has a field without a name";
        if (field.count == 0) return "field " + field.name + " of " + type_name + " has no elements";
        if (!names.insert(field.name).second) return type_name + " has two fields named " + field.name;
        if (field.kind == FieldKind::Enum && field.element_size != 1 && field.element_size != 2 &&
            field.element_size != 4 && field.element_size != 8)
            return "enum " + field.name + " of " + type_name + " must have 1, 2, 4 or 8 bytes";
        if (field.kind == FieldKind::Struct) {
            if (field.fields.empty()) return "struct " + field.name + " of " + type_name + " has no fields";
            std::string problem = fields_problem(type_name + "." + field.name, field.fields);
            if (!problem.empty()) return problem;
        }
    }
    return {};
}

// Bytes of the fields laid out one after another. Saturates, so that a file cannot make the sum overflow.
std::uint64_t min_bytes(const std::vector<Field>& fields) {
    constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t sum = 0;
    for (const Field& field : fields) {
        const std::uint64_t element = field.kind == FieldKind::Struct ? min_bytes(field.fields)
                                      : field.kind == FieldKind::Enum ? field.element_size
                                                                      : size_of(field.kind);
        sum = std::min(limit, sum + std::min(limit, element * field.count));
    }
    return sum;
}

bool same_shape(const std::vector<Field>& a, const std::vector<Field>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Field& x, const Field& y) {
        return x.name == y.name && x.kind == y.kind && x.offset == y.offset && x.count == y.count &&
               x.element_size == y.element_size && same_shape(x.fields, y.fields);
    });
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
        }
    }
    return row.back();
}

}  // namespace

ValueOps ops_by_fields() { return {construct_by_fields, copy_by_fields, relocate_by_fields, destroy_by_fields}; }

TypeRegistry::TypeRegistry() : keys_(64), key_mask_(63) {}

const ComponentType* TypeRegistry::find(std::string_view name) const {
    const auto found = std::find_if(types_.begin(), types_.end(), [&](const auto& type) { return type->name == name; });
    return found == types_.end() ? nullptr : found->get();
}

ComponentId TypeRegistry::find_key(std::uint64_t key) const {
    for (std::size_t slot = key & key_mask_;; slot = (slot + 1) & key_mask_) {
        if (keys_[slot].key == key) return keys_[slot].id;
        if (keys_[slot].key == 0) return no_component;
    }
}

ComponentId TypeRegistry::use(const CppType& cpp) {
    if (const ComponentId known = find_key(cpp.key); known != no_component) return known;
    ComponentType type = cpp.make(std::string(cpp.name), {});
    type.made_by_use = true;
    const ComponentType* const same_name = find(type.name);
    if (const std::string problem = why_not(type); !problem.empty()) {
        fail(problem + "; register the type with TypeRegistry::add before its first use");
        type.name = free_name(type.name);
    } else if (same_name) {
        put_behind(*types_[same_name->id], type.cpp_key);
        return same_name->id;
    }
    make_room_for_key();
    const ComponentType& added = append(std::move(type));
    insert_key(added.cpp_key, added.id);
    return added.id;
}

std::string TypeRegistry::free_name(std::string_view wanted) const {
    for (int number = 2;; ++number)
        if (std::string name = std::string(wanted) + " (" + std::to_string(number) + ')'; !find(name)) return name;
}

ComponentType& TypeRegistry::append(ComponentType type) {
    type.id = static_cast<ComponentId>(types_.size());
    types_.push_back(std::make_shared<ComponentType>(std::move(type)));
    return *types_.back();
}

ComponentType& TypeRegistry::add_cpp(ComponentType type) {
    const ComponentType* const known = find(type.name);
    const ComponentId of_key = find_key(type.cpp_key);
    if (of_key != no_component && types_[of_key]->made_by_use && (!known || known->id == of_key)) {
        ComponentType& used = *types_[of_key];
        used.name = std::move(type.name);
        used.description = std::move(type.description);
        used.made_by_use = false;
        return used;
    }
    if (known && known->cpp_key == type.cpp_key) return *types_[known->id];
    if (!known && of_key == no_component) {
        make_room_for_key();  // a type without its key would never be found again
        ComponentType& added = append(std::move(type));
        insert_key(added.cpp_key, added.id);
        return added;
    }
    const std::string problem = known && known->cpp_key == 0 ? std::string() : why_not(type);
    if (!problem.empty()) fail(problem);
    // The type is described outside of the registry. It will back the type made at run time, or no type.
    type.id = known ? known->id : of_key;
    if (!problem.empty()) type.cpp_key = 0;
    return *claims_.emplace_back(std::make_unique<ComponentType>(std::move(type)));
}

void TypeRegistry::end_description(ComponentType& type, std::string_view cpp_name, bool given_up) {
    const auto found =
        std::find_if(claims_.begin(), claims_.end(), [&](const auto& each) { return each.get() == &type; });
    if (found == claims_.end()) return;  // the type is in the registry already
    const std::unique_ptr<ComponentType> claim = std::move(*found);
    claims_.erase(found);
    if (given_up || claim->cpp_key == 0) return;
    ComponentType& known = *types_[claim->id];
    if (const std::string problem = why_not_behind(known, *claim, cpp_name); !problem.empty()) return fail(problem);
    put_behind(known, claim->cpp_key);
}

std::string TypeRegistry::why_not(const ComponentType& type) const {
    const ComponentId of_key = type.cpp_key == 0 ? no_component : find_key(type.cpp_key);
    const ComponentType* const known = find(type.name);
    if (known && known->cpp_key == 0 && type.cpp_key != 0) return why_not_behind(*known, type);
    if (known && (type.cpp_key == 0 || known->cpp_key != type.cpp_key || !layout_difference(type, *known).empty()))
        return "TypeRegistry: " + type.name + " is registered already, with another layout or for another C++ type";
    if (!known && of_key != no_component && !types_[of_key]->made_by_use)
        return "TypeRegistry: the C++ type of " + type.name + " is registered already, as " + types_[of_key]->name;
    return {};
}

std::string TypeRegistry::why_not_behind(const ComponentType& known, const ComponentType& type,
                                         std::string_view cpp_name) const {
    const std::string start = "TypeRegistry: the C++ type " +
                              (cpp_name.empty() ? "of " + type.name : std::string(cpp_name)) +
                              " cannot stand behind the component " + known.name + " that was made at run time: ";
    if (const ComponentId of_key = find_key(type.cpp_key); of_key != no_component)
        return start + "it is registered already, as " + types_[of_key]->name;
    if (const std::string difference = layout_difference(type, known); !difference.empty())
        return start + "it has " + difference;
    std::vector<Field> fields = type.fields;
    if (type.trivial != known.trivial || (!type.trivial && lay_out(fields).size != type.size))
        return start + "it has members that no field describes and that are more than their bytes";
    return {};
}

void TypeRegistry::put_behind(ComponentType& known, std::uint64_t cpp_key) {
    make_room_for_key();
    known.cpp_key = cpp_key;
    insert_key(cpp_key, known.id);
}

ComponentId TypeRegistry::add_copy(ComponentType type) {
    const ComponentType* const known = find(type.name);
    if (known && (known->cpp_key != 0 || type.cpp_key == 0)) {
        fail("TypeRegistry: " + type.name + " is registered already, so no copy of it can be added");
        return no_component;
    }
    if (known) {
        if (const std::string problem = why_not_behind(*known, type); !problem.empty()) {
            fail(problem);
            return no_component;
        }
        put_behind(*types_[known->id], type.cpp_key);
        return known->id;
    }
    make_room_for_key();
    const ComponentType& added = append(std::move(type));
    if (added.cpp_key != 0) insert_key(added.cpp_key, added.id);
    return added.id;
}

void TypeRegistry::make_room_for_key() {
    if ((types_.size() + 2) * 2 <= keys_.size()) return;
    std::vector<KeySlot> old(keys_.size() * 2);
    old.swap(keys_);
    key_mask_ = keys_.size() - 1;
    for (const KeySlot& slot : old)
        if (slot.key != 0) insert_key(slot.key, slot.id);
}

void TypeRegistry::insert_key(std::uint64_t key, ComponentId id) {
    KeySlot& first = quick_keys_[first_place(key)];
    KeySlot& second = quick_keys_[second_place(key)];
    if (first.key == 0)
        first = {key, id};
    else if (second.key == 0 && first.key != key)
        second = {key, id};
    std::size_t slot = key & key_mask_;
    while (keys_[slot].key != 0) slot = (slot + 1) & key_mask_;
    keys_[slot] = {key, id};
}

void TypeRegistry::add_field(ComponentType& type, const std::vector<Field>& before, Field field) {
    if (const Field* known = type.find_field(field.name)) {
        if (!same_shape({*known}, {field}))
            fail("TypeRegistry: the field " + field.name + " of " + type.name + " is described twice, differently");
        return;
    }
    // Within one description these fields may be members of a union. Across two descriptions they belong to two C++
    // types with the same name, each in its own file.
    for (const Field& other : before)
        if (field.offset < other.offset + other.size_bytes() && other.offset < field.offset + field.size_bytes())
            return fail("TypeRegistry: the fields " + other.name + " and " + field.name + " of " + type.name +
                        " lie in the same place, so two C++ types of one name describe it");
    const auto behind = std::find_if(type.fields.begin(), type.fields.end(),
                                     [&](const Field& other) { return other.offset > field.offset; });
    type.fields.insert(behind, std::move(field));
}

Result<ComponentId> TypeRegistry::add_at_run_time(ComponentType type) {
    if (type.name.empty()) return Error{"a component needs a name"};
    if (std::string problem = fields_problem(type.name, type.fields); !problem.empty()) return Error{problem};
    constexpr std::uint64_t max_bytes = 1u << 20;
    if (std::max<std::uint64_t>(min_bytes(type.fields), type.size) > max_bytes)
        return Error{type.name + " is larger than 1 MiB"};

    const StructSize needed = lay_out(type.fields);
    const bool aligned = type.align == 0 || (type.align & (type.align - 1)) == 0;
    if (!aligned || type.align > 4096) return Error{"align of " + type.name + " must be a power of two up to 4096"};
    const std::uint32_t given_align = std::max(type.align, 1u);
    if (type.size != 0 && (type.size < needed.size || given_align < needed.align || type.size % given_align != 0))
        return Error{"size " + std::to_string(type.size) + " and align " + std::to_string(given_align) + " of " +
                     type.name + " cannot hold its fields, which need " + std::to_string(needed.size) + " and " +
                     std::to_string(needed.align)};
    if (type.size == 0) {
        type.size = needed.size;
        type.align = std::max(type.align, needed.align);
        type.size = (type.size + type.align - 1) / type.align * type.align;
    }
    type.align = std::max(type.align, 1u);

    if (const ComponentType* known = find(type.name)) {
        if (known->size == type.size && known->align == type.align && same_shape(known->fields, type.fields))
            return known->id;
        return Error{type.name + " is registered already, with another layout"};
    }
    type.trivial = std::all_of(type.fields.begin(), type.fields.end(), [](const Field& f) { return is_trivial(f); });
    type.made_at_run_time = true;
    type.cpp_key = 0;
    if (type.trivial) {
        if (type.default_bytes.size() != type.size) type.default_bytes.assign(type.size, std::byte{0});
    } else {
        type.ops = ops_by_fields();
        if (type.default_bytes.size() != type.size) type.default_bytes.clear();
    }
    return append(std::move(type)).id;
}

void TypeRegistry::retire(ComponentId id) {
    ComponentType& type = *types_[id];
    if (type.retired) return;
    type.name = free_name(type.name + " before");
    type.retired = true;
    ++retirements_;
}

void TypeRegistry::revive(ComponentId id, std::string name) {
    types_[id]->name = std::move(name);
    types_[id]->retired = false;
    ++retirements_;
}

std::vector<TypeRegistry::Label> TypeRegistry::labels() const {
    std::vector<Label> labels;
    labels.reserve(types_.size());
    for (const auto& type : types_) labels.push_back({type->name, type->retired});
    return labels;
}

void TypeRegistry::restore(std::span<const Label> labels) {
    for (std::size_t id = labels.size(); id < types_.size(); ++id)
        if (types_[id]->made_at_run_time && types_[id]->cpp_key == 0 && !types_[id]->opaque_json)
            retire(static_cast<ComponentId>(id));
    for (std::size_t id = 0; id < std::min(labels.size(), types_.size()); ++id) {
        if (types_[id]->retired == labels[id].retired) continue;
        types_[id]->name = labels[id].name;
        types_[id]->retired = labels[id].retired;
        ++retirements_;
    }
}

Result<ComponentId> TypeRegistry::add_opaque(std::string name) {
    if (const ComponentType* known = find(name)) {
        if (known->opaque_json) return known->id;
        return Error{name + " is registered already"};
    }
    ComponentType type;
    type.name = std::move(name);
    type.description = "A component this program does not know; kept as it was read";
    Field text;
    text.name = "json";
    text.kind = FieldKind::String;
    type.fields.push_back(std::move(text));
    const Result<ComponentId> added = add_at_run_time(std::move(type));
    if (added) types_[*added]->opaque_json = true;
    return added;
}

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

}  // namespace ecs
