#include "ecs/diagnose/operation.hpp"

#include <algorithm>

namespace ecs {

namespace {

bool makes_room(ChangeKind kind) { return kind == ChangeKind::ChunkMade || kind == ChangeKind::ChunkGrown; }
bool is_main(ChangeKind kind) {
    return kind == ChangeKind::Created || kind == ChangeKind::Destroyed || kind == ChangeKind::Moved;
}

/// Whether `next` continues the operation whose last change was `present`.
bool goes_on(const StructuralChange& present, const StructuralChange& next) {
    switch (next.kind) {
        case ChangeKind::Created:
            return makes_room(present.kind) && present.to.archetype == next.to.archetype;
        case ChangeKind::Moved:
            return makes_room(present.kind) && present.to.archetype == next.to.archetype;
        case ChangeKind::FilledHole:
            return (present.kind == ChangeKind::Moved || present.kind == ChangeKind::Destroyed) &&
                   present.from == next.to;
        case ChangeKind::ChunkFreed:
            return present.kind != ChangeKind::ChunkFreed && present.from.archetype == next.to.archetype;
        default:
            return false;
    }
}

void add_columns(const World& world, ArchetypeId archetype, BeatKind kind, const Beat& like, std::vector<Beat>& beats) {
    for (const ComponentType* type : world.archetype(archetype).types()) {
        Beat beat = like;
        beat.kind = kind;
        beat.component = type->id;
        beats.push_back(beat);
    }
}

void add_move(const World& world, const StructuralChange& change, std::vector<Beat>& beats) {
    Beat like;
    like.entity = change.entity;
    like.from = change.from;
    like.to = change.to;
    const Archetype& from = world.archetype(change.from.archetype);
    const Archetype& to = world.archetype(change.to.archetype);
    Beat id = like;
    id.kind = BeatKind::CopyId;
    id.bytes = sizeof(Entity);
    beats.push_back(id);
    for (const ComponentType* type : from.types()) {
        Beat beat = like;
        beat.component = type->id;
        const bool kept = to.has(type->id);
        beat.kind = kept ? BeatKind::CopyColumn : BeatKind::DropColumn;
        beat.bytes = kept && !type->is_tag() ? type->size : 0;
        beats.push_back(beat);
    }
    for (const ComponentType* type : to.types()) {
        if (from.has(type->id)) continue;
        Beat beat = like;
        beat.kind = BeatKind::NewColumn;
        beat.component = type->id;
        beats.push_back(beat);
    }
}

}  // namespace

const StructuralChange& Operation::main() const {
    const auto found =
        std::find_if(changes.begin(), changes.end(), [](const auto& change) { return is_main(change.kind); });
    return found == changes.end() ? changes.front() : *found;
}

std::uint64_t Operation::bytes_copied() const {
    std::uint64_t bytes = 0;
    for (const StructuralChange& change : changes) bytes += change.bytes_copied;
    return bytes;
}

std::optional<Operation> operation_ending_at(const Journal& journal, std::uint64_t number) {
    const std::uint64_t oldest = journal.dropped();
    if (number < oldest || number >= journal.total()) return std::nullopt;
    const auto at = [&](std::uint64_t each) { return journal[static_cast<std::size_t>(each - oldest)]; };
    if (number + 1 < journal.total() && goes_on(at(number), at(number + 1))) return std::nullopt;
    Operation operation;
    std::uint64_t first = number;
    operation.changes.push_back(at(number));
    while (first > oldest && goes_on(at(first - 1), operation.changes.back())) {
        --first;
        operation.changes.push_back(at(first));
    }
    // A dropped change before the oldest kept one may belong to this operation.
    if (first == oldest && oldest > 0) return std::nullopt;
    std::reverse(operation.changes.begin(), operation.changes.end());
    operation.first = first;
    return operation;
}

std::vector<Operation> last_operations(const Journal& journal, std::size_t count) {
    std::vector<Operation> operations;
    std::uint64_t end = journal.total();
    while (operations.size() < count && end > journal.dropped()) {
        std::optional<Operation> operation = operation_ending_at(journal, end - 1);
        if (!operation) break;
        end = operation->first;
        operations.push_back(std::move(*operation));
    }
    std::reverse(operations.begin(), operations.end());
    return operations;
}

std::uint64_t operations_since(const Journal& journal, std::uint64_t number) {
    const std::uint64_t oldest = journal.dropped();
    std::uint64_t next = std::max(number, oldest), count = 0;
    if (next >= journal.total()) return 0;
    std::optional<StructuralChange> before;
    if (next > oldest) before = journal[static_cast<std::size_t>(next - 1 - oldest)];
    for (; next < journal.total(); ++next) {
        const StructuralChange change = journal[static_cast<std::size_t>(next - oldest)];
        if (!before || !goes_on(*before, change)) ++count;
        before = change;
    }
    return count;
}

std::vector<Beat> beats_of(const World& world, const Operation& operation) {
    std::vector<Beat> beats;
    for (const StructuralChange& change : operation.changes) {
        Beat beat;
        beat.entity = change.entity;
        beat.from = change.from;
        beat.to = change.to;
        switch (change.kind) {
            case ChangeKind::ChunkMade:
            case ChangeKind::ChunkGrown:
                beat.kind = BeatKind::MakeRoom;
                beat.bytes = change.bytes_copied;
                beats.push_back(beat);
                break;
            case ChangeKind::Created:
                beat.kind = BeatKind::CopyId;
                beats.push_back(beat);
                add_columns(world, change.to.archetype, BeatKind::NewColumn, beat, beats);
                break;
            case ChangeKind::Destroyed:
                beat.kind = BeatKind::Lift;
                beats.push_back(beat);
                add_columns(world, change.from.archetype, BeatKind::DropColumn, beat, beats);
                break;
            case ChangeKind::Moved:
                beat.kind = BeatKind::Lift;
                beats.push_back(beat);
                add_move(world, change, beats);
                break;
            case ChangeKind::FilledHole:
                beat.kind = BeatKind::FillHole;
                beat.bytes = change.bytes_copied;
                beats.push_back(beat);
                break;
            case ChangeKind::ChunkFreed:
                beat.kind = BeatKind::GiveBack;
                beats.push_back(beat);
                break;
            case ChangeKind::ChunkShrunk:
                beat.kind = BeatKind::Shrink;
                beat.bytes = change.bytes_copied;
                beats.push_back(beat);
                break;
            case ChangeKind::Restored:
                break;
        }
    }
    return beats;
}

}  // namespace ecs
