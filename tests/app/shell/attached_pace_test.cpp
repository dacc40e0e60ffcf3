#include "editor/app/shell/attached_pace.hpp"

#include "catch.hpp"

namespace attached_pace_test {

using namespace editor;

namespace {

/// Frames that are drawn before the program may sleep.
int frames(Wakefulness& wakefulness, double now_secs) {
    int count = 0;
    for (; wakefulness.awake(now_secs); ++count) wakefulness.frame_drawn();
    return count;
}

}  // namespace

TEST_CASE("AttachedPace: updates are due a tenth of a second apart", "[editor][attach]") {
    AttachedPace pace;
    CHECK(pace.take_due(0.1, 10));
    CHECK_FALSE(pace.take_due(0.1, 10.05));
    CHECK(pace.take_due(0.1, 10.15));
    CHECK_FALSE(pace.take_due(0.1, 10.2));
}

TEST_CASE("AttachedPace: an update that brings something is one frame; when no more comes, all settles once",
          "[editor][attach]") {
    constexpr double later = 100;  // nothing else keeps the program awake by then
    AttachedPace pace;
    Wakefulness wakefulness;
    pace.updated(true, true, 10, wakefulness);
    CHECK(pace.texts_due());
    CHECK(frames(wakefulness, later) > 1);
    pace.updated(true, false, 10.1, wakefulness);
    CHECK(frames(wakefulness, later) == 1);
    CHECK_FALSE(pace.texts_due());
    pace.updated(false, false, 10.2, wakefulness);
    CHECK(frames(wakefulness, later) == 0);
    pace.updated(false, false, 11.2, wakefulness);
    CHECK(frames(wakefulness, later) > 1);
    pace.updated(false, false, 11.3, wakefulness);
    CHECK(frames(wakefulness, later) == 0);
}

TEST_CASE("AttachedPace: what came is looked through for its characters at once, and then every twentieth time",
          "[editor][attach]") {
    AttachedPace pace;
    Wakefulness wakefulness;
    int due = 0;
    for (int update = 0; update < 41; ++update) {
        pace.updated(true, update == 0, update, wakefulness);
        due += pace.texts_due() ? 1 : 0;
    }
    CHECK(due == 3);
}

}  // namespace attached_pace_test
