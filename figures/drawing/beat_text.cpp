#include "figures/drawing/beat_text.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/value_text.hpp"

namespace figures {

namespace {

using ecs::BeatKind;

std::string place_text(const ecs::Location& place) {
    return ecs::phrase("row {} of chunk {}", format_count(place.row), format_count(place.chunk));
}

}  // namespace

std::string beat_text(const ecs::World& world, const ecs::Beat& beat) {
    const auto name = [&] { return std::string(short_name(world.types()[beat.component].name)); };
    const auto bytes = [&] {
        return beat.bytes == 0 ? std::string(ecs::tr("no bytes")) : format_bytes_exact(beat.bytes);
    };
    const auto archetype = [&](ecs::ArchetypeId id) { return "[" + archetype_name(world.archetype(id)) + "]"; };
    switch (beat.kind) {
        case BeatKind::MakeRoom:
            return beat.bytes > 0
                       ? ecs::phrase("The only block of {} is full: its rows are copied to a larger one, {}",
                                     archetype(beat.to.archetype), bytes())
                       : ecs::phrase("A chunk is made in {}, which has no room", archetype(beat.to.archetype));
        case BeatKind::Lift:
            return ecs::phrase("The row is looked up: {}", place_text(beat.from));
        case BeatKind::CopyId:
            return beat.from.archetype == ecs::no_archetype
                       ? ecs::phrase("The new handle is written to {}, and the index notes where it is",
                                     place_text(beat.to))
                       : ecs::phrase("The id is copied to {}, {}, and the index notes where it is now",
                                     place_text(beat.to), bytes());
        case BeatKind::CopyColumn:
            return beat.bytes == 0 ? ecs::phrase("{} is a tag: there is nothing to copy", name())
                                   : ecs::phrase("{} is copied to its column there, {}", name(), bytes());
        case BeatKind::NewColumn:
            return world.types()[beat.component].is_tag()
                       ? ecs::phrase("{} is a tag: being in this archetype is all it is", name())
                       : ecs::phrase("{} gets its value in the new row", name());
        case BeatKind::DropColumn:
            return ecs::phrase("{} ends with the old row", name());
        case BeatKind::FillHole:
            return ecs::phrase("The archetype's last row fills the hole, so that rows stay dense: {}", bytes());
        case BeatKind::Shrink:
            return ecs::phrase("The rows of {} are copied to a smaller block, {}", archetype(beat.to.archetype),
                               bytes());
        case BeatKind::GiveBack:
            return ecs::tr("The last chunk is empty now and is given back");
    }
    return {};
}

std::string change_title(const ecs::World& world, const ecs::StructuralChange& change) {
    const std::string who = change.entity ? name_or_id(world, change.entity) : std::string();
    const std::string what = change.component == ecs::no_component
                                 ? std::string()
                                 : std::string(short_name(world.types()[change.component].name));
    switch (change.kind) {
        case ecs::ChangeKind::Created:
            return ecs::phrase("Create {}", who);
        case ecs::ChangeKind::Destroyed:
            return ecs::phrase("Destroy {}", who);
        case ecs::ChangeKind::Moved:
            return what.empty()
                       ? ecs::phrase("Move {}", who)
                       : (change.added ? ecs::phrase("Add {} to ", what) : ecs::phrase("Remove {} from ", what)) + who;
        case ecs::ChangeKind::Restored:
            return ecs::tr("World restored");
        default:
            return ecs::tr("Chunk");
    }
}

}  // namespace figures
