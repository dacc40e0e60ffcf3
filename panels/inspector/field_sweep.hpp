// A FieldSweep sets several fields to the value of one: press on a number or a check box, drag up or down across
// others, release. While the button is held, the boxes on the way are marked; in the frame of the release each of them
// writes the value and notes what it wrote. The panel that owns the fields makes one step of the history of these.
//
//     x  [ 5.00 ]  pressed here
//     y  [ 1.00 ]  marked        release: y and z become 5.00, in one step
//     z  [ 0.00 ]  marked  <- the mouse
//
// Esc ends it and changes nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <imgui.h>

#include "panels/inspector/field_change.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

struct Context;

class FieldSweep {
public:
    bool allowed = false;  // for who makes one step of it; else drags do not become one

    /// Call it before the fields are drawn.
    void begin_frame(const Context& context);
    /// Call it after: says what will be done, under the mouse. Returns how many fields were written because the sweep
    /// ended in this frame.
    std::size_t end_frame();

    bool goes_on() const { return value_ != Takes::Nothing; }

    /// Begins at the box that was pressed, when the mouse moves away from it up or down.
    void begin_at(const Area& pressed, std::string number);
    void begin_at(const Area& pressed, bool on);
    /// Where the mouse goes since the button was pressed: across fields, or aside to change the number.
    enum class Way : unsigned char { Undecided, Aside, Across };
    static Way way_of_drag();

    /// For a box of a number: marks it when it is on the way. Writes the number in the frame of the release; returns
    /// whether it did.
    bool visit(const Context& context, const Area& box, const NumberKind& kind, const ecs::Field& field, void* write);
    /// The same for a check box.
    bool visit(const Context& context, const Area& box, const ecs::Field& field, bool* write);

    /// What was written since the last call, into the values of one component.
    std::vector<FieldChange> take();

private:
    enum class Takes : unsigned char { Nothing, Number, Bool };
    bool on_the_way(const Area& box) const;
    void mark(const Context& context, const Area& box, bool fits);

    Takes value_ = Takes::Nothing;
    std::string number_;
    bool on_ = false;
    Area from_{};
    bool released_ = false;
    std::size_t marked_ = 0, unfit_ = 0;  // in this frame, without the first
    std::size_t written_ = 0;
    std::vector<FieldChange> changes_;
};

}  // namespace panels
