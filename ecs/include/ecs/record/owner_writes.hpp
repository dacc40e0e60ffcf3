// Who wrote what, as an Owner's program sees it after each of its systems: a Mirror sees only the end of a tick. With the
// OwnerWrites, the recording of the mirrored world says what is wanted and takes the records. It belongs to the Owner.
#pragma once

#include <functional>
#include <span>

#include "ecs/record/field_record.hpp"

namespace ecs {

class OwnerWrites {
public:
    virtual ~OwnerWrites() = default;

    /// Of these entities all components, of these components all entities, or all. Replaces what was wanted, which is
    /// kept when the connection is lost. Cheap when it is the same as before.
    virtual void want(std::span<const Entity> entities, std::span<const ComponentId> components, bool everything) = 0;
    /// Calls `visit` for each write that was told since the last call, from the oldest on, in the mirror's terms. Call it
    /// after Mirror::update(), whose changes these writes made.
    virtual void take(const std::function<void(const FieldRecord&)>& visit) = 0;
    /// Not all that is wanted was recorded: the program has no memory for it.
    virtual bool lacks_some() const = 0;
};

}  // namespace ecs
