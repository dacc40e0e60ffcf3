#include "figures/drawing/type_names.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "figures/drawing/value_text.hpp"

namespace figures {

namespace {

std::string_view last_part(std::string_view qualified) {
    const std::size_t colons = qualified.rfind("::");
    return colons == std::string_view::npos ? qualified : qualified.substr(colons + 2);
}

/// Whole names by their last part, of parts that several names end with.
using SharedParts = std::map<std::string, std::vector<std::string>, std::less<>>;

struct Known {
    std::mutex mutex;
    std::shared_ptr<const SharedParts> parts;  // null: all last parts are unique
    const ecs::TypeRegistry* types = nullptr;
    const ecs::ComponentType* newest = nullptr;  // another registry may come to lie where the former one lay
    std::size_t size = 0;
    std::uint64_t retirements = 0;
};

Known& known() {
    static Known one;
    return one;
}

bool ends_with_parts(std::string_view name, std::string_view parts) {
    return name == parts || (name.ends_with(parts) && name.substr(0, name.size() - parts.size()).ends_with("::"));
}

}  // namespace

void tell_names_apart(const ecs::TypeRegistry& types) {
    Known& now = known();
    const std::lock_guard lock(now.mutex);
    const ecs::ComponentType* const newest =
        types.size() == 0 ? nullptr : &types[static_cast<ecs::ComponentId>(types.size() - 1)];
    if (now.types == &types && now.newest == newest && now.size == types.size() &&
        now.retirements == types.retirements())
        return;
    now.types = &types;
    now.newest = newest;
    now.size = types.size();
    now.retirements = types.retirements();
    auto parts = std::make_shared<SharedParts>();
    for (ecs::ComponentId id = 0; id < types.size(); ++id)
        if (!types[id].retired) (*parts)[std::string(last_part(types[id].name))].push_back(types[id].name);
    std::erase_if(*parts, [](const auto& each) { return each.second.size() < 2; });
    now.parts = parts->empty() ? nullptr : std::move(parts);
}

std::string_view short_name(std::string_view qualified) {
    const std::string_view last = last_part(qualified);
    std::shared_ptr<const SharedParts> parts;
    {
        Known& now = known();
        const std::lock_guard lock(now.mutex);
        parts = now.parts;
    }
    if (!parts) return last;
    const auto found = parts->find(last);
    if (found == parts->end()) return last;
    std::string_view shown = last;
    const auto shared = [&] {
        return std::any_of(found->second.begin(), found->second.end(),
                           [&](const std::string& name) { return name != qualified && ends_with_parts(name, shown); });
    };
    while (shown.size() < qualified.size() && shared()) {
        const std::string_view before = qualified.substr(0, qualified.size() - shown.size() - 2);
        shown = qualified.substr(before.size() - last_part(before).size());
    }
    return shown;
}

}  // namespace figures
