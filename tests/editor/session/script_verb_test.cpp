#include "files/script/script_verb.hpp"

#include <set>

#include "catch.hpp"
#include "editor/support/world_examples.hpp"
#include "files/base/atomic_file.hpp"

namespace script_verb_test {

using namespace editor;
using namespace files;

namespace {

template <class... Kinds>
std::vector<ecs::Edit> one_of_each_kind(const std::variant<Kinds...>*) {
    std::vector<ecs::Edit> edits;
    (edits.emplace_back(Kinds{}), ...);
    return edits;
}

}  // namespace

TEST_CASE("Script verbs: every kind of edit has one that writes it", "[editor][script]") {
    std::set<std::string> writers;
    for (const ecs::Edit& edit : one_of_each_kind(static_cast<const ecs::Edit*>(nullptr))) {
        INFO(ecs::name_of(edit));
        const ScriptVerb* verb = find_verb(ecs::name_of(edit));
        REQUIRE(verb);
        CHECK(verb->read);
        CHECK(verb->write);
        writers.emplace(verb->name);
    }
    // All other verbs are a way to say what another verb writes.
    std::set<std::string> others;
    for (const std::string& name : names_of_verbs())
        if (writers.count(name) == 0) others.insert(name);
    CHECK(others == std::set<std::string>{"rename"});
}

TEST_CASE("Script verbs: the page about world files explains each", "[editor][script]") {
    const std::string page = read_file(std::filesystem::path(TEST_DATA_DIR) / "../../docs/world-file.md");
    const std::size_t start = page.find("| edit | members | notes |");
    REQUIRE(start != std::string::npos);
    const std::string table = page.substr(start, page.find("\n\n", start) - start);

    for (const std::string& name : names_of_verbs()) {
        INFO(name);
        const std::size_t at = table.find("`" + name + "`");
        REQUIRE(at != std::string::npos);
        const std::size_t begin = table.rfind('\n', at) + 1;
        const std::string row = table.substr(begin, table.find('\n', at) - begin);
        const ScriptVerb& verb = *find_verb(name);
        for (const auto* members : {&verb.needed, &verb.optional})
            for (const std::string_view member : *members)
                CHECK(row.find("`" + std::string(member) + "`") != std::string::npos);
    }
}

}  // namespace script_verb_test
