#include "ecs/record/record_ring.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/base/rounding.hpp"

namespace ecs {

namespace {

constexpr std::size_t bytes_of_chain = 64;  // a node of the table, with its share of the buckets
constexpr std::size_t bytes_of_name = 96;

}  // namespace

std::size_t RecordRing::ValueKeyHash::operator()(const ValueKey& key) const noexcept {
    std::uint64_t mixed = key.entity.bits() * 0x9E3779B97F4A7C15u;
    mixed ^= (std::uint64_t{key.component} << 32 | key.offset) + (mixed >> 29);
    return static_cast<std::size_t>(mixed * 0xBF58476D1CE4E5B9u >> 7);
}

void RecordRing::set_cap(std::size_t bytes) {
    cap_ = std::max(bytes, 2 * block_bytes);
    while (blocks_.size() > 1 && memory_bytes() > cap_) drop_block();
}

std::size_t RecordRing::memory_bytes() const {
    return blocks_.size() * block_bytes + newest_.size() * bytes_of_chain + name_bytes_;
}

std::uint32_t RecordRing::name_of(std::string_view name) {
    if (last_name_ < names_.size() && names_[last_name_].name == name && names_[last_name_].records > 0)
        return last_name_;
    if (const auto found = name_numbers_.find(name); found != name_numbers_.end()) return last_name_ = found->second;
    if (free_names_.empty()) {
        free_names_.push_back(static_cast<std::uint32_t>(names_.size()));
        names_.emplace_back();
    }
    last_name_ = free_names_.back();
    free_names_.pop_back();
    names_[last_name_].name = name;
    name_numbers_.emplace(names_[last_name_].name, last_name_);
    name_bytes_ += name.size() + bytes_of_name;
    return last_name_;
}

void RecordRing::add(const FieldRecord& record) {
    const std::size_t before = std::min(record.before.size(), longest_value);
    const std::size_t after = std::min(record.after.size(), longest_value);
    const std::size_t bytes = rounded_up(sizeof(Header) + before + after, std::size_t{8});
    if (blocks_.empty() || blocks_.back().used + bytes > block_bytes) {
        while (blocks_.size() > 1 && memory_bytes() + block_bytes > cap_) drop_block();
        blocks_.push_back({spare_ ? std::move(spare_) : std::make_unique<std::byte[]>(block_bytes)});
    }
    const std::uint64_t place = (first_block_ + blocks_.size() - 1) * block_bytes + blocks_.back().used;
    const auto [chain, is_new] = newest_.try_emplace({record.entity, record.component, record.offset}, 0);
    Header head{.tick = record.tick,
                .previous = chain->second,
                .entity = record.entity,
                .component = record.component,
                .offset = record.offset,
                .name = name_of(record.writer.name),
                .bytes = static_cast<std::uint32_t>(bytes),
                .before = static_cast<std::uint16_t>(before),
                .after = static_cast<std::uint16_t>(after),
                .kind = record.kind,
                .writer = record.writer.kind,
                .cut = record.cut || before < record.before.size() || after < record.after.size()};
    newest_tick_ = std::max(newest_tick_, record.tick);
    ++names_[head.name].records;
    chain->second = place;
    Block& block = blocks_.back();
    std::byte* const to = block.bytes.get() + block.used;
    std::memcpy(to, &head, sizeof head);
    if (before > 0) std::memcpy(to + sizeof head, record.before.data(), before);
    if (after > 0) std::memcpy(to + sizeof head + before, record.after.data(), after);
    block.used += bytes;
    ++block.records;
    ++size_;
    ++total_;
    if (is_new)
        while (blocks_.size() > 1 && memory_bytes() > cap_) drop_block();
}

FieldRecord RecordRing::read(const Block& block, std::size_t at, std::uint64_t place) const {
    const Header& head = header(block, at);
    const std::byte* const values = block.bytes.get() + at + sizeof(Header);
    return {.kind = head.kind,
            .writer = {head.writer, names_[head.name].name},
            .tick = head.tick,
            .number = place,
            .entity = head.entity,
            .component = head.component,
            .offset = head.offset,
            .before = {values, head.before},
            .after = {values + head.before, head.after},
            .cut = head.cut};
}

void RecordRing::drop_block() {
    Block& block = blocks_.front();
    for (std::size_t at = 0; at < block.used; at += header(block, at).bytes) {
        const Header& head = header(block, at);
        const auto chain = newest_.find({head.entity, head.component, head.offset});
        if (chain != newest_.end() && chain->second == first_place() + at) newest_.erase(chain);
        NamedWriter& writer = names_[head.name];
        if (--writer.records > 0) continue;
        name_numbers_.erase(writer.name);
        name_bytes_ -= writer.name.size() + bytes_of_name;
        writer.name.clear();
        free_names_.push_back(head.name);
    }
    size_ -= block.records;
    spare_ = std::move(block.bytes);
    blocks_.pop_front();
    ++first_block_;
}

void RecordRing::forget_from(std::uint64_t tick) {
    if (size_ == 0 || newest_tick_ < tick) return;
    RecordRing kept;
    kept.cap_ = cap_;
    each([&](const FieldRecord& record) {
        const bool by_system = record.writer.kind == WriterKind::BySystem || record.writer.kind == WriterKind::ByHook;
        if (record.tick < tick || (record.tick == tick && !by_system)) kept.add(record);
    });
    kept.total_ = total_;
    *this = std::move(kept);
}

void RecordRing::clear() {
    const std::size_t cap = cap_;
    *this = {};
    cap_ = cap;
}

}  // namespace ecs
