#include "panels/changes/journal_rows.hpp"

#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/base/value_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {
constexpr std::size_t changes_a_look = 64;  // between two looks at the clock
}

const char* name_for_people(ecs::ChangeKind kind) {
    switch (kind) {
        case ecs::ChangeKind::Created:
            return tr("Created");
        case ecs::ChangeKind::Destroyed:
            return tr("Destroyed");
        case ecs::ChangeKind::Moved:
            return tr("Moved");
        case ecs::ChangeKind::FilledHole:
            return tr("Filled a hole");
        case ecs::ChangeKind::ChunkMade:
            return tr("Chunk made");
        case ecs::ChangeKind::ChunkGrown:
            return tr("Chunk grown");
        case ecs::ChangeKind::ChunkFreed:
            return tr("Chunk freed");
        case ecs::ChangeKind::Restored:
            return tr("Restored");
        case ecs::ChangeKind::ChunkShrunk:
            return tr("Chunk shrunk");
    }
    return "";
}

const char* explanation(ecs::ChangeKind kind) {
    switch (kind) {
        case ecs::ChangeKind::Created:
            return tr("An entity came into being and got a row");
        case ecs::ChangeKind::Destroyed:
            return tr("An entity was destroyed and its row given up");
        case ecs::ChangeKind::Moved:
            return tr(
                "A component was added or removed, so the row moved to the archetype with the new set of components");
        case ecs::ChangeKind::FilledHole:
            return tr(
                "A row before it went away, and this one, the last of its archetype, took its place: rows stay "
                "dense");
        case ecs::ChangeKind::ChunkMade:
            return tr("All chunks of the archetype were full, so it got another one");
        case ecs::ChangeKind::ChunkGrown:
            return tr("The first chunk of the archetype was full, and its rows moved to a larger block");
        case ecs::ChangeKind::ChunkFreed:
            return tr("The last row of the chunk went, and its memory was given back");
        case ecs::ChangeKind::Restored:
            return tr("The whole world went back to a snapshot: handles and places in older rows may mean others now");
        case ecs::ChangeKind::ChunkShrunk:
            return tr(
                "The only chunk of the archetype was larger than its rows need, and they moved to a smaller block");
    }
    return "";
}

void JournalRows::set_kinds(KindMask kinds) {
    if (kinds == kinds_) return;
    kinds_ = kinds;
    filter_changed();
}

void JournalRows::set_text(std::string text) {
    if (text == text_) return;
    text_ = std::move(text);
    words_.clear();
    std::size_t at = 0;
    while ((at = text_.find_first_not_of(' ', at)) != std::string::npos) {
        const std::size_t end = std::min(text_.find(' ', at), text_.size());
        words_.push_back(to_lower(std::string_view(text_).substr(at, end - at)));
        at = end;
    }
    filter_changed();
}

void JournalRows::filter_changed() {
    found_.clear();
    scanned_ = 0;
    asked_ = true;
}

void JournalRows::hold(const ecs::Journal& journal) {
    kept_.clear();
    kept_.reserve(journal.size());
    for (std::size_t i = 0; i < journal.size(); ++i) kept_.push_back(journal[i]);
    source_first_ = journal.dropped();
    source_size_ = kept_.size();
    held_ = true;
}

void JournalRows::release() {
    held_ = false;
    kept_.clear();
}

void JournalRows::update(const ecs::Journal& journal, const ecs::World& world) {
    gone_from_front_ = 0;
    if (!held_) {
        const bool cleared = &journal != journal_ || journal.total() < source_first_ + source_size_;
        const std::uint64_t first_before = cleared ? 0 : source_first_;
        journal_ = &journal;
        source_first_ = journal.dropped();
        source_size_ = journal.size();
        if (cleared) {
            filter_changed();
        } else if (!filtered()) {
            gone_from_front_ = static_cast<std::size_t>(source_first_ - first_before);
        }
    }
    if (!filtered()) return;
    while (!found_.empty() && found_.front() < source_first_) {
        found_.pop_front();
        ++gone_from_front_;
    }
    if (scanned_ < source_first_) scanned_ = source_first_;

    const auto deadline = std::chrono::steady_clock::now() + (asked_ ? asked_for_slice : background_slice);
    const std::uint64_t end = source_first_ + source_size_;
    while (scanned_ < end) {
        for (std::size_t i = 0; i < changes_a_look && scanned_ < end; ++i, ++scanned_)
            if (matches(world, at(scanned_))) found_.push_back(scanned_);
        if (std::chrono::steady_clock::now() >= deadline) break;
    }
    asked_ = false;
}

ecs::StructuralChange JournalRows::operator[](std::size_t row) const {
    return at(filtered() ? found_[row] : source_first_ + row);
}

ecs::StructuralChange JournalRows::at(std::uint64_t number) const {
    const auto position = static_cast<std::size_t>(number - source_first_);
    return held_ ? kept_[position] : (*journal_)[position];
}

bool JournalRows::matches(const ecs::World& world, const ecs::StructuralChange& change) const {
    if ((kinds_ >> static_cast<unsigned>(change.kind) & 1u) == 0) return false;
    const auto stands_in = [](std::string_view text, const std::string& word) {
        return find_ignoring_case(text, word) != std::string_view::npos;
    };
    const auto archetype_has = [&](ecs::ArchetypeId id, const std::string& word) {
        if (id >= world.archetype_count()) return false;
        for (const ecs::ComponentType* type : world.archetype(id).types())
            if (stands_in(type->name, word)) return true;
        return false;
    };
    // A whole id is that of one entity: 5v1 is no part of 15v1. And #5 is whatever has that index, whether it is alive.
    const auto is_of = [&](ecs::Entity entity, const std::string& word) {
        if (!entity) return false;
        const std::string id = ecs::to_string(entity);
        const bool by_id = word.front() == '#'       ? short_id(entity) == word
                           : ecs::parse_entity(word) ? id == word
                                                     : stands_in(id, word);
        return by_id || (world.alive(entity) && stands_in(world.name(entity), word));
    };
    for (const std::string& word : words_) {
        const bool found =
            stands_in(name_for_people(change.kind), word) || stands_in(world.cause_name(change.cause), word) ||
            (change.component < world.types().size() && stands_in(world.types()[change.component].name, word)) ||
            archetype_has(change.from.archetype, word) || archetype_has(change.to.archetype, word) ||
            is_of(change.entity, word);
        if (!found) return false;
    }
    return true;
}

}  // namespace panels
