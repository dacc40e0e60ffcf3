#include <algorithm>
#include <array>

#include "ecs/base/language.hpp"
#include "remote/flecs/flecs_owner.hpp"

namespace remote {

namespace {

constexpr std::array<std::string_view, 11> flecs_phases{"OnStart",   "PreFrame", "OnLoad",     "PostLoad",
                                                        "PreUpdate", "OnUpdate", "OnValidate", "PostUpdate",
                                                        "PreStore",  "OnStore",  "PostFrame"};

/// Flecs answers inside of these, so a program without them could never be reached again.
bool carries_link(std::string_view path, std::string_view phase) {
    return path.starts_with("flecs.rest") || path.starts_with("flecs.http") || path.starts_with("flecs.pipeline") ||
           (path.starts_with("flecs.") && phase == "PostFrame");
}

std::size_t place_of(std::string_view phase) {
    return static_cast<std::size_t>(std::find(flecs_phases.begin(), flecs_phases.end(), phase) - flecs_phases.begin());
}

std::string last_part(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return std::string(dot == std::string_view::npos ? path : path.substr(dot + 1));
}

/// The newest of 60 samples, and what they come to; -1 where there are none.
struct Series {
    double last = -1, mean = -1, min = -1, max = -1;
};
Series series_in(const Json& element, const char* name) {
    Series series;
    const auto metric = element.find(name);
    if (metric == element.end() || !metric->is_object()) return series;
    const auto averages = metric->find("avg");
    if (averages == metric->end() || !averages->is_array() || averages->empty()) return series;
    double sum = 0;
    for (const Json& each : *averages) {
        if (!each.is_number()) return {};
        const auto value = each.get<double>();
        sum += value;
        series.min = series.min < 0 ? value : std::min(series.min, value);
        series.max = std::max(series.max, value);
        series.last = value;
    }
    series.mean = sum / static_cast<double>(averages->size());
    return series;
}

}  // namespace

void FlecsOwner::poll_systems() {
    poll(LinkPriority::Background, "systems",
         "/query?expr=" + percent_encoded("flecs.system.System, ?Disabled") +
             "&table=true&fields=false&values=false&entity_ids=true&limit=1000" +
             (written_ > 0 ? "&_=s" + std::to_string(written_) : std::string()),
         [this](const Got& got) {
             systems_known_ = true;
             if (const Json* const results = results_in(got.answer)) read_systems(*results);
         });
}

void FlecsOwner::read_systems(const Json& results) {
    told_.clear();
    systems_known_ = true;
    for (const Json& row : results) {
        if (!row.is_object()) continue;
        Told system{count_in(row, "id"), count_in(row, "version"), flecs_path(row), {}, true};
        if (const auto tags = row.find("tags"); tags != row.end() && tags->is_array())
            for (const Json& tag : *tags)
                if (tag == "flecs.core.Disabled") system.enabled = false;
        if (const auto pairs = row.find("pairs"); pairs != row.end() && pairs->is_object())
            if (const std::string phase = word_in(*pairs, "flecs.core.DependsOn"); !phase.empty())
                system.phase = last_part(phase);
        told_.push_back(std::move(system));
    }
    make_systems();
}

void FlecsOwner::poll_times() {
    poll(LinkPriority::Background, "times", "/stats/pipeline?name=flecs.pipeline.BuiltinPipeline",
         [this](const Got& got) { read_times(got.answer); });
}

void FlecsOwner::read_times(const Json& pipeline) {
    if (!pipeline.is_array()) return;
    std::vector<std::string> order;
    for (const Json& element : pipeline) {
        if (!element.is_object()) continue;
        const std::string path = word_in(element, "name");
        if (path.empty()) continue;  // a point where commands are carried out
        order.push_back(path);
        const Series time = series_in(element, "time_spent"), entities = series_in(element, "matched_entity_count");
        times_[path] = {time.last, time.mean, time.min, time.max,
                        static_cast<std::uint64_t>(std::clamp(entities.last, 0.0, 1e15))};
    }
    if (!order.empty()) order_ = std::move(order);
    make_systems();
}

void FlecsOwner::poll_queries() {
    poll(LinkPriority::Background, "queries", "/queries", [this](const Got& got) { read_queries(got.answer); });
}

void FlecsOwner::read_queries(const Json& queries) {
    if (!queries.is_array()) return;
    for (const Json& query : queries)
        if (query.is_object()) exprs_[word_in(query, "name")] = cleaned(word_in(query, "expr"), 512);
    make_systems();
}

void FlecsOwner::make_systems() {
    std::vector<Told> sorted = told_;
    // The pipeline says its order, but for what is disabled; the rest goes by the phases.
    const auto place = [&](const Told& system) {
        const auto found = std::find(order_.begin(), order_.end(), system.path);
        return std::pair(place_of(system.phase), static_cast<std::size_t>(found - order_.begin()));
    };
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Told& a, const Told& b) { return place(a) < place(b); });
    systems_.clear();
    system_keys_.clear();
    for (const Told& system : sorted) {
        ecs::OwnerSystem made;
        made.name = readable_name(system.path);
        if (system_keys_.contains(made.name)) continue;
        made.phase = cleaned(system.phase, 64);
        const std::size_t phase = place_of(system.phase);
        made.part = phase <= place_of("PreUpdate")   ? ecs::Phase::PreUpdate
                    : phase < place_of("PostUpdate") ? ecs::Phase::Update
                                                     : ecs::Phase::PostUpdate;
        made.enabled = system.enabled;
        if (const auto expr = exprs_.find(system.path); expr != exprs_.end()) made.description = expr->second;
        if (carries_link(system.path, system.phase))
            made.why_not_switch = ecs::tr("the program answers through this system: nobody could switch it on again");
        if (const auto times = times_.find(system.path); times != times_.end()) {
            made.last_secs = times->second.last;
            made.mean_secs = times->second.mean;
            made.min_secs = times->second.min;
            made.max_secs = times->second.max;
            made.entities = times->second.entities;
            made.runs = times->second.last >= 0 ? 60 : 0;
        }
        // Which of the components it asks for it writes: "[in]" stands before those it only reads.
        std::string_view expr = made.description;
        while (!expr.empty()) {
            std::size_t end = 0;
            for (int depth = 0; end < expr.size() && (depth > 0 || expr[end] != ','); ++end)
                depth += expr[end] == '(' ? 1 : expr[end] == ')' ? -1 : 0;
            std::string_view term = expr.substr(0, end);
            expr = end < expr.size() ? expr.substr(end + 1) : std::string_view();
            while (term.starts_with(' ')) term.remove_prefix(1);
            const bool reads = term.starts_with("[in]");
            if (term.starts_with('[')) {
                const std::size_t bracket = term.find("] ");
                if (bracket == std::string_view::npos) continue;
                term.remove_prefix(bracket + 2);
            }
            const std::uint32_t type = replica_.find_type(term.substr(0, term.find('(')));
            if (type == Replica::no_type || replica_.types()[type].is_tag()) continue;
            made.accesses.push_back({type, !reads});
        }
        system_keys_[made.name] = flecs_key(system.id, system.version);
        systems_.push_back(std::move(made));
    }
}

void FlecsOwner::poll_tables() {
    poll(LinkPriority::Background, "tables", "/tables", [this](const Got& got) {
        if (got.answer.is_array()) tables_ = got.answer;
    });
}

ecs::OwnerMemory FlecsOwner::memory() const {
    tables_wanted_ = Clock::now();
    tables_asked_ = true;
    ecs::OwnerMemory memory;
    memory.unknown = ecs::tr("Flecs does not say over HTTP where its bytes are");
    if (!tables_.is_array()) return memory;
    // Its tables are known by what is in them; so are the entities.
    std::map<std::vector<std::string>, std::vector<ecs::OwnerKey>> members;
    for (const ecs::OwnerKey key : replica_.keys()) {
        std::vector<std::string> types;
        for (const std::uint32_t type : replica_.types_of(key)) types.push_back(shown_path(replica_.shape(type).path));
        std::sort(types.begin(), types.end());
        members[std::move(types)].push_back(key);
    }
    for (const Json& table : tables_) {
        if (!table.is_object() || count_in(table, "count") == 0) continue;
        const auto type = table.find("type");
        if (type == table.end() || !type->is_array()) continue;
        ecs::OwnerPool pool;
        pool.kind = ecs::PoolKind::Table;
        std::vector<std::string> types;
        bool builtin = false;
        for (const Json& each : *type) {
            if (!each.is_string()) continue;
            const std::string path = cleaned(each.get<std::string>(), 256);
            builtin =
                builtin || path == "Component" || path.starts_with("(ChildOf,flecs") || path.starts_with("(Poly,");
            if (!pool.name.empty()) pool.name += ", ";
            pool.name += path;
            if (!path.starts_with("(Identifier,") && !path.starts_with("(ChildOf,")) types.push_back(path);
            const std::uint32_t known = replica_.find_type(path);
            if (known == Replica::no_type || replica_.types()[known].is_tag()) pool.tags.push_back(path);
        }
        if (builtin) continue;
        std::sort(types.begin(), types.end());
        pool.entity_bytes = 8;
        pool.capacity = std::max(count_in(table, "size"), count_in(table, "count"));
        // Tables that differ in parents and names only share what is known of their members.
        auto& known = members[types];
        const std::size_t count = std::min<std::size_t>(known.size(), count_in(table, "count"));
        pool.entities.assign(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(count));
        known.erase(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(count));
        memory.pools.push_back(std::move(pool));
    }
    return memory;
}

}  // namespace remote
