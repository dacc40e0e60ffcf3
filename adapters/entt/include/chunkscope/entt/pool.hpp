// One pool of an EnTT registry as a Mirror sees it: what changed in it since the last look, and how its values are
// written. A look compares the packed arrays with a copy that it keeps beside them, block by block, so that it also
// finds what was written without patch(). Owned by RegistryOwner.
#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "chunkscope/entt/fields.hpp"
#include "ecs/mirror/owner.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt {

inline ecs::OwnerKey key_of(::entt::entity entity) { return static_cast<ecs::OwnerKey>(::entt::to_integral(entity)); }
inline ::entt::entity entity_of(ecs::OwnerKey key) {
    return static_cast<::entt::entity>(static_cast<::entt::entt_traits<::entt::entity>::entity_type>(key));
}

class Pool {
public:
    Pool(std::uint32_t type, bool complete) : type_(type), complete_(complete) {}
    virtual ~Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    std::uint32_t type() const { return type_; }
    /// Whether a value of the mirror has all that the program's has, so that what was removed can be brought back.
    virtual bool keeps_all() const = 0;
    virtual const ::entt::sparse_set& set() const = 0;
    /// Null for tags. The pool must contain the entity.
    virtual const void* value(::entt::entity entity) const = 0;
    /// The pages of values, and how many values each has; null for tags.
    virtual const std::byte* page(std::size_t number) const = 0;
    virtual std::size_t page_count() const = 0;
    virtual std::size_t page_entries() const = 0;

    virtual void look(ecs::Pull& pull) = 0;
    virtual void disconnect() = 0;

    // The entity must be valid. `value` lies as the type of the mirror.
    virtual std::string why_not_make() const = 0;
    virtual void put(::entt::entity entity, const ecs::ComponentType& type, const void* value,
                     const std::vector<std::uint32_t>& fields) = 0;
    virtual void remove(::entt::entity entity) = 0;

protected:
    void say(ecs::Pull& pull, ::entt::entity entity, const void* value) const {
        ecs::Pull::Column& column = pull.columns[type_];
        column.keys.push_back(key_of(entity));
        if (value != nullptr) column.values.push_back(value);
    }

    const std::uint32_t type_;
    const bool complete_;  // every member was described
};

/// Entities at positions that changed since the last look, and the copy of the packed array that says so.
class PackedCopy {
public:
    /// Calls `changed(position)` for positions whose entity is another now, and notes the entity that was there before.
    /// The first `size` of `now` are looked at.
    template <class F>
    void compare(const ::entt::entity* now, std::size_t size, F&& changed) {
        left_.clear();
        const std::size_t common = std::min(size, former_.size());
        constexpr std::size_t block = 1024;
        for (std::size_t first = 0; first < common; first += block) {
            const std::size_t count = std::min(block, common - first);
            if (std::memcmp(now + first, former_.data() + first, count * sizeof *now) == 0) continue;
            for (std::size_t i = first; i < first + count; ++i) {
                if (now[i] == former_[i]) continue;
                if (former_[i] != ::entt::tombstone) left_.push_back(former_[i]);
                former_[i] = now[i];
                changed(i);
            }
        }
        for (std::size_t i = size; i < former_.size(); ++i)
            if (former_[i] != ::entt::tombstone) left_.push_back(former_[i]);
        former_.resize(size, ::entt::tombstone);
        for (std::size_t i = common; i < size; ++i) {
            former_[i] = now[i];
            changed(i);
        }
    }
    /// The former entities of positions that changed: they are gone, or at another position.
    const std::vector<::entt::entity>& left() const { return left_; }
    std::size_t size() const { return former_.size(); }

private:
    std::vector<::entt::entity> former_, left_;
};

template <class T>
class PoolOf final : public Pool {
public:
    using Storage = std::remove_reference_t<decltype(std::declval<::entt::registry&>().template storage<T>())>;
    static constexpr bool is_tag = std::is_empty_v<T>;
    static constexpr bool plain = std::is_trivially_copyable_v<T>;

    /// Without `sweep`, what is written without patch() or replace() is not seen.
    PoolOf(::entt::registry& registry, std::uint32_t type, bool complete, bool sweep)
        : Pool(type, complete), registry_(registry), storage_(registry.template storage<T>()), sweep_(sweep) {
        if constexpr (!is_tag) {
            if (!by_signals()) return;
            registry_.template on_construct<T>().template connect<&PoolOf::updated>(*this);
            registry_.template on_update<T>().template connect<&PoolOf::updated>(*this);
        }
    }
    void disconnect() override {
        if constexpr (!is_tag) {
            if (!by_signals()) return;
            registry_.template on_construct<T>().template disconnect<&PoolOf::updated>(*this);
            registry_.template on_update<T>().template disconnect<&PoolOf::updated>(*this);
        }
    }

    bool keeps_all() const override { return plain || complete_; }
    const ::entt::sparse_set& set() const override { return storage_; }
    const void* value(::entt::entity entity) const override {
        if constexpr (is_tag)
            return nullptr;
        else
            return std::addressof(storage_.get(entity));
    }
    std::size_t page_entries() const override {
        if constexpr (is_tag)
            return 0;
        else
            return ::entt::component_traits<T>::page_size;
    }
    std::size_t page_count() const override {
        if constexpr (is_tag)
            return 0;
        else
            return storage_.capacity() / page_entries();
    }
    const std::byte* page(std::size_t number) const override {
        if constexpr (is_tag)
            return nullptr;
        else
            return reinterpret_cast<const std::byte*>(std::to_address(std::as_const(storage_).raw()[number]));
    }

    void look(ecs::Pull& pull) override {
        const ::entt::entity* const now = storage_.data();
        const std::size_t size = storage_.::entt::sparse_set::size();
        moved_.clear();
        packed_.compare(now, size, [&](std::size_t position) { moved_.push_back(position); });
        for (const ::entt::entity left : packed_.left())
            if (!storage_.contains(left)) pull.removed.push_back({type_, key_of(left)});
        if constexpr (!is_tag) look_at_values(pull, now, size);
        for (const std::size_t position : moved_)
            if (now[position] != ::entt::tombstone) say(pull, now[position], at(position));
    }

    std::string why_not_make() const override {
        if constexpr (is_tag || plain || std::is_default_constructible_v<T>)
            return {};
        else
            return "it has no default value to start from";
    }
    void put(::entt::entity entity, const ecs::ComponentType& type, const void* value,
             const std::vector<std::uint32_t>& fields) override {
        if constexpr (is_tag) {
            if (!storage_.contains(entity)) registry_.template emplace<T>(entity);
        } else {
            if (storage_.contains(entity)) {
                registry_.template patch<T>(entity, [&](T& to) { write(to, type, value, fields); });
            } else if constexpr (plain) {
                alignas(T) std::byte bytes[sizeof(T)];
                std::memcpy(bytes, value, sizeof(T));
                registry_.template emplace<T>(entity, *std::launder(reinterpret_cast<const T*>(bytes)));
            } else if constexpr (std::is_default_constructible_v<T>) {
                T made{};
                write(made, type, value, {});
                registry_.template emplace<T>(entity, std::move(made));
            }
        }
    }
    void remove(::entt::entity entity) override { registry_.template remove<T>(entity); }

private:
    bool by_signals() const { return !plain || !sweep_; }
    void updated(::entt::registry&, ::entt::entity entity) { updated_.push_back(entity); }

    const void* at(std::size_t position) const {
        if constexpr (is_tag)
            return nullptr;
        else
            return page(position / page_entries()) + position % page_entries() * sizeof(T);
    }

    static void write(T& to, const ecs::ComponentType& type, const void* from,
                      const std::vector<std::uint32_t>& fields) {
        if constexpr (plain) {
            if (fields.empty()) {
                std::memcpy(static_cast<void*>(std::addressof(to)), from, sizeof(T));
                return;
            }
        }
        if (fields.empty()) {
            for (const ecs::Field& each : type.fields)
                if (plain || !detail::is_filler(each)) ecs::copy_field(each, std::addressof(to), from);
        } else {
            for (const std::uint32_t each : fields)
                if (plain || !detail::is_filler(type.fields[each]))
                    ecs::copy_field(type.fields[each], std::addressof(to), from);
        }
    }

    void look_at_values(ecs::Pull& pull, const ::entt::entity* now, std::size_t size) {
        for (const ::entt::entity entity : updated_)
            if (storage_.contains(entity)) say(pull, entity, value(entity));
        updated_.clear();
        if (!sweep_) return;
        if constexpr (plain) {
            sweep_bytes(pull, now, size);
        } else {
            // Contents of texts lie elsewhere, so bytes do not tell. All of them would cost too much a look: a part
            // each time, after those that patch() named.
            constexpr std::size_t part = 2048;
            for (std::size_t i = 0; i < std::min(part, size); ++i) {
                next_ = next_ + 1 < size ? next_ + 1 : 0;
                if (now[next_] != ::entt::tombstone) say(pull, now[next_], at(next_));
            }
        }
    }

    void sweep_bytes(ecs::Pull& pull, const ::entt::entity* now, std::size_t size) {
        const std::size_t former = std::min(bytes_.size() / sizeof(T), size), entries = page_entries();
        for (const std::size_t position : moved_)
            if (position < former) std::memcpy(&bytes_[position * sizeof(T)], at(position), sizeof(T));
        for (std::size_t first = 0; first < former; first += entries) {
            const std::size_t count = std::min(entries, former - first);
            const std::byte* const values = page(first / entries);
            std::byte* const copy = &bytes_[first * sizeof(T)];
            if (std::memcmp(values, copy, count * sizeof(T)) == 0) continue;
            for (std::size_t i = 0; i < count; ++i) {
                if (std::memcmp(values + i * sizeof(T), copy + i * sizeof(T), sizeof(T)) == 0) continue;
                std::memcpy(copy + i * sizeof(T), values + i * sizeof(T), sizeof(T));
                if (now[first + i] != ::entt::tombstone) say(pull, now[first + i], values + i * sizeof(T));
            }
        }
        bytes_.resize(size * sizeof(T));
        for (std::size_t i = former; i < size; ++i) std::memcpy(&bytes_[i * sizeof(T)], at(i), sizeof(T));
    }

    ::entt::registry& registry_;
    Storage& storage_;
    const bool sweep_;
    PackedCopy packed_;
    std::vector<std::byte> bytes_;  // the values as they were at the last look, in the order of the packed array
    std::vector<std::size_t> moved_;
    std::vector<::entt::entity> updated_;
    std::size_t next_ = 0;
};

}  // namespace chunkscope::entt
