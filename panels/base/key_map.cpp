#include "panels/base/key_map.hpp"

#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

namespace {

constexpr std::string_view between_id_and_chords = ": ", between_chords = ", ";

bool same_place(const KeyMap::Entry& a, const KeyMap::Entry& b) {
    return a.place.empty() || b.place.empty() || a.place == b.place;
}

bool has_chord(const KeyMap::Entry& entry, const Chord& chord) {
    return chord && std::find(entry.chords.begin(), entry.chords.end(), chord) != entry.chords.end();
}

/// Nothing when a part is no chord.
std::optional<KeyMap::Chords> chords_from(std::string_view text) {
    KeyMap::Chords chords{};
    for (std::size_t slot = 0; !text.empty(); ++slot) {
        if (slot == KeyMap::slots) return std::nullopt;
        // The key "," stands before the comma that divides.
        const std::size_t end = text.find(between_chords, 1);
        const std::optional<Chord> chord = chord_from(text.substr(0, end));
        if (!chord) return std::nullopt;
        chords[slot] = *chord;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + between_chords.size());
    }
    return chords;
}

}  // namespace

std::string KeyMap::Entry::text() const {
    std::string text;
    for (const Chord& chord : chords)
        if (chord) text.append(text.empty() ? "" : between_chords).append(to_string(chord));
    return text;
}

void KeyMap::add(const KeyCommand& command, std::string_view group, std::string_view place) {
    entries_.push_back({command, std::string(place), std::string(group), {command.key, command.alternative}});
}

void KeyMap::add_panels(std::span<const std::unique_ptr<Panel>> panels) {
    for (const auto& panel : panels)
        for (const KeyCommand& command : panel->commands()) add(command, panel->english_title(), panel->id());
}

const KeyMap::Entry* KeyMap::find(std::string_view id) const {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) { return each.command.id == id; });
    return found == entries_.end() ? nullptr : &*found;
}

KeyMap::Entry* KeyMap::find_entry(std::string_view id) { return const_cast<Entry*>(find(id)); }

const KeyMap::Entry* KeyMap::command_for(const Chord& chord, std::string_view panel) const {
    const Entry* everywhere = nullptr;
    for (const Entry& each : entries_) {
        if (!has_chord(each, chord)) continue;
        if (!panel.empty() && each.place == panel) return &each;
        if (each.place.empty() && everywhere == nullptr) everywhere = &each;
    }
    return everywhere;
}

std::string KeyMap::why_not(std::string_view id, const Chord& chord) const {
    const Entry* entry = find(id);
    if (!chord || entry == nullptr) return {};
    const KeyCommand& command = entry->command;
    const std::string text = to_string(chord);
    const bool alone = chord.plain();
    if (alone && chord.key == Key::Escape) return tr("Esc always leaves what has the keyboard");
    if (alone && chord.key == Key::Tab) return tr("Tab always goes to the next control; with Ctrl it can be given");
    if (alone && chord.key == Key::Enter) return tr("Enter always confirms, or opens what is chosen");
    constexpr Key of_lists[] = {Key::Left, Key::Right, Key::Up, Key::Down, Key::PageUp, Key::PageDown, Key::End};
    if (alone && entry->place.empty() &&
        std::find(std::begin(of_lists), std::end(of_lists), chord.key) != std::end(of_lists))
        return phrase("{} moves in lists, and may steer the game; with Ctrl or Alt it can be given", text);
    constexpr Key of_games[] = {Key::W, Key::A, Key::S, Key::D};
    if (chord == plain(chord.key) &&
        std::find(std::begin(of_games), std::end(of_games), chord.key) != std::end(of_games))
        return tr("W, A, S and D steer the game; with Ctrl or Alt they can be given");
    if (!command.while_typing) return {};
    if (writes_text(chord) ||
        (alone && (chord.key == Key::Backspace || chord.key == Key::Delete || chord.key == Key::Home)))
        return phrase(
            "This command works in text fields, too, and {} is needed there; with Ctrl or Alt it can be given", text);
    constexpr Key of_text[] = {Key::A, Key::C, Key::V, Key::X, Key::Y, Key::Z};
    if (chord == ctrl(chord.key) && std::find(std::begin(of_text), std::end(of_text), chord.key) != std::end(of_text))
        return phrase("This command works in text fields, too, and {} is needed there", text);
    return {};
}

const KeyMap::Entry* KeyMap::rival_of(std::string_view id, const Chord& chord) const {
    const Entry* entry = find(id);
    if (entry == nullptr) return nullptr;
    for (const Entry& each : entries_)
        if (&each != entry && same_place(each, *entry) && has_chord(each, chord)) return &each;
    return nullptr;
}

void KeyMap::set(std::string_view id, std::size_t slot, const Chord& chord) {
    Entry* entry = find_entry(id);
    if (entry == nullptr || slot >= slots) return;
    for (Chord& each : entry->chords)
        if (each == chord) each = {};
    entry->chords[slot] = chord;
    // The first one is what menus show.
    if (!entry->chords[0]) std::swap(entry->chords[0], entry->chords[1]);
}

void KeyMap::take_over(std::string_view id, std::size_t slot, const Chord& chord) {
    const Entry* entry = find(id);
    if (entry == nullptr) return;
    for (Entry& each : entries_) {
        if (&each == entry || !same_place(each, *entry)) continue;
        for (Chord& theirs : each.chords)
            if (theirs == chord) theirs = {};
        if (!each.chords[0]) std::swap(each.chords[0], each.chords[1]);
    }
    set(id, slot, chord);
}

void KeyMap::reset(std::string_view id) {
    if (Entry* entry = find_entry(id)) entry->chords = entry->defaults();
}

void KeyMap::reset_all() {
    for (Entry& each : entries_) each.chords = each.defaults();
}

bool KeyMap::any_changed() const {
    return std::any_of(entries_.begin(), entries_.end(), [](const Entry& each) { return each.changed(); });
}

std::vector<std::string> KeyMap::load(const std::vector<std::string>& lines) {
    std::vector<std::string> problems;
    reset_all();
    not_understood_.clear();
    for (const std::string& line : lines) {
        const std::string_view whole = line;
        // A command without a key has nothing behind the colon.
        const std::size_t end = whole.find(':');
        const std::string_view id = whole.substr(0, end);
        std::string_view chords = end == std::string_view::npos ? std::string_view() : whole.substr(end + 1);
        if (!chords.empty() && chords.front() == ' ') chords.remove_prefix(1);
        Entry* entry = find_entry(id);
        const std::optional<Chords> read = chords_from(chords);
        if (entry == nullptr)
            problems.push_back(phrase("no command is called \"{}\"", std::string(id)));
        else if (end == std::string_view::npos || !read)
            problems.push_back(phrase("\"{}\" are no keys for {}", std::string(chords), tr(entry->command.name)));
        else {
            entry->chords = *read;
            continue;
        }
        not_understood_.push_back(line);
    }
    return problems;
}

std::vector<std::string> KeyMap::save() const {
    std::vector<std::string> lines;
    for (const Entry& each : entries_)
        if (each.changed()) lines.push_back(std::string(each.command.id).append(between_id_and_chords) + each.text());
    lines.insert(lines.end(), not_understood_.begin(), not_understood_.end());
    return lines;
}

std::string keys_text(const Context& context, const KeyCommand& command) {
    const KeyMap::Entry* entry = context.key_map != nullptr ? context.key_map->find(command.id) : nullptr;
    return to_string(entry != nullptr ? entry->chords[0] : command.key);
}

std::string with_keys(const Context& context, std::string_view text, const KeyCommand& command) {
    const std::string keys = keys_text(context, command);
    return keys.empty() ? std::string(text) : std::string(text) + " (" + keys + ")";
}

}  // namespace panels
