#include "ecs/lab/scenario/handle.hpp"

#include <charconv>

#include "ecs/base/language.hpp"

namespace ecs::lab {

namespace {

using Kind = HandleVerdict::Kind;

/// The word for the number in a handle of this storage.
std::string_view place_word(const Storage& storage) {
    switch (storage.kind()) {
        case StorageKind::SparseVector:
        case StorageKind::Chunks:
            return tr_later("index");
        case StorageKind::ArchetypeBlock:
            return storage.mode() == Mode::Faithful ? tr_later("place") : tr_later("slot");
        case StorageKind::HashIndex:
            return tr_later("reference");
        case StorageKind::PackedVector:
            return tr_later("id");
        case StorageKind::SharedObject:
            return "pointer";
    }
    return "handle";
}

}  // namespace

std::string handle_text(const Storage& storage, Handle handle) {
    std::string text;
    for (const HandlePart& part : storage.parts_of(handle)) {
        if (!text.empty()) text += part.bits > 0 ? " | " : " > ";
        text += std::string(part.name) + ": " +
                (part.name == "address" ? hex_text(part.value) : std::to_string(part.value));
    }
    return text;
}

std::optional<Handle> handle_from(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    const bool is_hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (is_hex) text.remove_prefix(2);
    Handle handle;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), handle.bits, is_hex ? 16 : 10);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return handle;
}

std::optional<HandleVerdict> judge(const ScenarioRun& run, std::uint64_t number) {
    const std::optional<Handle> handle = run.handle_of(number);
    if (!handle) return std::nullopt;
    const Storage& storage = run.storage();
    const bool lives = run.lives(number);
    const std::string place = std::string(tr(place_word(storage)));
    HandleVerdict verdict;
    verdict.taken = storage.alive(*handle);
    const std::optional<Handle> reached = storage.reached_by(*handle);
    if (reached) verdict.finds = run.entity_of(*reached);
    if (verdict.finds == number && lives) {
        verdict.text = tr("good: finds its own values");
    } else if (verdict.finds) {
        verdict.kind = Kind::Stale;
        const std::string name = run.scenario().entity_name(*verdict.finds);
        verdict.text = lives ? phrase("stale: this {} is {}'s now, and its own values are elsewhere", place, name)
                             : phrase("stale: this {} is {}'s now, whose values are found", place, name);
    } else if (reached) {
        verdict.kind = Kind::Stale;
        verdict.finds = number;
        verdict.text = tr("stale: it is gone, and values that were left of it are still found");
    } else if (lives) {
        verdict.kind = Kind::Stale;
        verdict.text = phrase("stale: it lives, but nobody is at this {} any more", place);
    } else {
        verdict.kind = Kind::Refused;
        verdict.text = tr("gone, and nothing is found");
    }
    return verdict;
}

HandleVerdict judge(const ScenarioRun& run, Handle handle) {
    const Storage& storage = run.storage();
    HandleVerdict verdict;
    verdict.taken = storage.alive(handle);
    const std::optional<Handle> reached = storage.reached_by(handle);
    if (!reached) {
        verdict.kind = Kind::Refused;
        verdict.text = tr("nothing is found: no living entity has it");
        return verdict;
    }
    verdict.finds = run.entity_of(*reached);
    if (!verdict.taken) verdict.kind = Kind::Stale;
    const std::string name = verdict.finds ? run.scenario().entity_name(*verdict.finds) : std::string();
    if (verdict.taken)
        verdict.text =
            verdict.finds ? phrase("taken for {}, whose values are found", name) : tr("taken for a living entity");
    else
        verdict.text = verdict.finds
                           ? phrase("stale: {}'s values are found, although it is not the handle of {}", name, name)
                           : tr("stale: values are found that a dead entity left");
    return verdict;
}

}  // namespace ecs::lab
