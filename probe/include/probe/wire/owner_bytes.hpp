// What an ecs::Owner says and is asked, as bytes. Values travel field by field, as their types describe them, so that both
// sides may lay out a component in their own way; a value of no field travels byte by byte where memcpy can copy it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "probe/wire/bytes.hpp"

namespace probe {

/// Translates the handle of an entity in a value to that of the other side.
using EntityWords = std::function<ecs::Entity(ecs::Entity)>;

/// Name, description, size, alignment, fields, default value.
void write_type(ByteWriter& to, const ecs::ComponentType& type);
/// As add_at_run_time() takes it. Fails for fields that nest too deeply.
ecs::ComponentType read_type(ByteReader& from);

/// The value lies as `type` says. Without `words`, entities in it stay what they are.
void write_value(ByteWriter& to, const ecs::ComponentType& type, const void* value, const EntityWords& words = {});
/// Into a value of the type, whose fields are those that it was written with.
void read_value(ByteReader& from, const ecs::ComponentType& type, void* value);

void write_request(ByteWriter& to, const ecs::OwnerRequest& request, const EntityWords& words = {});
/// With values of these types.
ecs::OwnerRequest read_request(ByteReader& from, std::span<const ecs::ComponentType> types);

void write_reply(ByteWriter& to, const ecs::OwnerReply& reply);
ecs::OwnerReply read_reply(ByteReader& from);

void write_systems(ByteWriter& to, std::span<const ecs::OwnerSystem> systems);
std::vector<ecs::OwnerSystem> read_systems(ByteReader& from);

/// Values of one type, side by side, as Pull::Column names them.
class ValueColumn {
public:
    /// The type must outlive the column. It is not a tag.
    ValueColumn(const ecs::ComponentType& type, std::size_t count);
    ValueColumn(ValueColumn&& other) noexcept
        : type_(other.type_), data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
    ValueColumn& operator=(ValueColumn&&) = delete;
    ~ValueColumn();

    std::byte* value(std::size_t row) { return data_ + row * type_->size; }

private:
    const ecs::ComponentType* type_;
    std::byte* data_;
    std::size_t count_;
};

void write_keys(ByteWriter& to, std::span<const ecs::OwnerKey> keys);
std::vector<ecs::OwnerKey> read_keys(ByteReader& from);

/// Without answers, with values of these types. Empty columns are left out.
void write_pull(ByteWriter& to, const ecs::Pull& pull, std::span<const ecs::ComponentType> types);
/// `pull` has a column for each type, without anything. Values lie in `values`.
void read_pull(ByteReader& from, ecs::Pull& pull, std::span<const ecs::ComponentType> types,
               std::vector<ValueColumn>& values);

/// Values of one type, side by side in memory.
void write_values(ByteWriter& to, const ecs::ComponentType& type, const std::byte* values, std::size_t count);
/// Into a new column of `values`; adds where they lie to `to`, and their size to `bytes`, which no picture may have too many of.
void read_values(ByteReader& from, const ecs::ComponentType& type, std::size_t count, std::vector<const void*>& to,
                 std::vector<ValueColumn>& values, std::size_t& bytes);
/// A position in `types`; fails when there is none such.
std::uint32_t read_position(ByteReader& from, std::span<const ecs::ComponentType> types);

/// The most memory for the values of one picture.
inline constexpr std::size_t most_value_bytes = std::size_t{2} << 30;

}  // namespace probe
