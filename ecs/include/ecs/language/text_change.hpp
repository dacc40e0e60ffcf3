// A TextChange is a change that somebody wrote: `Health.hp < 10 : Health.hp += 5, +Healed`. It makes a plan: edits for
// all matches, made from values that are all read before any is written. A plan changes nothing; its edits become one
// step of the History, so that a change is all or nothing, and is undone as one:
//
//     ecs::ChangePlan plan = change.plan(world);
//     if (!plan.error.empty()) return plan.error;
//     history.perform({change.text(), std::move(plan.edits)});
//
// A change belongs to its maker, to one world and one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/language/parse.hpp"
#include "ecs/language/query_inputs.hpp"
#include "ecs/storage/access.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/query.hpp"

namespace ecs {

/// What one step would do to one entity.
struct ChangeSample {
    Entity entity;
    std::string what;           // "Health.hp", "Frozen", "name"
    std::string before, after;  // as the language writes values; empty: there is none
};

struct ChangePlan {
    std::vector<Edit> edits;
    std::size_t entities = 0;           // that match
    std::vector<ChangeSample> samples;  // of the first few entities
    std::uint64_t bytes_moved = 0;      // about, by rows that change their archetype and rows that fill their holes
    std::string error;                  // names the entity; empty when the change can be made. Then there are no edits
    Entity culprit;
};

/// What a change touches when it is made.
struct ChangeUse {
    std::vector<SystemAccess> accesses;           // values that it reads or writes in place; each component once
    std::vector<std::vector<QueryTerm>> queries;  // whom it visits; empty: its query has no such form
    bool structural = false;                      // it adds, removes, destroys, names or moves
    bool draws_random = false;
};

class TextChange {
public:
    static TextResult<TextChange> parse(std::string text);
    ~TextChange();
    TextChange(TextChange&&) noexcept;
    TextChange& operator=(TextChange&&) noexcept;

    const std::string& text() const;
    const ChangeSyntax& syntax() const;
    /// As TextQuery::bind.
    const TextError* bind(const World& world);
    bool bound() const;
    /// Samples of at most so many entities. The change must be bound; else the plan is empty.
    ChangePlan plan(const World& world, const QueryInputs& inputs = {}, std::size_t sampled_entities = 5);

    /// The same for one entity alone, which may not match: then the plan is empty. Looks at nothing else.
    ChangePlan plan_of(const World& world, Entity entity, const QueryInputs& inputs = {});
    /// Makes the change to the world itself, as a system does: values are written in place, structural steps are
    /// recorded as commands. Returns why the change cannot be made, and has written and recorded nothing then; else an
    /// empty text. A change that only sets fields takes no memory once it has run; texts excepted. Adds the number of
    /// matches to `visited`.
    std::string run(World& world, Commands& commands, const QueryInputs& inputs, std::uint64_t& visited);
    /// The change must be bound.
    ChangeUse use(const World& world) const;

    /// Components that the steps write, add or remove, and those that the query and the values read.
    std::vector<ComponentId> written_components() const;
    std::vector<ComponentId> read_components() const;

private:
    struct State;
    explicit TextChange(ChangeSyntax syntax);

    std::unique_ptr<State> state_;
};

}  // namespace ecs
