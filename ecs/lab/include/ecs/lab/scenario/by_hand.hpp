// An operation carried out by the learner, who points at bytes in the order in which the storage touched them: for a
// copy where the bytes are taken from and where they go, for a write where it goes. Graded against the trace of the
// run, which is wound to the moment in question, so that he sees memory as it is then. What a program keeps in
// variables (Place::Program) is not asked for.
#pragma once

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

class ByHand {
public:
    /// `run` has done the step and keeps events; it must outlive this, and nobody else may wind its trace meanwhile.
    explicit ByHand(ScenarioRun& run);
    ~ByHand();
    ByHand(const ByHand&) = delete;
    ByHand& operator=(const ByHand&) = delete;

    std::size_t beats() const { return beats_.size(); }
    std::size_t done() const { return at_; }
    bool finished() const { return at_ == beats_.size(); }
    /// The copy or write that comes now.
    const Event& present() const;
    /// Whether a copy's source was found, and its destination is asked for.
    bool wants_destination() const { return source_found_; }

    enum class Click : std::uint8_t { Right, Wrong };
    /// The learner points at a byte. After the right one it goes on.
    Click click(Address byte);
    std::size_t mistakes() const { return mistakes_; }
    /// Mistakes at the present byte: after two the place may be told.
    std::size_t mistakes_here() const { return mistakes_here_; }
    /// The bytes to point at, first and behind the last.
    std::pair<Address, Address> wanted() const;

private:
    void show_moment();

    ScenarioRun& run_;
    std::vector<std::size_t> beats_;  // events
    std::size_t at_ = 0, mistakes_ = 0, mistakes_here_ = 0;
    bool source_found_ = false;
};

}  // namespace ecs::lab
