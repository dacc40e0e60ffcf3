// A TextQuery is a query that somebody wrote, asked of one world:
//
//     auto weak = ecs::TextQuery::parse("Position & !Velocity & Health.hp < 10");
//     if (!weak) return with_caret(text, weak.error());
//     if (const ecs::TextError* error = weak->bind(world)) return with_caret(text, *error);
//     weak->each(world, [](ecs::Entity entity) { ... });
//
// What lacks a component fails the comparison that names it: `Health.hp < 10` means "has Health, and hp is below 10",
// and `!(Health.hp < 10)` includes entities without Health. Archetypes that cannot match are skipped as a whole.
// Evaluation takes no memory, except when archetypes came. A query belongs to its maker, to one world and one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ecs/language/matched_rows.hpp"
#include "ecs/language/parse.hpp"
#include "ecs/language/query_inputs.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

struct BoundQuery;
class Evaluator;

class TextQuery {
public:
    static TextResult<TextQuery> parse(std::string text, EmptyText empty = EmptyText::IsAnError);
    explicit TextQuery(Syntax syntax);
    ~TextQuery();
    TextQuery(TextQuery&&) noexcept;
    TextQuery& operator=(TextQuery&&) noexcept;

    const std::string& text() const;
    const Syntax& syntax() const;

    /// Looks up the names in the world. Null when all were found; else what is wrong, until the next call. Call it as
    /// often as you like: it does nothing until the world gets types, and then tries again.
    const TextError* bind(const World& world);
    bool bound() const;

    // The query must be bound; an unbound one matches nothing.

    /// Calls `visit(Entity)` for each match, archetype by archetype. `visit` must not change the world.
    template <class F>
    void each(const World& world, F&& visit, const QueryInputs& inputs = {}) {
        walk(world, inputs, visitor<F>(), const_cast<void*>(static_cast<const void*>(std::addressof(visit))));
    }
    /// A place in the walk over all matches, for walks in parts.
    struct Cursor {
        std::size_t archetype = 0, chunk = 0;  // position in archetypes(), and in it
    };
    /// The same from a place on, for about so many rows. False when nothing is left. A world whose structure changed
    /// since has rows that are visited twice or not at all.
    template <class F>
    bool each_from(const World& world, Cursor& cursor, std::size_t rows, F&& visit, const QueryInputs& inputs = {}) {
        return walk(world, inputs, cursor, rows, visitor<F>(),
                    const_cast<void*>(static_cast<const void*>(std::addressof(visit))));
    }
    /// Calls `visit(const MatchedRows&)` for those chunks for which `wants(position in archetypes(), chunk)` says so,
    /// also where no row matches. `wants` is asked of the next chunk before the present one is visited.
    template <class Wants, class F>
    void each_wanted(const World& world, Wants&& wants, F&& visit, const QueryInputs& inputs = {}) {
        struct Calls {
            std::remove_reference_t<Wants>& wants;
            std::remove_reference_t<F>& visit;
        } calls{wants, visit};
        Cursor start;
        walk(
            world, inputs, start, static_cast<std::size_t>(-1),
            [](void* to, const MatchedRows& found) { static_cast<Calls*>(to)->visit(found); }, &calls,
            [](void* to, std::size_t archetype, std::size_t chunk) {
                return static_cast<bool>(static_cast<Calls*>(to)->wants(archetype, chunk));
            });
    }
    std::size_t count(const World& world, const QueryInputs& inputs = {});
    /// Appends the matches.
    void collect(const World& world, std::vector<Entity>& matches, const QueryInputs& inputs = {});
    /// False when the entity is gone.
    bool matches(const World& world, Entity entity, const QueryInputs& inputs = {});

    /// Archetypes whose components allow a match, empty ones included, in order of appearance.
    const std::vector<ArchetypeId>& archetypes(const World& world);
    /// Components that the query names, in the order of the text.
    std::vector<ComponentId> components() const;
    /// Whether it asks for changed(), added() or removed(), which need a ChangeBaseline that tracks it.
    bool needs_baseline() const;
    /// Whether nothing but the components of an entity decides whether it matches: no other entity, no id, no $watch,
    /// no aggregate, no random number, nothing that has changed.
    bool reads_only_rows() const;
    /// Rows that failed a comparison because their value had a fault, in the last evaluation.
    const RowFaults& faults() const;

    /// For explanations and changes.
    const BoundQuery& program() const;
    Evaluator& evaluator();
    /// The same, ready for this world and these inputs. It must be bound.
    Evaluator& begin(const World& world, const QueryInputs& inputs);

private:
    struct State;
    using Visit = void (*)(void* to, const MatchedRows& found);
    template <class F>
    static Visit visitor() {
        return [](void* to, const MatchedRows& found) { found.each(*static_cast<std::remove_reference_t<F>*>(to)); };
    }
    void walk(const World& world, const QueryInputs& inputs, Visit visit, void* to) {
        Cursor start;
        walk(world, inputs, start, static_cast<std::size_t>(-1), visit, to);
    }
    using Wants = bool (*)(void* to, std::size_t archetype, std::size_t chunk);
    bool walk(const World& world, const QueryInputs& inputs, Cursor& cursor, std::size_t rows, Visit visit, void* to,
              Wants wants = nullptr);

    std::unique_ptr<State> state_;
};

/// Changes whenever a type or a field came, so that names may be found that were not found before.
std::uint64_t types_fingerprint(const TypeRegistry& types);

}  // namespace ecs
