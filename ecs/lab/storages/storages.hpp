// Shared by the storages: making a storage of each kind, traced or not, and its pseudo-code.
#pragma once

#include "ecs/lab/memory/memory.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

/// The pseudo-code of a storage for each operation, see Storage::pseudo_code.
struct PseudoCode {
    using Lines = std::span<const std::string_view>;
    Lines create, destroy, add, set, remove, get, has, each;

    Lines of(OperationKind operation) const;
};

struct StorageMaker {
    Mode mode;
    const StorageOptions& options;
    std::span<const ComponentType* const> types;
    Arena& arena;
    Trace* trace;  // null: untraced

    /// `Template` is a storage template over a memory class, constructed from (mode, options, types, memory).
    template <template <class> class Template>
    std::unique_ptr<Storage> make() const {
        if (trace != nullptr)
            return std::make_unique<Template<TracedMemory>>(mode, options, types, TracedMemory(arena, trace));
        return std::make_unique<Template<PlainMemory>>(mode, options, types, PlainMemory(arena, nullptr));
    }
};

// One function per kind, defined beside its storage.
std::unique_ptr<Storage> make_hash_index(const StorageMaker& maker);
std::unique_ptr<Storage> make_sparse_vector(const StorageMaker& maker);
std::unique_ptr<Storage> make_archetype_block(const StorageMaker& maker);
std::unique_ptr<Storage> make_packed_vector(const StorageMaker& maker);
std::unique_ptr<Storage> make_shared_object(const StorageMaker& maker);
std::unique_ptr<Storage> make_chunks(const StorageMaker& maker);

}  // namespace ecs::lab
