// What panels ask of a view of somebody else's world (Context::mirror). They are OtherRequests of the program that
// shows it, and change nothing of that world.
#pragma once

namespace panels {

/// Whether entities that the owner leaves out are shown; see ecs::Owner::hidden().
struct ShowHiddenRequest {
    bool shown = false;
};

/// Lets a view go on that stands still since a breakpoint was hit.
struct GoOnRequest {};

}  // namespace panels
