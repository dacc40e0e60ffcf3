#include "ecs/edit/edit_kind.hpp"

#include <map>
#include <set>

#include "catch.hpp"

namespace edit_kind_test {

using namespace ecs;

namespace {

struct KindNames {
    std::string_view name, cause;
};

template <class... Kinds>
std::vector<KindNames> names_of_kinds(const std::variant<Kinds...>*) {
    return {{Kinds::kind.name, Kinds::kind.cause}...};
}

template <class... Kinds>
bool all_are_complete(const std::variant<Kinds...>*) {
    return ((Kinds::kind.why_not && Kinds::kind.execute && Kinds::kind.describe) && ...);
}

constexpr const Edit* every_kind = nullptr;

}  // namespace

TEST_CASE("Edit kinds: each has a name and all functions", "[ecs][edit]") {
    CHECK(all_are_complete(every_kind));
    std::map<std::string_view, int> kinds_by_name;
    for (const KindNames& kind : names_of_kinds(every_kind)) {
        CHECK_FALSE(kind.name.empty());
        ++kinds_by_name[kind.name];
    }
    // One entity with its subtree, a list of entities, or many with their subtrees: all destroy.
    CHECK(kinds_by_name["destroy"] == 3);
    CHECK(kinds_by_name["create"] == 2);
    // To one entity, or to many.
    CHECK(kinds_by_name["add"] == 2);
    CHECK(kinds_by_name["remove"] == 2);
    for (const auto& [name, count] : kinds_by_name)
        if (name != "destroy" && name != "create" && name != "add" && name != "remove") CHECK(count == 1);
}

TEST_CASE("Edit kinds: the journal tells them apart by their causes", "[ecs][edit]") {
    std::map<std::string_view, std::set<std::string_view>> names_by_cause;
    for (const KindNames& kind : names_of_kinds(every_kind)) names_by_cause[kind.cause].insert(kind.name);
    // Systems come and go without a change of rows, and folding is told as one thing in both directions.
    for (const char* const name : {"add_system", "move_system", "note_system", "remove_system", "toggle"})
        CHECK(names_by_cause[""].count(name) == 1);
    CHECK(names_by_cause["edit: fold"] == std::set<std::string_view>{"fold_tags", "unfold_tags"});
    for (const auto& [cause, names] : names_by_cause) {
        INFO(cause);
        if (cause.empty()) continue;
        CHECK(cause.substr(0, 6) == "edit: ");
        if (cause != "edit: fold") CHECK(names.size() == 1);
    }
}

TEST_CASE("Edit kinds: an edit has the name of its kind, which changes with its inverse", "[ecs][edit]") {
    World world;
    Schedule schedule;
    Edit edit = CreateEntities{{EntityRecord{}}};
    CHECK(name_of(edit) == "create");
    apply(world, schedule, edit);
    CHECK(name_of(edit) == "destroy");
}

}  // namespace edit_kind_test
