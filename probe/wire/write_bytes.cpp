#include "probe/wire/write_bytes.hpp"

#include <algorithm>

#include "ecs/record/field_place.hpp"

namespace probe {

namespace {

constexpr std::size_t record_kinds = static_cast<std::size_t>(ecs::RecordKind::Removed) + 1;
constexpr std::size_t least_write_bytes = 1 + 1 + 4 + 8 + 8 + 4 + 4 + 1 + 4 + 4;

void write_bytes(ByteWriter& to, std::span<const std::byte> bytes) {
    to.count(bytes.size());
    to.raw(bytes.data(), bytes.size());
}

std::vector<std::byte> read_bytes(ByteReader& from) {
    const std::span<const std::byte> bytes = from.skip(from.count(1));
    return {bytes.begin(), bytes.end()};
}

}  // namespace

void write_wish(ByteWriter& to, const WishedWrites& wish) {
    to.number(static_cast<std::uint8_t>(wish.everything));
    to.count(wish.keys.size());
    for (const ecs::OwnerKey key : wish.keys) to.number(key);
    to.count(wish.types.size());
    for (const std::uint32_t type : wish.types) to.number(type);
}

WishedWrites read_writes_wish(ByteReader& from) {
    WishedWrites wish{.everything = from.flag()};
    wish.keys.resize(from.count(sizeof(ecs::OwnerKey)));
    for (ecs::OwnerKey& key : wish.keys) key = from.number<ecs::OwnerKey>();
    wish.types.resize(from.count(sizeof(std::uint32_t)));
    for (std::uint32_t& type : wish.types) type = from.number<std::uint32_t>();
    return wish;
}

void write_told_writes(ByteWriter& to, const ecs::World& world, const ecs::FieldRecorder& records,
                       std::span<const std::uint32_t> positions) {
    to.number(static_cast<std::uint8_t>(records.refused() || records.dropped() > 0));
    std::vector<std::string_view> names;
    const std::size_t count_at = to.size();
    to.count(0);
    std::size_t count = 0;
    records.each([&](const ecs::FieldRecord& record) {
        using Kind = ecs::WriterKind;
        const bool of_step = record.writer.kind == Kind::ByStep;
        const bool of_entity = record.component == ecs::no_component;
        const std::uint32_t type =
            of_entity || record.component >= positions.size() ? ecs::OwnerPool::no_type : positions[record.component];
        if (of_step || (!of_entity && type == ecs::OwnerPool::no_type)) return true;
        auto name = std::find(names.begin(), names.end(), record.writer.name);
        if (name == names.end()) name = names.insert(names.end(), record.writer.name);
        to.number(record.kind);
        to.number(record.writer.kind);
        to.number(static_cast<std::uint32_t>(name - names.begin()));
        to.number(record.tick);
        to.number(record.entity.bits());
        to.number(type);
        to.number(record.offset == ecs::whole_component
                      ? ecs::whole_component
                      : ecs::value_number(world.types()[record.component], record.offset));
        to.number(static_cast<std::uint8_t>(record.cut));
        write_bytes(to, record.before);
        write_bytes(to, record.after);
        ++count;
        return true;
    });
    to.set(count_at, static_cast<std::uint32_t>(count));
    to.count(names.size());
    for (const std::string_view name : names) to.text(name);
}

void write_no_writes(ByteWriter& to) {
    to.number(std::uint8_t{0});
    to.count(0);
    to.count(0);
}

ToldWrites read_told_writes(ByteReader& from) {
    ToldWrites told{.lacks_some = from.flag()};
    const std::size_t count = from.count(least_write_bytes);
    for (std::size_t i = 0; i < count && from.fine(); ++i) {
        ToldWrite& each = told.writes.emplace_back();
        each.kind = from.choice<ecs::RecordKind>(record_kinds);
        each.writer = from.choice<ecs::WriterKind>(ecs::writer_kind_count);
        each.name = from.number<std::uint32_t>();
        each.tick = from.number<std::uint64_t>();
        each.key = from.number<ecs::OwnerKey>();
        each.type = from.number<std::uint32_t>();
        each.value = from.number<std::uint32_t>();
        each.cut = from.flag();
        each.before = read_bytes(from);
        each.after = read_bytes(from);
    }
    told.names.resize(from.count(sizeof(std::uint32_t)));
    for (std::string& name : told.names) name = from.text();
    for (const ToldWrite& each : told.writes)
        if (each.name >= told.names.size()) from.fail();
    return told;
}

}  // namespace probe
