// The ledger of any moment, one in the midst of an operation included. A storage can be asked (Storage::describe) only
// when its operation is done: on the way a row is counted before its values are there, and a block is gone to which its
// head still leads. So what a byte is then is found out from what is known: what it was before the operation, what it
// is afterwards, and which events have taken place in between.
//
//     before:         | Position of a | spare         |
//     after copying:  | Position of a | Position of a |    a copied byte is what its source was
//     after writing:  | …                             |    a written byte is what it will be when the operation is done
//     otherwise it is what it was before; memory that is new is spare
//
// So what is called a value at any moment is one that was put there, and every byte of every block has one role.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/ledger.hpp"

namespace ecs::lab {

/// The moments of one operation, one event after another.
class MomentLedger {
public:
    /// At the beginning of the operation, to which the trace is wound. All must be of the same run and outlive this.
    MomentLedger(const Storage& storage, const Arena& arena, Trace& trace, const Trace::Operation& operation);

    /// Winds the trace on by one event, of those of the operation.
    void step();
    /// By address; every byte of every block has exactly one role. At the end it is what the storage itself says.
    std::vector<Span> spans() const;

private:
    using Label = std::uint32_t;                 // the number of the span that a byte belongs to
    static constexpr Label fresh = 0xFFFF'FFFF;  // of memory that nobody wrote to yet

    void write(const Event& event, const Block& block);
    void copy(const Event& event, const Block& from, const Block& to, bool freed_later);
    std::vector<Label>& labels_of(const Block& block);
    /// Of the spans before the operation, the first that lies in the block.
    std::size_t first_in(const Block& block) const;
    Label label_after(Address byte) const;

    const Storage& storage_;
    const Arena& arena_;
    Trace& trace_;
    std::size_t end_;                               // of the operation's events
    std::vector<Span> spans_;                       // before it, after it, and those that were copied on the way
    std::size_t before_ = 0, behind_ = 0;           // where those after it begin and end
    std::map<Address, std::vector<Label>> labels_;  // by block: of each byte, where anything happened
    std::map<Address, std::size_t> last_free_;      // by block: the event that frees it
    std::set<Address> gone_;                        // blocks of before that were freed
};

/// Spans of the moment to which the trace is wound, by address. `arena` is that of the storage and of the trace, which
/// is wound to and fro meanwhile.
std::vector<Span> spans_now(const Storage& storage, const Arena& arena, Trace& trace);

}  // namespace ecs::lab
