// The memory of a FieldRecorder: records of different lengths, the oldest dropped first. They lie one after another in
// blocks, which are dropped as a whole. All records of one value form a chain, from the newest to the oldest.
//
//     block 7            block 8                    a record's place: block number x block_bytes + byte
//     | r | r | r |  |   | r | r | r | free |       place of the newest record of a value: newest_
//       ^---------------------'  previous
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ecs/record/field_record.hpp"

namespace ecs {

class RecordRing {
public:
    static constexpr std::size_t block_bytes = 64 * 1024;
    static constexpr std::size_t longest_value = 1024;  // bytes; of more, the beginning is kept

    void set_cap(std::size_t bytes);
    std::size_t cap() const { return cap_; }
    /// The writer's name is copied once.
    void add(const FieldRecord& record);
    void clear();
    /// Forgets what systems wrote in this tick and all that came later.
    void forget_from(std::uint64_t tick);

    std::size_t size() const { return size_; }
    std::uint64_t total() const { return total_; }
    std::uint64_t dropped() const { return total_ - size_; }
    /// Of blocks, chains and names.
    std::size_t memory_bytes() const;

    /// Calls `visit(record)` from the oldest on.
    template <class F>
    void each(F&& visit) const {
        std::uint64_t start = first_place();
        for (const Block& block : blocks_) {
            for (std::size_t at = 0; at < block.used; at += header(block, at).bytes) visit(read(block, at, start + at));
            start += block_bytes;
        }
    }
    /// From the newest on, records of one value, until `visit(record)` returns false.
    template <class F>
    void each_of(Entity entity, ComponentId component, std::uint32_t offset, F&& visit) const {
        const auto found = newest_.find({entity, component, offset});
        if (found == newest_.end()) return;
        for (std::uint64_t place = found->second; place >= first_place();) {
            const Block& block = blocks_[static_cast<std::size_t>(place / block_bytes - first_block_)];
            const std::size_t at = place % block_bytes;
            if (!visit(read(block, at, place))) return;
            place = header(block, at).previous;
        }
    }

private:
    struct Header {
        std::uint64_t tick;
        std::uint64_t previous;  // place of the record before it of the same value; 0: none
        Entity entity;
        ComponentId component;
        std::uint32_t offset;
        std::uint32_t name;
        std::uint32_t bytes;  // of the record, to the next one
        std::uint16_t before, after;
        RecordKind kind;
        WriterKind writer;
        bool cut;
    };
    struct Block {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t used = 0, records = 0;
    };
    struct ValueKey {
        Entity entity;
        ComponentId component;
        std::uint32_t offset;
        friend bool operator==(const ValueKey&, const ValueKey&) = default;
    };
    struct ValueKeyHash {
        std::size_t operator()(const ValueKey& key) const noexcept;
    };
    struct NamedWriter {
        std::string name;
        std::size_t records = 0;
    };

    static const Header& header(const Block& block, std::size_t at) {
        return *reinterpret_cast<const Header*>(block.bytes.get() + at);
    }
    std::uint64_t first_place() const { return first_block_ * block_bytes; }
    FieldRecord read(const Block& block, std::size_t at, std::uint64_t place) const;
    std::uint32_t name_of(std::string_view name);
    void drop_block();

    std::size_t cap_ = 16 * 1024 * 1024;
    std::deque<Block> blocks_;
    std::uint64_t first_block_ = 1;  // number of blocks_.front(); from 1 on, so that no record has the place 0
    std::unique_ptr<std::byte[]> spare_;
    std::unordered_map<ValueKey, std::uint64_t, ValueKeyHash> newest_;
    std::deque<NamedWriter> names_;  // addresses stay
    std::unordered_map<std::string_view, std::uint32_t> name_numbers_;
    std::vector<std::uint32_t> free_names_;
    std::size_t name_bytes_ = 0;
    std::uint32_t last_name_ = 0;  // the name that was asked for last
    std::size_t size_ = 0;
    std::uint64_t total_ = 0;
    std::uint64_t newest_tick_ = 0;
};

}  // namespace ecs
