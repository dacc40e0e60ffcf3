// ByHand lets the learner execute an operation by pointing at bytes, in the order in which the storage touched them.
// A copy asks for its source and then its destination, a write for its destination. The trace of the run is the
// reference. It is wound to the current event, so the learner sees memory at that moment. Variables of a program
// (BlockKind::Program) are not asked for.
#pragma once

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

class ByHand {
public:
    /// `run` must have done the step with events kept. It must outlive this object, and nobody else may wind its
    /// trace meanwhile.
    explicit ByHand(ScenarioRun& run);
    ~ByHand();
    ByHand(const ByHand&) = delete;
    ByHand& operator=(const ByHand&) = delete;

    std::size_t beats() const { return beats_.size(); }
    std::size_t done() const { return at_; }
    bool finished() const { return at_ == beats_.size(); }
    /// The copy or write to point at now.
    const Event& present() const;
    /// Whether the source of a copy was found, so that its destination comes next.
    bool wants_destination() const { return source_found_; }

    enum class Click : std::uint8_t { Right, Wrong };
    /// The learner points at a byte. The correct one leads to the next byte.
    Click click(Address byte);
    std::size_t mistakes() const { return mistakes_; }
    /// Mistakes at the present byte. After two the interface may show the place.
    std::size_t mistakes_here() const { return mistakes_here_; }
    /// The bytes to point at: [first, second).
    std::pair<Address, Address> wanted() const;

private:
    void show_moment();

    ScenarioRun& run_;
    std::vector<std::size_t> beats_;  // events
    std::size_t at_ = 0, mistakes_ = 0, mistakes_here_ = 0;
    bool source_found_ = false;
};

}  // namespace ecs::lab
