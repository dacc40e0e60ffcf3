#include "ecs/lab/storages/storage.hpp"

#include <optional>

#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

std::string_view name_of(StorageKind kind) {
    static constexpr std::array<std::string_view, storage_kinds.size()> names{"000", "001", "002",
                                                                              "003", "004", "chunks"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view title_of(StorageKind kind) {
    static constexpr std::array<std::string_view, storage_kinds.size()> titles{
        "Hash index with free list",    "Vec<Option<T>>", "One block an archetype",
        "Packed array with hash index", "Shared objects", "16 KiB chunks"};
    return titles[static_cast<std::size_t>(kind)];
}

std::optional<StorageKind> storage_kind_from(std::string_view name) {
    for (const StorageKind kind : storage_kinds)
        if (name_of(kind) == name) return kind;
    return std::nullopt;
}

std::string_view name_of(Mode mode) { return mode == Mode::Faithful ? "faithful" : "repaired"; }

std::string_view name_of(OperationKind operation) {
    static constexpr std::array<std::string_view, operation_count> names{"create",
                                                                         "destroy",
                                                                         "add",
                                                                         "set",
                                                                         "remove",
                                                                         "get",
                                                                         "has",
                                                                         "each",
                                                                         "mutate while iterating",
                                                                         "change while iterating"};
    return names[static_cast<std::size_t>(operation)];
}

PseudoCode::Lines PseudoCode::of(OperationKind operation) const {
    switch (operation) {
        case OperationKind::Create:
            return create;
        case OperationKind::Destroy:
            return destroy;
        case OperationKind::Add:
            return add;
        case OperationKind::Set:
            return set;
        case OperationKind::Remove:
            return remove;
        case OperationKind::Get:
            return get;
        case OperationKind::Has:
            return has;
        case OperationKind::Each:
        case OperationKind::MutateInEach:
        case OperationKind::ChangeInEach:
            break;
    }
    return each;
}

std::unique_ptr<Storage> make_storage(StorageKind kind, Mode mode, const StorageOptions& options,
                                      std::span<const ComponentType* const> types, Arena& arena, Trace* trace) {
    const StorageMaker maker{mode, options, types, arena, trace};
    switch (kind) {
        case StorageKind::SparseVector:
            return make_sparse_vector(maker);
        case StorageKind::HashIndex:
            return make_hash_index(maker);
        case StorageKind::ArchetypeBlock:
            return make_archetype_block(maker);
        case StorageKind::PackedVector:
            return make_packed_vector(maker);
        case StorageKind::SharedObject:
            return make_shared_object(maker);
        case StorageKind::Chunks:
            return make_chunks(maker);
    }
    return nullptr;
}

}  // namespace ecs::lab
