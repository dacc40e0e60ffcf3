#include "ecs/lab/storages/storage.hpp"

#include "ecs/base/language.hpp"

#include <optional>

#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

namespace {

struct StorageWords {
    std::string_view name, title, origin, summary;
};
constexpr std::array<StorageWords, storage_kinds.size()> storage_words{{
    {"000", tr_later("Hash index"), tr_later("article 000"),
     tr_later("Packed values of each component; a hash table leads from an entity to its slot")},
    {"001", tr_later("Options"), tr_later("article 001"),
     tr_later("An array of options for each component, by the entity's index")},
    {"002", tr_later("Columns"), tr_later("article 002"),
     tr_later("One growing block for each archetype, a column for each component")},
    {"003", tr_later("Packed arrays"), tr_later("article 003"),
     tr_later("Rows of id and value for each component; a hash table leads from id to row")},
    {"004", tr_later("Objects"), tr_later("article 004"),
     tr_later("An object for each entity, shared by a list for each component")},
    {"chunks", tr_later("Chunks"), tr_later("our own"),
     tr_later("Blocks of at most 16 KiB for each archetype, a column for each component")},
}};
const StorageWords& storage_words_of(StorageKind kind) { return storage_words[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name_of(StorageKind kind) { return storage_words_of(kind).name; }
std::string_view title_of(StorageKind kind) { return storage_words_of(kind).title; }
std::string_view origin_of(StorageKind kind) { return storage_words_of(kind).origin; }
std::string_view summary_of(StorageKind kind) { return storage_words_of(kind).summary; }

std::string full_title_of(StorageKind kind) {
    return std::string(title_of(kind)) + " (" + std::string(origin_of(kind)) + ")";
}

std::optional<StorageKind> storage_kind_from(std::string_view name) {
    for (const StorageKind kind : storage_kinds)
        if (name_of(kind) == name) return kind;
    return std::nullopt;
}

std::string_view name_of(Mode mode) { return mode == Mode::Faithful ? "faithful" : "repaired"; }
std::string_view title_of(Mode mode) {
    return mode == Mode::Faithful ? tr_later("As published") : tr_later("With fixes");
}
std::string_view phrase_of(Mode mode) {
    return mode == Mode::Faithful ? tr_later("as published") : tr_later("with fixes");
}

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
