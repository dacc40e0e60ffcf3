#include "ecs/lab/bench/bench.hpp"

#include "ecs/base/language.hpp"

#include <algorithm>
#include <cmath>

#include "ecs/lab/bench/bench_subjects.hpp"

namespace ecs::lab {

namespace {

struct KindWords {
    std::string_view name, title, unit, about;
};
constexpr std::array<KindWords, bench_kinds.size()> words{{
    {"create", tr_later("Create"), tr_later("entity"),
     tr_later("Entities of article 001's pattern (all with a Health, two thirds with a Position, three quarters with a "
              "Velocity) are created one by one in an empty storage. Arrays grow with them; the memory itself was used "
              "before.")},
    {"iterate", tr_later("Iterate over two types"), tr_later("matching entity"),
     tr_later(
         "Position += Velocity for the half of the entities that have both, with the caller's loop compiled into the "
         "storage's walk. Rounds follow one another, so what fits into a cache is there.")},
    {"rows", tr_later("Iterate as the lab does"), tr_later("matching entity"),
     tr_later("The same as iterate, through Storage::each: a call, two copies to and one from each row, their sizes "
              "known at "
              "run "
              "time only. What these cost is in it.")},
    {"add", tr_later("Add a component"), tr_later("entity"),
     tr_later("Each entity is given a Shield of 4 bytes, which it lacked, in the order of creation.")},
    {"remove", tr_later("Remove a component"), tr_later("entity"),
     tr_later("Each entity loses its Shield again, in the order of creation.")},
    {"destroy", tr_later("Destroy a random half"), tr_later("destroyed entity"),
     tr_later("Half of the entities are destroyed, in random order. What a storage puts off (Objects leave a container "
              "when it "
              "is next walked) is not in it.")},
    {"get", tr_later("Get a value"), tr_later("entity"),
     tr_later("The Position of each entity that has one is copied out, in random order.")},
    {"workload", tr_later("Article 001's workload"), tr_later("entity"),
     tr_later("All velocities decay, all positions with a velocity move on, all velocities decay again, in double "
              "precision, "
              "beside plain objects in a vector and in a hash map.")},
    {"sample", tr_later("Article 002's sample program"), tr_later("entity"),
     tr_later("Entities are created with a Position, each is given a component more, then both are updated five times. "
              "Columns "
              "with both of its policies for the hole that a removed row leaves.")},
    {"scene", tr_later("Article 003's game"), tr_later("entity"),
     tr_later(
         "A tick of the chase with one player and otherwise enemies: six queries through Storage::each, joins of up to "
         "three "
         "types.")},
    {"crossover", tr_later("Objects beside archetypes"), tr_later("entity"),
     tr_later("All positions move on: as a virtual function of objects that were allocated one after the other, of one "
              "class "
              "and "
              "of 16 taking turns, and as a query over one archetype and over 16.")},
    {"join", tr_later("The join with and without the vectoriser"), tr_later("matching entity"),
     tr_later("The loops of iterate in Options and Columns, written out over the bare columns and compiled twice: as "
              "this build "
              "is, and "
              "with the compiler's vectoriser turned off.")},
}};
const KindWords& words_of(BenchKind kind) { return words[static_cast<std::size_t>(kind)]; }

bench::Subjects subjects_of(BenchKind kind, std::uint64_t entities, const std::stop_token& stop) {
    switch (kind) {
        case BenchKind::Workload:
            return bench::workload_subjects(entities, stop);
        case BenchKind::Sample:
            return bench::sample_subjects(entities, stop);
        case BenchKind::Scene:
            return bench::scene_subjects(entities, stop);
        case BenchKind::Crossover:
            return bench::crossover_subjects(entities, stop);
        case BenchKind::Join:
            return bench::join_subjects(entities, stop);
        default:
            return bench::operation_subjects(kind, entities, stop);
    }
}

std::string with_commas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
    return text;
}

/// Maximum number of subjects of a bench at any size: for the progress, before they are made.
std::size_t max_subjects(BenchKind kind) {
    switch (kind) {
        case BenchKind::Create:
        case BenchKind::Sample:
            return 7;
        case BenchKind::Workload:
            return 8;
        case BenchKind::Join:
            return 4;
        default:
            return 6;
    }
}

}  // namespace

std::string_view name_of(BenchKind kind) { return words_of(kind).name; }
std::string_view title_of(BenchKind kind) { return words_of(kind).title; }
std::string_view about_of(BenchKind kind) { return words_of(kind).about; }
std::string_view unit_of(BenchKind kind) { return words_of(kind).unit; }

std::optional<BenchKind> bench_kind_from(std::string_view name) {
    for (const BenchKind kind : bench_kinds)
        if (name_of(kind) == name) return kind;
    return std::nullopt;
}

std::uint64_t min_entities(BenchKind kind) {
    switch (kind) {
        case BenchKind::Iterate:
        case BenchKind::Rows:
        case BenchKind::Get:
        case BenchKind::Workload:
        case BenchKind::Join:
            return 20;
        default:
            return 1;
    }
}

std::vector<std::uint64_t> default_sizes(BenchKind kind) {
    if (kind == BenchKind::Crossover) return {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1'024, 4'096, 16'384, 65'536};
    return {100, 1'000, 10'000, 100'000};
}

std::string why_not(const BenchRequest& request) {
    const std::uint64_t least = min_entities(request.kind);
    std::uint64_t before = 0;
    for (const std::uint64_t size : request.sizes) {
        if (size < least || size > max_bench_entities)
            return "The bench " + std::string(name_of(request.kind)) + " takes " + with_commas(least) + " to " +
                   with_commas(max_bench_entities) + " entities, found " + with_commas(size);
        if (size <= before)
            return "Numbers of entities must rise, found " + with_commas(size) + " after " + with_commas(before);
        before = size;
    }
    if (request.effort.repetitions < min_repetitions || request.effort.repetitions > max_repetitions)
        return "A bench has " + std::to_string(min_repetitions) + " to " + std::to_string(max_repetitions) +
               " repetitions, found " + std::to_string(request.effort.repetitions);
    return {};
}

SubjectSeries series_of(std::string_view subject) {
    constexpr std::uint32_t objects = storage_kinds.size();
    if (subject == "object map") return {objects + 1, false};
    const bool variant = subject.find(' ') != std::string_view::npos && !subject.ends_with(" 1");
    for (std::uint32_t i = 0; i < objects; ++i)
        if (subject.starts_with(name_of(storage_kinds[i]))) return {i, variant};
    return {objects, variant};
}

std::vector<std::uint64_t> BenchResult::sizes() const {
    std::vector<std::uint64_t> found;
    for (const BenchRow& row : rows)
        if (found.empty() || found.back() != row.entities) found.push_back(row.entities);
    return found;
}

std::vector<std::string> BenchResult::subjects() const {
    std::vector<std::string> found;
    for (const BenchRow& row : rows)
        if (std::find(found.begin(), found.end(), row.subject) == found.end()) found.push_back(row.subject);
    return found;
}

const BenchRow* BenchResult::find(std::string_view subject, std::uint64_t entities) const {
    for (const BenchRow& row : rows)
        if (row.entities == entities && row.subject == subject) return &row;
    return nullptr;
}

const BenchRow* BenchResult::first_of(std::string_view subject) const {
    for (const BenchRow& row : rows)
        if (row.subject == subject) return &row;
    return nullptr;
}

Ranking BenchResult::ranking(std::uint64_t entities) const {
    std::vector<Spread> spreads;
    for (const BenchRow& row : rows)
        if (row.entities == entities) spreads.push_back(row.ns);
    return rank(spreads);
}

std::string BenchResult::verdict(std::uint64_t entities) const {
    std::vector<std::string> names;
    for (const BenchRow& row : rows)
        if (row.entities == entities) names.push_back(shown_words(row.title));
    return verdict_of(ranking(entities), names);
}

std::string shown_words(std::string_view text) {
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(", ", at), text.size());
        const std::string_view part = text.substr(at, end - at);
        const std::size_t blank = part.find(' ');
        const bool counts = !part.empty() && part.front() >= '0' && part.front() <= '9' && blank != part.npos;
        if (at > 0) shown += tr(", ");
        shown += counts ? count_phrase(part.substr(0, blank), part.substr(blank + 1)) : std::string(tr(part));
        at = end + 2;
    }
    return shown;
}

BenchResult run_bench(const BenchRequest& request, const BenchHooks& hooks) {
    const std::vector<std::uint64_t> sizes = request.sizes.empty() ? default_sizes(request.kind) : request.sizes;
    BenchResult result;
    result.kind = request.kind;
    result.repetitions = request.effort.repetitions;
    BenchProgress progress;
    progress.all = sizes.size() * max_subjects(request.kind) * sections_of(request.effort);
    for (const std::uint64_t entities : sizes) {
        progress.what = std::string(name_of(request.kind)) + ", " + with_commas(entities) +
                        (entities == 1 ? " entity" : " entities");
        if (hooks.progress) hooks.progress(progress);
        if (hooks.stop.stop_requested()) break;
        bench::Subjects subjects = subjects_of(request.kind, entities, hooks.stop);
        if (hooks.stop.stop_requested()) break;
        const std::size_t left_out = max_subjects(request.kind) - subjects.list.size();
        const std::vector<Measured> measured = measure(subjects.list, request.effort, hooks, progress);
        if (measured.empty()) break;
        progress.done += left_out * sections_of(request.effort);
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const BenchSubject& subject = subjects.list[i];
            result.rows.push_back({subject.name, subject.title, subject.detail, entities, subject.operations,
                                   measured[i].rounds, spread_of(measured[i].ns), measured[i].ns,
                                   measured[i].clock_share});
            if (!measured[i].fault.empty()) result.faults.push_back(measured[i].fault);
            if (measured[i].clock_share > 0.05)
                subjects.notes.push_back(phrase(
                    "Of what was read of {} at {}, {} % was the clock's own and was taken off: take it for an estimate",
                    shown_words(subject.title),
                    count_phrase(with_commas(entities), entities == 1 ? "entity" : "entities"),
                    std::to_string(static_cast<int>(measured[i].clock_share * 100))));
            if (measured[i].checksum != measured[0].checksum)
                result.faults.push_back(subject.title + " and " + subjects.list[0].title +
                                        " do not end with the same values at " + with_commas(entities) + " entities");
        }
        for (const std::string& note : subjects.notes)
            if (std::find(result.notes.begin(), result.notes.end(), note) == result.notes.end())
                result.notes.push_back(note);
    }
    result.stopped = hooks.stop.stop_requested();
    return result;
}

std::optional<std::uint64_t> faster_from(const BenchResult& result, std::string_view subject, std::string_view other) {
    std::optional<std::uint64_t> from;
    const std::vector<std::uint64_t> sizes = result.sizes();
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
        const BenchRow *mine = result.find(subject, *size), *theirs = result.find(other, *size);
        if (mine == nullptr || theirs == nullptr || mine->ns.high >= theirs->ns.low) break;
        from = *size;
    }
    return from;
}

namespace {

std::string count_of_entities(std::uint64_t count) {
    return count_phrase(with_commas(count), count == 1 ? "entity" : "entities");
}

std::string crossover_sentence(const CrossoverFound& found) {
    const auto from = [](const std::optional<std::uint64_t>& entities) {
        return entities ? phrase("from {} on", count_of_entities(*entities))
                        : std::string(tr("at no measured number of entities on"));
    };
    return phrase("With {} {} are faster than virtual objects {}, {} {}",
                  found.archetypes == 1 ? tr("1 class and archetype") : tr("16 classes and archetypes"),
                  tr(title_of(StorageKind::ArchetypeBlock)), from(found.blocks), tr(title_of(StorageKind::Chunks)),
                  from(found.chunks));
}

std::string times_text(const Spread& ratio) {
    const auto text = [](double number) {
        std::string digits = std::to_string(std::round(number * 10) / 10);
        return digits.substr(0, digits.find('.') + 2);
    };
    return phrase("{} times ({} to {})", text(ratio.median), text(ratio.low), text(ratio.high));
}

}  // namespace

Spread time_ratio(const BenchResult& result, std::string_view subject, std::string_view other, std::uint64_t entities) {
    const BenchRow *mine = result.find(subject, entities), *theirs = result.find(other, entities);
    if (mine == nullptr || theirs == nullptr) return {};
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(mine->samples.size(), theirs->samples.size()); ++i)
        if (theirs->samples[i] > 0) ratios.push_back(mine->samples[i] / theirs->samples[i]);
    return spread_of(std::move(ratios));
}

std::vector<std::string> conclusions_of(const BenchResult& result) {
    std::vector<std::string> sentences;
    if (result.kind == BenchKind::Crossover) {
        if (!result.rows.empty())
            for (const CrossoverFound& found : crossovers_of(result)) sentences.push_back(crossover_sentence(found));
        return sentences;
    }
    for (const std::uint64_t entities : result.sizes()) {
        const std::string found =
            result.kind == BenchKind::Join
                ? phrase("{} take {} as long as {}, without the vectoriser {}", tr(title_of(StorageKind::SparseVector)),
                         times_text(time_ratio(result, "001", "002", entities)),
                         tr(title_of(StorageKind::ArchetypeBlock)),
                         times_text(time_ratio(result, "001 scalar", "002 scalar", entities)))
                : result.verdict(entities);
        sentences.push_back(phrase("{}: {}", count_of_entities(entities), found));
    }
    return sentences;
}

std::array<CrossoverFound, 2> crossovers_of(const BenchResult& result) {
    return {CrossoverFound{1, faster_from(result, "002 1", "objects 1"), faster_from(result, "chunks 1", "objects 1")},
            CrossoverFound{16, faster_from(result, "002 16", "objects 16"),
                           faster_from(result, "chunks 16", "objects 16")}};
}

}  // namespace ecs::lab
