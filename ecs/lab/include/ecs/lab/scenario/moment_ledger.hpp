// The ledger of any moment, even inside an operation. A storage can describe itself (Storage::describe) only after an
// operation: in between, a row may be counted before its values exist, or a head may lead to a freed block. Inside an
// operation, the role of a byte is therefore derived from its role before the operation, its role afterwards, and the
// events in between.
//
//     before:         | Position of a | spare         |
//     after copying:  | Position of a | Position of a |    a copied byte has the role of its source
//     after writing:  | …                             |    a written byte has its role after the operation
//     other bytes keep their role; new memory is spare
//
// So a byte has the role of a value only if a value was put there, and every byte of every block has one role.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/ledger.hpp"

namespace ecs::lab {

/// The moments of one operation, event by event.
class MomentLedger {
public:
    /// Starts at the beginning of the operation and winds the trace there. All arguments must belong to one run and
    /// outlive this object.
    MomentLedger(const Storage& storage, const Arena& arena, Trace& trace, const Trace::Operation& operation);

    /// Winds the trace on by one event of the operation.
    void step();
    /// The spans by address. Every byte of every block has exactly one role. At the end they equal the storage's own.
    std::vector<Span> spans() const;

private:
    using Label = std::uint32_t;                 // number of the span that a byte belongs to
    static constexpr Label fresh = 0xFFFF'FFFF;  // memory that nobody has written yet

    void write(const Event& event, const Block& block);
    void copy(const Event& event, const Block& from, const Block& to, bool freed_later);
    std::vector<Label>& labels_of(const Block& block);
    /// The first span of the block among the spans before the operation.
    std::size_t first_in(const Block& block) const;
    Label label_after(Address byte) const;

    const Storage& storage_;
    const Arena& arena_;
    Trace& trace_;
    std::size_t end_;                               // end of the operation's events
    std::vector<Span> spans_;                       // of before, of after, and those copied in between
    std::size_t before_ = 0, behind_ = 0;           // range of the spans of after
    std::map<Address, std::vector<Label>> labels_;  // by block: the label of each byte, where anything happened
    std::map<Address, std::size_t> last_free_;      // by block: the event that frees it
    std::set<Address> gone_;                        // freed blocks of before
};

/// The spans at the moment to which the trace is wound, by address. `arena` belongs to the storage and to the trace,
/// which is wound back and forth meanwhile.
std::vector<Span> spans_now(const Storage& storage, const Arena& arena, Trace& trace);

}  // namespace ecs::lab
