// A pool whose component only entt::meta knows. Its type has no name here, so values are read where they lie, and
// written there: entities come and go with EnTT's signals, but a value that a person sets fires no on_update. A line
// with component<T>() does that, too.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "chunkscope/entt/meta_fields.hpp"
#include "chunkscope/entt/pool.hpp"

namespace chunkscope::entt {

class MetaPool final : public Pool {
public:
    MetaPool(::entt::sparse_set& set, const ::entt::meta_type& meta, const ecs::ComponentType& type,
             std::uint32_t number, bool complete)
        : Pool(number, complete), set_(set), meta_(meta), size_(type.size) {
        for (const ecs::Field& field : type.fields) has_texts_ |= field.kind == ecs::FieldKind::String;
    }
    void disconnect() override {}

    /// Whether memcpy copies the component nobody knows, so that all of it must have been described.
    bool keeps_all() const override { return complete_; }
    const ::entt::sparse_set& set() const override { return set_; }
    const void* value(::entt::entity entity) const override {
        return size_ == 0 ? nullptr : std::as_const(set_).value(entity);
    }
    std::size_t page_entries() const override { return size_ == 0 ? 0 : std::size_t{ENTT_PACKED_PAGE}; }
    std::size_t page_count() const override { return size_ == 0 ? 0 : set_.capacity() / page_entries(); }
    /// Null where no entity tells where the page lies.
    const std::byte* page(std::size_t number) const override {
        const std::size_t first = number * page_entries();
        for (std::size_t i = first; i < std::min(first + page_entries(), set_.::entt::sparse_set::size()); ++i)
            if (const ::entt::entity entity = set_.data()[i]; entity != ::entt::tombstone)
                return static_cast<const std::byte*>(value(entity)) - (i - first) * size_;
        return nullptr;
    }

    void look(ecs::Pull& pull) override {
        const std::size_t size = set_.::entt::sparse_set::size();
        const ::entt::entity* const now = set_.data();
        moved_.clear();
        packed_.compare(now, size, [&](std::size_t position) { moved_.push_back(position); });
        for (const ::entt::entity left : packed_.left())
            if (!set_.contains(left)) pull.removed.push_back({type_, key_of(left)});
        if (size_ > 0) {
            bytes_.resize(size * size_);
            if (has_texts_) turn(pull, now, size);
            for (std::size_t i = 0; i < size; ++i) {
                if (now[i] == ::entt::tombstone) continue;
                const void* const at = value(now[i]);
                if (std::memcmp(&bytes_[i * size_], at, size_) == 0) continue;
                std::memcpy(&bytes_[i * size_], at, size_);
                say(pull, now[i], at);
            }
        }
        for (const std::size_t position : moved_)
            if (now[position] != ::entt::tombstone) say(pull, now[position], value(now[position]));
    }

    std::string why_not_make() const override { return {}; }
    void put(::entt::entity entity, const ecs::ComponentType& type, const void* from,
             const std::vector<std::uint32_t>& fields) override {
        if (set_.contains(entity)) {
            if (size_ > 0) write(set_.value(entity), type, from, fields);
            return;
        }
        ::entt::meta_any made = meta_.construct();
        if (size_ > 0 && made) write(const_cast<std::byte*>(detail::bytes_of(made)), type, from, {});
        set_.push(entity, size_ > 0 && made ? static_cast<const void*>(detail::bytes_of(made)) : nullptr);
    }
    void remove(::entt::entity entity) override { set_.remove(entity); }

private:
    static void write(void* to, const ecs::ComponentType& type, const void* from,
                      const std::vector<std::uint32_t>& fields) {
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const bool wanted = fields.empty() || std::find(fields.begin(), fields.end(), i) != fields.end();
            if (wanted && !detail::is_filler(type.fields[i])) ecs::copy_field(type.fields[i], to, from);
        }
    }
    /// Texts lie elsewhere, so bytes do not tell: a part of them each time.
    void turn(ecs::Pull& pull, const ::entt::entity* now, std::size_t size) {
        constexpr std::size_t part = 2048;
        for (std::size_t i = 0; i < std::min(part, size); ++i) {
            next_ = next_ + 1 < size ? next_ + 1 : 0;
            if (now[next_] != ::entt::tombstone) say(pull, now[next_], value(now[next_]));
        }
    }

    ::entt::sparse_set& set_;
    const ::entt::meta_type meta_;
    const std::size_t size_;
    bool has_texts_ = false;
    PackedCopy packed_;
    std::vector<std::byte> bytes_;  // as they were at the last look
    std::vector<std::size_t> moved_;
    std::size_t next_ = 0;
};

}  // namespace chunkscope::entt
