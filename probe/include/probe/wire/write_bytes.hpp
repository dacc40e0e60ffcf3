// Who wrote what, as bytes: the values of which a client wants to know it, and what the program's FieldRecorder saw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "ecs/record/field_recorder.hpp"
#include "probe/wire/bytes.hpp"

namespace probe {

/// Whose writes are recorded. Types are positions in Owner::types().
struct WishedWrites {
    bool everything = false;
    std::vector<ecs::OwnerKey> keys = {};
    std::vector<std::uint32_t> types = {};

    friend bool operator==(const WishedWrites&, const WishedWrites&) = default;
};

void write_wish(ByteWriter& to, const WishedWrites& wish);
WishedWrites read_writes_wish(ByteReader& from);

/// An ecs::FieldRecord, named as an Owner names things.
struct ToldWrite {
    ecs::RecordKind kind = ecs::RecordKind::Changed;
    ecs::WriterKind writer = ecs::WriterKind::Direct;
    std::uint32_t name = 0;  // of the writer, in ToldWrites::names
    std::uint64_t tick = 0;
    ecs::OwnerKey key = ecs::no_owner_key;
    std::uint32_t type = ecs::OwnerPool::no_type;  // none: the entity itself came or went
    std::uint32_t value = ecs::whole_component;    // see ecs::value_number()
    /// Numbers and handles as they lie in the program's memory, of texts the letters.
    std::vector<std::byte> before = {}, after = {};
    bool cut = false;
};

struct ToldWrites {
    std::vector<std::string> names = {};
    std::vector<ToldWrite> writes = {};  // in their order
    bool lacks_some = false;             // of what is wished, or older ones: they would take too much memory there
};

/// All records but those of steps, which the client knows. `positions`: of the types, by ComponentId. Names and parents are
/// left out.
void write_told_writes(ByteWriter& to, const ecs::World& world, const ecs::FieldRecorder& records,
                       std::span<const std::uint32_t> positions);
void write_no_writes(ByteWriter& to);
ToldWrites read_told_writes(ByteReader& from);

}  // namespace probe
