// Reads flecs' reflection (the meta addon): which fields a component has, where, and of which kind. A component that it
// does not describe is shown as bytes.
#pragma once

#include <flecs.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chunkscope/flecs/shape.hpp"

namespace chunkscope::flecs::detail {

class Reflector {
public:
    explicit Reflector(const ecs_world_t* world) : world_(world) {}

    /// How values of this id are shown. `info` is null for tags.
    Shape shape_of(std::string name, const ecs_type_info_t* info) const {
        Shape shape;
        shape.type.name = std::move(name);
        if (info == nullptr || info->size == 0) return shape;
        shape.raw_size = static_cast<std::uint32_t>(info->size);
        shape.plain = info->hooks.dtor == nullptr && info->hooks.copy == nullptr && info->hooks.move == nullptr;
        const auto align = static_cast<std::uint32_t>(info->alignment);
        add_fields(shape.type.fields, shape.parts, info->component);
        // Padding between fields is not compared, except in values that are shown as bytes.
        std::vector<ecs::Field> fields = shape.type.fields;
        std::vector<Part> parts = shape.parts;
        shape.complete = !fields.empty() && fill_holes(fields, parts, shape.raw_size, align);
        if (shape.plain || !has_converted(parts)) {
            shape.type.fields = std::move(fields);
            shape.parts = std::move(parts);
        }
        if (shape.type.fields.empty()) {
            shape.type.size = shape.raw_size;
            shape.type.align = align;
            return shape;
        }
        std::vector<ecs::Field> laid_out = shape.type.fields;
        const ecs::StructSize size = ecs::lay_out(laid_out);
        shape.same = lies_same(laid_out, shape.parts) && size.size <= shape.raw_size && size.align <= align;
        shape.type.fields = std::move(laid_out);
        shape.type.size = shape.same ? shape.raw_size : size.size;
        shape.type.align = shape.same ? align : size.align;
        return shape;
    }

    /// How values of a C++ type are shown that somebody described by its members.
    Shape shape_of_members(std::string name, const ecs_type_info_t& info, std::vector<ecs::Field> fields) const {
        Shape shape;
        shape.type.name = std::move(name);
        shape.raw_size = static_cast<std::uint32_t>(info.size);
        shape.plain = info.hooks.dtor == nullptr && info.hooks.copy == nullptr && info.hooks.move == nullptr;
        const auto align = static_cast<std::uint32_t>(info.alignment);
        for (const ecs::Field& each : fields) shape.parts.push_back(same_part(each));
        shape.complete = fill_holes(fields, shape.parts, shape.raw_size, align);
        shape.type.fields = std::move(fields);
        shape.type.size = shape.raw_size;
        shape.type.align = align;
        return shape;
    }

private:
    static bool has_converted(const std::vector<Part>& parts) {
        return std::any_of(parts.begin(), parts.end(), [](const Part& part) {
            return part.how == Part::How::Struct ? has_converted(part.parts) : part.how != Part::How::Same;
        });
    }

    void add_fields(std::vector<ecs::Field>& fields, std::vector<Part>& parts, ecs_entity_t type) const {
        if (!ecs_is_alive(world_, type)) return;
        const auto* const meta = ecs_get(world_, type, EcsType);
        if (meta == nullptr) return;
        if (meta->kind == EcsStructType) {
            add_members(fields, parts, type);
            return;
        }
        ecs::Field field;
        Part part;
        if (!describe(field, part, type, 1)) return;
        field.name = "value";
        fields.push_back(std::move(field));
        parts.push_back(std::move(part));
    }

    void add_members(std::vector<ecs::Field>& fields, std::vector<Part>& parts, ecs_entity_t type) const {
        const auto* const data = ecs_get(world_, type, EcsStruct);
        if (data == nullptr) return;
        const auto* const members = static_cast<const ecs_member_t*>(data->members.array);
        for (std::int32_t i = 0; i < data->members.count; ++i) {
            const ecs_member_t& member = members[i];
            ecs::Field field;
            Part part;
            if (!describe(field, part, member.type, static_cast<std::uint32_t>(std::max(1, member.count)))) continue;
            field.name = member.name;
            field.offset = part.offset = static_cast<std::uint32_t>(member.offset);
            if (member.range.min < member.range.max) {
                field.min = member.range.min;
                field.max = member.range.max;
            }
            if (member.unit != 0)
                if (const auto* const unit = ecs_get(world_, member.unit, EcsUnit);
                    unit != nullptr && unit->symbol != nullptr)
                    field.unit = unit->symbol;
#ifdef FLECS_DOC
            if (member.member != 0)
                if (const char* const brief = ecs_doc_get_brief(world_, member.member); brief != nullptr)
                    field.description = brief;
#endif
            fields.push_back(std::move(field));
            parts.push_back(std::move(part));
        }
    }

    /// False when nothing is known of the type.
    bool describe(ecs::Field& field, Part& part, ecs_entity_t type, std::uint32_t count) const {
        const auto* const meta = ecs_is_alive(world_, type) ? ecs_get(world_, type, EcsType) : nullptr;
        const auto* const info = ecs_is_alive(world_, type) ? ecs_get_type_info(world_, type) : nullptr;
        if (meta == nullptr || info == nullptr || info->size == 0) return false;
        field.count = count;
        field.element_size = part.size = static_cast<std::uint32_t>(info->size);
        part.type = type;
        switch (meta->kind) {
            case EcsPrimitiveType:
                return describe_primitive(field, part, type);
            case EcsEnumType:
                describe_enum(field, type);
                return true;
            case EcsBitmaskType:
                field.kind = unsigned_of(field.element_size);
                field.description = bits_of(type);
                return true;
            case EcsStructType: {
                field.kind = ecs::FieldKind::Struct;
                part.how = Part::How::Struct;
                add_members(field.fields, part.parts, type);
                if (field.fields.empty()) return false;
                if (!has_converted(part.parts))
                    (void)fill_holes(field.fields, part.parts, part.size, static_cast<std::uint32_t>(info->alignment));
                // An empty struct, or one with a larger alignment than its fields, would get another size.
                std::vector<ecs::Field> laid_out = field.fields;
                const ecs::StructSize size = ecs::lay_out(laid_out);
                if (has_converted(part.parts)) field.element_size = size.size;
                return true;
            }
            case EcsArrayType:
                if (const auto* const array = ecs_get(world_, type, EcsArray); array != nullptr)
                    return describe(field, part, array->type, count * static_cast<std::uint32_t>(array->count));
                return false;
            case EcsVectorType:
            case EcsOpaqueType:
                if (meta->kind == EcsOpaqueType) {
                    const auto* const opaque = ecs_get(world_, type, EcsOpaque);
                    if (opaque == nullptr || opaque->serialize == nullptr) return false;
                }
                field.kind = ecs::FieldKind::String;
                field.element_size = static_cast<std::uint32_t>(sizeof(std::string));
                field.description = "As JSON: " + path_of(world_, type);
                part.how = Part::How::Json;
                return true;
            default:  // kinds that later versions have
                return false;
        }
    }

    bool describe_primitive(ecs::Field& field, Part& part, ecs_entity_t type) const {
        const auto* const primitive = ecs_get(world_, type, EcsPrimitive);
        if (primitive == nullptr) return false;
        switch (primitive->kind) {
            case EcsBool:
                field.kind = ecs::FieldKind::Bool;
                break;
            case EcsChar:
            case EcsI8:
                field.kind = ecs::FieldKind::I8;
                break;
            case EcsByte:
            case EcsU8:
                field.kind = ecs::FieldKind::U8;
                break;
            case EcsU16:
                field.kind = ecs::FieldKind::U16;
                break;
            case EcsU32:
                field.kind = ecs::FieldKind::U32;
                break;
            case EcsI16:
                field.kind = ecs::FieldKind::I16;
                break;
            case EcsI32:
                field.kind = ecs::FieldKind::I32;
                break;
            case EcsI64:
                field.kind = ecs::FieldKind::I64;
                break;
            case EcsF32:
                field.kind = ecs::FieldKind::F32;
                break;
            case EcsF64:
                field.kind = ecs::FieldKind::F64;
                break;
            case EcsIPtr:
                field.kind = field.element_size == 8 ? ecs::FieldKind::I64 : ecs::FieldKind::I32;
                break;
            case EcsString:
                field.kind = ecs::FieldKind::String;
                field.element_size = static_cast<std::uint32_t>(sizeof(std::string));
                part.how = Part::How::Text;
                break;
            case EcsEntity:
                field.kind = ecs::FieldKind::Entity;
                part.how = Part::How::Entity;
                break;
            case EcsU64:
            case EcsUPtr:
            case EcsId:
                field.kind = unsigned_of(field.element_size);
                break;
        }
        return true;
    }

    static ecs::FieldKind unsigned_of(std::uint32_t size) {
        if (size == 1) return ecs::FieldKind::U8;
        if (size == 2) return ecs::FieldKind::U16;
        return size == 4 ? ecs::FieldKind::U32 : ecs::FieldKind::U64;
    }

    void describe_enum(ecs::Field& field, ecs_entity_t type) const {
        field.kind = ecs::FieldKind::Enum;
        field.has_no_sign = is_unsigned(type);
        for_each_constant(type, [&](const ecs_enum_constant_t& constant) {
            field.names.push_back({constant.name, value_of(constant, type)});
        });
        std::sort(field.names.begin(), field.names.end(),
                  [](const ecs::EnumName& a, const ecs::EnumName& b) { return a.value < b.value; });
    }
    bool is_unsigned(ecs_entity_t type) const {
        const auto* const data = ecs_get(world_, type, EcsEnum);
        const auto* const kind = data != nullptr && data->underlying_type != 0
                                     ? ecs_get(world_, data->underlying_type, EcsPrimitive)
                                     : nullptr;
        return kind != nullptr && kind->kind >= EcsChar && kind->kind <= EcsU64;
    }
    std::int64_t value_of(const ecs_enum_constant_t& constant, ecs_entity_t type) const {
        return is_unsigned(type) ? static_cast<std::int64_t>(constant.value_unsigned) : constant.value;
    }
    std::string bits_of(ecs_entity_t type) const {
        std::vector<std::pair<std::uint64_t, std::string>> bits;
        for_each_constant(type, [&](const ecs_enum_constant_t& constant) {
            // Both kinds of constants have their number at this place.
            bits.emplace_back(static_cast<std::uint64_t>(constant.value), constant.name);
        });
        std::sort(bits.begin(), bits.end());
        std::string text;
        for (const auto& [value, name] : bits)
            text += (text.empty() ? "Bits: " : ", ") + name + " = " + std::to_string(value);
        return text;
    }

    /// Enums and bitmasks keep their constants alike, and elsewhere since 4.1.1.
    template <class F>
    void for_each_constant(ecs_entity_t type, F&& f) const {
        const ecs_map_t* constants = nullptr;
#if FLECS_VERSION_MINOR >= 1 && FLECS_VERSION_PATCH >= 1
        if (const auto* const data = ecs_get(world_, type, EcsConstants); data != nullptr) constants = data->constants;
#else
        if (const auto* const data = ecs_get(world_, type, EcsEnum); data != nullptr)
            constants = &data->constants;
        else if (const auto* const bits = ecs_get(world_, type, EcsBitmask); bits != nullptr)
            constants = &bits->constants;
#endif
        if (constants == nullptr || !ecs_map_is_init(constants)) return;
        ecs_map_iter_t it = ecs_map_iter(constants);
        while (ecs_map_next(&it)) {
            const auto* const constant = reinterpret_cast<const ecs_enum_constant_t*>(ecs_map_ptr(&it));
            if (constant != nullptr && constant->name != nullptr) f(*constant);
        }
    }

    const ecs_world_t* world_;
};

}  // namespace chunkscope::flecs::detail
