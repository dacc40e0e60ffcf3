#include "panels/palette/palette.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"
#include "panels/base/link.hpp"
#include "panels/base/shown_id.hpp"
#include "panels/base/text_search.hpp"
#include "panels/palette/fuzzy_match.hpp"

namespace panels {

namespace {

constexpr std::size_t shown_max = 200, entities_max = 40, slots_a_frame = 60'000;
constexpr char entities_only = '@';
constexpr const char* entity_group = tr_later("Entities");
constexpr int use_counted_max = 20, use_lines_max = 400;

}  // namespace

void Palette::open(std::vector<PaletteItem> items, std::string_view text) {
    open_ = opening_ = true;
    levels_.clear();
    push({.title = {}, .items = std::move(items), .text = std::string(text)});
}

void Palette::push(Level level) {
    level.own_items = level.items.size();
    levels_.push_back(std::move(level));
    ranked_text_ = "\n";  // unlike any text
    search_ = {};
    opening_ = true;
    rank();
}

void Palette::close() { open_ = false; }

int Palette::use_of(const PaletteItem& item) const {
    const auto found = use_.find(item.id);
    return found == use_.end() ? 0 : found->second;
}

void Palette::rank() {
    Level& level = levels_.back();
    const bool only_entities = !level.text.empty() && level.text.front() == entities_only;
    const std::string_view typed = std::string_view(level.text).substr(only_entities ? 1 : 0);
    struct Found {
        Shown shown;
        int score;
        std::size_t group;
        bool late, exact;
    };
    const std::string wanted = to_lower(typed);
    // What comes late takes nothing from under the hand.
    const bool marked_by_hand = ranked_text_ == level.text && mark_ > 0 && mark_ < shown_.size();
    const std::size_t marked = marked_by_hand ? shown_[mark_].item : level.items.size();
    std::vector<Found> found;
    std::vector<std::pair<std::string_view, int>> groups;  // in the order in which they come, with their best scores
    for (std::size_t i = 0; i < level.items.size(); ++i) {
        const PaletteItem& item = level.items[i];
        const bool late = i >= level.own_items;
        if (only_entities && item.group != entity_group) continue;
        std::optional<FuzzyMatch> match = fuzzy_match(typed, item.label);
        if (!typed.empty())
            if (auto words = word_match(typed, item.label, {item.words, item.hint});
                words && (!match || words->score > match->score))
                match = std::move(words);
        if (!match && !item.also.empty() && item.also == typed) match = FuzzyMatch{};
        // Ids are English: in another language they find what a keyboard of Latin letters cannot type.
        if (!match && ecs::spoken() != nullptr && fuzzy_match(typed, item.id)) match = FuzzyMatch{};
        if (!match) continue;
        const int used = std::min(use_of(item), use_counted_max);
        const int score = match->score + used - (item.why_not.empty() ? 0 : 30);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == item.group; });
        if (group == groups.end()) group = groups.insert(groups.end(), {item.group, score});
        group->second = std::max(group->second, score);
        found.push_back({{i, std::move(match->letters)},
                         score,
                         static_cast<std::size_t>(group - groups.begin()),
                         late,
                         // "L20" is the entity of that name, and not the scale 200 %.
                         !typed.empty() && (item.also == typed || to_lower(item.label) == wanted)});
    }
    // Without a text the groups stand as they came.
    if (typed.empty())
        for (std::size_t i = 0; i < groups.size(); ++i) groups[i].second = -static_cast<int>(i);
    std::stable_sort(found.begin(), found.end(), [&](const Found& a, const Found& b) {
        if (a.exact != b.exact) return a.exact;
        if (a.late != b.late) return b.late;
        if (a.group != b.group) {
            const int best_a = groups[a.group].second, best_b = groups[b.group].second;
            return best_a != best_b ? best_a > best_b : a.group < b.group;
        }
        return a.score > b.score;
    });
    matching_ = found.size();
    if (found.size() > shown_max) found.resize(shown_max);
    shown_.clear();
    for (Found& each : found) shown_.push_back(std::move(each.shown));
    if (ranked_text_ != level.text) {
        ranked_text_ = level.text;
        mark_ = 0;
        moved_ = true;
    }
    if (marked_by_hand)
        for (std::size_t i = 0; i < shown_.size(); ++i)
            if (shown_[i].item == marked) mark_ = i;
    mark_ = std::min(mark_, shown_.empty() ? 0 : shown_.size() - 1);
}

void Palette::search_entities(const Context& context) {
    Level& level = levels_.back();
    const bool asked = level.run_with != nullptr;
    if (levels_.size() != 1 && !asked) return;
    std::string_view typed = level.text;
    if (!typed.empty() && typed.front() == entities_only) typed.remove_prefix(1);
    const ecs::World& world = context.world;
    const bool fresh = search_.text != typed || search_.structure != world.structure_version();
    // While the world changes every tick, one search ends before the next begins.
    if (search_.text != typed || (fresh && search_.done)) {
        search_ = {.text = std::string(typed),
                   .next_slot = 0,
                   .done = !asked && typed.size() < 2,
                   .structure = world.structure_version()};
        if (level.items.size() > level.own_items) {
            level.items.resize(level.own_items);
            rank();
        }
    }
    if (search_.done) return;
    const std::string wanted = to_lower(search_.text);
    const std::optional<ecs::Entity> linked = entity_of_link(wanted);
    const std::optional<ecs::Entity> whole_id = linked ? linked : ecs::parse_entity(wanted);  // 12v3
    std::optional<std::uint32_t> index;                                                       // #12
    if (wanted.starts_with('#')) {
        std::uint32_t number = 0;
        const auto [rest, error] = std::from_chars(wanted.data() + 1, wanted.data() + wanted.size(), number);
        if (error == std::errc{} && rest == wanted.data() + wanted.size()) index = number;
    }
    const std::size_t end = std::min(search_.next_slot + slots_a_frame, world.slot_count());
    const std::size_t before = level.items.size();
    for (; search_.next_slot < end && level.items.size() - level.own_items < entities_max; ++search_.next_slot) {
        const ecs::Entity entity = world.entity_at_slot(search_.next_slot);
        if (!entity) continue;
        const std::string_view name = world.name(entity);
        const ecs::Entity id = shown_id(context, entity);
        const bool by_id = id == whole_id || (index && id.index == *index);
        if (find_ignoring_case(name, wanted) == std::string_view::npos && !by_id) continue;
        level.items.push_back(entity_item(context, entity));
        if (by_id) level.items.back().also = search_.text;
    }
    search_.done = search_.next_slot >= world.slot_count() || level.items.size() - level.own_items >= entities_max;
    if (level.items.size() != before) rank();
    if (!search_.done && context.stay_awake != nullptr) *context.stay_awake = true;
}

PaletteItem Palette::entity_item(const Context& context, ecs::Entity entity) const {
    const std::string_view name = context.world.name(entity);
    const std::string id = figures::short_id(shown_id(context, entity));
    PaletteItem item{.id = {},
                     .group = entity_group,
                     .label = figures::one_line(name.empty() ? id : std::string(name)),
                     .hint = name.empty() ? std::string() : id,
                     .icon = Icon::Circle,
                     .entity = entity};
    const Level& level = levels_.back();
    if (level.run_with) {
        if (level.why_not_with) item.why_not = level.why_not_with(context, entity);
        return item;
    }
    item.run = [&selection = context.selection, &requests = context.requests, entity] {
        selection.select(entity);
        requests.push_back(FrameEntityRequest{entity});
    };
    return item;
}

void Palette::choose(const Context& context, std::size_t position, bool stay) {
    if (position >= shown_.size()) return;
    const PaletteItem item = items()[shown_[position].item];
    if (!item.why_not.empty()) return;
    if (!item.id.empty()) ++use_[item.id];
    if (item.ask) return push({.title = item.label, .items = item.ask(), .text = {}});
    if (item.run_with)
        return push({.title = item.label,
                     .items = {},
                     .text = {},
                     .run_with = item.run_with,
                     .why_not_with = item.why_not_with});
    const Level level = levels_.back();
    // The world may have changed since the entity was found.
    if (level.why_not_with && !level.why_not_with(context, item.entity).empty()) return;
    if (!stay) close();
    if (level.run_with)
        level.run_with(context, item.entity);
    else if (item.run)
        item.run();
}

std::string Palette::save_use() const {
    std::vector<std::pair<std::string, int>> most(use_.begin(), use_.end());
    std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    if (most.size() > use_lines_max) most.resize(use_lines_max);
    std::string text;
    for (const auto& [id, count] : most) text += id + " " + std::to_string(count) + "\n";
    return text;
}

void Palette::load_use(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t blank = line.rfind(' ');
        if (blank == std::string_view::npos || blank == 0) continue;
        int count = 0;
        const char* const last = line.data() + line.size();
        const auto read = std::from_chars(line.data() + blank + 1, last, count);
        if (read.ec == std::errc() && read.ptr == last && count > 0) use_[std::string(line.substr(0, blank))] = count;
    }
}

}  // namespace panels
