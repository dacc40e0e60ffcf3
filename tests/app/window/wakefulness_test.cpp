#include "editor/app/window/wakefulness.hpp"

#include "catch.hpp"

namespace wakefulness_test {

using editor::Wakefulness;

TEST_CASE("Wakefulness: what comes again and again is drawn once each time", "[app]") {
    Wakefulness wakefulness;
    int drawn = 0;
    // Ten updates a second for ten seconds.
    for (int update = 0; update < 100; ++update) {
        wakefulness.show();
        for (double now = update * 0.1; now < (update + 1) * 0.1 && wakefulness.awake(now); now += 1.0 / 60) {
            ++drawn;
            wakefulness.frame_drawn();
        }
    }
    CHECK(drawn == 100);
    wakefulness.wake(20);
    for (double now = 20; wakefulness.awake(now); now += 1.0 / 60) {
        ++drawn;
        wakefulness.frame_drawn();
    }
    CHECK(drawn > 110);
    CHECK_FALSE(wakefulness.awake(30));
}

}  // namespace wakefulness_test
