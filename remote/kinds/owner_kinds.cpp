#include "remote/kinds/owner_kinds.hpp"

#include <algorithm>

namespace remote {

// Each is at the end of the file of its owner.
OwnerKind flecs_kind();
OwnerKind bevy_kind();
OwnerKind chunkscope_kind();
OwnerKind program_kind();

std::span<const OwnerKind> owner_kinds() {
    static const OwnerKind list[] = {flecs_kind(), bevy_kind(), chunkscope_kind(), program_kind()};
    return list;
}

const OwnerKind* find_owner_kind(std::string_view name) {
    const std::span<const OwnerKind> all = owner_kinds();
    const auto found = std::find_if(all.begin(), all.end(), [&](const OwnerKind& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
}

const OwnerKind* owner_kind_of(std::string_view program) {
    for (const OwnerKind& each : owner_kinds())
        if (program == each.title || program.starts_with(std::string(each.title) + " ")) return &each;
    return nullptr;
}

}  // namespace remote
