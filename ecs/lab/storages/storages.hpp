// What the storages have in common: how a kind is made, traced or not, and how it tells what it does.
#pragma once

#include "ecs/lab/memory/memory.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

/// What a storage does for each operation, as Storage::pseudo_code tells it.
struct PseudoCode {
    using Lines = std::span<const std::string_view>;
    Lines create, destroy, add, set, remove, get, has, each;

    Lines of(Operation operation) const;
};

struct StorageMaker {
    Mode mode;
    const StorageOptions& options;
    std::span<const ComponentType* const> types;
    Arena& arena;
    Trace* trace;  // null: untraced

    /// `Template` is a storage over either memory, made from (mode, options, types, memory).
    template <template <class> class Template>
    std::unique_ptr<Storage> make() const {
        if (trace != nullptr)
            return std::make_unique<Template<TracedMemory>>(mode, options, types, TracedMemory(arena, trace));
        return std::make_unique<Template<PlainMemory>>(mode, options, types, PlainMemory(arena, nullptr));
    }
};

// One a kind, defined beside the storage.
std::unique_ptr<Storage> make_hash_index(const StorageMaker& maker);
std::unique_ptr<Storage> make_sparse_vector(const StorageMaker& maker);
std::unique_ptr<Storage> make_archetype_block(const StorageMaker& maker);
std::unique_ptr<Storage> make_packed_vector(const StorageMaker& maker);
std::unique_ptr<Storage> make_shared_object(const StorageMaker& maker);
std::unique_ptr<Storage> make_chunks(const StorageMaker& maker);

}  // namespace ecs::lab
