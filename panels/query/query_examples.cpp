#include "panels/query/query_examples.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "ecs/language/written_names.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr std::size_t archetypes_looked_at = 1000, rows_looked_at = 64;

/// How many entities have each component.
std::vector<std::size_t> entities_with_each(const ecs::World& world) {
    std::vector<std::size_t> counts(world.types().size(), 0);
    const std::size_t end = std::min(world.archetype_count(), archetypes_looked_at);
    for (std::size_t id = 0; id < end; ++id) {
        const ecs::Archetype& archetype = world.archetype(static_cast<ecs::ArchetypeId>(id));
        for (const ecs::ComponentId component : archetype.components()) counts[component] += archetype.entity_count();
    }
    return counts;
}

/// "A & !B": B is what tells those with A apart most evenly.
std::optional<QueryExample> with_and_without(const ecs::World& world, const std::vector<std::size_t>& counts) {
    const auto common = [&](ecs::ComponentId id) { return id == world.name_id() || id == world.parent_id(); };
    ecs::ComponentId most = ecs::no_component;
    for (ecs::ComponentId id = 0; id < counts.size(); ++id)
        if (!common(id) && counts[id] > 0 && (most == ecs::no_component || counts[id] > counts[most])) most = id;
    if (most == ecs::no_component) return std::nullopt;
    std::vector<std::size_t> both(counts.size(), 0);
    for (std::size_t i = 0; i < std::min(world.archetype_count(), archetypes_looked_at); ++i) {
        const ecs::Archetype& archetype = world.archetype(static_cast<ecs::ArchetypeId>(i));
        if (!archetype.has(most)) continue;
        for (const ecs::ComponentId component : archetype.components()) both[component] += archetype.entity_count();
    }
    ecs::ComponentId other = ecs::no_component;
    const auto evenness = [&](ecs::ComponentId id) { return std::min(both[id], counts[most] - both[id]); };
    for (ecs::ComponentId id = 0; id < counts.size(); ++id)
        if (!common(id) && id != most && evenness(id) > 0 &&
            (other == ecs::no_component || evenness(id) > evenness(other)))
            other = id;
    const std::string name = ecs::written_name(world.types(), most);
    if (other == ecs::no_component) return QueryExample{name, phrase("Has {}", name)};
    const std::string without = ecs::written_name(world.types(), other);
    return QueryExample{name + " & !" + without, phrase("Has {}, but no {}", name, without)};
}

/// A number for people between the values: 12, 3.5, 200.
std::string round_number(double number) {
    if (number == 0 || !std::isfinite(number)) return "0";
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(number))) - 1);
    const double rounded = std::round(number / step) * step;
    std::string text = std::to_string(rounded);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

struct BelowMean {
    std::string value, limit;
    bool whole = false;  // the field has whole numbers
};
/// "Health.hp", "40": a field whose values differ, those of a narrow range or with a limit first, and about its mean.
std::optional<BelowMean> below_mean(const ecs::World& world, const std::vector<std::size_t>& counts) {
    std::optional<BelowMean> best;
    int best_rank = 0;
    for (ecs::ComponentId id = 0; id < counts.size() && best_rank < 2; ++id) {
        if (counts[id] == 0 || world.types()[id].opaque_json) continue;
        for (const ecs::WrittenValue& value : ecs::written_values(world.types(), id, 1)) {
            const ecs::FieldKind kind = value.place.kind;
            if (!ecs::is_number(kind) || kind == ecs::FieldKind::Enum || kind == ecs::FieldKind::Bool) continue;
            double sum = 0, low = 0, high = 0;
            std::size_t rows = 0;
            for (std::size_t i = 0; i < std::min(world.archetype_count(), archetypes_looked_at); ++i) {
                const ecs::Archetype& archetype = world.archetype(static_cast<ecs::ArchetypeId>(i));
                if (!archetype.has(id) || archetype.chunk_count() == 0) continue;
                const auto entities = archetype.chunk(0).entities();
                for (std::size_t row = 0; row < std::min(entities.size(), rows_looked_at); ++row) {
                    const double number = ecs::read_number(value.place, world.get(entities[row], id));
                    if (!std::isfinite(number)) continue;
                    low = rows == 0 ? number : std::min(low, number);
                    high = rows == 0 ? number : std::max(high, number);
                    sum += number;
                    ++rows;
                }
                if (rows > rows_looked_at * 8) break;
            }
            if (rows < 2 || !(low < high)) continue;
            const int rank = value.field->min || value.field->max ? 2 : 1;
            if (rank <= best_rank) continue;
            best_rank = rank;
            const std::string limit = round_number(sum / static_cast<double>(rows));
            best = BelowMean{value.text, limit, kind != ecs::FieldKind::F32 && kind != ecs::FieldKind::F64};
        }
    }
    return best;
}

/// `name ~ "enem"`: the first letters of a name.
std::optional<QueryExample> by_name(const ecs::World& world) {
    for (std::size_t i = 0; i < std::min(world.archetype_count(), archetypes_looked_at); ++i) {
        const ecs::Archetype& archetype = world.archetype(static_cast<ecs::ArchetypeId>(i));
        if (!archetype.has(world.name_id()) || archetype.entity_count() == 0) continue;
        const std::string_view name = world.name(archetype.chunk(0).entities().front());
        std::string letters;
        for (const char c : name) {
            const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            constexpr std::size_t letters_max = 4;
            if (!letter || letters.size() == letters_max) break;
            letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        if (letters.empty()) continue;
        return QueryExample{"name ~ \"" + letters + "\"", phrase("The name has the letters \"{}\"", letters)};
    }
    return std::nullopt;
}

}  // namespace

std::vector<QueryExample> query_examples(const ecs::World& world) {
    const std::vector<std::size_t> counts = entities_with_each(world);
    std::vector<QueryExample> examples;
    if (auto example = with_and_without(world, counts)) examples.push_back(std::move(*example));
    if (const auto found = below_mean(world, counts))
        examples.push_back({found->value + " < " + found->limit, phrase("{} is below {}", found->value, found->limit)});
    if (auto example = by_name(world)) examples.push_back(std::move(*example));
    return examples;
}

std::vector<QueryExample> change_examples(const ecs::World& world) {
    const std::vector<std::size_t> counts = entities_with_each(world);
    std::vector<QueryExample> examples;
    if (const auto found = below_mean(world, counts)) {
        const std::string to = found->whole ? found->limit.substr(0, found->limit.find('.')) : found->limit;
        examples.push_back({found->value + " < " + found->limit + " : " + found->value + " = " + to,
                            phrase("Raises {} to {} where it is below", found->value, to)});
    }
    if (const auto found = with_and_without(world, counts)) {
        const std::size_t without = found->text.find(" & !");
        if (without != std::string::npos) {
            const std::string added = found->text.substr(without + 4);
            examples.push_back({found->text + " : +" + added, phrase("Adds {} to all that lack it", added)});
        }
    }
    return examples;
}

}  // namespace panels
