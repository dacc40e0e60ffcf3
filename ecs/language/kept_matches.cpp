#include "ecs/language/kept_matches.hpp"

#include <algorithm>
#include <iterator>

namespace ecs {

namespace {

/// Takes out of both lists what is in both, and sorts them.
void keep_differences(MatchEdges& edges) {
    std::sort(edges.entered.begin(), edges.entered.end());
    std::sort(edges.left.begin(), edges.left.end());
    if (edges.entered.empty() || edges.left.empty()) return;
    std::vector<Entity> entered, left;
    std::set_difference(edges.entered.begin(), edges.entered.end(), edges.left.begin(), edges.left.end(),
                        std::back_inserter(entered));
    std::set_difference(edges.left.begin(), edges.left.end(), edges.entered.begin(), edges.entered.end(),
                        std::back_inserter(left));
    edges.entered = std::move(entered);
    edges.left = std::move(left);
}

}  // namespace

void KeptMatches::forget() { *this = {}; }

void KeptMatches::append_all(std::vector<Entity>& to) const {
    for (const std::vector<Kept>& kept : chunks_)
        for (const Kept& each : kept) to.insert(to.end(), each.matches.begin(), each.matches.end());
}

std::size_t KeptMatches::update(const World& world, TextQuery& query, const QueryInputs& inputs, MatchEdges* edges) {
    if (edges != nullptr) edges->entered.clear(), edges->left.clear();
    const std::vector<ArchetypeId>& archetypes = query.archetypes(world);
    const std::uint64_t types = types_fingerprint(world.types());
    const bool known = world_ == &world && world.version() >= version_seen_ && types == types_seen_ &&
                       archetypes_.size() <= archetypes.size() &&
                       std::equal(archetypes_.begin(), archetypes_.end(), archetypes.begin());
    if (!known) {
        if (edges != nullptr && world_ == &world) append_all(edges->left);
        forget();
        world_ = &world;
        types_seen_ = types;
        reads_ = query.components();
    }
    const bool every_chunk = !query.reads_only_rows();
    if (known && !every_chunk && world.version() == version_seen_) return 0;
    if (every_chunk) {
        if (edges != nullptr) append_all(edges->left);
        for (std::vector<Kept>& kept : chunks_)
            for (Kept& each : kept) each.matches.clear();
        count_ = 0;
    }
    archetypes_ = archetypes;
    chunks_.resize(archetypes.size());
    for (std::size_t position = 0; position < archetypes.size(); ++position) {
        std::vector<Kept>& kept = chunks_[position];
        const Archetype& archetype = world.archetype(archetypes[position]);
        const std::size_t capacity = archetype.layout().capacity;
        const std::size_t chunks = (archetype.entity_count() + capacity - 1) / capacity;  // with rows
        for (std::size_t gone = chunks; gone < kept.size(); ++gone) {
            count_ -= kept[gone].matches.size();
            if (edges != nullptr)
                edges->left.insert(edges->left.end(), kept[gone].matches.begin(), kept[gone].matches.end());
        }
        kept.resize(chunks);
    }

    std::size_t asked = 0, columns_of = archetypes.size();
    query.each_wanted(
        world,
        [&](std::size_t position, std::size_t chunk) {
            const Archetype& archetype = world.archetype(archetypes[position]);
            if (columns_of != position) {
                columns_of = position;
                columns_.clear();
                for (const ComponentId component : reads_)
                    if (const int column = archetype.column_of(component); column != no_column)
                        columns_.push_back(column);
            }
            const std::uint64_t asked_at = chunks_[position][chunk].asked_at;
            const auto written = [&](int column) { return archetype.column_version(chunk, column) > asked_at; };
            return every_chunk || asked_at == 0 || written(no_column) ||
                   std::any_of(columns_.begin(), columns_.end(), written);
        },
        [&](const MatchedRows& found) {
            Kept& kept = chunks_[found.archetype][found.chunk];
            count_ -= kept.matches.size();
            if (edges != nullptr) before_.swap(kept.matches);
            kept.matches.clear();
            found.each([&](Entity entity) { kept.matches.push_back(entity); });
            if (edges != nullptr && before_ != kept.matches) {
                edges->left.insert(edges->left.end(), before_.begin(), before_.end());
                edges->entered.insert(edges->entered.end(), kept.matches.begin(), kept.matches.end());
            }
            count_ += kept.matches.size();
            kept.asked_at = world.version();
            ++asked;
        },
        inputs);
    version_seen_ = world.version();
    if (edges != nullptr) keep_differences(*edges);
    return asked;
}

void KeptMatches::collect(std::vector<Entity>& matches, std::size_t most) const {
    for (const std::vector<Kept>& kept : chunks_)
        for (const Kept& each : kept) {
            if (matches.size() >= most) return;
            const std::size_t some = std::min(most - matches.size(), each.matches.size());
            matches.insert(matches.end(), each.matches.begin(),
                           each.matches.begin() + static_cast<std::ptrdiff_t>(some));
        }
}

}  // namespace ecs
