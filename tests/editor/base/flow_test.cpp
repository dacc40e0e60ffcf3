#include "editor/base/flow.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

namespace flow_test {

using namespace editor;

namespace {

using Texts = std::vector<std::string>;

/// Says when it goes, as what a Flow holds.
struct Held {
    std::string name;
    Texts& said;
    ~Held() { said.push_back("~" + name); }
};

struct Counter {
    Reply<int> ask() {
        return Reply<int>([this](auto answered) { asked = std::move(answered); });
    }
    Step<int> answer() {
        const Held held{"answer", said};
        const int number = co_await ask();
        if (number < 0) co_await GiveUp();
        co_return number;
    }
    Flow count(std::string name) {
        const Held held{name, said};
        said.push_back(name);
        co_await place;
        const int number = co_await answer();
        said.push_back(name + " " + std::to_string(number));
    }

    Texts said;
    Waiting place;
    Reply<int>::Answered asked;
};

}  // namespace

TEST_CASE("Flow: begins at once, and goes on where it waits", "[editor][flow]") {
    Counter counter;
    counter.count("one");
    CHECK(counter.said == Texts{"one"});
    REQUIRE(counter.place);
    counter.place.go_on();
    CHECK_FALSE(counter.place);
    CHECK(counter.said == Texts{"one"});
    std::exchange(counter.asked, {})(7);
    CHECK(counter.said == Texts{"one", "~answer", "one 7", "~one"});
}

TEST_CASE("Flow: an answer is taken once", "[editor][flow]") {
    Counter counter;
    counter.count("one");
    counter.place.go_on();
    const auto asked = std::exchange(counter.asked, {});
    asked(7);
    asked(8);
    CHECK(counter.said == Texts{"one", "~answer", "one 7", "~one"});
}

TEST_CASE("Flow: ends with all its parts where it gives up, or where nothing waits for it any more", "[editor][flow]") {
    Counter counter;
    counter.count("one");
    SECTION("it gives up in a part of it") {
        counter.place.go_on();
        counter.asked(-1);
        CHECK(counter.said == Texts{"one", "~answer", "~one"});
    }
    SECTION("another one takes its place") {
        counter.count("two");
        CHECK(counter.said == Texts{"one", "two", "~one"});
        counter.place = {};
        CHECK(counter.said == Texts{"one", "two", "~one", "~two"});
    }
    SECTION("what was asked forgets the question") {
        counter.place.go_on();
        counter.asked = {};
        CHECK(counter.said == Texts{"one", "~answer", "~one"});
    }
}

}  // namespace flow_test
