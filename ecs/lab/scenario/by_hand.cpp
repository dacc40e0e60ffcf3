#include "ecs/lab/scenario/by_hand.hpp"

#include "ecs/base/assert.hpp"

namespace ecs::lab {

ByHand::ByHand(ScenarioRun& run) : run_(run) {
    Trace& trace = *run_.trace();
    const std::size_t operations = run_.results().back().operations, all = trace.operations().size();
    for (std::size_t i = all - operations; i < all; ++i) {
        const Trace::Operation& operation = trace.operations()[i];
        for (std::size_t e = operation.begin; e < operation.end; ++e) {
            const Event& event = trace.events()[e];
            if (event.kind != EventKind::Copy && event.kind != EventKind::Write) continue;
            trace.go_to(e);  // the block may be gone later
            const Block* block = run_.arena().block_of(event.at);
            if (block != nullptr && block->kind == BlockKind::Heap) beats_.push_back(e);
        }
    }
    show_moment();
}

ByHand::~ByHand() { run_.trace()->go_to(run_.trace()->events().size()); }

void ByHand::show_moment() {
    Trace& trace = *run_.trace();
    trace.go_to(finished() ? trace.events().size() : beats_[at_]);
}

const Event& ByHand::present() const {
    ECS_ASSERT(!finished(), "there is something left to do");
    return run_.trace()->events()[beats_[at_]];
}

std::pair<Address, Address> ByHand::wanted() const {
    const Event& event = present();
    const Address begin = event.kind == EventKind::Copy && !source_found_ ? event.from : event.at;
    return {begin, begin + event.bytes};
}

ByHand::Click ByHand::click(Address byte) {
    const auto [begin, end] = wanted();
    if (byte < begin || byte >= end) {
        ++mistakes_;
        ++mistakes_here_;
        return Click::Wrong;
    }
    mistakes_here_ = 0;
    if (present().kind == EventKind::Copy && !source_found_) {
        source_found_ = true;
        return Click::Right;
    }
    source_found_ = false;
    ++at_;
    show_moment();
    return Click::Right;
}

}  // namespace ecs::lab
