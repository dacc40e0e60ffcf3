#include "panels/workspace/built_in.hpp"

namespace panels {

namespace {

constexpr PaneSize list_size{228, 300}, inspector_size{340, 360}, below_size{304, 404};

Pane inspect() {
    return row_of(
        {column_of({row_of({tabs_of({"entities"}, list_size), tabs_of({"scene"})}),
                    row_of({tabs_of({"systems"}, {376, 622}), tabs_of({"chunks", "archetypes", "moves"})},
                           below_size)}),
         tabs_of({"inspector"}, inspector_size)});
}

Pane memory() {
    return row_of({column_of({tabs_of({"archetypes"}), tabs_of({"doctor", "layout"}, {296, 412})}, {384, 572}),
                   column_of({tabs_of({"chunks"}),
                              row_of({tabs_of({"moves"}), tabs_of({"scene"}, {240, 320})}, {252, 352})})});
}

Pane author() {
    return row_of({tabs_of({"entities"}, list_size), tabs_of({"scene"}), tabs_of({"inspector"}, inspector_size)});
}

Pane learn() { return row_of({tabs_of({"lessons"}, {420, 420}), tabs_of({"lesson_picture", "lab"})}); }

}  // namespace

std::vector<Workspace> built_in_workspaces() {
    std::vector<Workspace> all;
    all.emplace_back("inspect", "Inspect", "Look into a running world", inspect());
    all.emplace_back("memory", "Memory", "Where every byte of the world lies, and what moves", memory());
    all.emplace_back("author", "Author", "Make a scene by hand", author());
    all.emplace_back("learn", "Learn", "Lessons about memory, each beside its picture", learn());
    return all;
}

}  // namespace panels
