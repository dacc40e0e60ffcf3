#include "probe/wire/owner_bytes.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <optional>
#include <utility>

namespace probe {

namespace {

constexpr int deepest_field = 16;

void write_range(ByteWriter& to, const std::optional<double>& value) {
    to.number(static_cast<std::uint8_t>(value.has_value()));
    if (value) to.number(*value);
}

std::optional<double> read_range(ByteReader& from) {
    if (!from.flag()) return std::nullopt;
    return from.number<double>();
}

void write_fields(ByteWriter& to, const std::vector<ecs::Field>& fields) {
    to.count(fields.size());
    for (const ecs::Field& field : fields) {
        to.text(field.name);
        to.number(field.kind);
        to.number(field.count);
        to.number(field.element_size);
        write_fields(to, field.fields);
        to.count(field.names.size());
        for (const ecs::EnumName& each : field.names) {
            to.text(each.name);
            to.number(each.value);
        }
        write_range(to, field.min);
        write_range(to, field.max);
        to.number(field.step);
        to.text(field.unit);
        to.text(field.description);
        to.number(static_cast<std::uint8_t>(field.has_no_sign));
    }
}

std::vector<ecs::Field> read_fields(ByteReader& from, int depth) {
    std::vector<ecs::Field> fields;
    if (depth > deepest_field) return from.fail(), fields;
    const std::size_t count = from.count(40);
    for (std::size_t i = 0; i < count && from.fine(); ++i) {
        ecs::Field& field = fields.emplace_back();
        field.name = from.text();
        field.kind = from.choice<ecs::FieldKind>(ecs::field_kind_count);
        field.count = from.number<std::uint32_t>();
        // A text may have another size on the other side, an enum has one of four, and a struct that of its members.
        const auto bytes = from.number<std::uint32_t>();
        const bool is_enum = field.kind == ecs::FieldKind::Enum;
        field.element_size = is_enum ? bytes : static_cast<std::uint32_t>(ecs::size_of(field.kind));
        if (field.count == 0 || (is_enum && (bytes > 8 || !std::has_single_bit(bytes)))) from.fail();
        field.fields = read_fields(from, depth + 1);
        const std::size_t names = from.count(12);
        for (std::size_t k = 0; k < names && from.fine(); ++k) {
            ecs::EnumName& name = field.names.emplace_back();
            name.name = from.text();
            name.value = from.number<std::int64_t>();
        }
        field.min = read_range(from);
        field.max = read_range(from);
        field.step = from.number<double>();
        field.unit = from.text();
        field.description = from.text();
        field.has_no_sign = from.flag();
    }
    return fields;
}

/// Bytes are the whole value, and nobody said what they are.
bool is_plain_bytes(const ecs::ComponentType& type) { return type.fields.empty() && type.trivial; }

void write_members(ByteWriter& to, const std::vector<ecs::Field>& fields, const std::byte* object,
                   const EntityWords& words) {
    for (const ecs::Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::byte* const element = object + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == ecs::FieldKind::Struct)
                write_members(to, field.fields, element, words);
            else if (field.kind == ecs::FieldKind::String)
                to.text(*reinterpret_cast<const std::string*>(element));
            else if (field.kind == ecs::FieldKind::Entity && words)
                to.number(words(*reinterpret_cast<const ecs::Entity*>(element)).bits());
            else
                to.raw(element, field.element_size);
        }
}

void read_members(ByteReader& from, const std::vector<ecs::Field>& fields, std::byte* object) {
    for (const ecs::Field& field : fields)
        for (std::uint32_t i = 0; i < field.count && from.fine(); ++i) {
            std::byte* const element = object + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == ecs::FieldKind::Struct) {
                read_members(from, field.fields, element);
            } else if (field.kind == ecs::FieldKind::String) {
                *reinterpret_cast<std::string*>(element) = from.text();
            } else if (field.kind == ecs::FieldKind::Bool) {
                // Another byte than 0 and 1 is no bool, and reading it as one is undefined.
                const bool value = from.flag();
                std::memcpy(element, &value, sizeof value);
            } else {
                from.raw(element, field.element_size);
            }
        }
}

/// Of one value on the wire; a text may be empty.
std::size_t least_bytes(const std::vector<ecs::Field>& fields) {
    std::size_t bytes = 0;
    for (const ecs::Field& field : fields)
        bytes += field.count * (field.kind == ecs::FieldKind::Struct   ? least_bytes(field.fields)
                                : field.kind == ecs::FieldKind::String ? sizeof(std::uint32_t)
                                                                       : field.element_size);
    return bytes;
}

std::size_t least_bytes(const ecs::ComponentType& type) {
    return is_plain_bytes(type) ? type.size : least_bytes(type.fields);
}

/// Field after field without a gap, and each of them as it travels: so many bytes of a value are what is sent of it. 0:
/// the fields go one by one.
std::size_t packed_bytes(const ecs::ComponentType& type, bool reading) {
    if (is_plain_bytes(type)) return type.size;
    std::size_t end = 0;
    for (const ecs::Field& field : type.fields) {
        const bool is_checked = reading && field.kind == ecs::FieldKind::Bool;
        if (field.offset != end || field.kind == ecs::FieldKind::Struct || field.kind == ecs::FieldKind::String ||
            is_checked)
            return 0;
        end += field.size_bytes();
    }
    return end;
}

void write_column(ByteWriter& to, const ecs::ComponentType& type, std::span<const void* const> values) {
    const std::size_t bytes = packed_bytes(type, false);
    if (bytes == 0) {
        for (const void* const value : values) write_value(to, type, value);
        return;
    }
    std::byte* next = to.room(bytes * values.size());
    for (const void* const value : values) {
        std::memcpy(next, value, bytes);
        next += bytes;
    }
}

void read_column(ByteReader& from, const ecs::ComponentType& type, ValueColumn& values, std::size_t rows) {
    const std::size_t bytes = packed_bytes(type, true);
    if (bytes == 0) {
        for (std::size_t row = 0; row < rows && from.fine(); ++row) read_value(from, type, values.value(row));
        return;
    }
    const std::span<const std::byte> all = from.skip(bytes * rows);
    if (bytes == type.size && !all.empty()) {
        std::memcpy(values.value(0), all.data(), all.size());
        return;
    }
    for (std::size_t row = 0; row < rows && !all.empty(); ++row)
        std::memcpy(values.value(row), all.data() + bytes * row, bytes);
}

}  // namespace

void write_keys(ByteWriter& to, std::span<const ecs::OwnerKey> keys) {
    to.count(keys.size());
    to.raw(keys.data(), keys.size() * sizeof(ecs::OwnerKey));
}

std::vector<ecs::OwnerKey> read_keys(ByteReader& from) {
    std::vector<ecs::OwnerKey> keys(from.count(sizeof(ecs::OwnerKey)));
    from.raw(keys.data(), keys.size() * sizeof(ecs::OwnerKey));
    return keys;
}

std::uint32_t read_position(ByteReader& from, std::span<const ecs::ComponentType> types) {
    const auto type = from.number<std::uint32_t>();
    if (type >= types.size()) from.fail();
    return from.fine() ? type : 0;
}

void write_values(ByteWriter& to, const ecs::ComponentType& type, const std::byte* values, std::size_t count) {
    const std::size_t bytes = packed_bytes(type, false);
    if (bytes == type.size) return to.raw(values, bytes * count);
    std::byte* next = to.room(bytes * count);
    for (std::size_t row = 0; row < count; ++row, next += bytes)
        if (bytes == 0)
            write_value(to, type, values + row * type.size);
        else
            std::memcpy(next, values + row * type.size, bytes);
}

void read_values(ByteReader& from, const ecs::ComponentType& type, std::size_t count, std::vector<const void*>& to,
                 std::vector<ValueColumn>& values, std::size_t& bytes) {
    if (type.is_tag() || count == 0) return;
    // No memory for values that are not there.
    if (count > from.left() / std::max<std::size_t>(1, least_bytes(type))) return from.fail();
    bytes += count * type.size;
    if (bytes > most_value_bytes) return from.fail();
    ValueColumn& made = values.emplace_back(type, count);
    read_column(from, type, made, count);
    for (std::size_t row = 0; row < count; ++row) to.push_back(made.value(row));
}

void write_type(ByteWriter& to, const ecs::ComponentType& type) {
    to.text(type.name);
    to.text(type.description);
    to.number(type.size);
    to.number(type.align);
    to.number(static_cast<std::uint8_t>(type.trivial));
    write_fields(to, type.fields);
    ByteWriter value;
    if (type.default_bytes.size() == type.size && type.trivial && !type.is_tag())
        write_value(value, type, type.default_bytes.data());
    to.count(value.size());
    to.raw(value.bytes().data(), value.size());
}

ecs::ComponentType read_type(ByteReader& from) {
    ecs::ComponentType type;
    type.name = from.text();
    type.description = from.text();
    type.size = from.number<std::uint32_t>();
    type.align = from.number<std::uint32_t>();
    type.trivial = from.flag();
    type.fields = read_fields(from, 0);
    // As the bytes were written; only the registry that lays out the type can say where they go.
    type.default_bytes.resize(from.count(1));
    from.raw(type.default_bytes.data(), type.default_bytes.size());
    return type;
}

void write_value(ByteWriter& to, const ecs::ComponentType& type, const void* value, const EntityWords& words) {
    if (is_plain_bytes(type))
        to.raw(value, type.size);
    else
        write_members(to, type.fields, static_cast<const std::byte*>(value), words);
}

void read_value(ByteReader& from, const ecs::ComponentType& type, void* value) {
    if (is_plain_bytes(type))
        from.raw(value, type.size);
    else
        read_members(from, type.fields, static_cast<std::byte*>(value));
}

void write_request(ByteWriter& to, const ecs::OwnerRequest& request, const EntityWords& words) {
    to.number(request.kind);
    to.number(request.key);
    to.count(request.parts.size());
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        to.number(part.type);
        to.number(static_cast<std::uint8_t>(part.value && !part.value.type().is_tag()));
        if (part.value && !part.value.type().is_tag()) write_value(to, part.value.type(), part.value.data(), words);
    }
    to.count(request.fields.size());
    for (const std::uint32_t field : request.fields) to.number(field);
    to.number(request.parent);
    to.text(request.name);
    to.number(static_cast<std::uint8_t>(request.on));
    to.number(static_cast<std::uint8_t>(request.again));
}

ecs::OwnerRequest read_request(ByteReader& from, std::span<const ecs::ComponentType> types) {
    ecs::OwnerRequest request;
    request.kind = from.choice<ecs::OwnerRequest::Kind>(8);
    request.key = from.number<ecs::OwnerKey>();
    const std::size_t parts = from.count(5);
    for (std::size_t i = 0; i < parts && from.fine(); ++i) {
        ecs::OwnerRequest::Part& part = request.parts.emplace_back();
        part.type = read_position(from, types);
        if (!from.flag() || !from.fine()) continue;
        const ecs::ComponentType& type = types[part.type];
        if (type.is_tag()) {
            from.fail();
            break;
        }
        part.value = ecs::Value(type);
        read_value(from, type, part.value.data());
    }
    const std::size_t fields = from.count(4);
    for (std::size_t i = 0; i < fields; ++i) request.fields.push_back(from.number<std::uint32_t>());
    request.parent = from.number<ecs::OwnerKey>();
    request.name = from.text();
    request.on = from.flag();
    request.again = from.flag();
    // An Owner relies on these.
    using Kind = ecs::OwnerRequest::Kind;
    const bool is_of_one = request.kind == Kind::Add || request.kind == Kind::Remove || request.kind == Kind::Set;
    if (is_of_one && request.parts.size() != 1) from.fail();
    for (const std::uint32_t field : request.fields)
        if (request.parts.empty() || field >= types[request.parts.front().type].fields.size()) from.fail();
    return request;
}

void write_reply(ByteWriter& to, const ecs::OwnerReply& reply) {
    to.number(reply.outcome);
    to.text(reply.why);
    to.number(reply.key);
}

ecs::OwnerReply read_reply(ByteReader& from) {
    ecs::OwnerReply reply;
    reply.outcome = from.choice<ecs::OwnerReply::Outcome>(4);
    reply.why = from.text();
    reply.key = from.number<ecs::OwnerKey>();
    return reply;
}

void write_systems(ByteWriter& to, std::span<const ecs::OwnerSystem> systems) {
    to.count(systems.size());
    for (const ecs::OwnerSystem& each : systems) {
        to.text(each.name);
        to.text(each.phase);
        to.number(each.part);
        to.text(each.description);
        to.number(static_cast<std::uint8_t>(each.enabled));
        to.text(each.why_not_switch);
        to.count(each.accesses.size());
        for (const ecs::OwnerSystem::Access& access : each.accesses) {
            to.number(access.type);
            to.number(static_cast<std::uint8_t>(access.writes));
        }
        for (const double secs : {each.last_secs, each.mean_secs, each.min_secs, each.max_secs}) to.number(secs);
        to.number(each.runs);
        to.number(each.entities);
    }
}

std::vector<ecs::OwnerSystem> read_systems(ByteReader& from) {
    std::vector<ecs::OwnerSystem> systems;
    const std::size_t count = from.count(70);
    for (std::size_t i = 0; i < count && from.fine(); ++i) {
        ecs::OwnerSystem& each = systems.emplace_back();
        each.name = from.text();
        each.phase = from.text();
        each.part = from.choice<ecs::Phase>(3);
        each.description = from.text();
        each.enabled = from.flag();
        each.why_not_switch = from.text();
        const std::size_t accesses = from.count(5);
        for (std::size_t k = 0; k < accesses; ++k) {
            const auto type = from.number<std::uint32_t>();
            each.accesses.push_back({type, from.flag()});
        }
        for (double* const secs : {&each.last_secs, &each.mean_secs, &each.min_secs, &each.max_secs})
            *secs = from.number<double>();
        each.runs = from.number<std::uint64_t>();
        each.entities = from.number<std::uint64_t>();
    }
    return systems;
}

ValueColumn::ValueColumn(const ecs::ComponentType& type, std::size_t count)
    : type_(&type),
      data_(static_cast<std::byte*>(::operator new (type.size* count, std::align_val_t{type.align}))),
      count_(count) {
    ecs::construct_values(type, data_, count);
}

ValueColumn::~ValueColumn() {
    if (data_ == nullptr) return;
    ecs::destroy_values(*type_, data_, count_);
    ::operator delete (data_, std::align_val_t{type_->align});
}

void write_pull(ByteWriter& to, const ecs::Pull& pull, std::span<const ecs::ComponentType> types) {
    write_keys(to, pull.destroyed);
    to.count(pull.created.size());
    for (const ecs::Pull::Created& each : pull.created) {
        to.number(each.key);
        to.number(each.wanted.bits());
    }
    to.count(pull.removed.size());
    for (const ecs::Pull::Removed& each : pull.removed) {
        to.number(each.type);
        to.number(each.key);
    }
    to.count(static_cast<std::size_t>(
        std::count_if(pull.columns.begin(), pull.columns.end(), [](const auto& each) { return !each.keys.empty(); })));
    for (const ecs::Pull::Column& column : pull.columns) {
        if (column.keys.empty()) continue;
        to.number(column.type);
        write_keys(to, column.keys);
        write_column(to, types[column.type], column.values);
    }
    to.count(pull.moved.size());
    for (const ecs::Pull::Moved& each : pull.moved) {
        to.number(each.key);
        to.number(each.parent);
    }
    to.count(pull.named.size());
    for (const ecs::Pull::Named& each : pull.named) {
        to.number(each.key);
        to.text(each.name);
    }
}

void read_pull(ByteReader& from, ecs::Pull& pull, std::span<const ecs::ComponentType> types,
               std::vector<ValueColumn>& values) {
    pull.destroyed = read_keys(from);
    pull.created.resize(from.count(16));
    for (ecs::Pull::Created& each : pull.created) {
        each.key = from.number<ecs::OwnerKey>();
        each.wanted = ecs::entity_of_bits(from.number<std::uint64_t>());
    }
    pull.removed.resize(from.count(12));
    for (ecs::Pull::Removed& each : pull.removed) {
        each.type = read_position(from, types);
        each.key = from.number<ecs::OwnerKey>();
    }
    std::size_t bytes = 0;
    const std::size_t columns = from.count(8);
    for (std::size_t i = 0; i < columns && from.fine(); ++i) {
        const std::uint32_t type = read_position(from, types);
        if (!from.fine()) break;
        ecs::Pull::Column& column = pull.columns[type];
        if (!column.keys.empty()) return from.fail();  // it was said already
        column.keys = read_keys(from);
        read_values(from, types[type], column.keys.size(), column.values, values, bytes);
    }
    pull.moved.resize(from.count(16));
    for (ecs::Pull::Moved& each : pull.moved) {
        each.key = from.number<ecs::OwnerKey>();
        each.parent = from.number<ecs::OwnerKey>();
    }
    const std::size_t names = from.count(12);
    for (std::size_t i = 0; i < names && from.fine(); ++i) {
        const auto key = from.number<ecs::OwnerKey>();
        pull.named.push_back({key, std::string(from.text())});
    }
}

}  // namespace probe
