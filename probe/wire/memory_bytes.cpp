#include "probe/wire/memory_bytes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace probe {

namespace {

/// More than any computer has. Sums of such numbers stay far from an overflow.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 48;

void write_size(ByteWriter& to, std::size_t size) { to.number(static_cast<std::uint64_t>(size)); }

std::size_t read_size(ByteReader& from) {
    const auto size = from.number<std::uint64_t>();
    if (size > most_bytes) from.fail();
    return from.fine() ? static_cast<std::size_t>(size) : 0;
}

/// Each text takes at least its length.
constexpr std::size_t least_text_bytes = 4;

void write_texts(ByteWriter& to, const std::vector<std::string>& texts) {
    to.count(texts.size());
    for (const std::string& text : texts) to.text(text);
}

std::vector<std::string> read_texts(ByteReader& from) {
    std::vector<std::string> texts(from.count(least_text_bytes));
    for (std::string& text : texts) text = from.text();
    return texts;
}

void write_block(ByteWriter& to, const ecs::PoolBlock& block) {
    to.number(block.kind);
    to.number(std::uint64_t{std::bit_cast<std::uintptr_t>(block.begin)});
    for (const std::size_t size : {block.bytes, block.first, block.entries, block.used}) write_size(to, size);
    to.text(block.component);
    to.number(block.type);
}
constexpr std::size_t least_block_bytes = 1 + 5 * 8 + least_text_bytes + 4;

ecs::PoolBlock read_block(ByteReader& from) {
    ecs::PoolBlock block;
    block.kind = from.choice<ecs::PoolBlockKind>(ecs::pool_block_kind_count);
    // Nobody reads from there.
    block.begin = std::bit_cast<const std::byte*>(static_cast<std::uintptr_t>(from.number<std::uint64_t>()));
    for (std::size_t* const size : {&block.bytes, &block.first, &block.entries, &block.used}) *size = read_size(from);
    if (block.used > block.entries) from.fail();
    block.component = from.text();
    block.type = from.number<std::uint32_t>();
    return block;
}

void write_pool(ByteWriter& to, const ecs::OwnerPool& pool) {
    to.number(pool.kind);
    to.text(pool.name);
    to.number(pool.type);
    for (const std::size_t size : {pool.entity_bytes, pool.value_bytes, pool.capacity, pool.header_bytes})
        write_size(to, size);
    to.number(static_cast<std::uint8_t>(pool.keeps_addresses));
    to.number(static_cast<std::uint8_t>(pool.grouped));
    to.number(pool.sparse_mask);
    to.count(pool.entities.size());
    to.raw(pool.entities.data(), pool.entities.size() * sizeof(ecs::OwnerKey));
    to.count(pool.blocks.size());
    for (const ecs::PoolBlock& block : pool.blocks) write_block(to, block);
    write_texts(to, pool.tags);
    to.count(pool.columns.size());
    for (const ecs::OwnerColumn& column : pool.columns) {
        to.text(column.component);
        to.number(column.type);
    }
}
constexpr std::size_t least_pool_bytes = 1 + least_text_bytes + 4 + 4 * 8 + 2 + 8 + 4 * 4;

ecs::OwnerPool read_pool(ByteReader& from) {
    ecs::OwnerPool pool;
    pool.kind = from.choice<ecs::PoolKind>(ecs::pool_kind_count);
    pool.name = from.text();
    pool.type = from.number<std::uint32_t>();
    for (std::size_t* const size : {&pool.entity_bytes, &pool.value_bytes, &pool.capacity, &pool.header_bytes})
        *size = read_size(from);
    pool.keeps_addresses = from.flag();
    pool.grouped = from.flag();
    pool.sparse_mask = from.number<ecs::OwnerKey>();
    pool.entities.resize(from.count(sizeof(ecs::OwnerKey)));
    from.raw(pool.entities.data(), pool.entities.size() * sizeof(ecs::OwnerKey));
    pool.tombstones =
        static_cast<std::size_t>(std::count(pool.entities.begin(), pool.entities.end(), ecs::no_owner_key));
    const std::size_t blocks = from.count(least_block_bytes);
    for (std::size_t i = 0; i < blocks && from.fine(); ++i) pool.blocks.push_back(read_block(from));
    pool.tags = read_texts(from);
    pool.columns.resize(from.count(least_text_bytes + 4));
    for (ecs::OwnerColumn& column : pool.columns) {
        column.component = from.text();
        column.type = from.number<std::uint32_t>();
    }
    return pool;
}

void write_positions(ByteWriter& to, const std::vector<std::size_t>& positions) {
    to.count(positions.size());
    for (const std::size_t position : positions) to.number(static_cast<std::uint32_t>(position));
}

std::vector<std::size_t> read_positions(ByteReader& from, std::size_t pools) {
    std::vector<std::size_t> positions(from.count(4));
    for (std::size_t& position : positions) {
        position = from.number<std::uint32_t>();
        if (position >= pools) from.fail();
    }
    return positions;
}

void write_bytes(ByteWriter& to, const ecs::PoolBytes& read) {
    to.count(read.bytes.size());
    to.raw(read.bytes.data(), read.bytes.size());
    to.count(read.spans.size());
    for (const ecs::PoolSpan& span : read.spans) {
        to.number(static_cast<std::uint32_t>(span.size));
        to.number(span.role);
        to.number(span.entity);
        to.number(static_cast<std::int32_t>(span.field));
        to.number(static_cast<std::int32_t>(span.column));
    }
}
constexpr std::size_t span_bytes = 4 + 1 + 8 + 4 + 4;

ecs::PoolBytes read_bytes(ByteReader& from, std::size_t first) {
    ecs::PoolBytes read;
    read.bytes.resize(from.count(1));
    if (read.bytes.size() > most_part_bytes) return from.fail(), ecs::PoolBytes{};
    from.raw(read.bytes.data(), read.bytes.size());
    read.spans.resize(from.count(span_bytes));
    // They lie side by side, so their sizes say where.
    std::size_t end = first;
    for (ecs::PoolSpan& span : read.spans) {
        span.offset = end;
        span.size = from.number<std::uint32_t>();
        span.role = from.choice<ecs::PoolByteRole>(ecs::pool_byte_role_count);
        span.entity = from.number<ecs::OwnerKey>();
        span.field = from.number<std::int32_t>();
        span.column = from.number<std::int32_t>();
        if (span.size == 0 || span.field < -1 || span.column < -1) from.fail();
        end += span.size;
    }
    if (end - first != read.bytes.size()) from.fail();
    return read;
}

}  // namespace

WantedPart::WantedPart(const ecs::OwnerMemory& memory, const ecs::PoolPart& part)
    : pool(memory.pools[part.pool].name), first(part.first), size(part.size) {
    const ecs::PoolBlock& block = memory.pools[part.pool].blocks[part.block];
    kind = block.kind;
    component = block.component;
    block_first = block.first;
}

std::optional<ecs::PoolPart> WantedPart::find_in(const ecs::OwnerMemory& memory) const {
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        if (memory.pools[p].name != pool) continue;
        const std::vector<ecs::PoolBlock>& blocks = memory.pools[p].blocks;
        const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const ecs::PoolBlock& block) {
            return block.kind == kind && block.first == block_first && block.component == component;
        });
        if (found != blocks.end())
            return ecs::PoolPart{p, static_cast<std::size_t>(found - blocks.begin()), first, size};
    }
    return std::nullopt;
}

void write_wish(ByteWriter& to, const MemoryWish& wish) {
    to.number(wish.number);
    to.count(wish.parts.size());
    for (const WantedPart& part : wish.parts) {
        to.text(part.pool);
        to.number(part.kind);
        to.text(part.component);
        for (const std::uint64_t number : {part.block_first, part.first, part.size}) to.number(number);
    }
}

MemoryWish read_wish(ByteReader& from) {
    MemoryWish wish;
    wish.number = from.number<std::uint64_t>();
    const std::size_t parts = from.count(2 * least_text_bytes + 1 + 3 * 8);
    if (parts > most_wanted_parts) return from.fail(), MemoryWish{};
    wish.parts.resize(parts);
    for (WantedPart& part : wish.parts) {
        part.pool = from.text();
        part.kind = from.choice<ecs::PoolBlockKind>(ecs::pool_block_kind_count);
        part.component = from.text();
        for (std::uint64_t* const number : {&part.block_first, &part.first, &part.size})
            *number = from.number<std::uint64_t>();
        if (part.size > most_part_bytes) from.fail();
    }
    return wish;
}

void write_memory(ByteWriter& to, const MemoryAnswer& answer) {
    // Of a million entities, so the bytes are not moved again and again.
    std::size_t bytes = 0;
    for (const ecs::OwnerPool& pool : answer.memory.pools)
        bytes += pool.entities.size() * sizeof(ecs::OwnerKey) + pool.blocks.size() * (least_block_bytes + 16);
    to.reserve(bytes);
    to.number(answer.number);
    to.number(answer.owner_run);
    to.text(answer.memory.unknown);
    to.count(answer.memory.pools.size());
    for (const ecs::OwnerPool& pool : answer.memory.pools) write_pool(to, pool);
    to.count(answer.memory.groups.size());
    for (const ecs::OwnerGroup& group : answer.memory.groups) {
        to.text(group.name);
        write_positions(to, group.owned);
        write_positions(to, group.observed);
        write_size(to, group.size);
    }
    to.count(answer.parts.size());
    for (const MemoryAnswer::Part& part : answer.parts) {
        to.number(part.wanted);
        to.number(part.first);
        write_bytes(to, part.read);
    }
}

MemoryAnswer read_memory(ByteReader& from) {
    MemoryAnswer answer;
    answer.number = from.number<std::uint64_t>();
    answer.owner_run = from.number<std::uint64_t>();
    ecs::OwnerMemory& memory = answer.memory;
    memory.unknown = from.text();
    const std::size_t pools = from.count(least_pool_bytes);
    for (std::size_t i = 0; i < pools && from.fine(); ++i) memory.pools.push_back(read_pool(from));
    memory.groups.resize(from.count(least_text_bytes + 2 * 4 + 8));
    for (ecs::OwnerGroup& group : memory.groups) {
        group.name = from.text();
        group.owned = read_positions(from, memory.pools.size());
        group.observed = read_positions(from, memory.pools.size());
        group.size = read_size(from);
    }
    const std::size_t parts = from.count(4 + 8 + 2 * 4);
    if (parts > most_wanted_parts) return from.fail(), MemoryAnswer{};
    answer.parts.resize(parts);
    for (MemoryAnswer::Part& part : answer.parts) {
        part.wanted = from.number<std::uint32_t>();
        part.first = from.number<std::uint64_t>();
        if (part.first > most_bytes) from.fail();
        part.read = read_bytes(from, static_cast<std::size_t>(part.first));
    }
    if (!from.fine()) return {};
    return answer;
}

}  // namespace probe
